/**
 * The error that a failed call throws, because the server refused it or no readable response arrived. An aborted call
 * throws the abort error instead.
 */
import type { ErrorCode } from "../../worker/contract/errors.ts";
import type { Failure, FailureDetails } from "../../worker/contract/failure.ts";

/**
 * `unreachable`: no response. `unreadable`: the response doesn't match the contract. `unsent`: the person canceled
 * before anything was sent. `cookies_blocked`: the server began a session, but the browser didn't keep it.
 */
export type FailureCode = ErrorCode | "unreachable" | "unreadable" | "unsent" | "cookies_blocked";

type RefusalDetails = {
  details?: Failure["details"];
  fields?: Failure["fields"];
  retryAfter?: Failure["retryAfter"];
  requestId?: string;
};

export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: FailureCode;
  /** HTTP status. Without a response it's 0, or 499 if the code is `unsent`. */
  readonly status: number;
  readonly details: FailureDetails;
  /** The problem with each field of the input. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(code: FailureCode, message: string, status: number, refusal: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = refusal.details ?? {};
    this.fields = refusal.fields ?? {};
    this.retryAfter = refusal.retryAfter;
    this.requestId = refusal.requestId;
  }
}

/** The server's message if it refused, otherwise the screen's fallback for this call. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiFailure && error.status > 0 && error.code !== "unreadable" ? error.message : fallback;
}

/** The server refused and gave a reason. */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.status >= 400 && error.status < 500;
}

/** Refusals after which the same attempt can be sent again: too soon, or the address isn't confirmed yet. */
const RETRYABLE_CODES: readonly FailureCode[] = ["too_many_requests", "email_not_verified"];

/** Whether the server has decided. If not, the command may have run, so retry it under the same key. */
export function isDecided(error: unknown): boolean {
  return isRefusal(error) && !RETRYABLE_CODES.includes(error.code);
}
