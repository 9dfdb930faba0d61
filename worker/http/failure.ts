/**
 * Builds the failure body. Routes and guards respond with `fail` or `failWith`. Exceptions end in `handleError`,
 * which never sends the text of an exception.
 */
import type { Context, Input } from "hono";
import { HTTPException } from "hono/http-exception";

import { CLOSE_TRY_LATER, tryLaterReason } from "../contract/close-codes.ts";
import { type ErrorCode, ERRORS, tooManyRequestsFields } from "../contract/errors.ts";
import type { Failure } from "../contract/failure.ts";
import { isOverloaded, isTemporary } from "../platform/temporary-error.ts";
import type { HttpContext, HttpEnv, Refusing } from "./context.ts";
import type { ErrorCodesIn } from "./describe-route.ts";
import { logError, logEvent } from "./log.ts";
import { isUpgrade } from "./methods.ts";

type FailureFields = Partial<Pick<Failure, "message" | "details" | "fields" | "retryAfter">>;

/** A refusal by a room or a use case. */
type RefusalBody<Code extends ErrorCode> = FailureFields & { readonly code: Code };

/**
 * The codes that the description of this route lists. Code that routes share can use all codes.
 */
type DeclaredCodes<In extends Input> = In extends Refusing<ErrorCode> ? ErrorCodesIn<In["out"]> : ErrorCode;

/** How many seconds a client should wait before it tries again when the server is too busy. */
export const BUSY_RETRY_SECONDS = 1;

/** The compiler refuses a code that the description of the route does not list. */
export function fail<In extends Input>(
  c: Context<HttpEnv, string, In>,
  code: DeclaredCodes<In>,
  failureFields: FailureFields = {},
) {
  const { status, message } = ERRORS[code];
  c.set("failedWith", code);
  if (failureFields.retryAfter !== undefined) c.header("Retry-After", String(failureFields.retryAfter));
  const body: Failure = { success: false, message, code, ...failureFields, requestId: c.get("requestId") };
  return c.json(body, status);
}

/** Refuses one field that is valid by its schema but not allowed. */
export function failField(c: HttpContext, field: string, message: string) {
  return fail(c, "invalid_input", { message, fields: { [field]: [message] } });
}

/** Sends a refusal by a room or a use case unchanged. */
export function failWith<In extends Input>(
  c: Context<HttpEnv, string, In>,
  { code, ...failureFields }: RefusalBody<DeclaredCodes<In>>,
) {
  return fail(c, code, failureFields);
}

/** Like `failWith`, for a form with images. `problem` is set, and logged, when one of them is at fault. */
export function refuseUpload<In extends Input>(
  c: Context<HttpEnv, string, In>,
  { problem, failure }: { readonly problem?: string | undefined; readonly failure: RefusalBody<DeclaredCodes<In>> },
) {
  if (problem !== undefined) logEvent(c, "upload_refused", { problem });
  return failWith(c, failure);
}

const SESSION_UNCHECKABLE_MESSAGE = "We can't check your session right now. Try again in a moment.";

/** Nothing was done, because the person's inbox does not answer. */
export function failSessionCheck(c: HttpContext) {
  if (isUpgrade(c.req.raw)) return refuseSocket(c, "busy", BUSY_RETRY_SECONDS);
  return fail(c, "busy", { message: SESSION_UNCHECKABLE_MESSAGE, retryAfter: BUSY_RETRY_SECONDS });
}

export function failBusy(c: HttpContext) {
  if (isUpgrade(c.req.raw)) return refuseSocket(c, "busy", BUSY_RETRY_SECONDS);
  return fail(c, "busy", { retryAfter: BUSY_RETRY_SECONDS });
}

/**
 * `waitMs` is how long to wait before the next try. `allowsHumanCheck` lets a browser pass a human check instead of
 * waiting.
 */
export function failTooMany(c: HttpContext, waitMs: number, { allowsHumanCheck = false } = {}) {
  const refusal = tooManyRequestsFields(waitMs);
  if (isUpgrade(c.req.raw)) return refuseSocket(c, "too_many_requests", refusal.retryAfter);
  const offersHumanCheck = allowsHumanCheck && c.get("settings").turnstile !== null;
  return fail(c, "too_many_requests", { ...refusal, ...(offersHumanCheck ? { details: { humanCheck: true } } : {}) });
}

/**
 * Browsers hide the status of a refused upgrade from the page. So we open the socket and close it with the time to
 * wait.
 */
function refuseSocket(c: HttpContext, code: ErrorCode, retryAfter: number): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.close(CLOSE_TRY_LATER, tryLaterReason(retryAfter));
  c.set("failedWith", code);
  return new Response(null, { status: 101, webSocket: client });
}

export function handleError(error: Error, c: HttpContext) {
  // Hono's validators throw this for a body that cannot be parsed.
  if (error instanceof HTTPException && error.status === 400) return fail(c, "malformed_request");
  logError(c, error);
  if (!isTemporary(error)) return fail(c, "internal_error");
  // If an answer was late or lost, the command may have been executed. It certainly wasn't if the request changes
  // nothing, or if the object accepted no more requests.
  const readsOnly = c.req.method === "GET" || c.req.method === "HEAD";
  return readsOnly || isOverloaded(error)
    ? failBusy(c)
    : fail(c, "outcome_unknown", { retryAfter: BUSY_RETRY_SECONDS });
}
