/** The sweep's calls to many rooms or inboxes, a limited number at the same time. */
import { describeError } from "../platform/failure-reason.ts";

/** Rooms and inboxes called at the same time. */
const MAX_CONCURRENT = 20;

/** Returns the number of failures. A failure doesn't stop the other calls, and the next sweep retries it. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  for (let start = 0; start < items.length; start += MAX_CONCURRENT) {
    failed += logFailures(await Promise.allSettled(items.slice(start, start + MAX_CONCURRENT).map(task)));
  }
  return failed;
}

/** Logs the failures, and returns their number. */
export function logFailures(results: readonly PromiseSettledResult<unknown>[]): number {
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  for (const reason of reasons) {
    console.error(JSON.stringify({ event: "sweep_failed", error: describeError(reason) }));
  }
  return reasons.length;
}
