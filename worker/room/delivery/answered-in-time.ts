/** A reader that has not answered by then has failed: D1 may stall for half a minute, and a call may be lost. */
const ANSWER_WITHIN_MS = 5_000;

/** One call to a reader. What comes after all, too late, is a repeat: the readers know it as one. */
export async function answeredInTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
