import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { objectSettings, readSettings } from "./settings.ts";

it("LIMIT_SCALE and RELAY_AFTER may be left out everywhere", () => {
  const without = { ...env, LIMIT_SCALE: undefined, RELAY_AFTER: undefined };
  expect(readSettings(without).limitScale).toBe(1);
  expect(objectSettings(without)).toMatchObject({ limitScale: 1, relayAfter: 1_000 });
  const chosen = { ...env, LIMIT_SCALE: "7", RELAY_AFTER: "20" };
  expect(readSettings(chosen).limitScale).toBe(7);
  expect(objectSettings(chosen)).toMatchObject({ limitScale: 7, relayAfter: 20 });
});

it.each(["", "0", "-1", "many", "1.5"])("with %o for LIMIT_SCALE or RELAY_AFTER no request is processed", (value) => {
  for (const name of ["LIMIT_SCALE", "RELAY_AFTER"]) {
    expect(() => readSettings({ ...env, [name]: value })).toThrow(`wrong settings: ${name}`);
  }
});

it.each(["JPY", "KWD", "XXX", "ABC", "usd"])(
  "the settings about money are refused with a sentence for %s",
  (CURRENCY) => {
    expect(() => readSettings({ ...env, CURRENCY })).toThrow(
      "wrong settings: CURRENCY (use the code, in capitals, of a currency with two decimals, such as USD, EUR, GBP or INR)",
    );
  },
);

it.each([
  ["EUR", "100", 10_000],
  ["INR", "1000", 100_000],
  ["GBP", "0.5", 50],
  ["CHF", "99.95", 9_995],
])("the settings about money may be %s with %s", (CURRENCY, MIN_STARTING_PRICE, minStartingPriceMinor) => {
  expect(readSettings({ ...env, CURRENCY, MIN_STARTING_PRICE })).toMatchObject({
    currency: CURRENCY,
    minStartingPriceMinor,
  });
});

it.each(["1e3", "1,000", "-1", "100.123", "Infinity", ""])(
  "the settings about money have no smallest price of %j",
  (price) => {
    expect(() => readSettings({ ...env, MIN_STARTING_PRICE: price })).toThrow("wrong settings: MIN_STARTING_PRICE");
  },
);
