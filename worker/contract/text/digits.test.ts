import { expect, it } from "vitest";

import { withPlainDigits } from "./digits.ts";

it.each(Intl.supportedValuesOf("numberingSystem"))("digits written in %s are read as numbers", (numberingSystem) => {
  const written = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false }).format(9_876_543_210);
  expect(withPlainDigits(`a ${written} ²`)).toBe("a 9876543210 ²");
});
