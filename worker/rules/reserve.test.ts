/** The hidden reserve: its effect on prices, the fact that opens it, and that nothing reveals it before it is met. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Auction, leaderOf, minNextBid, priceOf, reserveMet, standingBids } from "./auction.ts";
import { priceOfOffer } from "./bidding.ts";
import { statusAt } from "./closing.ts";
import { type Command, decide } from "./decide.ts";
import { refuseRelisting } from "./listing.ts";
import { incrementAt } from "./money.ts";
import {
  anAuction,
  aReserve,
  DAY_MS,
  factsOf,
  HOUR_MS,
  LIMITS,
  MINUTE_MS,
  obey,
  openCommand,
  outcomeOf,
  place,
  placeUpTo,
  refusalOf,
  SECOND_MS,
  SELLER,
  T0,
  verdictOf,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;
const END = T0 + DAY_MS;
const CLOSE: Command = { type: "close", lastHash: "0".repeat(64) };
const RESERVE = 300_00;
const OPENED = { openedReserve: { seq: 2, ...aReserve(RESERVE) } };

function after(commands: readonly Command[], reserveMinor: number | undefined = RESERVE): Auction {
  return commands.reduce((auction, command, index) => obey(auction, command, T0 + index), anAuction({}, reserveMinor));
}
const remove = (bidId: string): Command => ({ type: "voidBid", bidId, by: "admin", reason: "Nobody's", salt: "salt" });
const withdraw = (bidId: string): Command => ({ type: "withdrawBid", bidId, bidderId: bidId.split("-")[0] ?? "" });
const edit = (reserve: ReturnType<typeof aReserve> | null, change = {}): Command => ({
  type: "editListing",
  sellerId: SELLER,
  change,
  reserve,
  limits: LIMITS,
});

describe("the price", () => {
  it.each([
    [
      "a maximum below it pays the same price as without a reserve",
      { floorMinor: 100_00, maxMinor: 299_99 },
      150_00,
      151_00,
    ],
    ["a maximum that reaches it pays it", { floorMinor: 100_00, maxMinor: 300_00 }, null, 300_00],
    ["a higher one, too, whatever the others offer below it", { floorMinor: 100_00, maxMinor: 900_00 }, 150_00, 300_00],
    ["above it the other offers decide", { floorMinor: 100_00, maxMinor: 900_00 }, 400_00, 401_00],
    ["an exact amount is paid as it is", { floorMinor: 350_00, maxMinor: 350_00 }, 150_00, 350_00],
  ])("%s", (_what, offer, other, price) => {
    expect(priceOfOffer({ increments: "flat", reserveMinor: RESERVE }, offer, other)).toBe(price);
  });

  it("below it price, smallest next bid and order of bids are those of an auction without a reserve", () => {
    const offers = fc.array(
      fc.record({ who: fc.nat({ max: 4 }), maxMinor: fc.integer({ min: 100_00, max: 130_00 }), exact: fc.boolean() }),
      { minLength: 1, maxLength: 10, size: "max" },
    );
    fc.assert(
      fc.property(offers, fc.integer({ min: 130_01, max: 140_00 }), (list, reserveMinor) => {
        const commands = list.map(({ who, maxMinor, exact }, index) =>
          exact ? place(`p${who}`, maxMinor, `b${index}`) : placeUpTo(`p${who}`, maxMinor, undefined, `b${index}`),
        );
        const bidsOn = (auction: Auction) =>
          commands.reduce((state, command) => {
            return decide(state, command, LATER).ok ? obey(state, command, LATER) : state;
          }, auction);
        const [hidden, none] = [bidsOn(anAuction({}, reserveMinor)), bidsOn(anAuction())];
        expect(standingBids(hidden)).toEqual(standingBids(none));
        expect([priceOf(hidden), minNextBid(hidden)]).toEqual([priceOf(none), minNextBid(none)]);
        expect(reserveMet(hidden)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it("in any order the highest maximum leads, at the reserve if it reaches it and others do not pass it", () => {
    const maxima = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(maxima, fc.integer({ min: 100_00, max: 400_00 }), (steps, reserveMinor) => {
        const bids = steps.map((step) => placeUpTo(`p${step}`, 100_00 + step * 5_00));
        let auction = anAuction({}, reserveMinor);
        let taken: number[] = [];
        for (const command of bids) {
          if (!decide(auction, command, LATER).ok) continue;
          auction = obey(auction, command, LATER);
          taken.push(command.maximum.maxMinor);
        }
        const [first = 0, second] = taken.toSorted((a, b) => b - a);
        const others = second === undefined ? 100_00 : second + incrementAt("flat", second);
        const reached = first >= reserveMinor ? reserveMinor : 0;
        expect(priceOf(auction)).toBe(Math.max(Math.min(first, others), reached));
        expect(leaderOf(auction)?.maxMinor).toBe(first);
        expect(reserveMet(auction)).toBe(first >= reserveMinor);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the fact that meets it opens it", () => {
  it("a fact of its own after the opening seals it", () => {
    expect(outcomeOf(null, openCommand({}, RESERVE), T0).slice(1)).toEqual([
      { seq: 2, at: T0, fact: { type: "reserveSet" }, secret: aReserve(RESERVE) },
    ]);
    expect(JSON.stringify(factsOf(null, openCommand({}, RESERVE), T0))).not.toContain("30000");
  });

  it.each<[string, readonly Command[], Command, object[]]>([
    [
      "an exact bid",
      [place("ann", 299_99)],
      place("bob", 350_00),
      [{ type: "newBid", amountMinor: 350_00, ...OPENED }],
    ],
    ["a maximum", [], placeUpTo("ann", 300_00), [{ type: "newBid", amountMinor: 300_00, ...OPENED }]],
    [
      "a maximum against another",
      [placeUpTo("ann", 200_00)],
      placeUpTo("bob", 500_00),
      [
        { type: "bidAdjusted", bidderId: "ann" },
        { type: "newBid", amountMinor: 300_00, ...OPENED },
      ],
    ],
    [
      "the leader's own higher maximum",
      [placeUpTo("ann", 200_00)],
      placeUpTo("ann", 400_00),
      [{ type: "maximumChanged" }, { type: "bidAdjusted", amountMinor: 300_00, ...OPENED }],
    ],
    [
      "the leader's higher exact amount",
      [placeUpTo("ann", 200_00)],
      place("ann", 400_00),
      [{ type: "bidEdited", amountMinor: 400_00, ...OPENED }],
    ],
  ])("%s", (_what, before, command, facts) => {
    const auction = after(before);
    expect(reserveMet(auction)).toBe(false);
    expect(JSON.stringify(factsOf(auction, command, LATER))).toContain("openedReserve");
    expect(factsOf(auction, command, LATER)).toMatchObject(facts);
    expect(reserveMet(obey(auction, command, LATER))).toBe(true);
  });

  it("only the first one does, even if a withdrawal lowers the price below it and another bid meets it again", () => {
    const met = after([place("ann", 200_00), place("bob", 350_00, "bob-1")]);
    const fallen = obey(met, remove("bob-1"), LATER);
    expect([reserveMet(fallen), statusAt(fallen, END)]).toEqual([false, "Expired"]);
    expect(JSON.stringify(factsOf(fallen, placeUpTo("cem", 500_00), LATER))).not.toContain("openedReserve");
    expect(priceOf(obey(fallen, placeUpTo("cem", 500_00), LATER))).toBe(300_00);
  });

  it("a leader whose maximum reaches it stays at it when the other bids go, and nobody is raised by that", () => {
    const met = after([placeUpTo("ann", 500_00), place("bob", 400_00, "bob-1")]);
    expect(priceOf(met)).toBe(401_00);
    expect(priceOf(obey(met, remove("bob-1"), LATER))).toBe(300_00);
  });

  it("a maximum that reaches it near the end moves the end, as a bid does", () => {
    const late = END - SECOND_MS;
    const led = after([placeUpTo("ann", 200_00)]);
    expect(factsOf(led, placeUpTo("ann", 400_00), late).map(({ type }) => type)).toEqual([
      "maximumChanged",
      "bidAdjusted",
      "extended",
    ]);
  });
});

describe("below it nobody wins", () => {
  const unmet = after([placeUpTo("ann", 250_00), place("bob", 200_00)]);

  it("the auction expires, and its seller may list it again or remove it", () => {
    expect(factsOf(unmet, CLOSE, END)).toMatchObject([{ type: "closed", outcome: null }]);
    expect(JSON.stringify(factsOf(unmet, CLOSE, END))).not.toContain("openedReserve");
    const closed = obey(unmet, CLOSE, END);
    expect([statusAt(unmet, END), statusAt(closed, END)]).toEqual(["Expired", "Expired"]);
    expect(refuseRelisting(closed, SELLER, END)).toBeNull();
    expect(factsOf(closed, { type: "deleteListing", sellerId: SELLER }, END)).toEqual([{ type: "removed" }]);
  });

  it("met, it is sold to the leader", () => {
    const met = obey(unmet, place("cem", 300_00), LATER);
    expect(factsOf(met, CLOSE, END)).toMatchObject([{ outcome: { winnerId: "cem", priceMinor: 300_00 } }]);
    expect(refuseRelisting(met, SELLER, END)).toEqual({ code: "not_expired" });
  });
});

describe("setting it", () => {
  const tooLow = { code: "reserve_too_low", minimumMinor: 100_00 };
  it.each([
    ["a cent below the starting price", 99_99, tooLow],
    ["at the starting price", 100_00, "accepted"],
  ])("%s", (_what, reserveMinor, verdict) => {
    expect(verdictOf(null, openCommand({}, reserveMinor), T0)).toEqual(verdict);
    expect(verdictOf(anAuction(), edit(aReserve(reserveMinor)), LATER)).toEqual(verdict);
  });

  it("a starting price above it is refused, unless the reserve rises too", () => {
    const auction = anAuction({}, RESERVE);
    const change = { startingPriceMinor: 300_01 };
    const dearer: Command = { type: "editListing", sellerId: SELLER, change, limits: LIMITS };
    expect(refusalOf(auction, dearer, LATER)).toEqual({ code: "reserve_too_low", minimumMinor: 300_01 });
    expect(factsOf(auction, edit(aReserve(300_01), change), LATER).map(({ type }) => type)).toEqual([
      "listingEdited",
      "reserveSet",
    ]);
  });

  it("the same amount is not a change, another one is sealed again, and it can be removed", () => {
    const auction = anAuction({}, RESERVE);
    expect(factsOf(auction, edit({ ...aReserve(RESERVE), salt: "another" }), LATER)).toEqual([]);
    expect(factsOf(anAuction(), edit(null), LATER)).toEqual([]);
    const changed = obey(auction, edit(aReserve(200_00)), LATER);
    expect(factsOf(changed, place("ann", 200_00), LATER)).toMatchObject([
      { openedReserve: { seq: 3, ...aReserve(200_00) } },
    ]);
    const removed = obey(auction, edit(null), LATER);
    expect([removed.reserve, reserveMet(removed), removed.edits]).toEqual([null, null, 2]);
  });

  it("is frozen by the first bid, until all bids are withdrawn", () => {
    const bidOn = after([place("ann", 200_00, "ann-1")]);
    for (const reserve of [aReserve(200_00), null]) {
      expect(refusalOf(bidOn, edit(reserve), LATER)).toEqual({ code: "terms_frozen", fields: ["reserveMinor"] });
    }
    expect(factsOf(bidOn, edit(aReserve(RESERVE)), LATER)).toEqual([]);
    const free = obey(bidOn, withdraw("ann-1"), LATER + HOUR_MS);
    expect(factsOf(free, edit(null), LATER + HOUR_MS)).toEqual([{ type: "reserveRemoved" }]);
  });
});
