import type { ErrorCode } from "../../contract/errors.ts";
import type { Call } from "../http.ts";

export const KINDS = [
  "visitor",
  "otherUser",
  "owner",
  "endedSession",
  "deletedAccount",
  "malformed",
  "wrongType",
  "oversized",
  "replayed",
] as const;
export type Kind = (typeof KINDS)[number];
export type Cell = `${number}` | `${number} ${ErrorCode}`;

/** One valid call, with the cookie of the owner. */
export type Attempt = { readonly path: string; readonly call?: Call; readonly cookie: string };

export type Row = {
  readonly attempt: () => Promise<Attempt>;
  readonly cells: { readonly [K in Kind]: Cell };
};

export type Rows = { readonly [call: string]: Row };
