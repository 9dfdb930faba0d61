/**
 * Whether the signature of a closing certificate is valid, and whether its content matches the journal. It is given the
 * token, the published keys and the journal's final state.
 */
import { CERTIFICATE_TYPE, type KeySet, type Statement, statement } from "../../../../worker/contract/certificate.ts";
import type { Auction } from "../../../../worker/rules/auction.ts";
import { toMajor } from "../../../../worker/rules/money.ts";

/** `unsupported`: this browser cannot check signatures of this kind. */
export type Signature = "holds" | "broken" | "unsupported";

export type Closing = { readonly auction: Auction; readonly lastHash: string };

export async function checkSignature(certificate: string, keys: KeySet["keys"], closing: Closing): Promise<Signature> {
  const [header = "", payload = "", signature = ""] = certificate.split(".");
  const { alg, typ, kid } = partOf(header);
  const key = keys.find((one) => one.kid === kid);
  const signed = statement.safeParse(partOf(payload));
  if (alg !== "EdDSA" || typ !== CERTIFICATE_TYPE || !key || !signed.success) return "broken";
  if (!matches(signed.data, closing)) return "broken";
  try {
    const { kty, crv, x } = key;
    const imported = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
    const text = new TextEncoder().encode(`${header}.${payload}`);
    return (await crypto.subtle.verify("Ed25519", imported, bytesOf(signature), text)) ? "holds" : "broken";
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? "unsupported" : "broken";
  }
}

function matches({ sub, status, winner, price, journalHash }: Statement, { auction, lastHash }: Closing): boolean {
  const { outcome, id, voided } = auction;
  return (
    sub === id &&
    (status === "Voided") === (voided !== null) &&
    journalHash === lastHash &&
    winner === (outcome?.winnerId ?? null) &&
    price === (outcome ? toMajor(outcome.priceMinor) : null)
  );
}

function partOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(text)));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
