/**
 * The reference for automatic bids: real eBay auctions, replayed row by row with the rules. Where the final price
 * differs, the seller had a reserve, which the data doesn't contain. eBay raises a bid that meets the reserve to the
 * reserve.
 */
import { describe, expect, it } from "vitest";

import { type Auction, evolve, leaderOf, minNextBid, priceOf } from "./auction.ts";
import { type Command, decide } from "./decide.ts";
import { sequenceFacts } from "./facts.ts";
import { DAY_MS, openCommand, T0 } from "./testing/auctions.ts";
import {
  type EbayAuction,
  EBAY_AUCTIONS as AUCTIONS,
  DIFFERENT_PRICES,
  highestBidder,
} from "./testing/ebay-auctions.ts";

/** Opened with tiered increments and without a soft close. Rows below the minimum bid are refused. */
function replay({ days, openingMinor, bids }: EbayAuction) {
  const terms = {
    startingPriceMinor: openingMinor,
    endsAt: T0 + days * DAY_MS,
    increments: "tiered",
    softCloseMs: 0,
  } as const;
  const limits = { minStartingPriceMinor: 1, minAuctionMs: 1 };
  let auction: Auction | null = null;
  let refusedCount = 0;
  let unusualCount = 0;
  const apply = (command: Command, now: number) => {
    const decision = decide(auction, command, now);
    if (!decision.ok) refusedCount += 1;
    else auction = sequenceFacts(auction, decision.drafts, now).reduce<Auction | null>(evolve, auction);
  };
  apply({ ...openCommand(terms), limits }, T0);
  for (const [index, { atDays, bidder: bidderId, maxMinor }] of bids.entries()) {
    const maximum = { maxMinor, salt: `salt-${index}` };
    if (auction && maxMinor > 20 * minNextBid(auction)) unusualCount += 1;
    apply({ type: "placeBid", bidId: `bid-${index}`, bidderId, maximum }, T0 + Math.floor(atDays * DAY_MS));
  }
  return {
    leaderId: auction && leaderOf(auction)?.bidderId,
    priceMinor: auction && priceOf(auction),
    refusedCount,
    unusualCount,
  };
}

describe("real eBay auctions", () => {
  const outcomes = AUCTIONS.map((auction) => ({ auction, ...replay(auction) }));

  it("the sample has 244 eBay auctions with 3,640 bids", () => {
    expect(AUCTIONS).toHaveLength(244);
    expect(AUCTIONS.flatMap(({ bids }) => bids)).toHaveLength(3_640);
  });

  it("53 real eBay auctions have a maximum over 20 times the minimum bid", () => {
    expect(outcomes.filter(({ unusualCount }) => unusualCount > 0)).toHaveLength(53);
  });

  it("our rules give real eBay auctions the same highest bidder", () => {
    expect(outcomes.filter(({ auction, leaderId }) => leaderId !== highestBidder(auction))).toEqual([]);
  });

  it("our rules give real eBay auctions the same price, except seven with a reserve", () => {
    const different = outcomes.filter(({ auction, priceMinor }) => priceMinor !== auction.finalMinor);
    expect(different.map(({ auction, priceMinor }) => [auction.id, priceMinor, auction.finalMinor])).toEqual(
      DIFFERENT_PRICES,
    );
  });

  it("real eBay auctions have only 17 bids below our minimum bid", () => {
    expect(outcomes.reduce((count, { refusedCount }) => count + refusedCount, 0)).toBe(17);
  });
});
