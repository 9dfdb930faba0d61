/**
 * Why the law says no. A refusal is a value with its numbers (minor units, epoch milliseconds); the contract gives
 * each code its status and its sentence.
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
export type Refusal = {
  readonly code: "auction_not_found";
} | {
  readonly code: "auction_exists";
} | {
  readonly code: "auction_ended";
  readonly endedAt: number;
} | {
  readonly code: "own_auction";
} | {
  readonly code: "not_your_auction";
} | {
  readonly code: "bid_too_low";
  readonly minimumMinor: number;
} | {
  readonly code: "bid_too_high";
  readonly maximumMinor: number;
} | {
  readonly code: "bid_not_found";
} | {
  readonly code: "not_your_bid";
} | {
  readonly code: "withdrawal_too_late";
} | {
  readonly code: "starting_price_too_low";
  readonly minimumMinor: number;
} | {
  readonly code: "end_too_soon";
  readonly earliestAt: number;
} | {
  readonly code: "end_too_late";
  readonly latestAt: number;
} | {
  readonly code: "terms_frozen";
  readonly fields: readonly string[];
} | {
  readonly code: "cancel_too_late";
} | {
  readonly code: "auction_sold";
};
import type { Draft } from "./auction.ts";
export type Decision = {
  readonly ok: true;
  readonly drafts: readonly Draft[];
} | {
  readonly ok: false;
  readonly refusal: Refusal;
};
export function accept(...drafts: Draft[]): Decision {
  if (stryMutAct_9fa48("578")) {
    {}
  } else {
    stryCov_9fa48("578");
    return stryMutAct_9fa48("579") ? {} : (stryCov_9fa48("579"), {
      ok: stryMutAct_9fa48("580") ? false : (stryCov_9fa48("580"), true),
      drafts
    });
  }
}
export function refuse(refusal: Refusal): Decision {
  if (stryMutAct_9fa48("581")) {
    {}
  } else {
    stryCov_9fa48("581");
    return stryMutAct_9fa48("582") ? {} : (stryCov_9fa48("582"), {
      ok: stryMutAct_9fa48("583") ? true : (stryCov_9fa48("583"), false),
      refusal
    });
  }
}