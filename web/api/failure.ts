/**
 * What a call throws, and nothing else: the server's refusal with its numbers, or that there was no readable answer.
 */
import type { ErrorCode, Failure, FailureDetails } from "../../worker/contract/errors.ts";

/** `unreachable`: no answer came. `unreadable`: an answer came that is not in the contract. */
export type FailureCode = ErrorCode | "unreachable" | "unreadable";

type Told = {
  details?: Failure["details"];
  fields?: Failure["fields"];
  retryAfter?: Failure["retryAfter"];
  requestId?: string;
};

export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: FailureCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly details: FailureDetails;
  /** What is wrong with each field of the input. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(code: FailureCode, message: string, status: number, told: Told = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = told.details ?? {};
    this.fields = told.fields ?? {};
    this.retryAfter = told.retryAfter;
    this.requestId = told.requestId;
  }
}

/** The server's own sentence when it refused; otherwise the fallback that the screen has for this call. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiFailure && error.status > 0 && error.code !== "unreadable" ? error.message : fallback;
}

/** The server said no, and why. */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.status >= 400 && error.status < 500;
}

/** Whether the house has decided: if not, the attempt may still stand, and is repeated under its own key. */
export function isDecided(error: unknown): boolean {
  return isRefusal(error) && error.code !== "too_many_requests";
}
