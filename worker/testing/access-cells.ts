/**
 * Who gets what from which call: for every call of the Worker and every kind of caller or mistake, the status and the
 * code that come back. The test beside it takes the calls from the route table, so a new one without its row fails.
 *
 * `owner` is whom the thing belongs to: the seller of the auction, the bidder of the bid, the person of the account.
 */
import { AUCTION } from "./access/auction-rows.ts";
import { AUTH } from "./access/auth-rows.ts";
import { BID } from "./access/bid-rows.ts";
import { HOUSE } from "./access/house-rows.ts";
import { MODERATION } from "./access/moderation-rows.ts";
import type { Rows } from "./access/row.ts";
import { USER } from "./access/user-rows.ts";

export const ROWS: Rows = { ...HOUSE, ...AUTH, ...AUCTION, ...BID, ...MODERATION, ...USER };
