import { describe, expect, it } from "vitest";

import {
  ABOUT_ENDS,
  isCounted,
  NOTICE_KINDS,
  type NoticeKind,
  noticeKinds,
  replacedBy,
  sentenceOf,
} from "./notice-kinds.ts";

const bid = { title: "Brass sextant", currency: "USD", amountMinor: 150_00, priceMinor: 151_00 };

describe("a sentence", () => {
  it.each([
    [1, 'New bid of $150 on "Brass sextant"'],
    [2, '2 new bids on "Brass sextant", now $151'],
    [99, '99 new bids on "Brass sextant", now $151'],
    [100, '99+ new bids on "Brass sextant", now $151'],
  ])("a sentence about %i says the exact number up to 99", (count, sentence) => {
    expect(sentenceOf("newBid", bid, count)).toBe(sentence);
  });

  it("a kind that is not counted shows only its newest sentence", () => {
    const values = { ...bid, amountMinor: 150_50 };
    expect(sentenceOf("outbid", values, 7)).toBe('You were outbid on "Brass sextant". The price is now $150.50.');
  });

  it("has amounts in the currency of the auction", () => {
    expect(sentenceOf("newBid", { ...bid, currency: "INR" })).toBe('New bid of ₹150 on "Brass sextant"');
  });
});

describe("a newer notification", () => {
  const about = (...abouts: readonly string[]) =>
    noticeKinds.filter((kind) => abouts.includes(NOTICE_KINDS[kind].about));

  it.each(noticeKinds)("%s replaces its own kind, and no other that may still be true", (kind) => {
    const others = replacedBy(kind).filter((other) => other !== kind);
    const byAbout = {
      leading: about("leading", "notLeading"),
      notLeading: about("leading", "notLeading"),
      openSale: [],
      ownBid: [],
      question: [],
      end: about("end", "leading", "notLeading", "openSale"),
      deal: about("deal"),
    };
    expect(replacedBy(kind)).toContain(kind);
    expect(others.toSorted()).toEqual(byAbout[NOTICE_KINDS[kind].about].filter((other) => other !== kind).toSorted());
  });

  it("a newer notification of one side says nothing about the other", () => {
    const ofSale: readonly NoticeKind[] = about("openSale");
    expect(ofSale.every((kind) => NOTICE_KINDS[kind].sellersOnly)).toBe(true);
    expect(about("leading", "notLeading", "ownBid").some((kind) => NOTICE_KINDS[kind].sellersOnly)).toBe(false);
    expect(ABOUT_ENDS).toEqual(about("end", "deal"));
  });

  it("that is counted is about an open sale", () => {
    expect(noticeKinds.filter(isCounted).every((kind) => NOTICE_KINDS[kind].about === "openSale")).toBe(true);
  });
});
