/** The signed head and the closing certificate of an auction, and the public keys to verify both with. */
import { Hono } from "hono";

import { certificateResponse, headResponse, keySet } from "../contract/certificate.ts";
import { idParam } from "../contract/fields.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failWith } from "../http/failure.ts";
import { validate } from "../http/validation.ts";
import { retryAsCaller } from "../object-clients/hidden-listings.ts";
import { roomOf } from "../object-clients/objects.ts";
import {
  keySetOf,
  signCertificate,
  signHead,
  certificateStatementOf,
  headStatementOf,
} from "../signatures/signed-statements.ts";

export const certificates = new Hono<HttpEnv>()
  .get(
    "/:id/head",
    describeRoute({
      tag: "Auctions",
      summary: "Get a signed journal head",
      description:
        "The head is the newest entry, at most a second old. Works for a canceled auction while we keep its journal. " +
        "Verify it with the key set at `/.well-known/jwks.json`.",
      access: "anyone",
      response: headResponse,
      refuses: ["auction_not_found", "signing_not_configured"],
    }),
    validate("param", idParam),
    async (c) => {
      const { signingKey } = c.get("settings");
      if (!signingKey) return fail(c, "signing_not_configured");
      const room = roomOf(c, c.req.valid("param").id);
      const newest = await retryAsCaller(c, (requester) => room.head(requester));
      if (!newest.ok) return failWith(c, newest.failure);
      const statement = headStatementOf(newest.value, new URL(c.req.url).origin);
      const head = await signHead(statement, signingKey);
      return c.json({ success: true, message: "Head Signed", head, statement });
    },
  )
  .get(
    "/:id/certificate",
    describeRoute({
      tag: "Auctions",
      summary: "Get an auction's closing certificate",
      description: "Verify it with the key set at `/.well-known/jwks.json`.",
      access: "anyone",
      response: certificateResponse,
      refuses: ["auction_not_found", "auction_live", "signing_not_configured"],
    }),
    validate("param", idParam),
    async (c) => {
      const { signingKey } = c.get("settings");
      if (!signingKey) return fail(c, "signing_not_configured");
      const room = roomOf(c, c.req.valid("param").id);
      const closing = await retryAsCaller(c, (requester) => room.closing(requester));
      if (!closing.ok) return failWith(c, closing.failure);
      const statement = certificateStatementOf(closing.value, new URL(c.req.url).origin);
      const certificate = await signCertificate(statement, signingKey);
      return c.json({ success: true, message: "Certificate Issued", certificate, statement });
    },
  );

export const wellKnown = new Hono<HttpEnv>().get(
  "/jwks.json",
  describeRoute({
    tag: "Service",
    summary: "Get the public keys that verify our signatures",
    description:
      "For signed journal heads, closing certificates and invoices. The set is empty if this site doesn't sign " +
      "anything.",
    access: "anyone",
    response: keySet,
  }),
  async (c) => c.json(await keySetOf(c.get("settings").signingKey)),
);
