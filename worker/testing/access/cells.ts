/** Cells that many rows share: which callers are refused, and the result of each mistake. */
import type { Cell, CallerKind } from "./row.ts";

export const REFUSES_STRANGERS = {
  visitor: "401 not_signed_in",
  endedSession: "401 not_signed_in",
  deletedAccount: "401 not_signed_in",
} as const;
export const ALLOWS_EVERYONE = {
  visitor: "200",
  otherUser: "200",
  owner: "200",
  endedSession: "200",
  deletedAccount: "200",
} as const;
export const UPGRADES_EVERYONE = {
  visitor: "101",
  otherUser: "101",
  owner: "101",
  endedSession: "101",
  deletedAccount: "101",
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
export const ALLOWS_ALL_USERS = { otherUser: "200", owner: "200", replayed: "200" } as const;

export function forAll(cell: Cell): { readonly [K in CallerKind]: Cell } {
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

export const PUBLIC_READ = { ...ALLOWS_EVERYONE, ...READS_NO_INPUT, replayed: "200" } as const;
export const PUBLIC_READ_BY_ID = { ...ALLOWS_EVERYONE, ...READS_PARAMETERS, replayed: "200" } as const;
export const READS_OWN_DATA = { ...REFUSES_STRANGERS, ...READS_NO_INPUT, ...ALLOWS_ALL_USERS } as const;
/** Only admins can see that these calls exist. `owner` is an admin. */
export const HIDES_FROM_STRANGERS = {
  visitor: "404 not_found",
  otherUser: "404 not_found",
  endedSession: "404 not_found",
  deletedAccount: "404 not_found",
} as const;
