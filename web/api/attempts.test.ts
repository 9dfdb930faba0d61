import { expect, it } from "vitest";

import { sendOnce } from "./attempts.ts";
import { ApiFailure } from "./failure.ts";

const LOST = new ApiFailure("unreachable", "We cannot reach the server", 0);
const BUSY = new ApiFailure("busy", "Too busy", 503);
const TOO_OFTEN = new ApiFailure("too_many_requests", "Too often", 429);
const REFUSED = new ApiFailure("end_too_soon", "Choose a later end time", 422);

/** Sends the inputs one after the other, each with the given outcome, and returns which key each used, by number. */
async function keysOf(
  ...sent: readonly (readonly [parts: readonly unknown[], end: Error | null, about?: string])[]
): Promise<number[]> {
  const form = crypto.randomUUID();
  const keys: string[] = [];
  for (const [parts, end, about = ""] of sent) {
    await sendOnce(form + about, parts, (key) => {
      keys.push(key);
      return end ? Promise.reject(end) : Promise.resolve();
    }).catch(() => undefined);
  }
  const uniqueKeys = [...new Set(keys)];
  return keys.map((key) => uniqueKeys.indexOf(key) + 1);
}

it("resending the same input reuses the idempotency key until the server answers", async () => {
  const form = ["Clock", new File(["x"], "clock.png")];
  const again = () => [...form];
  expect(await keysOf([form, LOST], [again(), BUSY], [again(), TOO_OFTEN], [again(), null])).toEqual([1, 1, 1, 1]);
});

it("changed input or another image gets a new idempotency key", async () => {
  expect(await keysOf([["Clock"], LOST], [["Old clock"], LOST])).toEqual([1, 2]);
  const image = () => new File(["x"], "clock.png");
  expect(await keysOf([["Clock", image()], LOST], [["Clock", image()], LOST])).toEqual([1, 2]);
});

it("resending the same input gets a new idempotency key once the server answers", async () => {
  expect(await keysOf([["Clock"], null], [["Clock"], REFUSED], [["Clock"], null])).toEqual([1, 2, 3]);
});

it("calls about different things never share an idempotency key", async () => {
  const lost = (about: string, part: number) => [[part], LOST, about] as const;
  expect(await keysOf(lost("a", 120), lost("b", 120), lost("a", 120), lost("a", 125), lost("a", 120))).toEqual([
    1, 2, 1, 3, 4,
  ]);
});
