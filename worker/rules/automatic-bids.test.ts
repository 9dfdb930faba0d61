/**
 * The rules for automatic bids, as tables of bids against each other. `scripts/proof/oracle` covers any order of bids,
 * and compares each fact with those of a plain model.
 */
import { describe, expect, it } from "vitest";

import { type Auction, priceOf, standingBids } from "./auction.ts";
import { seqOfNextBid } from "./bidding.ts";
import type { Command } from "./decide.ts";
import { MAX_AMOUNT_MINOR } from "./money.ts";
import {
  auctionAfter,
  anAuction,
  requestRelease,
  DAY_MS,
  edit,
  factsOf,
  factTypesOf,
  MINUTE_MS,
  auctionAfterCommand,
  sequencedFactsOf,
  place,
  placeUpTo,
  refusalOf,
  voidBid,
  SECOND_MS,
  SELLER,
  T0,
  aMaximum,
  decisionOf,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;

/** The standing bids, with the leader first. */
const standingsOf = (auction: Auction) =>
  standingBids(auction)
    .map(({ bidderId, amountMinor }) => `${bidderId} ${(amountMinor / 100).toFixed(2)}`)
    .join(", ");
/** A bid up to a maximum, with an ID such as `ann-1`. */
const firstBidOf = (bidderId: string, maxMinor: number, amountMinor?: number) =>
  placeUpTo(bidderId, maxMinor, amountMinor, `${bidderId}-1`);

describe("competing maximum bids", () => {
  it.each<[string, Command[], string]>([
    ["a single maximum starts at the starting price", [placeUpTo("ann", 300_00)], "ann 100.00"],
    ["a single maximum with an amount starts at that amount", [placeUpTo("ann", 300_00, 150_00)], "ann 150.00"],
    [
      "a lower maximum raises the leader's bid to one increment over it",
      [placeUpTo("ann", 300_00), placeUpTo("bob", 200_00)],
      "ann 201.00, bob 200.00",
    ],
    [
      "a lower exact bid raises the leader's bid to one increment over it",
      [placeUpTo("ann", 300_00), place("bob", 150_00)],
      "ann 151.00, bob 150.00",
    ],
    [
      "a higher maximum takes the lead, and the other bid rises to its own maximum",
      [placeUpTo("ann", 200_00), placeUpTo("bob", 300_00)],
      "bob 201.00, ann 200.00",
    ],
    [
      "a higher exact bid takes the lead at exactly its amount",
      [placeUpTo("ann", 200_00), place("bob", 300_00)],
      "bob 300.00, ann 200.00",
    ],
    [
      "the first of two equal maximums leads, both at that amount",
      [placeUpTo("ann", 200_00), placeUpTo("bob", 200_00)],
      "ann 200.00, bob 200.00",
    ],
    [
      "a maximum less than an increment above is paid in full",
      [placeUpTo("ann", 200_00), placeUpTo("bob", 200_40)],
      "bob 200.40, ann 200.00",
    ],
    [
      "a bid with an amount and a lower maximum is outbid at its maximum",
      [placeUpTo("ann", 300_00), placeUpTo("bob", 200_00, 150_00)],
      "ann 201.00, bob 200.00",
    ],
    [
      "a leader's exact bid above their maximum changes their automatic bid",
      [firstBidOf("ann", 300_00), place("ann", 400_00)],
      "ann 400.00",
    ],
    [
      "the loser can regain the lead with the same bid",
      [firstBidOf("ann", 200_00), placeUpTo("bob", 300_00), edit("ann-1", { maxMinor: 500_00 })],
      "ann 301.00, bob 300.00",
    ],
    [
      "a leader with an exact bid can add a maximum above it",
      [place("ann", 150_00), placeUpTo("ann", 300_00), firstBidOf("bob", 200_00), voidBid("bob-1")],
      "ann 150.00",
    ],
    [
      "a lowered maximum keeps the lead against an equal one",
      [firstBidOf("ann", 200_00), edit("ann-1", { maxMinor: 160_00 }), placeUpTo("cem", 160_00)],
      "ann 160.00, cem 160.00",
    ],
    [
      "a lowered maximum loses the lead to a higher one",
      [firstBidOf("ann", 200_00), edit("ann-1", { maxMinor: 160_00 }), placeUpTo("cem", 170_00)],
      "cem 161.00, ann 160.00",
    ],
    [
      "the next leader pays one increment over the bidder after them",
      [placeUpTo("ann", 150_00), placeUpTo("bob", 200_00), firstBidOf("cem", 300_00), voidBid("cem-1")],
      "bob 151.00, ann 150.00",
    ],
    [
      "the first of equal maximums leads again once the leader is gone",
      [placeUpTo("ann", 200_00), placeUpTo("bob", 200_00), place("cem", 250_00, "cem-1"), voidBid("cem-1")],
      "ann 200.00, bob 200.00",
    ],
    [
      "the leader's automatic bids all come down once the others are gone",
      [
        firstBidOf("ann", 150_00),
        firstBidOf("bob", 200_00),
        placeUpTo("ann", 300_00, undefined, "ann-2"),
        voidBid("bob-1"),
      ],
      "ann 100.00, ann 100.00",
    ],
    [
      "no automatic bid falls below the amount that its bidder gave",
      [firstBidOf("ann", 150_00, 120_00), firstBidOf("bob", 200_00), placeUpTo("ann", 300_00), voidBid("bob-1")],
      "ann 120.00, ann 120.00",
    ],
  ])("%s", (_what, commands, expected) => {
    expect(standingsOf(auctionAfter(commands))).toEqual(expected);
  });

  it("the leader's automatic bid exceeds the other maximum by its tiered increment", () => {
    const auction = auctionAfter([placeUpTo("ann", 600_00), placeUpTo("bob", 251_00)], { increments: "tiered" });
    expect(priceOf(auction)).toBe(256_00);
  });
});

describe("events of automatic bids", () => {
  const annLeads = auctionAfter([firstBidOf("ann", 200_00)]);
  const newBid = { type: "newBid", auto: false, outbidId: null, floorMinor: 100_00 };

  it("a first bid seals its maximum and shows the lowest possible amount", () => {
    expect(sequencedFactsOf(anAuction(), firstBidOf("ann", 200_00), LATER)).toEqual([
      {
        seq: 2,
        at: LATER,
        fact: { ...newBid, bidId: "ann-1", bidderId: "ann", amountMinor: 100_00 },
        secret: aMaximum(200_00),
      },
    ]);
  });

  it("a bid outbid right away seals no maximum and raises the leader's bid", () => {
    expect(sequencedFactsOf(annLeads, firstBidOf("bob", 150_00), LATER).map(({ at: _, ...fact }) => fact)).toEqual([
      { seq: 3, fact: { ...newBid, bidId: "bob-1", bidderId: "bob", amountMinor: 150_00 } },
      { seq: 4, fact: { type: "bidAdjusted", bidId: "ann-1", bidderId: "ann", amountMinor: 151_00 } },
    ]);
  });

  it("outbidding a leader reveals their maximum", () => {
    expect(factsOf(annLeads, firstBidOf("bob", 300_00), LATER)).toMatchObject([
      { type: "bidAdjusted", bidId: "ann-1", amountMinor: 200_00 },
      { type: "newBid", amountMinor: 201_00, outbidId: "ann", openedMaximum: { seq: 2, ...aMaximum(200_00) } },
    ]);
    expect(seqOfNextBid(annLeads, "bob", placeUpTo("bob", 300_00))).toBe(4);
    expect(seqOfNextBid(annLeads, "bob", placeUpTo("bob", 200_00))).toBe(3);
  });

  it("a leader already at their maximum has it revealed without another raise", () => {
    const tied = auctionAfterCommand(annLeads, placeUpTo("bob", 200_00), LATER);
    expect(factsOf(tied, place("cem", 250_00), LATER)).toMatchObject([
      { type: "newBid", openedMaximum: aMaximum(200_00) },
    ]);
    expect(seqOfNextBid(tied, "cem", { amountMinor: 250_00 })).toBe(tied.seq + 1);
  });

  it("a maximum is revealed once", () => {
    const leadsAgain = auctionAfter([firstBidOf("ann", 200_00), firstBidOf("bob", 300_00), voidBid("bob-1")]);
    const facts = factsOf(leadsAgain, place("cem", 250_00), LATER);
    expect(facts.map(({ type }) => type)).toEqual(["bidAdjusted", "newBid"]);
    expect(JSON.stringify(facts)).not.toContain("openedMaximum");
  });

  it("changing the leader's maximum records no amount and doesn't extend the auction", () => {
    const late = T0 + DAY_MS - SECOND_MS;
    const [raised, ...others] = sequencedFactsOf(annLeads, placeUpTo("ann", 500_00), late);
    expect(others).toEqual([]);
    expect(raised).toMatchObject({
      fact: { type: "maximumChanged", bidId: "ann-1", bidderId: "ann" },
      secret: aMaximum(500_00),
    });
    expect(factTypesOf(annLeads, placeUpTo("bob", 150_00), late)).toEqual(["newBid", "bidAdjusted", "extended"]);
  });

  it("a maximum equal to the amount is an exact bid", () => {
    const facts = sequencedFactsOf(anAuction(), firstBidOf("ann", 150_00, 150_00), LATER);
    expect(facts).toEqual(sequencedFactsOf(anAuction(), place("ann", 150_00, "ann-1"), LATER));
  });

  it("voiding a bid lowers the only remaining bid to the starting price", () => {
    expect(
      factsOf(auctionAfter([placeUpTo("ann", 300_00), firstBidOf("bob", 200_00)]), voidBid("bob-1"), LATER),
    ).toMatchObject([
      { type: "bidVoided", newLeaderId: null },
      { type: "bidAdjusted", bidderId: "ann", amountMinor: 100_00 },
    ]);
  });

  it("a release that lowers the price extends the auction like a withdrawn lead", () => {
    const contested = auctionAfter([placeUpTo("ann", 300_00), firstBidOf("bob", 200_00)], {
      windowsAfterWithdrawal: 5,
    });
    const late = T0 + DAY_MS - 3 * MINUTE_MS;
    const withRequest = auctionAfterCommand(contested, requestRelease("bob-1"), late - SECOND_MS);
    const release: Command = { type: "releaseBid", sellerId: SELLER, bidId: "bob-1" };
    expect(factTypesOf(withRequest, release, late)).toEqual(["bidWithdrawn", "bidAdjusted", "extended"]);
    expect(refusalOf(withRequest, release, T0 + DAY_MS - MINUTE_MS)).toEqual({ code: "withdrawal_too_late" });
  });
});

describe("refused maximums", () => {
  const annLeads = auctionAfter([firstBidOf("ann", 200_00), firstBidOf("bob", 150_00)]);
  const tooLow = { code: "bid_too_low", minimumMinor: 152_00 };
  const tooHigh = { code: "bid_too_high", maximumMinor: MAX_AMOUNT_MINOR - 1_00 };
  const belowOwn = { code: "below_own_maximum", maximumMinor: 200_00 };
  it.each<[string, Command, unknown]>([
    ["refuse a maximum below the minimum bid", placeUpTo("cem", 151_99), tooLow],
    ["refuse a maximum that is not an integer", placeUpTo("cem", 170.5), tooLow],
    ["refuse a maximum that is not a number", placeUpTo("cem", Number.NaN), tooLow],
    ["refuse a bid with neither a maximum nor an amount", { type: "placeBid", bidId: "b", bidderId: "cem" }, tooLow],
    ["refuse a maximum with an amount below the minimum bid", placeUpTo("cem", 500_00, 151_99), tooLow],
    [
      "refuse a maximum below its amount",
      placeUpTo("cem", 159_99, 160_00),
      { code: "maximum_too_low", minimumMinor: 160_00 },
    ],
    ["refuse a maximum above the limit", placeUpTo("cem", MAX_AMOUNT_MINOR + 1), tooHigh],
    ["refuse a maximum above the limit, with an amount", placeUpTo("cem", MAX_AMOUNT_MINOR + 1, 160_00), tooHigh],
    ["refuse the leader's own maximum again", placeUpTo("ann", 200_00), belowOwn],
    ["refuse a leader's maximum that is not a number", placeUpTo("ann", Number.NaN), belowOwn],
    ["refuse a leader's exact bid below their own maximum", place("ann", 180_00), belowOwn],
    ["accept a leader's maximum a cent above their own", placeUpTo("ann", 200_01), "accepted"],
    [
      "refuse a maximum lowered below the price",
      edit("ann-1", { maxMinor: 150_99 }),
      { code: "maximum_too_low", minimumMinor: 151_00 },
    ],
    ["accept a maximum lowered to the price", edit("ann-1", { maxMinor: 151_00 }), "accepted"],
    [
      "refuse a maximum for another person's bid",
      edit("ann-1", { maxMinor: 500_00, bidderId: "bob" }),
      { code: "not_your_bid" },
    ],
  ])("the rules %s", (_what, command, decision) => {
    expect(decisionOf(annLeads, command, LATER)).toEqual(decision);
  });

  it("a leader with two bids can change only the leading bid's maximum", () => {
    const withTwoBids = auctionAfter([
      firstBidOf("ann", 100_00),
      place("bob", 110_00),
      placeUpTo("ann", 300_00, undefined, "ann-2"),
    ]);
    for (const offer of [{ maxMinor: 400_00 }, { amountMinor: 400_00 }]) {
      expect(refusalOf(withTwoBids, edit("ann-1", offer), LATER)).toEqual({ code: "edit_leading_bid" });
      expect(decisionOf(withTwoBids, edit("ann-2", offer), LATER)).toBe("accepted");
    }
  });
});
