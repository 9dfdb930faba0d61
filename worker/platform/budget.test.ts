import { expect, it } from "vitest";

import { Budget } from "./budget.ts";

it("reservations fit beside each other up to the total, and make room when released", () => {
  const budget = new Budget(10, 1_000);
  const first = budget.reserve(6, 0);
  const second = budget.reserve(4, 0);
  expect(budget.reserve(1, 0)).toBeNull();
  if (!first || !second) throw new Error("both fit");
  budget.release(second);
  expect(budget.reserve(5, 0)).toBeNull();
  expect(budget.reserve(4, 0)).not.toBeNull();
});

it("an added reservation counts even if it does not fit", () => {
  const budget = new Budget(10, 1_000);
  const added = budget.add(12, 0);
  expect(budget.reserve(1, 0)).toBeNull();
  budget.release(added);
  expect(budget.reserve(10, 0)).not.toBeNull();
});

it("drops a reservation that no one has released in time", () => {
  const budget = new Budget(10, 1_000);
  expect(budget.reserve(10, 0)).not.toBeNull();
  expect(budget.reserve(10, 1_000)).toBeNull();
  expect(budget.reserve(10, 1_001)).not.toBeNull();
});
