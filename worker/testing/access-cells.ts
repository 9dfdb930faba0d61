/**
 * The access matrix: for every call of the Worker and every kind of caller or mistake, the expected status and error
 * code. Its test takes the calls from the route table, so a new call without a row fails.
 *
 * `owner` is the owner of the resource: the seller of an auction, the bidder of a bid, the user of an account.
 */
import { AUCTION } from "./access/auction-rows.ts";
import { AUTH } from "./access/auth-rows.ts";
import { BID } from "./access/bid-rows.ts";
import { DEPLOYMENT } from "./access/deployment-rows.ts";
import { MODERATION } from "./access/moderation-rows.ts";
import type { Rows } from "./access/row.ts";
import { USER } from "./access/user-rows.ts";

export const ROWS: Rows = { ...DEPLOYMENT, ...AUTH, ...AUCTION, ...BID, ...MODERATION, ...USER };
