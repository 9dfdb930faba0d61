/** The closing certificate of an auction, and the public keys to verify it with. */
import { Hono } from "hono";
import * as z from "zod";

import { keySetOf, sign, stateClosing } from "../certificates/certificate.ts";
import { certificateAnswer, keySet } from "../contract/certificate.ts";
import { id } from "../contract/fields.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail, refused } from "../http/failure.ts";
import { askAlsoForCaller } from "../http/hidden-listings.ts";
import { roomOf } from "../http/objects.ts";
import { valid } from "../http/validation.ts";

export const certificates = new Hono<HttpEnv>().get(
  "/:id/certificate",
  described({
    tag: "Auctions",
    summary: "How an auction ended, signed",
    description: "Verify it with the key set at `/.well-known/jwks.json`",
    by: "anyone",
    does: "reads",
    takes: "parameters",
    answer: certificateAnswer,
    refuses: ["auction_not_found", "auction_live", "signing_not_configured"],
  }),
  valid("param", z.object({ id })),
  async (c) => {
    const { signingKey } = c.get("settings");
    if (!signingKey) return fail(c, "signing_not_configured");
    const room = roomOf(c, c.req.valid("param").id);
    const closing = await askAlsoForCaller(c, (requester) => room.closing(requester));
    if (!closing.ok) return refused(c, closing.failure);
    const statement = stateClosing(closing.value, new URL(c.req.url).origin);
    const certificate = await sign(statement, signingKey);
    return c.json({ success: true, message: "Certificate Issued", certificate, statement });
  },
);

export const wellKnown = new Hono<HttpEnv>().get(
  "/jwks.json",
  described({
    tag: "Service",
    summary: "The public keys that certificates are signed with",
    by: "anyone",
    does: "reads",
    answer: keySet,
  }),
  async (c) => c.json(await keySetOf(c.get("settings").signingKey)),
);
