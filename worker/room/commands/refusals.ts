/** What a room refuses before the law is asked. */
import { ERRORS } from "../../contract/errors.ts";
import type { Refused } from "../rpc.ts";

export const NOT_FOUND: Refused = refusal("auction_not_found");
export const NOT_SIGNED_IN: Refused = refusal("not_signed_in");
export const STILL_LIVE: Refused = refusal("auction_live");

/** `waitMs` is how long to wait before the next try. */
export function tooOften(waitMs: number): Refused {
  const { failure } = refusal("too_many_requests");
  return { ok: false, failure: { ...failure, retryAfter: Math.ceil(waitMs / 1_000) } };
}

function refusal(code: "auction_not_found" | "not_signed_in" | "auction_live" | "too_many_requests"): Refused {
  return { ok: false, failure: { code, message: ERRORS[code].message } };
}
