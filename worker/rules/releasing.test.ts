import { describe, expect, it } from "vitest";

import { type Auction, leaderOf, minNextBid, priceOf } from "./auction.ts";
import { PAYMENT_MS, statusAt } from "./closing.ts";
import type { Command } from "./decide.ts";
import type { Terms } from "./facts.ts";
import {
  anAuction,
  DAY_MS,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  obey,
  outcomeOf,
  place,
  placeUpTo,
  refusalOf,
  SECOND_MS,
  SELLER,
  T0,
  verdictOf,
} from "./testing/auctions.ts";

const LATER = T0 + HOUR_MS;
const END = T0 + DAY_MS;
const withdraw = (bidId: string, more: object = {}): Command => ({
  type: "withdrawBid",
  bidId,
  bidderId: bidId.split("-")[0] ?? "",
  ...more,
});
const ask = (bidId: string): Command => ({ type: "askRelease", bidId, bidderId: bidId.split("-")[0] ?? "" });
const release = (bidId: string, sellerId = SELLER): Command => ({ type: "releaseBid", sellerId, bidId });
const remove = (bidId: string): Command => ({ type: "voidBid", bidId, by: "admin", reason: "Nobody's", salt: "salt" });
const block = (personId: string): Command => ({ type: "blockBidder", sellerId: SELLER, personId, salt: "salt" });
const voided = (bidId: string): Command => ({
  type: "voidBid",
  bidId,
  by: "seller",
  personId: bidId.split("-")[0] ?? "",
});

/** The auction after these commands, one a second. */
function after(commands: readonly Command[], terms: Partial<Terms> = {}, reserveMinor?: number): Auction {
  return commands.reduce(
    (auction, command, index) => obey(auction, command, T0 + index * SECOND_MS),
    anAuction(terms, reserveMinor),
  );
}

describe("a bid that its bidder can't take back, because it has met an automatic bid", () => {
  const raised = after([placeUpTo("ann", 432_10, undefined, "ann-1"), place("bob", 200_00, "bob-1")]);

  it("stays so once it is raised, and when the other bid is gone", () => {
    const edited = obey(raised, { type: "editBid", bidId: "bob-1", bidderId: "bob", amountMinor: 500_00 }, LATER);
    expect(refusalOf(obey(edited, remove("ann-1"), LATER), withdraw("bob-1"), LATER).code).toBe("withdrawal_reveals");
  });
});

describe("a hidden reserve", () => {
  it("binds the bid that meets it, and none after it", () => {
    const met = after([place("bob", 800_00, "bob-1"), place("ann", 900_00, "ann-1")], {}, 777_00);
    expect(refusalOf(met, withdraw("bob-1"), LATER)).toEqual({ code: "withdrawal_reveals" });
    expect(verdictOf(met, withdraw("ann-1", { ownTakenBack: 5 }), LATER)).toBe("accepted");
  });
});

describe("releasing a bid", () => {
  const bound = () => after([placeUpTo("ann", 432_10, undefined, "ann-1"), place("bob", 4_999_00, "bob-1")]);
  const asked = () => obey(bound(), ask("bob-1"), LATER);

  it("follows its bidder's question, and is a withdrawal that everyone sees", () => {
    expect(factsOf(bound(), ask("bob-1"), LATER)).toEqual([
      { type: "releaseAsked", bidId: "bob-1", bidderId: "bob", amountMinor: 4_999_00 },
    ]);
    const now = LATER + MINUTE_MS;
    expect(factsOf(asked(), release("bob-1"), now)).toMatchObject([
      { type: "bidWithdrawn", bidId: "bob-1", bidderId: "bob", newLeaderId: "ann", reason: "released" },
      { type: "bidAdjusted", bidId: "ann-1", amountMinor: 100_00 },
    ]);
    const released = obey(asked(), release("bob-1"), now);
    expect([priceOf(released), leaderOf(released)?.bidderId, released.takenBack]).toEqual([100_00, "ann", 1]);
  });

  it("is asked once: another question is accepted and changes nothing", () => {
    expect(factsOf(asked(), ask("bob-1"), LATER)).toEqual([]);
  });

  it.each<[string, Auction, Command, number, unknown]>([
    ["by a stranger", asked(), release("bob-1", "eve"), LATER, { code: "not_your_auction" }],
    ["without a question", bound(), release("bob-1"), LATER, { code: "release_not_asked" }],
    ["of a bid that is gone", asked(), release("cem-1"), LATER, { code: "bid_not_found" }],
    ["in the last window", asked(), release("bob-1"), END - 2 * MINUTE_MS + 1, { code: "withdrawal_too_late" }],
    ["after the end", asked(), release("bob-1"), END, { code: "auction_ended", endedAt: END }],
    ["with the window left", asked(), release("bob-1"), END - 2 * MINUTE_MS, "accepted"],
    [
      "of a hidden listing",
      obey(asked(), { type: "hideListing", reason: "A copy", salt: "salt" }, LATER),
      release("bob-1"),
      LATER,
      { code: "listing_hidden" },
    ],
    [
      "asked for another's bid",
      bound(),
      { ...ask("bob-1"), bidderId: "eve" } as Command,
      LATER,
      { code: "not_your_bid" },
    ],
    ["asked after the end", bound(), ask("bob-1"), END, { code: "auction_ended", endedAt: END }],
  ])("%s", (_what, auction, command, now, verdict) => {
    expect(verdictOf(auction, command, now)).toEqual(verdict);
  });
});

it("a bidder who offers more no longer asks for a release", () => {
  const asked = after([place("ann", 100_00), place("bob", 200_00, "bob-1"), ask("bob-1")]);
  const raised = obey(asked, { type: "editBid", bidId: "bob-1", bidderId: "bob", amountMinor: 300_00 }, LATER);
  expect(refusalOf(raised, release("bob-1"), LATER)).toEqual({ code: "release_not_asked" });
  const given = obey(asked, placeUpTo("bob", 400_00), LATER);
  expect(refusalOf(given, release("bob-1"), LATER)).toEqual({ code: "release_not_asked" });
});

describe("a seller's way out of a sale", () => {
  const remove12 = END - 12 * HOUR_MS;
  const deleted: Command = { type: "deleteListing", sellerId: SELLER };
  const emptied = () => after([place("bob", 200_00, "bob-1"), block("bob"), voided("bob-1")]);

  it("is not to block every bidder: the journal stays, and late it is no way at all", () => {
    expect(factsOf(emptied(), deleted, remove12 - 1)).toEqual([{ type: "cancelled" }]);
    expect(refusalOf(emptied(), deleted, remove12)).toEqual({ code: "cancel_too_late" });
    expect(factsOf(emptied(), deleted, END)).toEqual([{ type: "removed" }]);
    const byAdmin = after([place("bob", 200_00, "bob-1"), remove("bob-1")]);
    expect(factsOf(byAdmin, deleted, remove12)).toEqual([{ type: "removed" }]);
  });

  it("is not to release the buyer and delete what shows it", () => {
    const sold = obey(after([place("ann", 300_00)]), { type: "close", lastHash: "0" }, END);
    const released = obey(sold, { type: "releaseBuyer", sellerId: SELLER }, END + PAYMENT_MS);
    expect(refusalOf(released, deleted, END + PAYMENT_MS)).toEqual({ code: "auction_sold" });
  });
});

describe("voiding a bid", () => {
  const led = () => after([placeUpTo("ann", 432_10, undefined, "ann-1"), place("bob", 4_999_00, "bob-1")]);

  it("gives the lead back, lowers an automatic bid, and seals an admin's reason", () => {
    const records = outcomeOf(led(), remove("bob-1"), LATER);
    expect(records).toMatchObject([
      {
        fact: { type: "bidVoided", bidId: "bob-1", bidderId: "bob", newLeaderId: "ann", by: "admin" },
        secret: { reason: "Nobody's", salt: "salt" },
      },
      { fact: { type: "bidAdjusted", bidId: "ann-1", amountMinor: 100_00 } },
    ]);
    expect(JSON.stringify(records.map(({ fact }) => fact))).not.toContain("Nobody's");
    const without = obey(led(), remove("bob-1"), LATER);
    expect([priceOf(without), without.bidCount, without.takenBack]).toEqual([100_00, 1, 0]);
  });

  it("moves the end if it was close, as far as it can, and is never too late", () => {
    const terms = { windowsAfterWithdrawal: 5 };
    const late = after([place("ann", 100_00), place("bob", 200_00, "bob-1")], terms);
    expect(factsOf(late, remove("bob-1"), END - 1)).toMatchObject([
      { type: "bidVoided" },
      { type: "extended", endsAt: END - 1 + 10 * MINUTE_MS },
    ]);
  });

  it("is for the seller only against a person whom they have blocked", () => {
    expect(refusalOf(led(), voided("bob-1"), LATER)).toEqual({ code: "bidder_unknown" });
    const blocked = obey(led(), block("bob"), LATER);
    expect(factsOf(blocked, voided("bob-1"), LATER)[0]).toMatchObject({ type: "bidVoided", by: "seller" });
    expect(outcomeOf(blocked, voided("bob-1"), LATER)[0]?.secret).toBeUndefined();
  });

  it("is refused for a bid that is gone, and after the end", () => {
    expect(refusalOf(obey(led(), remove("bob-1"), LATER), remove("bob-1"), LATER).code).toBe("bid_not_found");
    expect(refusalOf(led(), remove("bob-1"), END)).toEqual({ code: "auction_ended", endedAt: END });
  });
});

describe("a lead that is taken back", () => {
  it("is announced to everyone at most once an hour, and each time it is released or removed", () => {
    const at = (auction: Auction) => auction.leadLost;
    let auction = after([place("ann", 100_00), place("bob", 200_00, "bob-1")]);
    auction = obey(auction, withdraw("bob-1"), LATER);
    expect(at(auction)).toEqual({ seq: auction.seq, at: LATER });
    auction = obey(auction, place("cem", 300_00, "cem-1"), LATER + MINUTE_MS);
    auction = obey(auction, withdraw("cem-1"), LATER + HOUR_MS - 1);
    expect(at(auction)?.at).toBe(LATER);
    auction = obey(auction, place("cem", 300_00, "cem-2"), LATER + HOUR_MS);
    auction = obey(auction, withdraw("cem-2"), LATER + HOUR_MS);
    expect(at(auction)?.at).toBe(LATER + HOUR_MS);
    auction = obey(auction, place("dee", 300_00, "dee-1"), LATER + HOUR_MS + 1);
    auction = obey(auction, remove("dee-1"), LATER + HOUR_MS + 1);
    expect(at(auction)?.at).toBe(LATER + HOUR_MS + 1);
  });
});

describe("slips and limits", () => {
  const auction = after([place("ann", 100_00)]);
  const bid = (more: object): Command => ({ type: "placeBid", bidId: "b", bidderId: "bob", ...more });

  it.each<[string, object, unknown]>([
    ["at 20 times the smallest next bid", { amountMinor: 20 * 101_00 }, "accepted"],
    [
      "a cent above it",
      { amountMinor: 20 * 101_00 + 1 },
      { code: "bid_unusual", amountMinor: 20 * 101_00 + 1, minimumMinor: 101_00 },
    ],
    ["a cent above it, confirmed", { amountMinor: 20 * 101_00 + 1, confirmed: true }, "accepted"],
    ["a maximum above it", { maximum: { maxMinor: 50_000_00, salt: "salt" } }, "accepted"],
    [
      "an exact amount with a maximum",
      { amountMinor: 5_000_00, maximum: { maxMinor: 50_000_00, salt: "salt" } },
      { code: "bid_unusual", amountMinor: 5_000_00, minimumMinor: 101_00 },
    ],
  ])("%s", (_what, more, verdict) => {
    expect(verdictOf(auction, bid(more), LATER)).toEqual(verdict);
  });

  it("raising a bid is judged alike", () => {
    const raise = (more: object): Command => ({ type: "editBid", bidId: "ann-10000", bidderId: "ann", ...more });
    expect(verdictOf(auction, raise({ amountMinor: 30_000_00 }), LATER)).toMatchObject({ code: "bid_unusual" });
    expect(verdictOf(auction, raise({ amountMinor: 30_000_00, confirmed: true }), LATER)).toBe("accepted");
    const maximum = { maxMinor: 600_00, salt: "salt" };
    expect(verdictOf(auction, raise({ maximum, limitMinor: 500_00 }), LATER)).toMatchObject({
      code: "new_member_amount",
    });
  });

  it("a purchase is within a new member's limit", () => {
    const onOffer = anAuction({ buyNowPriceMinor: 900_00 });
    const buy = (limitMinor: number): Command => ({
      type: "buyNow",
      priceMinor: 900_00,
      bidId: "b",
      bidderId: "bob",
      limitMinor,
    });
    expect(verdictOf(onOffer, buy(899_99), LATER)).toEqual({ code: "new_member_amount", maximumMinor: 899_99 });
    expect(verdictOf(onOffer, buy(900_00), LATER)).toBe("accepted");
  });
});

describe("releasing a buyer", () => {
  const sold = obey(after([place("ann", 300_00, "ann-1")]), { type: "close", lastHash: "0" }, END);
  const releaseBuyer = (sellerId = SELLER): Command => ({ type: "releaseBuyer", sellerId });
  const PAID_BY = END + PAYMENT_MS;

  it("undoes the sale in public after four days, so that the item can be listed again", () => {
    expect(factsOf(sold, releaseBuyer(), PAID_BY)).toEqual([
      { type: "buyerReleased", bidderId: "ann", priceMinor: 300_00 },
    ]);
    const released = obey(sold, releaseBuyer(), PAID_BY);
    expect([statusAt(sold, PAID_BY), statusAt(released, PAID_BY), released.outcome]).toEqual(["Sold", "Expired", null]);
    expect(factsOf(released, releaseBuyer(), PAID_BY)).toEqual([]);
    expect(minNextBid(released)).toBe(301_00);
  });

  it.each<[string, Auction, Command, number, unknown]>([
    ["a moment too early", sold, releaseBuyer(), PAID_BY - 1, { code: "buyer_release_too_soon", earliestAt: PAID_BY }],
    ["by the buyer", sold, releaseBuyer("ann"), PAID_BY, { code: "not_your_auction" }],
    ["of a live auction", after([place("ann", 300_00)]), releaseBuyer(), LATER, { code: "not_closed" }],
    [
      "without a buyer",
      obey(anAuction(), { type: "close", lastHash: "0" }, END),
      releaseBuyer(),
      PAID_BY,
      { code: "not_closed" },
    ],
    [
      "of a voided one",
      obey(sold, { type: "voidAuction", reason: "Stolen" }, END),
      releaseBuyer(),
      PAID_BY,
      { code: "auction_voided" },
    ],
    [
      "of a hidden one, by a stranger",
      obey(sold, { type: "hideListing", reason: "A copy", salt: "salt" }, END),
      releaseBuyer("eve"),
      PAID_BY,
      { code: "auction_not_found" },
    ],
    [
      "of a hidden one",
      obey(sold, { type: "hideListing", reason: "A copy", salt: "salt" }, END),
      releaseBuyer(),
      PAID_BY,
      { code: "listing_hidden" },
    ],
  ])("%s", (_what, auction, command, now, verdict) => {
    expect(verdictOf(auction, command, now)).toEqual(verdict);
  });
});

it("a buyer of a hidden auction has four days from when it is shown, because only then they are told", () => {
  const hidden = obey(after([place("ann", 300_00)]), { type: "hideListing", reason: "A copy", salt: "salt" }, LATER);
  const closed = obey(hidden, { type: "close", lastHash: "0" }, END);
  const shown = obey(closed, { type: "showListing" }, END + 5 * DAY_MS);
  const command: Command = { type: "releaseBuyer", sellerId: SELLER };
  const earliestAt = END + 5 * DAY_MS + PAYMENT_MS;
  expect(refusalOf(shown, command, earliestAt - 1)).toEqual({ code: "buyer_release_too_soon", earliestAt });
  expect(verdictOf(shown, command, earliestAt)).toBe("accepted");
});

it("a listing that is hidden answers strangers as if it did not exist, also after its end", () => {
  const hidden = obey(after([place("ann", 100_00)]), { type: "hideListing", reason: "A copy", salt: "salt" }, LATER);
  expect(refusalOf(hidden, place("bob", 200_00), END)).toEqual({ code: "auction_not_found" });
});
