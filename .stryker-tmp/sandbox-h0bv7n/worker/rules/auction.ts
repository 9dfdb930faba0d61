/**
 * One auction as its facts have made it. `evolve` applies one recorded fact; it decides nothing and refuses nothing:
 * what is in the journal happened. State is immutable: the shell may keep an old value and return to it when a
 * storage transaction fails.
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
import { incrementAt, type IncrementScheme } from "./increments.ts";

/** What the seller offers. Times are epoch milliseconds, money is minor units. */
export type Terms = {
  readonly title: string;
  readonly description: string;
  readonly categoryId: string;
  /** Its name at listing time: categories are never renamed, and a listing never changes its category. */
  readonly categoryName: string;
  /** Keys of the pictures, the cover first. */
  readonly imageKeys: readonly string[];
  readonly startingPriceMinor: number;
  readonly endsAt: number;
  readonly increments: IncrementScheme;
  /** Upper bound of the soft-close window; 0 when this auction has none. */
  readonly softCloseMs: number;
  /** No bid may be withdrawn with less than this left. */
  readonly freezeMs: number;
};
export type Bid = {
  readonly id: string;
  readonly bidderId: string;
  readonly amountMinor: number;
  /** The most that this bid may be raised to; equal to the amount for a plain bid. Known to its bidder alone. */
  readonly maxMinor: number;
  /** Whether the house raised it for its bidder. */
  readonly auto: boolean;
  readonly edited: boolean;
  readonly placedAt: number;
};

/** The bids that stand, as a stack: every valid bid is higher than all before it, so the leader is on top. */
export type Standing = {
  readonly bid: Bid;
  readonly below: Standing | null;
};
export type Outcome = {
  readonly winnerId: string;
  readonly bidId: string;
  readonly priceMinor: number;
};
export type Auction = {
  readonly id: string;
  readonly sellerId: string;
  readonly currency: string;
  readonly terms: Terms;
  readonly phase: "open" | "closed" | "cancelled" | "removed";
  readonly openedAt: number;
  /** The end that the seller set; `endsAt` is that end plus the extensions. */
  readonly scheduledEndsAt: number;
  readonly endsAt: number;
  readonly extensions: number;
  readonly top: Standing | null;
  readonly bidCount: number;
  readonly outcome: Outcome | null;
  /** Sequence number and time of the last fact. */
  readonly seq: number;
  readonly at: number;
};
export type ListingChange = Partial<Pick<Terms, "title" | "description" | "imageKeys" | "startingPriceMinor" | "endsAt">>;

/** The public part of what happened. Ids only: no name, e-mail or maximum ever enters the journal's public part. */
export type Fact = {
  readonly type: "opened";
  readonly auctionId: string;
  readonly sellerId: string;
  readonly currency: string;
  readonly terms: Terms;
} | {
  readonly type: "newBid";
  readonly bidId: string;
  readonly bidderId: string;
  readonly amountMinor: number;
  /** Whether the house raised an automatic bid, rather than a person placing one. */
  readonly auto: boolean;
  /** Who lost the lead by it: never the bidder himself. */
  readonly outbidId: string | null;
} | {
  readonly type: "bidEdited";
  readonly bidId: string;
  readonly bidderId: string;
  readonly amountMinor: number;
  readonly previousMinor: number;
  readonly outbidId: string | null;
} | {
  readonly type: "bidWithdrawn";
  readonly bidId: string;
  readonly bidderId: string;
  readonly amountMinor: number;
  /** Who leads now, if someone else took the lead by it. */
  readonly newLeaderId: string | null;
} | {
  readonly type: "listingEdited";
  readonly change: ListingChange;
} | {
  readonly type: "extended";
  readonly endsAt: number;
  readonly extensions: number;
} | {
  readonly type: "closed";
  readonly outcome: Outcome | null;
  /** The journal's hash just before this fact: what the closing certificate signs. */
  readonly lastHash: string;
} | {
  readonly type: "cancelled";
} | {
  readonly type: "removed";
};

/** The part of a fact that only its owner may see. */
export type Secret = {
  readonly maxMinor: number;
};

/** A fact that a decision proposes, and the same fact with its place in the journal. */
export type Draft = {
  readonly fact: Fact;
  readonly secret?: Secret;
};
export type Recorded = Draft & {
  readonly seq: number;
  readonly at: number;
};

/** The price that stands now, or null while nobody has bid. Minor units. */
export function priceOf(auction: Auction): number | null {
  if (stryMutAct_9fa48("0")) {
    {}
  } else {
    stryCov_9fa48("0");
    return stryMutAct_9fa48("1") ? auction.top?.bid.amountMinor && null : (stryCov_9fa48("1"), (stryMutAct_9fa48("2") ? auction.top.bid.amountMinor : (stryCov_9fa48("2"), auction.top?.bid.amountMinor)) ?? null);
  }
}
export function leaderOf(auction: Auction): Bid | null {
  if (stryMutAct_9fa48("3")) {
    {}
  } else {
    stryCov_9fa48("3");
    return stryMutAct_9fa48("4") ? auction.top?.bid && null : (stryCov_9fa48("4"), (stryMutAct_9fa48("5") ? auction.top.bid : (stryCov_9fa48("5"), auction.top?.bid)) ?? null);
  }
}

/** The smallest amount that the next bid may have, in minor units. */
export function minNextBid(auction: Auction): number {
  if (stryMutAct_9fa48("6")) {
    {}
  } else {
    stryCov_9fa48("6");
    const price = priceOf(auction);
    return (stryMutAct_9fa48("9") ? price !== null : stryMutAct_9fa48("8") ? false : stryMutAct_9fa48("7") ? true : (stryCov_9fa48("7", "8", "9"), price === null)) ? auction.terms.startingPriceMinor : stryMutAct_9fa48("10") ? price - incrementAt(auction.terms.increments, price) : (stryCov_9fa48("10"), price + incrementAt(auction.terms.increments, price));
  }
}

/** The bids that stand, the leader first. */
export function standingBids(auction: Auction): Bid[] {
  if (stryMutAct_9fa48("11")) {
    {}
  } else {
    stryCov_9fa48("11");
    const bids: Bid[] = stryMutAct_9fa48("12") ? ["Stryker was here"] : (stryCov_9fa48("12"), []);
    for (let at = auction.top; stryMutAct_9fa48("13") ? false : (stryCov_9fa48("13"), at); at = at.below) if (stryMutAct_9fa48("14")) {
      ;
    } else {
      stryCov_9fa48("14");
      bids.push(at.bid);
    }
    return bids;
  }
}
export function findBid(auction: Auction, bidId: string): Bid | null {
  if (stryMutAct_9fa48("15")) {
    {}
  } else {
    stryCov_9fa48("15");
    for (let at = auction.top; stryMutAct_9fa48("16") ? false : (stryCov_9fa48("16"), at); at = at.below) if (stryMutAct_9fa48("19") ? at.bid.id !== bidId : stryMutAct_9fa48("18") ? false : stryMutAct_9fa48("17") ? true : (stryCov_9fa48("17", "18", "19"), at.bid.id === bidId)) return at.bid;
    return null;
  }
}

/** Gives drafts their places: the next sequence numbers, at one time that never runs backwards. */
export function record(auction: Auction | null, drafts: readonly Draft[], now: number): Recorded[] {
  if (stryMutAct_9fa48("20")) {
    {}
  } else {
    stryCov_9fa48("20");
    const seq = stryMutAct_9fa48("21") ? auction?.seq && 0 : (stryCov_9fa48("21"), (stryMutAct_9fa48("22") ? auction.seq : (stryCov_9fa48("22"), auction?.seq)) ?? 0);
    const at = stryMutAct_9fa48("23") ? Math.min(now, auction?.at ?? 0) : (stryCov_9fa48("23"), Math.max(now, stryMutAct_9fa48("24") ? auction?.at && 0 : (stryCov_9fa48("24"), (stryMutAct_9fa48("25") ? auction.at : (stryCov_9fa48("25"), auction?.at)) ?? 0)));
    return drafts.map(stryMutAct_9fa48("26") ? () => undefined : (stryCov_9fa48("26"), (draft, index) => stryMutAct_9fa48("27") ? {} : (stryCov_9fa48("27"), {
      ...draft,
      seq: stryMutAct_9fa48("28") ? seq + index - 1 : (stryCov_9fa48("28"), (stryMutAct_9fa48("29") ? seq - index : (stryCov_9fa48("29"), seq + index)) + 1),
      at
    })));
  }
}
export function evolve(auction: Auction | null, {
  fact,
  secret,
  seq,
  at
}: Recorded): Auction {
  if (stryMutAct_9fa48("30")) {
    {}
  } else {
    stryCov_9fa48("30");
    if (stryMutAct_9fa48("33") ? fact.type !== "opened" : stryMutAct_9fa48("32") ? false : stryMutAct_9fa48("31") ? true : (stryCov_9fa48("31", "32", "33"), fact.type === (stryMutAct_9fa48("34") ? "" : (stryCov_9fa48("34"), "opened")))) {
      if (stryMutAct_9fa48("35")) {
        {}
      } else {
        stryCov_9fa48("35");
        if (stryMutAct_9fa48("37") ? false : stryMutAct_9fa48("36") ? true : (stryCov_9fa48("36", "37"), auction)) throw new Error(stryMutAct_9fa48("39") ? "" : (stryCov_9fa48("39"), "an auction opens once"));
        return stryMutAct_9fa48("40") ? {} : (stryCov_9fa48("40"), {
          id: fact.auctionId,
          sellerId: fact.sellerId,
          currency: fact.currency,
          terms: fact.terms,
          phase: stryMutAct_9fa48("41") ? "" : (stryCov_9fa48("41"), "open"),
          openedAt: at,
          scheduledEndsAt: fact.terms.endsAt,
          endsAt: fact.terms.endsAt,
          extensions: 0,
          top: null,
          bidCount: 0,
          outcome: null,
          seq,
          at
        });
      }
    }
    if (stryMutAct_9fa48("44") ? false : stryMutAct_9fa48("43") ? true : stryMutAct_9fa48("42") ? auction : (stryCov_9fa48("42", "43", "44"), !auction)) throw new Error(stryMutAct_9fa48("46") ? `` : (stryCov_9fa48("46"), `${fact.type} before the auction opened`));
    if (stryMutAct_9fa48("49") ? seq === auction.seq + 1 : stryMutAct_9fa48("48") ? false : stryMutAct_9fa48("47") ? true : (stryCov_9fa48("47", "48", "49"), seq !== (stryMutAct_9fa48("50") ? auction.seq - 1 : (stryCov_9fa48("50"), auction.seq + 1)))) throw new Error(stryMutAct_9fa48("52") ? `` : (stryCov_9fa48("52"), `fact ${seq} follows fact ${auction.seq}`));
    const next = stryMutAct_9fa48("53") ? {} : (stryCov_9fa48("53"), {
      ...auction,
      seq,
      at
    });
    switch (fact.type) {
      case stryMutAct_9fa48("55") ? "" : (stryCov_9fa48("55"), "newBid"):
        if (stryMutAct_9fa48("54")) {} else {
          stryCov_9fa48("54");
          {
            if (stryMutAct_9fa48("56")) {
              {}
            } else {
              stryCov_9fa48("56");
              const {
                bidId: id,
                bidderId,
                amountMinor,
                auto
              } = fact;
              const maxMinor = stryMutAct_9fa48("57") ? secret?.maxMinor && amountMinor : (stryCov_9fa48("57"), (stryMutAct_9fa48("58") ? secret.maxMinor : (stryCov_9fa48("58"), secret?.maxMinor)) ?? amountMinor);
              const bid = stryMutAct_9fa48("59") ? {} : (stryCov_9fa48("59"), {
                id,
                bidderId,
                amountMinor,
                maxMinor,
                auto,
                edited: stryMutAct_9fa48("60") ? true : (stryCov_9fa48("60"), false),
                placedAt: at
              });
              return stryMutAct_9fa48("61") ? {} : (stryCov_9fa48("61"), {
                ...next,
                top: stryMutAct_9fa48("62") ? {} : (stryCov_9fa48("62"), {
                  bid,
                  below: auction.top
                }),
                bidCount: stryMutAct_9fa48("63") ? auction.bidCount - 1 : (stryCov_9fa48("63"), auction.bidCount + 1)
              });
            }
          }
        }
      case stryMutAct_9fa48("65") ? "" : (stryCov_9fa48("65"), "bidEdited"):
        if (stryMutAct_9fa48("64")) {} else {
          stryCov_9fa48("64");
          {
            if (stryMutAct_9fa48("66")) {
              {}
            } else {
              stryCov_9fa48("66");
              const old = findBid(auction, fact.bidId);
              if (stryMutAct_9fa48("69") ? false : stryMutAct_9fa48("68") ? true : stryMutAct_9fa48("67") ? old : (stryCov_9fa48("67", "68", "69"), !old)) throw new Error(stryMutAct_9fa48("71") ? "" : (stryCov_9fa48("71"), "an edit of a bid that does not stand"));
              const {
                amountMinor
              } = fact;
              const bid = stryMutAct_9fa48("72") ? {} : (stryCov_9fa48("72"), {
                ...old,
                amountMinor,
                maxMinor: stryMutAct_9fa48("73") ? secret?.maxMinor && amountMinor : (stryCov_9fa48("73"), (stryMutAct_9fa48("74") ? secret.maxMinor : (stryCov_9fa48("74"), secret?.maxMinor)) ?? amountMinor),
                edited: stryMutAct_9fa48("75") ? false : (stryCov_9fa48("75"), true)
              });
              return stryMutAct_9fa48("76") ? {} : (stryCov_9fa48("76"), {
                ...next,
                top: stryMutAct_9fa48("77") ? {} : (stryCov_9fa48("77"), {
                  bid,
                  below: without(auction.top, fact.bidId)
                })
              });
            }
          }
        }
      case stryMutAct_9fa48("79") ? "" : (stryCov_9fa48("79"), "bidWithdrawn"):
        if (stryMutAct_9fa48("78")) {} else {
          stryCov_9fa48("78");
          if (stryMutAct_9fa48("82") ? false : stryMutAct_9fa48("81") ? true : stryMutAct_9fa48("80") ? findBid(auction, fact.bidId) : (stryCov_9fa48("80", "81", "82"), !findBid(auction, fact.bidId))) throw new Error(stryMutAct_9fa48("84") ? "" : (stryCov_9fa48("84"), "a withdrawal of a bid that does not stand"));
          return stryMutAct_9fa48("85") ? {} : (stryCov_9fa48("85"), {
            ...next,
            top: without(auction.top, fact.bidId),
            bidCount: stryMutAct_9fa48("86") ? auction.bidCount + 1 : (stryCov_9fa48("86"), auction.bidCount - 1)
          });
        }
      case stryMutAct_9fa48("88") ? "" : (stryCov_9fa48("88"), "listingEdited"):
        if (stryMutAct_9fa48("87")) {} else {
          stryCov_9fa48("87");
          {
            if (stryMutAct_9fa48("89")) {
              {}
            } else {
              stryCov_9fa48("89");
              const terms = stryMutAct_9fa48("90") ? {} : (stryCov_9fa48("90"), {
                ...auction.terms,
                ...fact.change
              });
              if (stryMutAct_9fa48("93") ? fact.change.endsAt !== undefined : stryMutAct_9fa48("92") ? false : stryMutAct_9fa48("91") ? true : (stryCov_9fa48("91", "92", "93"), fact.change.endsAt === undefined)) return stryMutAct_9fa48("94") ? {} : (stryCov_9fa48("94"), {
                ...next,
                terms
              });
              return stryMutAct_9fa48("95") ? {} : (stryCov_9fa48("95"), {
                ...next,
                terms,
                scheduledEndsAt: terms.endsAt,
                endsAt: terms.endsAt
              });
            }
          }
        }
      case stryMutAct_9fa48("97") ? "" : (stryCov_9fa48("97"), "extended"):
        if (stryMutAct_9fa48("96")) {} else {
          stryCov_9fa48("96");
          return stryMutAct_9fa48("98") ? {} : (stryCov_9fa48("98"), {
            ...next,
            endsAt: fact.endsAt,
            extensions: fact.extensions
          });
        }
      case stryMutAct_9fa48("100") ? "" : (stryCov_9fa48("100"), "closed"):
        if (stryMutAct_9fa48("99")) {} else {
          stryCov_9fa48("99");
          return stryMutAct_9fa48("101") ? {} : (stryCov_9fa48("101"), {
            ...next,
            phase: stryMutAct_9fa48("102") ? "" : (stryCov_9fa48("102"), "closed"),
            outcome: fact.outcome
          });
        }
      case stryMutAct_9fa48("104") ? "" : (stryCov_9fa48("104"), "cancelled"):
        if (stryMutAct_9fa48("103")) {} else {
          stryCov_9fa48("103");
          return stryMutAct_9fa48("105") ? {} : (stryCov_9fa48("105"), {
            ...next,
            phase: stryMutAct_9fa48("106") ? "" : (stryCov_9fa48("106"), "cancelled")
          });
        }
      case stryMutAct_9fa48("108") ? "" : (stryCov_9fa48("108"), "removed"):
        if (stryMutAct_9fa48("107")) {} else {
          stryCov_9fa48("107");
          return stryMutAct_9fa48("109") ? {} : (stryCov_9fa48("109"), {
            ...next,
            phase: stryMutAct_9fa48("110") ? "" : (stryCov_9fa48("110"), "removed")
          });
        }
    }
  }
}

/** The stack without one bid. Iterative: a hot auction's stack is deeper than the call stack. */
function without(top: Standing | null, bidId: string): Standing | null {
  if (stryMutAct_9fa48("111")) {
    {}
  } else {
    stryCov_9fa48("111");
    const above: Bid[] = stryMutAct_9fa48("112") ? ["Stryker was here"] : (stryCov_9fa48("112"), []);
    let at = top;
    while (stryMutAct_9fa48("114") ? at || at.bid.id !== bidId : stryMutAct_9fa48("113") ? false : (stryCov_9fa48("113", "114"), at && (stryMutAct_9fa48("116") ? at.bid.id === bidId : stryMutAct_9fa48("115") ? true : (stryCov_9fa48("115", "116"), at.bid.id !== bidId)))) {
      if (stryMutAct_9fa48("117")) {
        {}
      } else {
        stryCov_9fa48("117");
        if (stryMutAct_9fa48("118")) {
          ;
        } else {
          stryCov_9fa48("118");
          above.push(at.bid);
        }
        at = at.below;
      }
    }
    let rest = stryMutAct_9fa48("119") ? at?.below && null : (stryCov_9fa48("119"), (stryMutAct_9fa48("120") ? at.below : (stryCov_9fa48("120"), at?.below)) ?? null);
    for (const bid of above.toReversed()) rest = stryMutAct_9fa48("121") ? {} : (stryCov_9fa48("121"), {
      bid,
      below: rest
    });
    return rest;
  }
}