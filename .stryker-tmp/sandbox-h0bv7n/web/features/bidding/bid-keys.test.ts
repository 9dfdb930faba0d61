// @ts-nocheck
import { expect, it } from "vitest";

import { bidKeys } from "./bid-keys.ts";

const counting = () => {
  let count = 0;
  return bidKeys(() => `key-${(count += 1)}`);
};

it("keeps the key of an amount until the house has decided", () => {
  const keys = counting();
  expect(keys.keyFor(120)).toBe("key-1");
  expect(keys.keyFor(120)).toBe("key-1");
  keys.decided();
  expect(keys.keyFor(120)).toBe("key-2");
});

it("gives another amount another key", () => {
  const keys = counting();
  expect(keys.keyFor(120)).toBe("key-1");
  expect(keys.keyFor(125)).toBe("key-2");
});
