import { describe, expect, it } from "vitest";

import {
  END_NOTICE_KINDS,
  isCounted,
  NOTICE_KINDS,
  type NoticeKind,
  ALL_NOTICE_KINDS,
  kindsReplacedBy,
  sentenceOf,
} from "./notice-kinds.ts";

const bid = { title: "Brass sextant", currency: "USD", amountMinor: 150_00, priceMinor: 151_00 };

describe("notification sentences", () => {
  it.each([
    [1, 'New bid of $150 on "Brass sextant"'],
    [2, '2 new bids on "Brass sextant", now $151'],
    [99, '99 new bids on "Brass sextant", now $151'],
    [100, '99+ new bids on "Brass sextant", now $151'],
  ])("a notification gives the exact number of bids up to 99: %i", (count, sentence) => {
    expect(sentenceOf("newBid", bid, count)).toBe(sentence);
  });

  it("a notification without a count describes only the newest event", () => {
    const values = { ...bid, amountMinor: 150_50 };
    expect(sentenceOf("outbid", values, 7)).toBe('You were outbid on "Brass sextant". The price is now $150.50.');
  });

  it("a notification gives amounts in the auction's currency", () => {
    expect(sentenceOf("newBid", { ...bid, currency: "INR" })).toBe('New bid of ₹150 on "Brass sextant"');
  });
});

describe("replacing notifications", () => {
  const kindsAbout = (...topics: readonly string[]) =>
    ALL_NOTICE_KINDS.filter((kind) => topics.includes(NOTICE_KINDS[kind].topic));

  it.each(ALL_NOTICE_KINDS)("%s replaces notifications of its kind and those it makes outdated", (kind) => {
    const others = kindsReplacedBy(kind).filter((other) => other !== kind);
    const kindsByTopic = {
      leading: kindsAbout("leading", "notLeading"),
      notLeading: kindsAbout("leading", "notLeading"),
      openSale: [],
      ownBid: [],
      question: [],
      end: kindsAbout("end", "leading", "notLeading", "openSale"),
      deal: kindsAbout("deal"),
    };
    expect(kindsReplacedBy(kind)).toContain(kind);
    expect(others.toSorted()).toEqual(
      kindsByTopic[NOTICE_KINDS[kind].topic].filter((other) => other !== kind).toSorted(),
    );
  });

  it("sellers and bidders never get each other's kinds of notification", () => {
    const saleKinds: readonly NoticeKind[] = kindsAbout("openSale");
    expect(saleKinds.every((kind) => NOTICE_KINDS[kind].sellerOnly)).toBe(true);
    expect(kindsAbout("leading", "notLeading", "ownBid").some((kind) => NOTICE_KINDS[kind].sellerOnly)).toBe(false);
    expect(END_NOTICE_KINDS).toEqual(kindsAbout("end", "deal"));
  });

  it("only notifications about an open sale have a count", () => {
    expect(ALL_NOTICE_KINDS.filter(isCounted).every((kind) => NOTICE_KINDS[kind].topic === "openSale")).toBe(true);
  });
});
