import { expect, it } from "vitest";

import { Budget } from "./budget.ts";

it("a budget accepts reservations up to its total, and a release frees space", () => {
  const budget = new Budget(10, 1_000);
  const first = budget.reserve(6, 0);
  const second = budget.reserve(4, 0);
  expect(budget.reserve(1, 0)).toBeNull();
  if (!first || !second) throw new Error("both fit");
  budget.release(second);
  expect(budget.reserve(5, 0)).toBeNull();
  expect(budget.reserve(4, 0)).not.toBeNull();
});

it("a budget counts a reservation that must be added even if it doesn't fit", () => {
  const budget = new Budget(10, 1_000);
  const added = budget.reserveRegardless(12, 0);
  expect(budget.reserve(1, 0)).toBeNull();
  budget.release(added);
  expect(budget.reserve(10, 0)).not.toBeNull();
});

it("a budget drops a reservation that no one releases in time", () => {
  const budget = new Budget(10, 1_000);
  expect(budget.reserve(10, 0)).not.toBeNull();
  expect(budget.reserve(10, 1_000)).toBeNull();
  expect(budget.reserve(10, 1_001)).not.toBeNull();
});
