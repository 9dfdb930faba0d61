/** Temporary problems of the platform, told apart from bugs. */

/**
 * Messages of temporary problems. Either D1 is restarting, moving or overloaded, or an object was replaced or didn't
 * answer in time. We compare messages, because an error loses its class on its way between objects.
 */
const TEMPORARY_MESSAGES =
  /D1 DB is overloaded|Network connection lost|storage operation exceeded timeout|has been reset|was reset|was replaced|no answer within/;

/** Whether the error is a temporary problem of the platform, such as a restarting object or a stalled database. */
export function isTemporary(error: Error): boolean {
  if (isOverloaded(error)) return true;
  if ("retryable" in error && error.retryable === true) return true;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return TEMPORARY_MESSAGES.test(cause);
}

/** The platform did not accept the request. */
export function isOverloaded(error: Error): boolean {
  return "overloaded" in error && error.overloaded === true;
}
