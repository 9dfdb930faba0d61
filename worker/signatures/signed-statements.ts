/**
 * Signs an auction's result, its newest fact, or a deal's invoice, and publishes the key to verify them. The same
 * statement always gets the same token, byte for byte. An auction gets another certificate only if it is voided or its
 * buyer is released. An invoice gets another signature only if part of it is erased.
 */
import { calculateJwkThumbprint, importJWK, SignJWT } from "jose";

import {
  CERTIFICATE_TYPE,
  HEAD_TYPE,
  type HeadStatement,
  type KeySet,
  type CertificateStatement,
} from "../contract/certificate.ts";
import { INVOICE_TYPE, type InvoiceContent, type InvoiceStatement } from "../contract/invoice.ts";
import type { AuctionClosing, JournalHead } from "../rpc/room-rpc.ts";
import { toMajor } from "../rules/money.ts";
import type { SigningKey } from "../settings/setting-table.ts";

export const ALGORITHM = "EdDSA";

export function certificateStatementOf(closing: AuctionClosing, issuer: string): CertificateStatement {
  const { auctionId, currency, outcome, voided, lastHash, closedAt } = closing;
  const status = outcome ? "Sold" : "Expired";
  return {
    iss: issuer,
    sub: auctionId,
    iat: Math.floor(closedAt / 1_000),
    closedAt: new Date(closedAt).toISOString(),
    status: voided ? "Voided" : status,
    ...(voided && { reason: voided.reason }),
    winner: outcome?.winnerId ?? null,
    price: outcome ? toMajor(outcome.priceMinor) : null,
    currency,
    journalHash: lastHash,
  };
}

export function headStatementOf({ auctionId, seq, hash, statedAt }: JournalHead, issuer: string): HeadStatement {
  const time = { iat: Math.floor(statedAt / 1_000), statedAt: new Date(statedAt).toISOString() };
  return { iss: issuer, sub: auctionId, ...time, seq, hash };
}

export function invoiceStatementOf(dealId: string, content: InvoiceContent, issuer: string): InvoiceStatement {
  return { iss: issuer, sub: dealId, iat: Math.floor(Date.parse(content.paidAt) / 1_000), ...content };
}

export async function signCertificate(statement: CertificateStatement, key: SigningKey): Promise<string> {
  return sign(statement, CERTIFICATE_TYPE, key);
}

export async function signHead(statement: HeadStatement, key: SigningKey): Promise<string> {
  return sign(statement, HEAD_TYPE, key);
}

export async function signInvoice(statement: InvoiceStatement, key: SigningKey): Promise<string> {
  return sign(statement, INVOICE_TYPE, key);
}

async function sign(
  statement: CertificateStatement | HeadStatement | InvoiceStatement,
  typ: string,
  key: SigningKey,
): Promise<string> {
  return new SignJWT({ ...statement })
    .setProtectedHeader({ alg: ALGORITHM, typ, kid: await calculateJwkThumbprint(key) })
    .sign(await importJWK(key, ALGORITHM));
}

/** Only the public half of the key. A deployment without a key publishes an empty set. */
export async function keySetOf(key: SigningKey | null): Promise<KeySet> {
  if (!key) return { keys: [] };
  const { kty, crv, x } = key;
  return { keys: [{ kty, crv, x, kid: await calculateJwkThumbprint(key), alg: ALGORITHM, use: "sig" }] };
}
