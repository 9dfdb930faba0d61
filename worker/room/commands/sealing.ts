/** Salts for a maximum or hidden reserve that a request seals. */
import type { MinorOffer } from "../../rules/money.ts";
import type { WithSealedMaximum } from "./bidder-requests.ts";
import type { WithSealedReserve } from "./listing-requests.ts";

/** 244 random bits for a seal. Without them anyone could find a sealed amount by hashing every candidate. */
export function sealingSalt(): string {
  return crypto.randomUUID() + crypto.randomUUID();
}

/** The request with a salt for its reserve. */
export function sealReserve<Request extends { readonly reserveMinor?: number | null | undefined }>({
  reserveMinor,
  ...request
}: Request): WithSealedReserve<Request> {
  if (reserveMinor === undefined) return request;
  return { ...request, reserve: reserveMinor === null ? null : { reserveMinor, salt: sealingSalt() } };
}

/** The request with a salt for its maximum. */
export function sealMaximum<Request extends MinorOffer>(offered: Request): WithSealedMaximum<Request> {
  if (offered.maxMinor === undefined) return offered;
  const { maxMinor, ...request } = offered;
  return { ...request, maximum: { maxMinor, salt: sealingSalt() } };
}
