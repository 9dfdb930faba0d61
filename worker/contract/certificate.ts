/**
 * The closing certificate: a signed statement about an ended auction, which anyone with the published key can check
 * without calling us. Amounts are major units.
 */
import * as z from "zod";

import { responseSchema } from "./fields.ts";

/** The token's type, in its header, so that none of our other tokens passes as a certificate. */
export const CERTIFICATE_TYPE = "auction-certificate+jwt";

export const certificateStatement = z
  .object({
    /** The issuing site, and the auction's ID. */
    iss: z.string(),
    sub: z.string(),
    /** When the auction closed or was voided, in whole seconds, as is usual in JWTs. `closedAt` is exact. */
    iat: z.number(),
    closedAt: z.string(),
    status: z.enum(["Sold", "Expired", "Voided"]),
    /** The winner's public ID and the price, or null without a winner. */
    winner: z.string().nullable(),
    price: z.number().nullable(),
    currency: z.string(),
    /** Why it was voided. Absent otherwise. */
    reason: z.string().exactOptional(),
    /** The hash of the last fact before the closing or voiding. It commits to the whole journal. */
    journalHash: z.string(),
  })
  .meta({ ref: "ClosingStatement" });
export type CertificateStatement = z.infer<typeof certificateStatement>;

/** The type of a signed head, which is not a certificate. */
export const HEAD_TYPE = "auction-head+jwt";

/** The newest fact in an auction's journal when we signed the statement. Its hash commits to the journal so far. */
export const headStatement = z
  .object({
    /** The issuing site, and the auction's ID. */
    iss: z.string(),
    sub: z.string(),
    /** When it was stated, in whole seconds, as is usual in JWTs. `statedAt` is exact. */
    iat: z.number(),
    statedAt: z.string(),
    seq: z.number().int(),
    hash: z.string(),
  })
  .meta({ ref: "HeadStatement" });
export type HeadStatement = z.infer<typeof headStatement>;

/** `head` is the statement as a signed token (JWS, compact). */
export const headResponse = responseSchema({ head: z.string(), statement: headStatement });

/** `certificate` is the statement as a signed token (JWS, compact). */
export const certificateResponse = responseSchema({ certificate: z.string(), statement: certificateStatement });

export const keySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: z.string(),
      kid: z.string(),
      alg: z.literal("EdDSA"),
      use: z.literal("sig"),
    }),
  ),
});
export type KeySet = z.infer<typeof keySet>;
