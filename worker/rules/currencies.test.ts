import { describe, expect, it } from "vitest";

import { isSupportedCurrency } from "./currencies.ts";

describe("a deployment's currency", () => {
  it.each("USD EUR INR GBP CHF BRL AED BDT SEK PLN ZAR MXN TWD HUF IDR XCD".split(" "))(
    "a deployment can use the currency %s",
    (code) => {
      expect(isSupportedCurrency(code)).toBe(true);
    },
  );

  it.each([
    ..."JPY KRW VND CLP ISK XAF XOF XPF PYG UGX RWF".split(" "),
    ..."KWD BHD OMR JOD TND LYD IQD CLF UYW".split(" "),
    ..."MGA MRU XXX XTS XAU XDR ABC DEM HRK BTC usd US EURO $".split(" "),
    "",
  ])("a deployment can't use the currency %j", (code) => {
    expect(isSupportedCurrency(code)).toBe(false);
  });

  it("a supported currency has at most two decimals according to Intl", () => {
    for (const code of Intl.supportedValuesOf("currency").filter(isSupportedCurrency)) {
      const { maximumFractionDigits = 9 } = new Intl.NumberFormat("en", {
        style: "currency",
        currency: code,
      }).resolvedOptions();
      expect(maximumFractionDigits).toBeLessThanOrEqual(2);
    }
  });

  it("every current currency to which Intl gives two decimals is supported", () => {
    const obsoleteCodes = "ANG BGN CUC HRK MRU XDR XSU ZWL".split(" ");
    const twoDecimalCodes = Intl.supportedValuesOf("currency").filter((currency) => {
      return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits === 2;
    });
    expect(twoDecimalCodes.filter((code) => !isSupportedCurrency(code) && !obsoleteCodes.includes(code))).toEqual([]);
  });
});
