/**
 * Money. Inside the house an amount is an integer of minor units (cents, paise) and nothing else; on the wire it is
 * a number of major units with at most two decimals. This file is the only place where one becomes the other.
 */
// @ts-nocheck


/** Minor units in one major unit. The wire allows two decimals in every currency. */function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
export const MINOR_PER_MAJOR = 100;

/** The largest amount that anyone may write: 1,000,000,000 major units. Far below 2^53, so sums stay exact. */
export const MAX_AMOUNT_MINOR = stryMutAct_9fa48("536") ? 1_000_000_000 / MINOR_PER_MAJOR : (stryCov_9fa48("536"), 1_000_000_000 * MINOR_PER_MAJOR);

/**
 * Major units (as on the wire) to minor units; null when the number is not money: not finite, negative, more than
 * two decimals, or above the largest amount.
 */
export function toMinor(major: number): number | null {
  if (stryMutAct_9fa48("537")) {
    {}
  } else {
    stryCov_9fa48("537");
    if (stryMutAct_9fa48("540") ? !Number.isFinite(major) && major < 0 : stryMutAct_9fa48("539") ? false : stryMutAct_9fa48("538") ? true : (stryCov_9fa48("538", "539", "540"), (stryMutAct_9fa48("541") ? Number.isFinite(major) : (stryCov_9fa48("541"), !Number.isFinite(major))) || (stryMutAct_9fa48("544") ? major >= 0 : stryMutAct_9fa48("543") ? major <= 0 : stryMutAct_9fa48("542") ? false : (stryCov_9fa48("542", "543", "544"), major < 0)))) return null;
    const minor = Math.round(stryMutAct_9fa48("545") ? major / MINOR_PER_MAJOR : (stryCov_9fa48("545"), major * MINOR_PER_MAJOR));
    if (stryMutAct_9fa48("549") ? minor <= MAX_AMOUNT_MINOR : stryMutAct_9fa48("548") ? minor >= MAX_AMOUNT_MINOR : stryMutAct_9fa48("547") ? false : stryMutAct_9fa48("546") ? true : (stryCov_9fa48("546", "547", "548", "549"), minor > MAX_AMOUNT_MINOR)) return null;
    // Division is correctly rounded, so it gives back exactly the double that a two-decimal literal parses to.
    return (stryMutAct_9fa48("552") ? minor / MINOR_PER_MAJOR !== major : stryMutAct_9fa48("551") ? false : stryMutAct_9fa48("550") ? true : (stryCov_9fa48("550", "551", "552"), (stryMutAct_9fa48("553") ? minor * MINOR_PER_MAJOR : (stryCov_9fa48("553"), minor / MINOR_PER_MAJOR)) === major)) ? minor : null;
  }
}

/** Minor units to the major units of the wire. */
export function toMajor(minor: number): number {
  if (stryMutAct_9fa48("554")) {
    {}
  } else {
    stryCov_9fa48("554");
    return stryMutAct_9fa48("555") ? minor * MINOR_PER_MAJOR : (stryCov_9fa48("555"), minor / MINOR_PER_MAJOR);
  }
}

/** Minor units as people read them: `$1,250` or `$117.50`; whole amounts carry no decimals. */
export function formatMoney(minor: number, currency: string, locale = stryMutAct_9fa48("556") ? "" : (stryCov_9fa48("556"), "en-US")): string {
  if (stryMutAct_9fa48("557")) {
    {}
  } else {
    stryCov_9fa48("557");
    return formatOf(currency, locale, (stryMutAct_9fa48("560") ? minor % MINOR_PER_MAJOR !== 0 : stryMutAct_9fa48("559") ? false : stryMutAct_9fa48("558") ? true : (stryCov_9fa48("558", "559", "560"), (stryMutAct_9fa48("561") ? minor * MINOR_PER_MAJOR : (stryCov_9fa48("561"), minor % MINOR_PER_MAJOR)) === 0)) ? 0 : 2).format(toMajor(minor));
  }
}

/** Making a format costs fifty times what using one does, and a house has two for each currency. */
const formats = new Map<string, Intl.NumberFormat>();
function formatOf(currency: string, locale: string, decimals: number): Intl.NumberFormat {
  if (stryMutAct_9fa48("562")) {
    {}
  } else {
    stryCov_9fa48("562");
    const name = stryMutAct_9fa48("563") ? `` : (stryCov_9fa48("563"), `${currency} ${locale} ${decimals}`);
    let format = formats.get(name);
    if (stryMutAct_9fa48("566") ? false : stryMutAct_9fa48("565") ? true : stryMutAct_9fa48("564") ? format : (stryCov_9fa48("564", "565", "566"), !format)) {
      if (stryMutAct_9fa48("567")) {
        {}
      } else {
        stryCov_9fa48("567");
        const digits = stryMutAct_9fa48("568") ? {} : (stryCov_9fa48("568"), {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals
        });
        format = new Intl.NumberFormat(locale, stryMutAct_9fa48("569") ? {} : (stryCov_9fa48("569"), {
          style: stryMutAct_9fa48("570") ? "" : (stryCov_9fa48("570"), "currency"),
          currency,
          ...digits
        }));
        if (stryMutAct_9fa48("571")) {
          ;
        } else {
          stryCov_9fa48("571");
          formats.set(name, format);
        }
      }
    }
    return format;
  }
}

/** Major units that a schema has already found to be money, in minor units. Throws RangeError on anything else. */
export function minorOf(major: number): number {
  if (stryMutAct_9fa48("572")) {
    {}
  } else {
    stryCov_9fa48("572");
    const minor = toMinor(major);
    if (stryMutAct_9fa48("575") ? minor !== null : stryMutAct_9fa48("574") ? false : stryMutAct_9fa48("573") ? true : (stryCov_9fa48("573", "574", "575"), minor === null)) throw new RangeError(stryMutAct_9fa48("577") ? "" : (stryCov_9fa48("577"), "not an amount of money"));
    return minor;
  }
}