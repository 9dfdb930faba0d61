import { expect, it } from "vitest";

import { attempts } from "./attempt-key.ts";
import { ApiFailure } from "./failure.ts";

const LOST = new ApiFailure("unreachable", "We cannot reach the server", 0);
const BUSY = new ApiFailure("busy", "Too busy", 503);
const TOO_OFTEN = new ApiFailure("too_many_requests", "Too often", 429);
const REFUSED = new ApiFailure("end_too_soon", "The end must be later", 422);

/** Sends one thing after the other, each ending as said, and answers with the keys that were used. */
async function keysOf(
  ...sent: readonly (readonly [parts: readonly unknown[], end: Error | null])[]
): Promise<string[]> {
  let made = 0;
  const trying = attempts(() => `key-${(made += 1)}`);
  const keys: string[] = [];
  for (const [parts, end] of sent) {
    await trying
      .send(parts, (key) => {
        keys.push(key);
        return end ? Promise.reject(end) : Promise.resolve();
      })
      .catch(() => undefined);
  }
  return keys;
}

it("what is sent again because nobody knows what came of it keeps its key", async () => {
  const form = ["Clock", new File(["x"], "clock.png")];
  const again = () => [...form];
  expect(await keysOf([form, LOST], [again(), BUSY], [again(), TOO_OFTEN], [again(), null])).toEqual(
    Array.from({ length: 4 }, () => "key-1"),
  );
});

it("what was changed, be it a picture, is something new", async () => {
  expect(await keysOf([["Clock"], LOST], [["Old clock"], LOST])).toEqual(["key-1", "key-2"]);
  const picture = () => new File(["x"], "clock.png");
  expect(await keysOf([["Clock", picture()], LOST], [["Clock", picture()], LOST])).toEqual(["key-1", "key-2"]);
});

it("what has been decided is over: the same once more is something new", async () => {
  expect(await keysOf([["Clock"], null], [["Clock"], REFUSED], [["Clock"], null])).toEqual(["key-1", "key-2", "key-3"]);
});
