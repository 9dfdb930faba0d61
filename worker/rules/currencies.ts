/**
 * Currencies that Lotline can count: amounts are minor units of two decimals everywhere, in journals, too. These are the
 * currencies in use of ISO 4217 that have two. A yen (no decimals) or a dinar (three) would be wrong by a factor.
 */
const CURRENCIES =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
  CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
  KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK
  PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD
  TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`.split(/\s+/);

export const CURRENCY_PROBLEM =
  "use the code, in capitals, of a currency with two decimals, such as USD, EUR, GBP or INR";

/** Whether a deployment may have this currency: three capitals, as ISO 4217 has them. */
export function isSupportedCurrency(code: string): boolean {
  return CURRENCIES.includes(code);
}
