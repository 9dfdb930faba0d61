/**
 * Anonymous bidding, where other users see a number instead of the bidder's name. The user's inbox stores the setting
 * in D1, so that it applies to new auctions. The inbox also updates every room where the user has bid, so that it
 * applies to existing bids. The first few hundred rooms are updated before the response.
 */
import { Hono } from "hono";

import { requesterOf } from "../accounts/actor.ts";
import { listAuctionIdsByBidder } from "../accounts/queries/people.ts";
import { idParam } from "../contract/fields.ts";
import { aliasesResponse, privacyResponse, privacyInput } from "../contract/privacy.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { failWith } from "../http/failure.ts";
import { callerOf, confirmCaller } from "../http/find-session.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { inboxOf, roomOf } from "../object-clients/objects.ts";

export const privacy = new Hono<HttpEnv>().patch(
  "/privacy",
  describeRoute({
    tag: "People",
    summary: "Choose whether to bid under a number",
    description: "Others then see a number instead of your name. The seller of an auction always sees the name.",
    response: privacyResponse,
  }),
  signedIn,
  jsonBody,
  validate("json", privacyInput),
  async (c) => {
    const { anonymous } = c.req.valid("json");
    const { id: personId } = callerOf(c).user;
    // The newest bid may not be in D1 yet. The inbox has every room in which this user bids.
    const auctionIds = await listAuctionIdsByBidder(c.get("db"), personId);
    await inboxOf(c, personId).setAnonymous(personId, anonymous, auctionIds);
    // Makes this browser bid with the new choice.
    await confirmCaller(c);
    return c.json({ success: true, message: "Privacy Setting Saved", anonymous });
  },
);

export const aliases = new Hono<HttpEnv>().get(
  "/:id/aliases",
  describeRoute({
    tag: "Auctions",
    summary: "Get your bidder number in an auction",
    description: "If you're the seller, you get everyone who bids under a number, with their names.",
    response: aliasesResponse,
    refuses: ["auction_not_found"],
  }),
  signedIn,
  validate("param", idParam),
  async (c) => {
    const found = await roomOf(c, c.req.valid("param").id).aliases(requesterOf(callerOf(c)));
    if (!found.ok) return failWith(c, found.failure);
    return c.json({ success: true, message: "Aliases Fetched", ...found.value });
  },
);
