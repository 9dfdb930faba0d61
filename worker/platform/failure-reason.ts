/** Descriptions of errors that are safe to log. */
import { DrizzleQueryError } from "drizzle-orm";

/**
 * The reason alone. A query's own error contains its parameters (names, emails, hashes), so only its cause is logged.
 */
export function failureReason(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `query failed: ${error.cause?.message ?? "unknown"}`;
  return error instanceof Error ? error.message : "unknown";
}

/** The reason, with the stack if it's a bug. The stack of a failed query isn't useful. */
export function describeError(error: unknown): string {
  const isBug = error instanceof Error && !(error instanceof DrizzleQueryError);
  return isBug ? (error.stack ?? error.message) : failureReason(error);
}
