/** A call that didn't answer in time. It wasn't canceled, so its work may have been done, or may still be done. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";

  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/**
 * Rejects with `TimeoutError` when a call takes longer than `ms`. The call itself is not canceled, and may still
 * succeed.
 */
export function withTimeout<Value>(call: Promise<Value>, ms: number): Promise<Value> {
  // Every call that a request waits for uses this, so it makes one promise, where a race would make four.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(ms)), ms);
    call.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
