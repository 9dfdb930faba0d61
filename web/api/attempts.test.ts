import { expect, it } from "vitest";

import { attempts } from "./attempts.ts";
import { ApiFailure } from "./failure.ts";

const LOST = new ApiFailure("unreachable", "We cannot reach the server", 0);
const BUSY = new ApiFailure("busy", "Too busy", 503);
const TOO_OFTEN = new ApiFailure("too_many_requests", "Too often", 429);
const REFUSED = new ApiFailure("end_too_soon", "Choose a later end", 422);

/** Sends the inputs one after the other, each with the given outcome, and returns the keys that were used. */
async function keysOf(
  ...sent: readonly (readonly [parts: readonly unknown[], end: Error | null])[]
): Promise<string[]> {
  let made = 0;
  const trying = attempts(() => `key-${(made += 1)}`);
  const keys: string[] = [];
  for (const [parts, end] of sent) {
    await trying
      .send("form", parts, (key) => {
        keys.push(key);
        return end ? Promise.reject(end) : Promise.resolve();
      })
      .catch(() => undefined);
  }
  return keys;
}

it("resending the same input reuses the key until the server has answered", async () => {
  const form = ["Clock", new File(["x"], "clock.png")];
  const again = () => [...form];
  expect(await keysOf([form, LOST], [again(), BUSY], [again(), TOO_OFTEN], [again(), null])).toEqual(
    Array.from({ length: 4 }, () => "key-1"),
  );
});

it("changed input or another image gets a new key", async () => {
  expect(await keysOf([["Clock"], LOST], [["Old clock"], LOST])).toEqual(["key-1", "key-2"]);
  const image = () => new File(["x"], "clock.png");
  expect(await keysOf([["Clock", image()], LOST], [["Clock", image()], LOST])).toEqual(["key-1", "key-2"]);
});

it("resending the same input uses a new key once the server has answered", async () => {
  expect(await keysOf([["Clock"], null], [["Clock"], REFUSED], [["Clock"], null])).toEqual(["key-1", "key-2", "key-3"]);
});

it("each subject has its own open attempt", async () => {
  let made = 0;
  const trying = attempts(() => `key-${(made += 1)}`);
  const lost = (subject: string, part: number) => {
    let used = "";
    return trying
      .send(subject, [part], (key) => {
        used = key;
        return Promise.reject(LOST);
      })
      .catch(() => used);
  };
  expect(await lost("bid on a", 120)).toBe("key-1");
  expect(await lost("bid on b", 120)).toBe("key-2");
  expect(await lost("bid on a", 120)).toBe("key-1");
  expect(await lost("bid on a", 125)).toBe("key-3");
  expect(await lost("bid on a", 120)).toBe("key-4");
});
