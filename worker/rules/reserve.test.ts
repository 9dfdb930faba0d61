/** The hidden reserve: its effect on prices, the fact that opens it, and its secrecy until it is met. */
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { type Auction, minNextBid, priceOf, isReserveMet, standingBids } from "./auction.ts";
import { priceOfOffer } from "./bidding.ts";
import { statusAt } from "./closing.ts";
import { type Command, decide } from "./decide.ts";
import { refuseRelisting } from "./listing.ts";
import {
  auctionAfter,
  anAuction,
  aReserve,
  CLOSE,
  DAY_MS,
  deleteListing,
  editListing,
  factsOf,
  HOUR_MS,
  factTypesOf,
  MINUTE_MS,
  auctionAfterCommand,
  openCommand,
  sequencedFactsOf,
  place,
  placeUpTo,
  refusalOf,
  voidBid,
  SECOND_MS,
  SELLER,
  T0,
  decisionOf,
  withdraw,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;
const END = T0 + DAY_MS;
const RESERVE = 300_00;
const OPENED_FIELDS = { openedReserve: { seq: 2, ...aReserve(RESERVE) } };
const withReserve = (commands: readonly Command[]) => auctionAfter(commands, {}, RESERVE);
const editReserve = (reserve: ReturnType<typeof aReserve> | null, change = {}) => editListing(change, { reserve });

it.each([
  ["below it pays as without a reserve", { floorMinor: 100_00, maxMinor: 299_99 }, 150_00, 151_00],
  ["that reaches it pays the reserve", { floorMinor: 100_00, maxMinor: 300_00 }, null, 300_00],
  ["above it pays the reserve if the others offer less", { floorMinor: 100_00, maxMinor: 900_00 }, 150_00, 300_00],
  ["above it pays more if the others offer more", { floorMinor: 100_00, maxMinor: 900_00 }, 400_00, 401_00],
  ["above it with an exact amount pays that amount", { floorMinor: 350_00, maxMinor: 350_00 }, 150_00, 350_00],
])("with a reserve, an offer %s", (_what, offer, other, price) => {
  expect(priceOfOffer({ increments: "flat", reserveMinor: RESERVE }, offer, other)).toBe(price);
});

it("below the reserve, prices, minimum bids and order are as without a reserve", () => {
  const offers = fc.array(
    fc.record({ who: fc.nat({ max: 4 }), maxMinor: fc.integer({ min: 100_00, max: 130_00 }), exact: fc.boolean() }),
    { minLength: 1, maxLength: 10, size: "max" },
  );
  fc.assert(
    fc.property(offers, fc.integer({ min: 130_01, max: 140_00 }), (list, reserveMinor) => {
      const commands = list.map(({ who, maxMinor, exact }, index) =>
        exact ? place(`p${who}`, maxMinor, `b${index}`) : placeUpTo(`p${who}`, maxMinor, undefined, `b${index}`),
      );
      const afterBids = (auction: Auction) =>
        commands.reduce((state, command) => {
          return decide(state, command, LATER).ok ? auctionAfterCommand(state, command, LATER) : state;
        }, auction);
      const [withReserveSet, withoutReserve] = [afterBids(anAuction({}, reserveMinor)), afterBids(anAuction())];
      expect(standingBids(withReserveSet)).toEqual(standingBids(withoutReserve));
      expect([priceOf(withReserveSet), minNextBid(withReserveSet)]).toEqual([
        priceOf(withoutReserve),
        minNextBid(withoutReserve),
      ]);
      expect(isReserveMet(withReserveSet)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

it("a reserve is sealed by its own fact after the opening", () => {
  expect(sequencedFactsOf(null, openCommand({}, RESERVE), T0).slice(1)).toEqual([
    { seq: 2, at: T0, fact: { type: "reserveSet" }, secret: aReserve(RESERVE) },
  ]);
  expect(JSON.stringify(factsOf(null, openCommand({}, RESERVE), T0))).not.toContain("30000");
});

const annLeads = [placeUpTo("ann", 200_00)];
it.each<[string, readonly Command[], Command, object[]]>([
  [
    "an exact bid",
    [place("ann", 299_99)],
    place("bob", 350_00),
    [{ type: "newBid", amountMinor: 350_00, ...OPENED_FIELDS }],
  ],
  ["a maximum", [], placeUpTo("ann", 300_00), [{ type: "newBid", amountMinor: 300_00, ...OPENED_FIELDS }]],
  [
    "a maximum against another",
    annLeads,
    placeUpTo("bob", 500_00),
    [
      { type: "bidAdjusted", bidderId: "ann" },
      { type: "newBid", amountMinor: 300_00, ...OPENED_FIELDS },
    ],
  ],
  [
    "the leader's own higher maximum",
    annLeads,
    placeUpTo("ann", 400_00),
    [{ type: "maximumChanged" }, { type: "bidAdjusted", amountMinor: 300_00, ...OPENED_FIELDS }],
  ],
  [
    "the leader's higher exact amount",
    annLeads,
    place("ann", 400_00),
    [{ type: "bidEdited", amountMinor: 400_00, ...OPENED_FIELDS }],
  ],
])("the event that meets the reserve reveals it: %s", (_what, before, command, facts) => {
  const auction = withReserve(before);
  expect(isReserveMet(auction)).toBe(false);
  expect(factsOf(auction, command, LATER)).toMatchObject(facts);
  expect(isReserveMet(auctionAfterCommand(auction, command, LATER))).toBe(true);
});

it("only the first bid that meets the reserve reveals it", () => {
  const afterRemoval = withReserve([place("ann", 200_00), place("bob", 350_00, "bob-1"), voidBid("bob-1")]);
  expect([isReserveMet(afterRemoval), statusAt(afterRemoval, END)]).toEqual([false, "Expired"]);
  expect(JSON.stringify(factsOf(afterRemoval, placeUpTo("cem", 500_00), LATER))).not.toContain("openedReserve");
  expect(priceOf(auctionAfterCommand(afterRemoval, placeUpTo("cem", 500_00), LATER))).toBe(300_00);
});

it("a leader whose maximum meets the reserve still pays it if other bids are voided", () => {
  const met = withReserve([placeUpTo("ann", 500_00), place("bob", 400_00, "bob-1")]);
  expect(priceOf(met)).toBe(401_00);
  expect(priceOf(auctionAfterCommand(met, voidBid("bob-1"), LATER))).toBe(300_00);
});

it("a maximum that meets the reserve near the end extends the auction like a bid", () => {
  const factTypes = factTypesOf(withReserve(annLeads), placeUpTo("ann", 400_00), END - SECOND_MS);
  expect(factTypes).toEqual(["maximumChanged", "bidAdjusted", "extended"]);
});

it("an auction below its reserve expires, and can be relisted or removed", () => {
  const unmet = withReserve([placeUpTo("ann", 250_00), place("bob", 200_00)]);
  expect(factsOf(unmet, CLOSE, END)).toMatchObject([{ type: "closed", outcome: null }]);
  expect(JSON.stringify(factsOf(unmet, CLOSE, END))).not.toContain("openedReserve");
  const closed = auctionAfterCommand(unmet, CLOSE, END);
  expect([statusAt(unmet, END), statusAt(closed, END)]).toEqual(["Expired", "Expired"]);
  expect(refuseRelisting(closed, SELLER, END)).toBeNull();
  expect(factsOf(closed, deleteListing(), END)).toEqual([{ type: "removed" }]);
  const met = auctionAfterCommand(unmet, place("cem", 300_00), LATER);
  expect(factsOf(met, CLOSE, END)).toMatchObject([{ outcome: { winnerId: "cem", priceMinor: 300_00 } }]);
  expect(refuseRelisting(met, SELLER, END)).toEqual({ code: "not_expired" });
});

it.each([
  ["refuse a reserve a cent below the starting price", 99_99, { code: "reserve_too_low", minimumMinor: 100_00 }],
  ["accept a reserve at the starting price", 100_00, "accepted"],
])("the rules %s", (_what, reserveMinor, decision) => {
  expect(decisionOf(null, openCommand({}, reserveMinor), T0)).toEqual(decision);
  expect(decisionOf(anAuction(), editReserve(aReserve(reserveMinor)), LATER)).toEqual(decision);
});

it("a starting price above the reserve is refused unless the reserve rises, too", () => {
  const change = { startingPriceMinor: 300_01 };
  expect(refusalOf(withReserve([]), editListing(change), LATER)).toEqual({
    code: "reserve_too_low",
    minimumMinor: 300_01,
  });
  const factTypes = factTypesOf(withReserve([]), editReserve(aReserve(300_01), change), LATER);
  expect(factTypes).toEqual(["listingEdited", "reserveSet"]);
});

it("a new reserve is sealed again, but the same one changes nothing", () => {
  const auction = withReserve([]);
  expect(factsOf(auction, editReserve({ ...aReserve(RESERVE), salt: "another" }), LATER)).toEqual([]);
  expect(factsOf(anAuction(), editReserve(null), LATER)).toEqual([]);
  const changed = auctionAfterCommand(auction, editReserve(aReserve(200_00)), LATER);
  expect(factsOf(changed, place("ann", 200_00), LATER)).toMatchObject([
    { openedReserve: { seq: 3, ...aReserve(200_00) } },
  ]);
  const removed = auctionAfterCommand(auction, editReserve(null), LATER);
  expect([removed.reserve, isReserveMet(removed), removed.edits]).toEqual([null, null, 2]);
});

it("the first bid freezes a reserve until all bids are withdrawn", () => {
  const auctionWithBid = withReserve([place("ann", 200_00, "ann-1")]);
  for (const reserve of [aReserve(200_00), null]) {
    expect(refusalOf(auctionWithBid, editReserve(reserve), LATER)).toEqual({
      code: "terms_frozen",
      fields: ["reserveMinor"],
    });
  }
  expect(factsOf(auctionWithBid, editReserve(aReserve(RESERVE)), LATER)).toEqual([]);
  const withoutBids = auctionAfterCommand(auctionWithBid, withdraw("ann-1"), LATER + HOUR_MS);
  expect(factsOf(withoutBids, editReserve(null), LATER + HOUR_MS)).toEqual([{ type: "reserveRemoved" }]);
});
