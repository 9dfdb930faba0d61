import { expect, it } from "vitest";

import { END, ownAuction } from "../../../testing/auctions.ts";
import { changedFields, newTerms, toTermsValues, DEFAULT_TERMS } from "./listing-terms.ts";

const TEXTS = { title: "Lot a", category: "", description: "Ticks" };
const LISTING = {
  details: {},
  ...TEXTS,
  startingPrice: 100,
  end: END,
  startsAt: "",
  relistTimes: "0",
} as const;
const NO_PRICES = { reservePrice: "", buyNowPrice: "" } as const;
const tiered = ownAuction("a", { terms: { increments: "tiered", softCloseMs: 0 } });

it("the form shows a listing's own terms", () => {
  expect(toTermsValues(tiered)).toEqual({ ...DEFAULT_TERMS, increments: "tiered", softClose: false });
  expect(toTermsValues(ownAuction("a"))).toEqual({ ...DEFAULT_TERMS, increments: "flat" });
  const later = ownAuction("a", { startsAt: new Date(2030, 10, 21, 9, 30).toISOString() });
  expect(toTermsValues(later).start).toEqual({ day: "2030-11-21", time: "09:30" });
});

it("an edit sends only the fields that changed", () => {
  const same = { ...LISTING, ...NO_PRICES, increments: "tiered", softClose: "off" } as const;
  const changed = {
    title: "Clock",
    description: "Ticks and tocks",
    startingPrice: 120,
    end: "2030-11-22T10:00:00.000Z",
  };
  expect(changedFields({ ...same, ...changed }, tiered)).toEqual({
    title: "Clock",
    description: "Ticks and tocks",
    startingPrice: "120",
    auctionEndTime: "2030-11-22T10:00:00.000Z",
  });
  expect(changedFields(same, tiered)).toEqual({});
  // An earlier attempt, whose response was lost, may have changed them.
  const { title, startingPrice } = tiered;
  expect(changedFields(same, tiered, new Set(["title", "startingPrice"]))).toEqual({
    title,
    startingPrice: String(startingPrice),
  });
  expect(changedFields({ ...same, softClose: "on" }, tiered)).toEqual({
    softClose: "on",
  });
  expect(changedFields({ ...same, increments: "flat" }, tiered)).toEqual({
    increments: "flat",
  });
});

it("an edit sends a new start, or an empty one to start right away", () => {
  const startsAt = "2030-11-21T09:30:00.000Z";
  const later = ownAuction("a", { startsAt });
  const usual = { ...LISTING, ...NO_PRICES, increments: "flat", softClose: "on" } as const;
  expect(changedFields({ ...usual, startsAt }, later)).toEqual({});
  expect(changedFields({ ...usual, startsAt: "" }, later)).toEqual({ startsAt: "" });
  expect(changedFields({ ...usual, startsAt }, ownAuction("a"))).toEqual({ startsAt });
});

it("the form shows a reserve and a Buy Now price, and sends them when they change", () => {
  const terms = { increments: "flat", softCloseMs: 120_000, buyNowPrice: 500 } as const;
  const auction = { ...ownAuction("a"), terms, reservePrice: 200.5 };
  expect(toTermsValues(auction)).toMatchObject({ reservePrice: "200.50", buyNowPrice: "500" });
  const same = { ...LISTING, increments: "flat", softClose: "on", reservePrice: 200.5, buyNowPrice: 500 } as const;
  expect(changedFields(same, auction)).toEqual({});
  expect(changedFields({ ...same, reservePrice: 250, buyNowPrice: "" }, auction)).toEqual({
    reservePrice: "250",
    buyNowPrice: "",
  });
  expect(newTerms(same)).toEqual({ increments: "flat", softClose: "on", reservePrice: "200.5", buyNowPrice: "500" });
  expect(newTerms({ ...same, ...NO_PRICES })).toEqual({ increments: "flat", softClose: "on" });
});
