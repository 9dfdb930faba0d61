import { expect, it } from "vitest";

import { Claims } from "./claims.ts";

it("claims fit beside each other up to the total, and make room when they are released", () => {
  const claims = new Claims(10, 1_000);
  const first = claims.take(6, 0);
  const second = claims.take(4, 0);
  expect(claims.take(1, 0)).toBeNull();
  if (!first || !second) throw new Error("both fit");
  claims.release(second);
  expect(claims.take(5, 0)).toBeNull();
  expect(claims.take(4, 0)).not.toBeNull();
});

it("a claim that is only added counts, although it does not fit", () => {
  const claims = new Claims(10, 1_000);
  const added = claims.add(12, 0);
  expect(claims.take(1, 0)).toBeNull();
  claims.release(added);
  expect(claims.take(10, 0)).not.toBeNull();
});

it("a claim that nobody releases is dropped after a while", () => {
  const claims = new Claims(10, 1_000);
  expect(claims.take(10, 0)).not.toBeNull();
  expect(claims.take(10, 1_000)).toBeNull();
  expect(claims.take(10, 1_001)).not.toBeNull();
});
