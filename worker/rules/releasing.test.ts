/** Bids that a seller releases or voids, bids that an admin voids, and buyers who don't pay. */
import { expect, it } from "vitest";

import { type Auction, leaderOf, minNextBid, priceOf } from "./auction.ts";
import { statusAt } from "./closing.ts";
import type { Command } from "./decide.ts";
import {
  auctionAfter,
  anAuction,
  requestRelease,
  block,
  CLOSE,
  DAY_MS,
  edit,
  factsOf,
  HIDE,
  HOUR_MS,
  MINUTE_MS,
  auctionAfterCommand,
  sequencedFactsOf,
  place,
  placeUpTo,
  refusalOf,
  voidBid,
  SELLER,
  SHOW,
  T0,
  decisionOf,
  VOID,
  withdraw,
} from "./testing/auctions.ts";

const LATER = T0 + HOUR_MS;
const END = T0 + DAY_MS;
const ENDED = { code: "auction_ended", endedAt: END };
const release = (bidId: string, sellerId = SELLER): Command => ({ type: "releaseBid", sellerId, bidId });
const releaseBuyer = (sellerId = SELLER): Command => ({ type: "releaseBuyer", sellerId });
const voidBySeller = (bidId: string): Command => ({ type: "voidBid", bidId, by: "seller", personId: "bob" });

/** Bob's bid has met Ann's automatic one, so he can't withdraw it. */
const withBindingBid = auctionAfter([placeUpTo("ann", 432_10, undefined, "ann-1"), place("bob", 4_999_00, "bob-1")]);
const withRequest = auctionAfterCommand(withBindingBid, requestRelease("bob-1"), LATER);
const sold = auctionAfterCommand(auctionAfter([place("ann", 300_00)]), CLOSE, END);

it("a binding bid stays binding once raised, even if the bid it revealed is voided", () => {
  const raised = auctionAfter([placeUpTo("ann", 432_10, undefined, "ann-1"), place("bob", 200_00, "bob-1")]);
  const edited = auctionAfterCommand(raised, edit("bob-1", { amountMinor: 500_00 }), LATER);
  expect(refusalOf(auctionAfterCommand(edited, voidBid("ann-1"), LATER), withdraw("bob-1"), LATER).code).toBe(
    "withdrawal_reveals",
  );
});

it("a hidden reserve makes only the bid that meets it binding", () => {
  const met = auctionAfter([place("bob", 800_00, "bob-1"), place("ann", 900_00, "ann-1")], {}, 777_00);
  expect(refusalOf(met, withdraw("bob-1"), LATER)).toEqual({ code: "withdrawal_reveals" });
  expect(decisionOf(met, withdraw("ann-1", { ownWithdrawals: 5 }), LATER)).toBe("accepted");
});

it("a release follows its bidder's request and is a public withdrawal", () => {
  expect(factsOf(withBindingBid, requestRelease("bob-1"), LATER)).toEqual([
    { type: "releaseRequested", bidId: "bob-1", bidderId: "bob", amountMinor: 4_999_00 },
  ]);
  expect(factsOf(withRequest, requestRelease("bob-1"), LATER)).toEqual([]);
  const now = LATER + MINUTE_MS;
  expect(factsOf(withRequest, release("bob-1"), now)).toMatchObject([
    { type: "bidWithdrawn", bidId: "bob-1", bidderId: "bob", newLeaderId: "ann", reason: "released" },
    { type: "bidAdjusted", bidId: "ann-1", amountMinor: 100_00 },
  ]);
  const released = auctionAfterCommand(withRequest, release("bob-1"), now);
  expect([priceOf(released), leaderOf(released)?.bidderId, released.withdrawals]).toEqual([100_00, "ann", 1]);
});

it.each<[string, Auction, Command, number, unknown]>([
  ["refuse a release by a stranger", withRequest, release("bob-1", "eve"), LATER, { code: "not_your_auction" }],
  ["refuse a release without a request", withBindingBid, release("bob-1"), LATER, { code: "release_not_requested" }],
  ["refuse a release of a bid that is gone", withRequest, release("cem-1"), LATER, { code: "bid_not_found" }],
  [
    "refuse a release within the soft-close window",
    withRequest,
    release("bob-1"),
    END - 2 * MINUTE_MS + 1,
    { code: "withdrawal_too_late" },
  ],
  ["refuse a release after the end", withRequest, release("bob-1"), END, ENDED],
  [
    "accept a release with exactly the soft-close window left",
    withRequest,
    release("bob-1"),
    END - 2 * MINUTE_MS,
    "accepted",
  ],
  [
    "refuse a release on a hidden listing",
    auctionAfterCommand(withRequest, HIDE, LATER),
    release("bob-1"),
    LATER,
    { code: "listing_hidden" },
  ],
  [
    "refuse a release of a bid that has since been raised",
    auctionAfterCommand(withRequest, edit("bob-1", { amountMinor: 5_999_00, confirmed: true }), LATER),
    release("bob-1"),
    LATER,
    { code: "release_not_requested" },
  ],
  [
    "refuse a release of a bid that has since gotten a maximum",
    auctionAfterCommand(withRequest, placeUpTo("bob", 9_999_00), LATER),
    release("bob-1"),
    LATER,
    { code: "release_not_requested" },
  ],
  [
    "refuse a request for another person's bid",
    withBindingBid,
    requestRelease("bob-1", "eve"),
    LATER,
    { code: "not_your_bid" },
  ],
  ["refuse a request after the end", withBindingBid, requestRelease("bob-1"), END, ENDED],
  [
    "refuse a seller's voiding of a bid without a block",
    withBindingBid,
    voidBySeller("bob-1"),
    LATER,
    { code: "bidder_unknown" },
  ],
  ["refuse the voiding of a bid that is gone", withBindingBid, voidBid("cem-1"), LATER, { code: "bid_not_found" }],
  ["refuse the voiding of a bid after the end", withBindingBid, voidBid("bob-1"), END, ENDED],
  ["refuse a release of a buyer by the buyer", sold, releaseBuyer("ann"), END, { code: "not_your_auction" }],
  [
    "refuse a release of a buyer while the auction is live",
    auctionAfter([place("ann", 300_00)]),
    releaseBuyer(),
    LATER,
    { code: "not_closed" },
  ],
  [
    "refuse a release of a buyer when there is none",
    auctionAfterCommand(anAuction(), CLOSE, END),
    releaseBuyer(),
    END,
    { code: "not_closed" },
  ],
  [
    "refuse a release of a buyer once the auction is voided",
    auctionAfterCommand(sold, VOID, END),
    releaseBuyer(),
    END,
    { code: "auction_voided" },
  ],
  [
    "refuse a release of a buyer while the listing is hidden",
    auctionAfterCommand(sold, HIDE, END),
    releaseBuyer(),
    END,
    { code: "listing_hidden" },
  ],
  [
    "refuse a release of a buyer by a stranger while the listing is hidden",
    auctionAfterCommand(sold, HIDE, END),
    releaseBuyer("eve"),
    END,
    { code: "auction_not_found" },
  ],
])("the rules %s", (_what, auction, command, now, decision) => {
  expect(decisionOf(auction, command, now)).toEqual(decision);
});

it("voiding a bid as an admin returns the lead and seals the reason", () => {
  const records = sequencedFactsOf(withBindingBid, voidBid("bob-1"), LATER);
  expect(records).toMatchObject([
    {
      fact: { type: "bidVoided", bidId: "bob-1", bidderId: "bob", newLeaderId: "ann", by: "admin" },
      secret: { reason: "A shill", salt: "salt" },
    },
    { fact: { type: "bidAdjusted", bidId: "ann-1", amountMinor: 100_00 } },
  ]);
  expect(JSON.stringify(records.map(({ fact }) => fact))).not.toContain("A shill");
  const afterVoiding = auctionAfterCommand(withBindingBid, voidBid("bob-1"), LATER);
  expect([priceOf(afterVoiding), afterVoiding.bidCount, afterVoiding.withdrawals]).toEqual([100_00, 1, 0]);
});

it("voiding a bid is never too late and extends the auction as far as possible", () => {
  const contested = auctionAfter([place("ann", 100_00), place("bob", 200_00, "bob-1")], { windowsAfterWithdrawal: 5 });
  expect(factsOf(contested, voidBid("bob-1"), END - 1)).toMatchObject([
    { type: "bidVoided" },
    { type: "extended", endsAt: END - 1 + 10 * MINUTE_MS },
  ]);
});

it("a seller voids a blocked person's bid without a sealed reason", () => {
  const [record] = sequencedFactsOf(
    auctionAfterCommand(withBindingBid, block("bob"), LATER),
    voidBySeller("bob-1"),
    LATER,
  );
  expect(record?.fact).toMatchObject({ type: "bidVoided", by: "seller" });
  expect(record?.secret).toBeUndefined();
});

it("a lost lead is announced once an hour, and for each released or voided bid", () => {
  let auction = auctionAfter([place("ann", 100_00)]);
  const lose = (bidId: string, command: Command, now: number) => {
    auction = auctionAfterCommand(auctionAfterCommand(auction, place("bob", 300_00, bidId), now), command, now);
    return auction.leadLost;
  };
  expect(lose("bob-1", withdraw("bob-1"), LATER)).toEqual({ seq: auction.seq, at: LATER });
  expect(lose("bob-2", withdraw("bob-2"), LATER + HOUR_MS - 1)?.at).toBe(LATER);
  expect(lose("bob-3", withdraw("bob-3"), LATER + HOUR_MS)?.at).toBe(LATER + HOUR_MS);
  expect(lose("bob-4", voidBid("bob-4"), LATER + HOUR_MS + 1)?.at).toBe(LATER + HOUR_MS + 1);
});

it("releasing the buyer reverses the sale in public, once", () => {
  expect(factsOf(sold, releaseBuyer(), END)).toEqual([{ type: "buyerReleased", bidderId: "ann", priceMinor: 300_00 }]);
  const released = auctionAfterCommand(sold, releaseBuyer(), END);
  expect([statusAt(sold, END), statusAt(released, END), released.outcome]).toEqual(["Sold", "Expired", null]);
  expect(factsOf(released, releaseBuyer(), END)).toEqual([]);
  expect(minNextBid(released)).toBe(301_00);
});

it("a buyer can be released once a listing that ended while hidden is shown", () => {
  const hidden = auctionAfterCommand(
    auctionAfterCommand(auctionAfter([place("ann", 300_00)]), HIDE, LATER),
    CLOSE,
    END,
  );
  expect(refusalOf(hidden, releaseBuyer(), END)).toEqual({ code: "listing_hidden" });
  expect(decisionOf(auctionAfterCommand(hidden, SHOW, END + DAY_MS), releaseBuyer(), END + DAY_MS)).toBe("accepted");
});
