/**
 * Bid increments: how much more than the current price the next bid must be. `flat` is the specification's rule
 * (one major unit); `tiered` is the table that large open auction houses publish.
 */
// @ts-nocheck
function stryNS_9fa48() {
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
export type IncrementScheme = "flat" | "tiered";
const FLAT_MINOR = 100;

/** [price below which the row applies, increment], both in minor units, ascending. */
const TIERS: readonly (readonly [belowMinor: number, incrementMinor: number])[] = stryMutAct_9fa48("339") ? [] : (stryCov_9fa48("339"), [stryMutAct_9fa48("340") ? [] : (stryCov_9fa48("340"), [100, 5]), stryMutAct_9fa48("341") ? [] : (stryCov_9fa48("341"), [500, 25]), stryMutAct_9fa48("342") ? [] : (stryCov_9fa48("342"), [2_500, 50]), stryMutAct_9fa48("343") ? [] : (stryCov_9fa48("343"), [10_000, 100]), stryMutAct_9fa48("344") ? [] : (stryCov_9fa48("344"), [25_000, 250]), stryMutAct_9fa48("345") ? [] : (stryCov_9fa48("345"), [50_000, 500]), stryMutAct_9fa48("346") ? [] : (stryCov_9fa48("346"), [100_000, 1_000]), stryMutAct_9fa48("347") ? [] : (stryCov_9fa48("347"), [250_000, 2_500]), stryMutAct_9fa48("348") ? [] : (stryCov_9fa48("348"), [500_000, 5_000])]);
const TOP_TIER_MINOR = 10_000;

/** The smallest raise over `priceMinor`, in minor units. */
export function incrementAt(scheme: IncrementScheme, priceMinor: number): number {
  if (stryMutAct_9fa48("349")) {
    {}
  } else {
    stryCov_9fa48("349");
    if (stryMutAct_9fa48("352") ? scheme !== "flat" : stryMutAct_9fa48("351") ? false : stryMutAct_9fa48("350") ? true : (stryCov_9fa48("350", "351", "352"), scheme === (stryMutAct_9fa48("353") ? "" : (stryCov_9fa48("353"), "flat")))) return FLAT_MINOR;
    return stryMutAct_9fa48("354") ? TIERS.find(([belowMinor]) => priceMinor < belowMinor)?.[1] && TOP_TIER_MINOR : (stryCov_9fa48("354"), (stryMutAct_9fa48("355") ? TIERS.find(([belowMinor]) => priceMinor < belowMinor)[1] : (stryCov_9fa48("355"), TIERS.find(stryMutAct_9fa48("356") ? () => undefined : (stryCov_9fa48("356"), ([belowMinor]) => stryMutAct_9fa48("360") ? priceMinor >= belowMinor : stryMutAct_9fa48("359") ? priceMinor <= belowMinor : stryMutAct_9fa48("358") ? false : stryMutAct_9fa48("357") ? true : (stryCov_9fa48("357", "358", "359", "360"), priceMinor < belowMinor)))?.[1])) ?? TOP_TIER_MINOR);
  }
}