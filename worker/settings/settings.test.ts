import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { objectSettings, readSettings } from "./settings.ts";

it("LIMIT_SCALE and RELAY_AFTER are optional everywhere", () => {
  const envWithout = { ...env, LIMIT_SCALE: undefined, RELAY_AFTER: undefined };
  expect(readSettings(envWithout).limitScale).toBe(1);
  expect(objectSettings(envWithout)).toMatchObject({ limitScale: 1, relayAfter: 1_000 });
  const envWithBoth = { ...env, LIMIT_SCALE: "7", RELAY_AFTER: "20" };
  expect(readSettings(envWithBoth).limitScale).toBe(7);
  expect(objectSettings(envWithBoth)).toMatchObject({ limitScale: 7, relayAfter: 20 });
});

it.each(["", "0", "-1", "many", "1.5"])("LIMIT_SCALE and RELAY_AFTER can't be %o", (value) => {
  for (const name of ["LIMIT_SCALE", "RELAY_AFTER"]) {
    expect(() => readSettings({ ...env, [name]: value })).toThrow(`wrong settings: ${name}`);
  }
});

it.each(["JPY", "KWD", "XXX", "ABC", "usd"])("the currency setting %s is rejected with an explanation", (CURRENCY) => {
  expect(() => readSettings({ ...env, CURRENCY })).toThrow(
    "wrong settings: CURRENCY (use the code, in capitals, of a currency with two decimals, such as USD, EUR, GBP or INR)",
  );
});

it.each([
  ["EUR", "100", 10_000],
  ["INR", "1000", 100_000],
  ["GBP", "0.5", 50],
  ["CHF", "99.95", 9_995],
])("the currency may be %s with a minimum price of %s", (CURRENCY, MIN_STARTING_PRICE, minStartingPriceMinor) => {
  expect(readSettings({ ...env, CURRENCY, MIN_STARTING_PRICE })).toMatchObject({
    currency: CURRENCY,
    minStartingPriceMinor,
  });
});

it.each(["1e3", "1,000", "-1", "100.123", "Infinity", ""])("the minimum price setting %j is rejected", (price) => {
  expect(() => readSettings({ ...env, MIN_STARTING_PRICE: price })).toThrow("wrong settings: MIN_STARTING_PRICE");
});
