/**
 * Placing, editing and withdrawing a bid. Given the state, the wish of a known person and the time; answers with
 * facts or a refusal. Bids are upward only, so the order of acceptance is the order of amounts.
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
import { type Auction, type Draft, findBid, leaderOf, minNextBid } from "./auction.ts";
import { extensionBy, isLive } from "./closing.ts";
import { MAX_AMOUNT_MINOR } from "./money.ts";
import { accept, type Decision, refuse, type Refusal } from "./refusal.ts";
const HOUR_MS = 3_600_000;
/** With more than this left any own bid may be withdrawn; a listing with bids may be cancelled. */
export const WITHDRAW_FREELY_MS = stryMutAct_9fa48("122") ? 12 / HOUR_MS : (stryCov_9fa48("122"), 12 * HOUR_MS);
/** Later, a bid may be withdrawn only this long after it was placed. */
const WITHDRAW_GRACE_MS = HOUR_MS;
export type PlaceBid = {
  readonly type: "placeBid";
  readonly bidId: string;
  readonly bidderId: string;
  readonly amountMinor: number;
};
export type EditBid = {
  readonly type: "editBid";
  readonly bidId: string;
  readonly bidderId: string;
  readonly amountMinor: number;
};
export type WithdrawBid = {
  readonly type: "withdrawBid";
  readonly bidId: string;
  readonly bidderId: string;
};
export function placeBid(auction: Auction, {
  bidId,
  bidderId,
  amountMinor
}: PlaceBid, now: number): Decision {
  if (stryMutAct_9fa48("123")) {
    {}
  } else {
    stryCov_9fa48("123");
    const refusal = stryMutAct_9fa48("124") ? notBiddable(auction, bidderId, now) && notNext(auction, amountMinor) : (stryCov_9fa48("124"), notBiddable(auction, bidderId, now) ?? notNext(auction, amountMinor));
    if (stryMutAct_9fa48("126") ? false : stryMutAct_9fa48("125") ? true : (stryCov_9fa48("125", "126"), refusal)) return refuse(refusal);
    return accept(stryMutAct_9fa48("127") ? {} : (stryCov_9fa48("127"), {
      fact: stryMutAct_9fa48("128") ? {} : (stryCov_9fa48("128"), {
        type: stryMutAct_9fa48("129") ? "" : (stryCov_9fa48("129"), "newBid"),
        bidId,
        bidderId,
        amountMinor,
        auto: stryMutAct_9fa48("130") ? true : (stryCov_9fa48("130"), false),
        outbidId: outbidBy(auction, bidderId)
      })
    }), ...extension(auction, now));
  }
}
export function editBid(auction: Auction, {
  bidId,
  bidderId,
  amountMinor
}: EditBid, now: number): Decision {
  if (stryMutAct_9fa48("131")) {
    {}
  } else {
    stryCov_9fa48("131");
    const own = ownBid(auction, bidId, bidderId, now);
    if (stryMutAct_9fa48("133") ? false : stryMutAct_9fa48("132") ? true : (stryCov_9fa48("132", "133"), (stryMutAct_9fa48("134") ? "" : (stryCov_9fa48("134"), "code")) in own)) return refuse(own);
    const refusal = notNext(auction, amountMinor);
    if (stryMutAct_9fa48("136") ? false : stryMutAct_9fa48("135") ? true : (stryCov_9fa48("135", "136"), refusal)) return refuse(refusal);
    const outbidId = outbidBy(auction, bidderId);
    return accept(stryMutAct_9fa48("137") ? {} : (stryCov_9fa48("137"), {
      fact: stryMutAct_9fa48("138") ? {} : (stryCov_9fa48("138"), {
        type: stryMutAct_9fa48("139") ? "" : (stryCov_9fa48("139"), "bidEdited"),
        bidId,
        bidderId,
        amountMinor,
        previousMinor: own.amountMinor,
        outbidId
      })
    }), ...extension(auction, now));
  }
}
export function withdrawBid(auction: Auction, {
  bidId,
  bidderId
}: WithdrawBid, now: number): Decision {
  if (stryMutAct_9fa48("140")) {
    {}
  } else {
    stryCov_9fa48("140");
    const own = ownBid(auction, bidId, bidderId, now);
    if (stryMutAct_9fa48("142") ? false : stryMutAct_9fa48("141") ? true : (stryCov_9fa48("141", "142"), (stryMutAct_9fa48("143") ? "" : (stryCov_9fa48("143"), "code")) in own)) return refuse(own);
    if (stryMutAct_9fa48("146") ? false : stryMutAct_9fa48("145") ? true : stryMutAct_9fa48("144") ? mayWithdraw(auction, own.placedAt, now) : (stryCov_9fa48("144", "145", "146"), !mayWithdraw(auction, own.placedAt, now))) return refuse(stryMutAct_9fa48("147") ? {} : (stryCov_9fa48("147"), {
      code: stryMutAct_9fa48("148") ? "" : (stryCov_9fa48("148"), "withdrawal_too_late")
    }));
    const runnerUp = stryMutAct_9fa48("149") ? auction.top?.below?.bid.bidderId && null : (stryCov_9fa48("149"), (stryMutAct_9fa48("151") ? auction.top.below?.bid.bidderId : stryMutAct_9fa48("150") ? auction.top?.below.bid.bidderId : (stryCov_9fa48("150", "151"), auction.top?.below?.bid.bidderId)) ?? null);
    const leads = stryMutAct_9fa48("154") ? leaderOf(auction)?.id !== bidId : stryMutAct_9fa48("153") ? false : stryMutAct_9fa48("152") ? true : (stryCov_9fa48("152", "153", "154"), (stryMutAct_9fa48("155") ? leaderOf(auction).id : (stryCov_9fa48("155"), leaderOf(auction)?.id)) === bidId);
    const newLeaderId = (stryMutAct_9fa48("158") ? leads || runnerUp !== bidderId : stryMutAct_9fa48("157") ? false : stryMutAct_9fa48("156") ? true : (stryCov_9fa48("156", "157", "158"), leads && (stryMutAct_9fa48("160") ? runnerUp === bidderId : stryMutAct_9fa48("159") ? true : (stryCov_9fa48("159", "160"), runnerUp !== bidderId)))) ? runnerUp : null;
    return accept(stryMutAct_9fa48("161") ? {} : (stryCov_9fa48("161"), {
      fact: stryMutAct_9fa48("162") ? {} : (stryCov_9fa48("162"), {
        type: stryMutAct_9fa48("163") ? "" : (stryCov_9fa48("163"), "bidWithdrawn"),
        bidId,
        bidderId,
        amountMinor: own.amountMinor,
        newLeaderId
      })
    }));
  }
}

/** Whether a bid placed at `placedAt` may be withdrawn at `now` (all epoch ms). */
export function mayWithdraw(auction: Auction, placedAt: number, now: number): boolean {
  if (stryMutAct_9fa48("164")) {
    {}
  } else {
    stryCov_9fa48("164");
    const leftMs = stryMutAct_9fa48("165") ? auction.endsAt + now : (stryCov_9fa48("165"), auction.endsAt - now);
    if (stryMutAct_9fa48("168") ? leftMs < auction.terms.freezeMs && leftMs <= 0 : stryMutAct_9fa48("167") ? false : stryMutAct_9fa48("166") ? true : (stryCov_9fa48("166", "167", "168"), (stryMutAct_9fa48("171") ? leftMs >= auction.terms.freezeMs : stryMutAct_9fa48("170") ? leftMs <= auction.terms.freezeMs : stryMutAct_9fa48("169") ? false : (stryCov_9fa48("169", "170", "171"), leftMs < auction.terms.freezeMs)) || (stryMutAct_9fa48("174") ? leftMs > 0 : stryMutAct_9fa48("173") ? leftMs < 0 : stryMutAct_9fa48("172") ? false : (stryCov_9fa48("172", "173", "174"), leftMs <= 0)))) return stryMutAct_9fa48("175") ? true : (stryCov_9fa48("175"), false);
    return stryMutAct_9fa48("178") ? leftMs > WITHDRAW_FREELY_MS && now - placedAt <= WITHDRAW_GRACE_MS : stryMutAct_9fa48("177") ? false : stryMutAct_9fa48("176") ? true : (stryCov_9fa48("176", "177", "178"), (stryMutAct_9fa48("181") ? leftMs <= WITHDRAW_FREELY_MS : stryMutAct_9fa48("180") ? leftMs >= WITHDRAW_FREELY_MS : stryMutAct_9fa48("179") ? false : (stryCov_9fa48("179", "180", "181"), leftMs > WITHDRAW_FREELY_MS)) || (stryMutAct_9fa48("184") ? now - placedAt > WITHDRAW_GRACE_MS : stryMutAct_9fa48("183") ? now - placedAt < WITHDRAW_GRACE_MS : stryMutAct_9fa48("182") ? false : (stryCov_9fa48("182", "183", "184"), (stryMutAct_9fa48("185") ? now + placedAt : (stryCov_9fa48("185"), now - placedAt)) <= WITHDRAW_GRACE_MS)));
  }
}
function notBiddable(auction: Auction, bidderId: string, now: number): Refusal | null {
  if (stryMutAct_9fa48("186")) {
    {}
  } else {
    stryCov_9fa48("186");
    if (stryMutAct_9fa48("189") ? false : stryMutAct_9fa48("188") ? true : stryMutAct_9fa48("187") ? isLive(auction, now) : (stryCov_9fa48("187", "188", "189"), !isLive(auction, now))) return stryMutAct_9fa48("190") ? {} : (stryCov_9fa48("190"), {
      code: stryMutAct_9fa48("191") ? "" : (stryCov_9fa48("191"), "auction_ended"),
      endedAt: auction.endsAt
    });
    return (stryMutAct_9fa48("194") ? bidderId !== auction.sellerId : stryMutAct_9fa48("193") ? false : stryMutAct_9fa48("192") ? true : (stryCov_9fa48("192", "193", "194"), bidderId === auction.sellerId)) ? stryMutAct_9fa48("195") ? {} : (stryCov_9fa48("195"), {
      code: stryMutAct_9fa48("196") ? "" : (stryCov_9fa48("196"), "own_auction")
    }) : null;
  }
}
function notNext(auction: Auction, amountMinor: number): Refusal | null {
  if (stryMutAct_9fa48("197")) {
    {}
  } else {
    stryCov_9fa48("197");
    const minimumMinor = minNextBid(auction);
    if (stryMutAct_9fa48("200") ? !Number.isSafeInteger(amountMinor) && amountMinor < minimumMinor : stryMutAct_9fa48("199") ? false : stryMutAct_9fa48("198") ? true : (stryCov_9fa48("198", "199", "200"), (stryMutAct_9fa48("201") ? Number.isSafeInteger(amountMinor) : (stryCov_9fa48("201"), !Number.isSafeInteger(amountMinor))) || (stryMutAct_9fa48("204") ? amountMinor >= minimumMinor : stryMutAct_9fa48("203") ? amountMinor <= minimumMinor : stryMutAct_9fa48("202") ? false : (stryCov_9fa48("202", "203", "204"), amountMinor < minimumMinor)))) return stryMutAct_9fa48("205") ? {} : (stryCov_9fa48("205"), {
      code: stryMutAct_9fa48("206") ? "" : (stryCov_9fa48("206"), "bid_too_low"),
      minimumMinor
    });
    return (stryMutAct_9fa48("210") ? amountMinor <= MAX_AMOUNT_MINOR : stryMutAct_9fa48("209") ? amountMinor >= MAX_AMOUNT_MINOR : stryMutAct_9fa48("208") ? false : stryMutAct_9fa48("207") ? true : (stryCov_9fa48("207", "208", "209", "210"), amountMinor > MAX_AMOUNT_MINOR)) ? stryMutAct_9fa48("211") ? {} : (stryCov_9fa48("211"), {
      code: stryMutAct_9fa48("212") ? "" : (stryCov_9fa48("212"), "bid_too_high"),
      maximumMinor: MAX_AMOUNT_MINOR
    }) : null;
  }
}
function ownBid(auction: Auction, bidId: string, bidderId: string, now: number) {
  if (stryMutAct_9fa48("213")) {
    {}
  } else {
    stryCov_9fa48("213");
    const bid = findBid(auction, bidId);
    if (stryMutAct_9fa48("216") ? false : stryMutAct_9fa48("215") ? true : stryMutAct_9fa48("214") ? bid : (stryCov_9fa48("214", "215", "216"), !bid)) return {
      code: "bid_not_found"
    } as const;
    if (stryMutAct_9fa48("219") ? bid.bidderId === bidderId : stryMutAct_9fa48("218") ? false : stryMutAct_9fa48("217") ? true : (stryCov_9fa48("217", "218", "219"), bid.bidderId !== bidderId)) return {
      code: "not_your_bid"
    } as const;
    return isLive(auction, now) ? bid : {
      code: "auction_ended",
      endedAt: auction.endsAt
    } as const;
  }
}
function outbidBy(auction: Auction, bidderId: string): string | null {
  if (stryMutAct_9fa48("220")) {
    {}
  } else {
    stryCov_9fa48("220");
    const leaderId = stryMutAct_9fa48("221") ? leaderOf(auction)?.bidderId && null : (stryCov_9fa48("221"), (stryMutAct_9fa48("222") ? leaderOf(auction).bidderId : (stryCov_9fa48("222"), leaderOf(auction)?.bidderId)) ?? null);
    return (stryMutAct_9fa48("225") ? leaderId !== bidderId : stryMutAct_9fa48("224") ? false : stryMutAct_9fa48("223") ? true : (stryCov_9fa48("223", "224", "225"), leaderId === bidderId)) ? null : leaderId;
  }
}
function extension(auction: Auction, now: number): Draft[] {
  if (stryMutAct_9fa48("226")) {
    {}
  } else {
    stryCov_9fa48("226");
    const fact = extensionBy(auction, now);
    return fact ? stryMutAct_9fa48("227") ? [] : (stryCov_9fa48("227"), [stryMutAct_9fa48("228") ? {} : (stryCov_9fa48("228"), {
      fact
    })]) : stryMutAct_9fa48("229") ? ["Stryker was here"] : (stryCov_9fa48("229"), []);
  }
}