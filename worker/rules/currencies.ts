/**
 * The currencies that Lotline supports: all current ones in ISO 4217 with two decimals. Amounts are minor units of two
 * decimals everywhere, even in journals. So Japanese yen (no decimals) would be off by a factor of 100, and Kuwaiti
 * dinars (three) by a factor of 10.
 */
const CURRENCIES =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
  CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
  KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK
  PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD
  TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`.split(/\s+/);

export const CURRENCY_PROBLEM =
  "use the code, in capitals, of a currency with two decimals, such as USD, EUR, GBP or INR";

/** Whether a deployment can use this currency. `code` is three capitals, as in ISO 4217. */
export function isSupportedCurrency(code: string): boolean {
  return CURRENCIES.includes(code);
}
