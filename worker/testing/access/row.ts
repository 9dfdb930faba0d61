import type { ErrorCode } from "../../contract/errors.ts";
import type { TestCall } from "../http.ts";

/** In the order of the test. Callers that most calls refuse come first, because they leave everything as it was. */
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

/** One valid call, with the cookie of the owner. */
export type AccessAttempt = { readonly path: string; readonly call?: TestCall; readonly cookie: string };

export type AccessRow = {
  readonly attempt: () => Promise<AccessAttempt>;
  readonly cells: { readonly [K in AccessCase]: Cell };
};

export type AccessRows = { readonly [call: string]: AccessRow };
