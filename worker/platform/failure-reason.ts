/** Why something with the database failed, in words that may be logged. */
import { DrizzleQueryError } from "drizzle-orm";

/** A query's own error holds the statement's parameters (names, e-mails, hashes): only its cause may be told. */
export function failureReason(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `query failed: ${error.cause?.message ?? "unknown"}`;
  return error instanceof Error ? error.message : "unknown";
}
