/**
 * Bidding under a number. The switch is written first, so that new auctions know it; then the rooms that have met this
 * person are told, so that their past and running bids are shown so, too. A repeat finishes what an outage left.
 */
import { Hono } from "hono";
import { z } from "zod";

import { onlookerOf } from "../accounts/actor.ts";
import { forgetSession } from "../accounts/session-cache.ts";
import { listBidOnIds, setAnonymous } from "../catalogue/people.ts";
import { id } from "../contract/fields.ts";
import { aliasesAnswer, privacyAnswer, privacyInput } from "../contract/privacy.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { refused } from "../http/failure.ts";
import { inboxOf, roomOf } from "../http/objects.ts";
import { callerOf, signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";

/** Rooms told at one time. */
const AT_ONCE = 20;

export const privacy = new Hono<HttpEnv>().patch(
  "/privacy",
  described({
    tag: "People",
    summary: "Whether others see a number instead of your name where you bid",
    description: "The seller of an auction always sees the name",
    by: "person",
    does: "writes",
    takes: "json",
    answer: privacyAnswer,
  }),
  signedIn,
  jsonBody,
  valid("json", privacyInput),
  async (c) => {
    const { anonymous } = c.req.valid("json");
    const session = callerOf(c);
    const { id: personId } = session.user;
    await setAnonymous(c.get("catalogue"), personId, anonymous);
    forgetSession(session.id);
    // D1 may not have heard of the newest bid; the inbox knows every room that has met a session of this person.
    const [bidOn, held] = await Promise.all([
      listBidOnIds(c.get("catalogue"), personId),
      inboxOf(c, personId).setAnonymous(anonymous),
    ]);
    const ids = Array.from(new Set([...bidOn, ...held]));
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const rooms = ids.slice(start, start + AT_ONCE).map((auctionId) => roomOf(c, auctionId));
      await Promise.all(rooms.map((room) => room.setAnonymous(personId, anonymous)));
    }
    return c.json({ success: true, message: "Privacy Saved", anonymous });
  },
);

export const aliases = new Hono<HttpEnv>().get(
  "/:id/aliases",
  described({
    tag: "Auctions",
    summary: "Your own number in an auction; for its seller, who is behind all of them",
    by: "person",
    does: "reads",
    takes: "parameters",
    answer: aliasesAnswer,
    refuses: ["auction_not_found"],
  }),
  signedIn,
  valid("param", z.object({ id })),
  async (c) => {
    const found = await roomOf(c, c.req.valid("param").id).aliases(onlookerOf(callerOf(c)));
    if (!found.ok) return refused(c, found.failure);
    return c.json({ success: true, message: "Aliases Fetched", ...found.value });
  },
);
