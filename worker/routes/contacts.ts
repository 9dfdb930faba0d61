/** After a sale, its winner and its seller reach each other (decision 96). */
import { Hono } from "hono";
import * as z from "zod";

import { findContact } from "../catalogue/contacts.ts";
import { contactAnswer } from "../contract/contact.ts";
import { id } from "../contract/fields.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail } from "../http/failure.ts";
import { signedInWithin } from "../http/limits.ts";
import { callerOf } from "../http/session.ts";
import { valid } from "../http/validation.ts";

export const contacts = new Hono<HttpEnv>().get(
  "/:id/contact",
  described({
    tag: "Auctions",
    summary: "The name and e-mail address of your buyer or seller",
    description:
      "For the seller and the winner of a sold auction, and nobody else. The address is null until its owner has confirmed it",
    by: "person",
    does: "reads",
    takes: "parameters",
    answer: contactAnswer,
    refuses: ["auction_not_found", "not_a_party", "auction_voided", "not_sold", "contact_deleted"],
  }),
  signedInWithin("contacts"),
  valid("param", z.object({ id })),
  async (c) => {
    const found = await findContact(c.var.catalogue, c.req.valid("param").id, callerOf(c).user.id);
    if (typeof found === "string") return fail(c, found);
    return c.json({ success: true, message: "Contact Fetched", contact: found });
  },
);
