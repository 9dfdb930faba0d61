import { expect, it } from "vitest";

import { Budget } from "./budget.ts";

it("reservations fit up to the total, and releasing one makes space", () => {
  const budget = new Budget(10, 1_000);
  const first = budget.reserve(6, 0);
  const second = budget.reserve(4, 0);
  expect(budget.reserve(1, 0)).toBeNull();
  if (!first || !second) throw new Error("both fit");
  budget.release(second);
  expect(budget.reserve(5, 0)).toBeNull();
  expect(budget.reserve(4, 0)).not.toBeNull();
});

it("an added reservation counts even if it doesn't fit", () => {
  const budget = new Budget(10, 1_000);
  const added = budget.add(12, 0);
  expect(budget.reserve(1, 0)).toBeNull();
  budget.release(added);
  expect(budget.reserve(10, 0)).not.toBeNull();
});

it("a reservation that no one releases in time is dropped", () => {
  const budget = new Budget(10, 1_000);
  expect(budget.reserve(10, 0)).not.toBeNull();
  expect(budget.reserve(10, 1_000)).toBeNull();
  expect(budget.reserve(10, 1_001)).not.toBeNull();
});
