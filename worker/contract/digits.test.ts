import { expect, it } from "vitest";

import { withPlainDigits } from "./digits.ts";

it.each(Intl.supportedValuesOf("numberingSystem"))("the digits of %s are read", (numberingSystem) => {
  const written = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false }).format(9_876_543_210);
  expect(withPlainDigits(`a ${written} ²`)).toBe("a 9876543210 ²");
});
