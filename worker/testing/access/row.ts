import type { ErrorCode } from "../../contract/errors.ts";
import type { TestCall } from "../http.ts";

/** In the order that the test uses. Cases that most calls refuse come first, because they change nothing. */
export const ACCESS_CASES = [
  "visitor",
  "endedSession",
  "deletedAccount",
  "malformed",
  "oversized",
  "wrongType",
  "otherUser",
  "owner",
  "replayed",
] as const;
export type AccessCase = (typeof ACCESS_CASES)[number];
export type Cell = `${number}` | `${number} ${ErrorCode}`;

/** One valid call, with the owner's cookie. */
export type AccessAttempt = { readonly path: string; readonly call?: TestCall; readonly cookie: string };

export type AccessRow = {
  readonly attempt: () => Promise<AccessAttempt>;
  readonly cells: { readonly [K in AccessCase]: Cell };
};

export type AccessRows = { readonly [call: string]: AccessRow };
