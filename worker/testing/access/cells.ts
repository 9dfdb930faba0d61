/** Cells that many rows share: which callers are refused, and the result of each mistake. */
import type { Cell, AccessCase } from "./row.ts";

const REFUSES_STRANGERS = {
  visitor: "401 not_signed_in",
  endedSession: "401 not_signed_in",
  deletedAccount: "401 not_signed_in",
} as const;
export const READS_BODY = {
  malformed: "400 malformed_request",
  wrongType: "415 unsupported_media_type",
  oversized: "413 payload_too_large",
} as const;
export const READS_PARAMETERS = {
  malformed: "400 invalid_input",
  wrongType: "200",
  oversized: "400 invalid_input",
} as const;
/** The call reads no input, so no input can be wrong. */
export const READS_NO_INPUT = { malformed: "200", wrongType: "200", oversized: "200" } as const;

/** Refused to strangers, and to other users with `refusal`. `own` is the result for the owner, and for a retry. */
export function ownersOnly<Reads extends object>(refusal: Cell, reads: Reads, own: Cell = "200") {
  return { ...REFUSES_STRANGERS, ...reads, otherUser: refusal, owner: own, replayed: own };
}

/** Each user has separate data. */
export function allUsers<Reads extends object>(reads: Reads) {
  return ownersOnly("200", reads);
}

export function forAll(cell: Cell): { readonly [K in AccessCase]: Cell } {
  return {
    visitor: cell,
    otherUser: cell,
    owner: cell,
    endedSession: cell,
    deletedAccount: cell,
    malformed: cell,
    wrongType: cell,
    oversized: cell,
    replayed: cell,
  };
}

export const PUBLIC_READ = forAll("200");
export const PUBLIC_READ_BY_ID = { ...PUBLIC_READ, ...READS_PARAMETERS } as const;
export const READS_OWN_DATA = allUsers(READS_NO_INPUT);
/** Only admins can see that these calls exist. `owner` is an admin. */
const HIDES_FROM_STRANGERS = forAll("404 not_found");
export function adminsOnly<Reads extends object>(reads: Reads, replayed: Cell = "200") {
  return { ...HIDES_FROM_STRANGERS, ...reads, owner: "200", replayed } as const;
}
