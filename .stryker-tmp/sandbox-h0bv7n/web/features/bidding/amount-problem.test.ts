// @ts-nocheck
import { expect, it } from "vitest";

import { amountProblem } from "./amount-problem.ts";

it("objects to an amount below the smallest next bid with the server's own sentence", () => {
  expect(amountProblem("120", 121, "USD")).toBe("The smallest next bid is $121");
  expect(amountProblem("120.99", 121.5, "USD")).toBe("The smallest next bid is $121.50");
});

it("has nothing against the smallest next bid and more", () => {
  expect(amountProblem("121", 121, "USD")).toBeUndefined();
  expect(amountProblem("5000.25", 121, "USD")).toBeUndefined();
});

it.each(["", "abc", "12.345", "-3"])("leaves %o, which is no amount, to the form", (typed) => {
  expect(amountProblem(typed, 121, "USD")).toBeUndefined();
});
