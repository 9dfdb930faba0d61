/**
 * The one failure body. Routes and guards answer with `fail` or `refused`; what is thrown ends in `answerError`, and
 * no text of an exception ever leaves it.
 */
import { HTTPException } from "hono/http-exception";

import { type ErrorCode, ERRORS, type Failure } from "../contract/errors.ts";
import type { HttpContext } from "./context.ts";
import { logError, logEvent } from "./log.ts";

type Told = Partial<Pick<Failure, "message" | "details" | "fields" | "retryAfter">>;

/** What a room or a use case refuses with. */
type Refusal = Told & { readonly code: ErrorCode };

/** Seconds after which a client may try again when we were too busy. */
export const BUSY_RETRY_SECONDS = 1;

export function fail(c: HttpContext, code: ErrorCode, told: Told = {}) {
  const { status, message } = ERRORS[code];
  c.set("failedWith", code);
  if (told.retryAfter !== undefined) c.header("Retry-After", String(told.retryAfter));
  const body: Failure = { success: false, message, code, ...told, requestId: c.get("requestId") };
  return c.json(body, status);
}

/** One field that makes sense by itself and is refused all the same. */
export function failField(c: HttpContext, field: string, message: string) {
  return fail(c, "invalid_input", { message, fields: { [field]: [message] } });
}

/** The refusal of a room or of a use case, unchanged. */
export function refused(c: HttpContext, { code, ...told }: Refusal) {
  return fail(c, code, told);
}

/** The refusal of an image, with its line in the log. */
export function refuseUpload(c: HttpContext, { problem, failure }: { problem: string; failure: Refusal }) {
  logEvent(c, "upload_refused", { problem });
  return refused(c, failure);
}

export function busy(c: HttpContext) {
  return fail(c, "busy", { retryAfter: BUSY_RETRY_SECONDS });
}

export function answerError(error: Error, c: HttpContext) {
  // Hono's own validators throw this for a body that cannot be read.
  if (error instanceof HTTPException && error.status === 400) return fail(c, "malformed_request");
  logError(c, error);
  return isPassing(error) ? busy(c) : fail(c, "internal_error");
}

/** What D1 says of troubles that pass: it is restarting, moving or has too much to do. */
const PASSING =
  /D1 DB is overloaded|Network connection lost|storage operation exceeded timeout|has been reset|was reset/;

/** Whether the platform was at fault for a moment: an overloaded or restarting object, a stalled database. */
function isPassing(error: Error): boolean {
  if ("overloaded" in error && error.overloaded === true) return true;
  if ("retryable" in error && error.retryable === true) return true;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return PASSING.test(cause);
}
