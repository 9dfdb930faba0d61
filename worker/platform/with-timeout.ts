/** A call that did not answer in time. It was not cancelled: what it asked for may have been done, or may be done yet. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";

  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/** Rejects with `TimedOut` when a call takes longer than `ms`. The call itself is not cancelled: it may still succeed. */
export async function withTimeout<Value>(call: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(ms)), ms);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
