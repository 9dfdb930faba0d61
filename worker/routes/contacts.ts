/** After a sale, its winner and its seller reach each other (decision 21), and say when it is finished. */
import { Hono } from "hono";
import * as z from "zod";

import { levelOf } from "../accounts/level.ts";
import { contactAnswer, finishedAnswer, type FinishedSides } from "../contract/contact.ts";
import { id } from "../contract/fields.ts";
import type { Database } from "../db/database.ts";
import { findContact } from "../deals/contacts.ts";
import { finishSale, listFinishedBy } from "../deals/finished-sales.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { signedInWithin } from "../http/person-limits.ts";
import { signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";
import { accountsChanged } from "../room-client/objects.ts";

const refuses = ["auction_not_found", "not_a_party", "auction_voided", "not_sold", "contact_deleted"] as const;

export const contacts = new Hono<HttpEnv>()
  .get(
    "/:id/contact",
    described({
      tag: "Auctions",
      summary: "Get your buyer's or seller's name and email address",
      description:
        "Only for the seller and the winner of a sold auction. The address is null until its owner has confirmed it.",
      answer: contactAnswer,
      refuses,
    }),
    signedInWithin("contacts"),
    valid("param", z.object({ id })),
    async (c) => {
      const { db } = c.var;
      const { id: auctionId } = c.req.valid("param");
      const { id: personId } = callerOf(c).user;
      const found = await findContact(db, auctionId, personId);
      if (typeof found === "string") return fail(c, found);
      const finished = await finishedSides(db, auctionId, personId);
      return c.json({ success: true, message: "Contact Fetched", contact: found.contact, finished });
    },
  )
  .post(
    "/:id/finished",
    described({
      tag: "Auctions",
      summary: "Mark a sale as finished",
      description:
        "For the seller and the winner, once it's paid and delivered and everything's settled. Can't be undone.",
      answer: finishedAnswer,
      refuses,
    }),
    signedIn,
    valid("param", z.object({ id })),
    async (c) => {
      const { db, now, settings } = c.var;
      const { id: auctionId } = c.req.valid("param");
      const { user } = callerOf(c);
      const found = await findContact(db, auctionId, user.id);
      if (typeof found === "string") return fail(c, found);
      // Two newcomers cannot vouch for each other.
      const vouches = levelOf(user, settings, now).level === "known";
      await finishSale(db, { auctionId, personId: user.id, otherId: found.otherId }, vouches, now);
      if (vouches) await accountsChanged(c, [found.otherId]);
      const finished = await finishedSides(db, auctionId, user.id);
      return c.json({ success: true, message: "Marked As Finished", finished });
    },
  );

async function finishedSides(db: Database, auctionId: string, personId: string): Promise<FinishedSides> {
  const by = await listFinishedBy(db, auctionId);
  return { byYou: by.includes(personId), byOther: by.some((one) => one !== personId) };
}
