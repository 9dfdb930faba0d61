/**
 * Opening, editing and deleting a listing. Ownership is checked before anything else. Once someone has bid, the terms
 * are frozen: only the description may grow.
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
import type { Auction, ListingChange, Terms } from "./auction.ts";
import { WITHDRAW_FREELY_MS } from "./bidding.ts";
import { isLive } from "./closing.ts";
import { accept, type Decision, refuse, type Refusal } from "./refusal.ts";

/** The longest that an auction may be ahead: 365 days. */
export const MAX_AUCTION_MS = stryMutAct_9fa48("397") ? 365 * 24 / 3_600_000 : (stryCov_9fa48("397"), (stryMutAct_9fa48("398") ? 365 / 24 : (stryCov_9fa48("398"), 365 * 24)) * 3_600_000);

/** What the deployment allows; part of the command, so that the law reads no settings. */
export type ListingLimits = {
  readonly minStartingPriceMinor: number;
  readonly minAuctionMs: number;
};
export type OpenAuction = {
  readonly type: "open";
  readonly auctionId: string;
  readonly sellerId: string;
  readonly currency: string;
  readonly terms: Terms;
  readonly limits: ListingLimits;
};
export type EditListing = {
  readonly type: "editListing";
  readonly sellerId: string;
  readonly change: ListingChange;
  readonly limits: ListingLimits;
};
export type DeleteListing = {
  readonly type: "deleteListing";
  readonly sellerId: string;
};
export function openAuction(auction: Auction | null, command: OpenAuction, now: number): Decision {
  if (stryMutAct_9fa48("399")) {
    {}
  } else {
    stryCov_9fa48("399");
    if (stryMutAct_9fa48("401") ? false : stryMutAct_9fa48("400") ? true : (stryCov_9fa48("400", "401"), auction)) return refuse(stryMutAct_9fa48("402") ? {} : (stryCov_9fa48("402"), {
      code: stryMutAct_9fa48("403") ? "" : (stryCov_9fa48("403"), "auction_exists")
    }));
    const {
      auctionId,
      sellerId,
      currency,
      terms,
      limits
    } = command;
    const refusal = stryMutAct_9fa48("404") ? priceBelow(terms.startingPriceMinor, limits) && endOutside(terms.endsAt, now + limits.minAuctionMs, now) : (stryCov_9fa48("404"), priceBelow(terms.startingPriceMinor, limits) ?? endOutside(terms.endsAt, stryMutAct_9fa48("405") ? now - limits.minAuctionMs : (stryCov_9fa48("405"), now + limits.minAuctionMs), now));
    return refusal ? refuse(refusal) : accept(stryMutAct_9fa48("406") ? {} : (stryCov_9fa48("406"), {
      fact: stryMutAct_9fa48("407") ? {} : (stryCov_9fa48("407"), {
        type: stryMutAct_9fa48("408") ? "" : (stryCov_9fa48("408"), "opened"),
        auctionId,
        sellerId,
        currency,
        terms
      })
    }));
  }
}
export function editListing(auction: Auction, {
  sellerId,
  change,
  limits
}: EditListing, now: number): Decision {
  if (stryMutAct_9fa48("409")) {
    {}
  } else {
    stryCov_9fa48("409");
    if (stryMutAct_9fa48("412") ? sellerId === auction.sellerId : stryMutAct_9fa48("411") ? false : stryMutAct_9fa48("410") ? true : (stryCov_9fa48("410", "411", "412"), sellerId !== auction.sellerId)) return refuse(stryMutAct_9fa48("413") ? {} : (stryCov_9fa48("413"), {
      code: stryMutAct_9fa48("414") ? "" : (stryCov_9fa48("414"), "not_your_auction")
    }));
    if (stryMutAct_9fa48("417") ? false : stryMutAct_9fa48("416") ? true : stryMutAct_9fa48("415") ? isLive(auction, now) : (stryCov_9fa48("415", "416", "417"), !isLive(auction, now))) return refuse(stryMutAct_9fa48("418") ? {} : (stryCov_9fa48("418"), {
      code: stryMutAct_9fa48("419") ? "" : (stryCov_9fa48("419"), "auction_ended"),
      endedAt: auction.endsAt
    }));
    const changed = changedFields(auction, change);
    if (stryMutAct_9fa48("422") ? Object.keys(changed).length !== 0 : stryMutAct_9fa48("421") ? false : stryMutAct_9fa48("420") ? true : (stryCov_9fa48("420", "421", "422"), Object.keys(changed).length === 0)) return accept();
    const refusal = auction.top ? frozen(auction, changed) : invalid(changed, limits, now);
    return refusal ? refuse(refusal) : accept(stryMutAct_9fa48("423") ? {} : (stryCov_9fa48("423"), {
      fact: stryMutAct_9fa48("424") ? {} : (stryCov_9fa48("424"), {
        type: stryMutAct_9fa48("425") ? "" : (stryCov_9fa48("425"), "listingEdited"),
        change: changed
      })
    }));
  }
}

/** Removes a listing that nobody has bid on, cancels one that has bids and half a day left, refuses otherwise. */
export function deleteListing(auction: Auction, {
  sellerId
}: DeleteListing, now: number): Decision {
  if (stryMutAct_9fa48("426")) {
    {}
  } else {
    stryCov_9fa48("426");
    if (stryMutAct_9fa48("429") ? sellerId === auction.sellerId : stryMutAct_9fa48("428") ? false : stryMutAct_9fa48("427") ? true : (stryCov_9fa48("427", "428", "429"), sellerId !== auction.sellerId)) return refuse(stryMutAct_9fa48("430") ? {} : (stryCov_9fa48("430"), {
      code: stryMutAct_9fa48("431") ? "" : (stryCov_9fa48("431"), "not_your_auction")
    }));
    if (stryMutAct_9fa48("434") ? auction.phase === "removed" && auction.phase === "cancelled" : stryMutAct_9fa48("433") ? false : stryMutAct_9fa48("432") ? true : (stryCov_9fa48("432", "433", "434"), (stryMutAct_9fa48("436") ? auction.phase !== "removed" : stryMutAct_9fa48("435") ? false : (stryCov_9fa48("435", "436"), auction.phase === (stryMutAct_9fa48("437") ? "" : (stryCov_9fa48("437"), "removed")))) || (stryMutAct_9fa48("439") ? auction.phase !== "cancelled" : stryMutAct_9fa48("438") ? false : (stryCov_9fa48("438", "439"), auction.phase === (stryMutAct_9fa48("440") ? "" : (stryCov_9fa48("440"), "cancelled")))))) return refuse(stryMutAct_9fa48("441") ? {} : (stryCov_9fa48("441"), {
      code: stryMutAct_9fa48("442") ? "" : (stryCov_9fa48("442"), "auction_not_found")
    }));
    if (stryMutAct_9fa48("445") ? false : stryMutAct_9fa48("444") ? true : stryMutAct_9fa48("443") ? auction.top : (stryCov_9fa48("443", "444", "445"), !auction.top)) return accept(stryMutAct_9fa48("446") ? {} : (stryCov_9fa48("446"), {
      fact: stryMutAct_9fa48("447") ? {} : (stryCov_9fa48("447"), {
        type: stryMutAct_9fa48("448") ? "" : (stryCov_9fa48("448"), "removed")
      })
    }));
    if (stryMutAct_9fa48("451") ? false : stryMutAct_9fa48("450") ? true : stryMutAct_9fa48("449") ? isLive(auction, now) : (stryCov_9fa48("449", "450", "451"), !isLive(auction, now))) return refuse(stryMutAct_9fa48("452") ? {} : (stryCov_9fa48("452"), {
      code: stryMutAct_9fa48("453") ? "" : (stryCov_9fa48("453"), "auction_sold")
    }));
    if (stryMutAct_9fa48("457") ? auction.endsAt - now > WITHDRAW_FREELY_MS : stryMutAct_9fa48("456") ? auction.endsAt - now < WITHDRAW_FREELY_MS : stryMutAct_9fa48("455") ? false : stryMutAct_9fa48("454") ? true : (stryCov_9fa48("454", "455", "456", "457"), (stryMutAct_9fa48("458") ? auction.endsAt + now : (stryCov_9fa48("458"), auction.endsAt - now)) <= WITHDRAW_FREELY_MS)) return refuse(stryMutAct_9fa48("459") ? {} : (stryCov_9fa48("459"), {
      code: stryMutAct_9fa48("460") ? "" : (stryCov_9fa48("460"), "cancel_too_late")
    }));
    return accept(stryMutAct_9fa48("461") ? {} : (stryCov_9fa48("461"), {
      fact: stryMutAct_9fa48("462") ? {} : (stryCov_9fa48("462"), {
        type: stryMutAct_9fa48("463") ? "" : (stryCov_9fa48("463"), "cancelled")
      })
    }));
  }
}

/** The part of a change that differs from what stands. What is absent or the same passes and changes nothing. */
function changedFields({
  terms,
  endsAt
}: Auction, change: ListingChange): ListingChange {
  if (stryMutAct_9fa48("464")) {
    {}
  } else {
    stryCov_9fa48("464");
    const changed: { -readonly [Field in keyof ListingChange]: ListingChange[Field] } = stryMutAct_9fa48("465") ? {} : (stryCov_9fa48("465"), {
      ...change
    });
    if (stryMutAct_9fa48("468") ? change.title !== terms.title : stryMutAct_9fa48("467") ? false : stryMutAct_9fa48("466") ? true : (stryCov_9fa48("466", "467", "468"), change.title === terms.title)) delete changed.title;
    if (stryMutAct_9fa48("471") ? change.description !== terms.description : stryMutAct_9fa48("470") ? false : stryMutAct_9fa48("469") ? true : (stryCov_9fa48("469", "470", "471"), change.description === terms.description)) delete changed.description;
    if (stryMutAct_9fa48("474") ? change.imageKeys?.join() !== terms.imageKeys.join() : stryMutAct_9fa48("473") ? false : stryMutAct_9fa48("472") ? true : (stryCov_9fa48("472", "473", "474"), (stryMutAct_9fa48("475") ? change.imageKeys.join() : (stryCov_9fa48("475"), change.imageKeys?.join())) === terms.imageKeys.join())) delete changed.imageKeys;
    if (stryMutAct_9fa48("478") ? change.startingPriceMinor !== terms.startingPriceMinor : stryMutAct_9fa48("477") ? false : stryMutAct_9fa48("476") ? true : (stryCov_9fa48("476", "477", "478"), change.startingPriceMinor === terms.startingPriceMinor)) delete changed.startingPriceMinor;
    // The form may send back the end that the seller set or the end that extensions have made of it.
    if (stryMutAct_9fa48("481") ? change.endsAt === endsAt && change.endsAt === terms.endsAt : stryMutAct_9fa48("480") ? false : stryMutAct_9fa48("479") ? true : (stryCov_9fa48("479", "480", "481"), (stryMutAct_9fa48("483") ? change.endsAt !== endsAt : stryMutAct_9fa48("482") ? false : (stryCov_9fa48("482", "483"), change.endsAt === endsAt)) || (stryMutAct_9fa48("485") ? change.endsAt !== terms.endsAt : stryMutAct_9fa48("484") ? false : (stryCov_9fa48("484", "485"), change.endsAt === terms.endsAt)))) delete changed.endsAt;
    return changed;
  }
}
function frozen(auction: Auction, changed: ListingChange): Refusal | null {
  if (stryMutAct_9fa48("486")) {
    {}
  } else {
    stryCov_9fa48("486");
    const grows = stryMutAct_9fa48("487") ? changed.description?.startsWith(auction.terms.description) && false : (stryCov_9fa48("487"), (stryMutAct_9fa48("489") ? changed.description.startsWith(auction.terms.description) : stryMutAct_9fa48("488") ? changed.description?.endsWith(auction.terms.description) : (stryCov_9fa48("488", "489"), changed.description?.startsWith(auction.terms.description))) ?? (stryMutAct_9fa48("490") ? true : (stryCov_9fa48("490"), false)));
    const fields = stryMutAct_9fa48("491") ? Object.keys(changed) : (stryCov_9fa48("491"), Object.keys(changed).filter(stryMutAct_9fa48("492") ? () => undefined : (stryCov_9fa48("492"), field => stryMutAct_9fa48("493") ? field === "description" && grows : (stryCov_9fa48("493"), !(stryMutAct_9fa48("496") ? field === "description" || grows : stryMutAct_9fa48("495") ? false : stryMutAct_9fa48("494") ? true : (stryCov_9fa48("494", "495", "496"), (stryMutAct_9fa48("498") ? field !== "description" : stryMutAct_9fa48("497") ? true : (stryCov_9fa48("497", "498"), field === (stryMutAct_9fa48("499") ? "" : (stryCov_9fa48("499"), "description")))) && grows))))));
    return (stryMutAct_9fa48("503") ? fields.length <= 0 : stryMutAct_9fa48("502") ? fields.length >= 0 : stryMutAct_9fa48("501") ? false : stryMutAct_9fa48("500") ? true : (stryCov_9fa48("500", "501", "502", "503"), fields.length > 0)) ? stryMutAct_9fa48("504") ? {} : (stryCov_9fa48("504"), {
      code: stryMutAct_9fa48("505") ? "" : (stryCov_9fa48("505"), "terms_frozen"),
      fields
    }) : null;
  }
}
function invalid(changed: ListingChange, limits: ListingLimits, now: number): Refusal | null {
  if (stryMutAct_9fa48("506")) {
    {}
  } else {
    stryCov_9fa48("506");
    return stryMutAct_9fa48("507") ? (changed.startingPriceMinor === undefined ? null : priceBelow(changed.startingPriceMinor, limits)) && (changed.endsAt === undefined ? null : endOutside(changed.endsAt, now + 1, now)) : (stryCov_9fa48("507"), ((stryMutAct_9fa48("510") ? changed.startingPriceMinor !== undefined : stryMutAct_9fa48("509") ? false : stryMutAct_9fa48("508") ? true : (stryCov_9fa48("508", "509", "510"), changed.startingPriceMinor === undefined)) ? null : priceBelow(changed.startingPriceMinor, limits)) ?? ((stryMutAct_9fa48("513") ? changed.endsAt !== undefined : stryMutAct_9fa48("512") ? false : stryMutAct_9fa48("511") ? true : (stryCov_9fa48("511", "512", "513"), changed.endsAt === undefined)) ? null : endOutside(changed.endsAt, stryMutAct_9fa48("514") ? now - 1 : (stryCov_9fa48("514"), now + 1), now)));
  }
}
function priceBelow(startingPriceMinor: number, {
  minStartingPriceMinor: minimumMinor
}: ListingLimits): Refusal | null {
  if (stryMutAct_9fa48("515")) {
    {}
  } else {
    stryCov_9fa48("515");
    return (stryMutAct_9fa48("519") ? startingPriceMinor >= minimumMinor : stryMutAct_9fa48("518") ? startingPriceMinor <= minimumMinor : stryMutAct_9fa48("517") ? false : stryMutAct_9fa48("516") ? true : (stryCov_9fa48("516", "517", "518", "519"), startingPriceMinor < minimumMinor)) ? stryMutAct_9fa48("520") ? {} : (stryCov_9fa48("520"), {
      code: stryMutAct_9fa48("521") ? "" : (stryCov_9fa48("521"), "starting_price_too_low"),
      minimumMinor
    }) : null;
  }
}
function endOutside(endsAt: number, earliestAt: number, now: number): Refusal | null {
  if (stryMutAct_9fa48("522")) {
    {}
  } else {
    stryCov_9fa48("522");
    if (stryMutAct_9fa48("526") ? endsAt >= earliestAt : stryMutAct_9fa48("525") ? endsAt <= earliestAt : stryMutAct_9fa48("524") ? false : stryMutAct_9fa48("523") ? true : (stryCov_9fa48("523", "524", "525", "526"), endsAt < earliestAt)) return stryMutAct_9fa48("527") ? {} : (stryCov_9fa48("527"), {
      code: stryMutAct_9fa48("528") ? "" : (stryCov_9fa48("528"), "end_too_soon"),
      earliestAt
    });
    const latestAt = stryMutAct_9fa48("529") ? now - MAX_AUCTION_MS : (stryCov_9fa48("529"), now + MAX_AUCTION_MS);
    return (stryMutAct_9fa48("533") ? endsAt <= latestAt : stryMutAct_9fa48("532") ? endsAt >= latestAt : stryMutAct_9fa48("531") ? false : stryMutAct_9fa48("530") ? true : (stryCov_9fa48("530", "531", "532", "533"), endsAt > latestAt)) ? stryMutAct_9fa48("534") ? {} : (stryCov_9fa48("534"), {
      code: stryMutAct_9fa48("535") ? "" : (stryCov_9fa48("535"), "end_too_late"),
      latestAt
    }) : null;
  }
}