import { describe, expect, it } from "vitest";

import { anAuction, MINUTE_MS, auctionAfterCommand, placeUpTo, refusalOf, T0, withBids } from "./testing/auctions.ts";
import { ALWAYS_NEW, type Member, newUntil, trustAt } from "./trust.ts";

const DAY_MS = 24 * 3_600_000;
const NEW_MEMBER: Member = { createdAt: T0, emailVerifiedAt: null, finishedSaleAt: null, trust: null };
const WEEK_AFTER_JOINING = T0 + 7 * DAY_MS;

describe("new members", () => {
  it.each<[string, Partial<Member>, boolean, number]>([
    ["without a verified address stays new if verification is possible", {}, true, ALWAYS_NEW],
    ["without a verified address stays new, even after a finished sale", { finishedSaleAt: T0 }, true, ALWAYS_NEW],
    ["with a verified address is new for a week", { emailVerifiedAt: T0 }, true, WEEK_AFTER_JOINING],
    ["with a verified address and a finished sale is known", { emailVerifiedAt: T0, finishedSaleAt: T0 }, true, 0],
    ["is new for a week if addresses can't be verified", {}, false, WEEK_AFTER_JOINING],
    ["with a finished sale is known if addresses can't be verified", { finishedSaleAt: T0 }, false, 0],
    ["marked as known by an admin is known", { trust: "known" }, true, 0],
    [
      "marked as new by an admin stays new, regardless of the rest",
      { trust: "new", emailVerifiedAt: T0, finishedSaleAt: T0 },
      true,
      ALWAYS_NEW,
    ],
  ])("someone %s", (_what, change, verifiesEmail, until) => {
    const member = { ...NEW_MEMBER, ...change };
    expect(newUntil(member, verifiesEmail)).toBe(until);
    // A number that JSON carries exactly from room to browser.
    expect(Number.isSafeInteger(until)).toBe(true);
    expect(trustAt(member, verifiesEmail, T0)).toBe(until > T0 ? "new" : "known");
  });

  it("a new member becomes known the millisecond seven days are over", () => {
    expect(trustAt(NEW_MEMBER, false, WEEK_AFTER_JOINING - 1)).toBe("new");
    expect(trustAt(NEW_MEMBER, false, WEEK_AFTER_JOINING)).toBe("known");
  });
});

describe("new members' limits", () => {
  const LATER = T0 + MINUTE_MS;
  const memberLimit = { limitMinor: 500_00 };
  const refused = { code: "new_member_amount", maximumMinor: 500_00 };
  const bid = (amountMinor: number) =>
    ({ type: "placeBid", bidId: "b", bidderId: "ann", amountMinor, ...memberLimit }) as const;

  it("a new member can't place a bid or maximum above their limit", () => {
    const auction = withBids([["bob", 100_00]]);
    auctionAfterCommand(auction, bid(500_00), LATER);
    expect(refusalOf(auction, bid(500_01), LATER)).toEqual(refused);
    auctionAfterCommand(auction, { ...placeUpTo("ann", 500_00, 200_00), ...memberLimit }, LATER);
    expect(refusalOf(auction, { ...placeUpTo("ann", 500_01, 200_00), ...memberLimit }, LATER)).toEqual(refused);
    expect(refusalOf(auction, bid(50_00), LATER)).toMatchObject({ code: "bid_too_low" });
    expect(refusalOf(withBids([["bob", 600_00]]), bid(550_00), LATER)).toMatchObject({ code: "bid_too_low" });
  });

  it("a new member can lower a maximum above their limit, but not raise it", () => {
    const leading = auctionAfterCommand(anAuction(), placeUpTo("ann", 900_00, undefined, "b"), LATER);
    const change = (maxMinor: number) =>
      ({ type: "editBid", bidId: "b", bidderId: "ann", maximum: { maxMinor, salt: "salt" }, ...memberLimit }) as const;
    auctionAfterCommand(leading, change(800_00), LATER);
    expect(refusalOf(leading, change(900_01), LATER)).toEqual(refused);
  });

  it("a new member can't make a purchase above their limit", () => {
    const auction = anAuction({ buyNowPriceMinor: 500_01 });
    const buy = { type: "buyNow", priceMinor: 500_01, bidderId: "ann", bidId: "b" } as const;
    expect(refusalOf(auction, { ...buy, ...memberLimit }, LATER)).toEqual(refused);
    auctionAfterCommand(auction, { ...buy, limitMinor: 500_01 }, LATER);
    expect(refusalOf(auction, { ...buy, ...memberLimit, priceMinor: 400_00 }, LATER)).toMatchObject({
      code: "buy_now_changed",
    });
  });
});
