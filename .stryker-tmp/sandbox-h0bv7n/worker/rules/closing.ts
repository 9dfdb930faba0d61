/**
 * The end of an auction: whether it is over, what came of it, when to look again, and how a late bid moves it.
 * Given the state and the time; the clock and the stored end decide, never the alarm that made someone look.
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
import { type Auction, leaderOf, type Fact, type Outcome } from "./auction.ts";
import { accept, type Decision } from "./refusal.ts";
export type Status = "Live" | "Sold" | "Expired";

/** The share of the scheduled duration that a soft-close window may take, so that short auctions stay short. */
const WINDOW_SHARE = 0.1;
/** Extensions may move the end by at most this many windows past the scheduled end. */
const MAX_WINDOWS = 10;

/** From the end on: at `endsAt` itself it is over. */
export function isOver(auction: Auction, now: number): boolean {
  if (stryMutAct_9fa48("230")) {
    {}
  } else {
    stryCov_9fa48("230");
    return stryMutAct_9fa48("234") ? now < auction.endsAt : stryMutAct_9fa48("233") ? now > auction.endsAt : stryMutAct_9fa48("232") ? false : stryMutAct_9fa48("231") ? true : (stryCov_9fa48("231", "232", "233", "234"), now >= auction.endsAt);
  }
}

/** Whether the auction takes commands at `now`. */
export function isLive(auction: Auction, now: number): boolean {
  if (stryMutAct_9fa48("235")) {
    {}
  } else {
    stryCov_9fa48("235");
    return stryMutAct_9fa48("238") ? auction.phase === "open" || !isOver(auction, now) : stryMutAct_9fa48("237") ? false : stryMutAct_9fa48("236") ? true : (stryCov_9fa48("236", "237", "238"), (stryMutAct_9fa48("240") ? auction.phase !== "open" : stryMutAct_9fa48("239") ? true : (stryCov_9fa48("239", "240"), auction.phase === (stryMutAct_9fa48("241") ? "" : (stryCov_9fa48("241"), "open")))) && (stryMutAct_9fa48("242") ? isOver(auction, now) : (stryCov_9fa48("242"), !isOver(auction, now))));
  }
}

/** What a reader sees at `now`, whether or not the closing has been recorded. */
export function statusAt(auction: Auction, now: number): Status {
  if (stryMutAct_9fa48("243")) {
    {}
  } else {
    stryCov_9fa48("243");
    if (stryMutAct_9fa48("245") ? false : stryMutAct_9fa48("244") ? true : (stryCov_9fa48("244", "245"), isLive(auction, now))) return stryMutAct_9fa48("246") ? "" : (stryCov_9fa48("246"), "Live");
    return (stryMutAct_9fa48("249") ? auction.phase !== "cancelled" && auction.phase !== "removed" || auction.top : stryMutAct_9fa48("248") ? false : stryMutAct_9fa48("247") ? true : (stryCov_9fa48("247", "248", "249"), (stryMutAct_9fa48("251") ? auction.phase !== "cancelled" || auction.phase !== "removed" : stryMutAct_9fa48("250") ? true : (stryCov_9fa48("250", "251"), (stryMutAct_9fa48("253") ? auction.phase === "cancelled" : stryMutAct_9fa48("252") ? true : (stryCov_9fa48("252", "253"), auction.phase !== (stryMutAct_9fa48("254") ? "" : (stryCov_9fa48("254"), "cancelled")))) && (stryMutAct_9fa48("256") ? auction.phase === "removed" : stryMutAct_9fa48("255") ? true : (stryCov_9fa48("255", "256"), auction.phase !== (stryMutAct_9fa48("257") ? "" : (stryCov_9fa48("257"), "removed")))))) && auction.top)) ? stryMutAct_9fa48("258") ? "" : (stryCov_9fa48("258"), "Sold") : stryMutAct_9fa48("259") ? "" : (stryCov_9fa48("259"), "Expired");
  }
}

/** Length of the soft-close window in milliseconds; 0 when the auction has none. */
export function windowMs(auction: Auction): number {
  if (stryMutAct_9fa48("260")) {
    {}
  } else {
    stryCov_9fa48("260");
    const share = Math.floor(stryMutAct_9fa48("261") ? (auction.scheduledEndsAt - auction.openedAt) / WINDOW_SHARE : (stryCov_9fa48("261"), (stryMutAct_9fa48("262") ? auction.scheduledEndsAt + auction.openedAt : (stryCov_9fa48("262"), auction.scheduledEndsAt - auction.openedAt)) * WINDOW_SHARE));
    return stryMutAct_9fa48("263") ? Math.max(auction.terms.softCloseMs, share) : (stryCov_9fa48("263"), Math.min(auction.terms.softCloseMs, share));
  }
}

/** The extension that a price-changing bid at `now` causes, or null. */
export function extensionBy(auction: Auction, now: number): Extract<Fact, {
  type: "extended";
}> | null {
  if (stryMutAct_9fa48("264")) {
    {}
  } else {
    stryCov_9fa48("264");
    const window = windowMs(auction);
    if (stryMutAct_9fa48("267") ? window <= 0 && auction.endsAt - now >= window : stryMutAct_9fa48("266") ? false : stryMutAct_9fa48("265") ? true : (stryCov_9fa48("265", "266", "267"), (stryMutAct_9fa48("270") ? window > 0 : stryMutAct_9fa48("269") ? window < 0 : stryMutAct_9fa48("268") ? false : (stryCov_9fa48("268", "269", "270"), window <= 0)) || (stryMutAct_9fa48("273") ? auction.endsAt - now < window : stryMutAct_9fa48("272") ? auction.endsAt - now > window : stryMutAct_9fa48("271") ? false : (stryCov_9fa48("271", "272", "273"), (stryMutAct_9fa48("274") ? auction.endsAt + now : (stryCov_9fa48("274"), auction.endsAt - now)) >= window)))) return null;
    const endsAt = stryMutAct_9fa48("275") ? Math.max(now + window, auction.scheduledEndsAt + MAX_WINDOWS * window) : (stryCov_9fa48("275"), Math.min(stryMutAct_9fa48("276") ? now - window : (stryCov_9fa48("276"), now + window), stryMutAct_9fa48("277") ? auction.scheduledEndsAt - MAX_WINDOWS * window : (stryCov_9fa48("277"), auction.scheduledEndsAt + (stryMutAct_9fa48("278") ? MAX_WINDOWS / window : (stryCov_9fa48("278"), MAX_WINDOWS * window)))));
    return (stryMutAct_9fa48("282") ? endsAt <= auction.endsAt : stryMutAct_9fa48("281") ? endsAt >= auction.endsAt : stryMutAct_9fa48("280") ? false : stryMutAct_9fa48("279") ? true : (stryCov_9fa48("279", "280", "281", "282"), endsAt > auction.endsAt)) ? stryMutAct_9fa48("283") ? {} : (stryCov_9fa48("283"), {
      type: stryMutAct_9fa48("284") ? "" : (stryCov_9fa48("284"), "extended"),
      endsAt,
      extensions: stryMutAct_9fa48("285") ? auction.extensions - 1 : (stryCov_9fa48("285"), auction.extensions + 1)
    }) : null;
  }
}
export type Close = {
  readonly type: "close";
  readonly lastHash: string;
};

/** Closes what is over, once; looking too early or again changes nothing. */
export function close(auction: Auction, {
  lastHash
}: Close, now: number): Decision {
  if (stryMutAct_9fa48("286")) {
    {}
  } else {
    stryCov_9fa48("286");
    if (stryMutAct_9fa48("289") ? auction.phase !== "open" && !isOver(auction, now) : stryMutAct_9fa48("288") ? false : stryMutAct_9fa48("287") ? true : (stryCov_9fa48("287", "288", "289"), (stryMutAct_9fa48("291") ? auction.phase === "open" : stryMutAct_9fa48("290") ? false : (stryCov_9fa48("290", "291"), auction.phase !== (stryMutAct_9fa48("292") ? "" : (stryCov_9fa48("292"), "open")))) || (stryMutAct_9fa48("293") ? isOver(auction, now) : (stryCov_9fa48("293"), !isOver(auction, now))))) return accept();
    return accept(stryMutAct_9fa48("294") ? {} : (stryCov_9fa48("294"), {
      fact: stryMutAct_9fa48("295") ? {} : (stryCov_9fa48("295"), {
        type: stryMutAct_9fa48("296") ? "" : (stryCov_9fa48("296"), "closed"),
        outcome: outcomeOf(auction),
        lastHash
      })
    }));
  }
}
function outcomeOf(auction: Auction): Outcome | null {
  if (stryMutAct_9fa48("297")) {
    {}
  } else {
    stryCov_9fa48("297");
    const leader = leaderOf(auction);
    return stryMutAct_9fa48("300") ? leader || {
      winnerId: leader.bidderId,
      bidId: leader.id,
      priceMinor: leader.amountMinor
    } : stryMutAct_9fa48("299") ? false : stryMutAct_9fa48("298") ? true : (stryCov_9fa48("298", "299", "300"), leader && (stryMutAct_9fa48("301") ? {} : (stryCov_9fa48("301"), {
      winnerId: leader.bidderId,
      bidId: leader.id,
      priceMinor: leader.amountMinor
    })));
  }
}

/** When someone must look at this auction next (epoch ms), or null when nothing is left to decide. */
export function nextWake(auction: Auction): number | null {
  if (stryMutAct_9fa48("302")) {
    {}
  } else {
    stryCov_9fa48("302");
    return (stryMutAct_9fa48("305") ? auction.phase !== "open" : stryMutAct_9fa48("304") ? false : stryMutAct_9fa48("303") ? true : (stryCov_9fa48("303", "304", "305"), auction.phase === (stryMutAct_9fa48("306") ? "" : (stryCov_9fa48("306"), "open")))) ? auction.endsAt : null;
  }
}