/** Descriptions of errors that are safe to log. */

/** Compares the text, because an error loses its class on its way between objects. */
function isFailedQuery({ message }: Error): boolean {
  return message.startsWith("Failed query:");
}

/**
 * The reason alone. A query's own error contains its parameters (names, emails, hashes), so only its cause is logged.
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (!isFailedQuery(error)) return error.message;
  return `query failed: ${error.cause instanceof Error ? error.cause.message : "unknown"}`;
}

/** The reason, with the stack if it's a bug. The stack of a failed query isn't useful. */
export function describeError(error: unknown): string {
  const isBug = error instanceof Error && !isFailedQuery(error);
  return isBug ? (error.stack ?? error.message) : failureReason(error);
}
