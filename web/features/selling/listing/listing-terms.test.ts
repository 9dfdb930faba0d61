import { expect, it } from "vitest";

import { listedAuction } from "../../../testing/auctions.ts";
import { changedTerms, termsOf, USUAL_TERMS } from "./listing-terms.ts";

const TEXTS = { title: "Clock", category: "", description: "Ticks" };
const LISTING = { ...TEXTS, startingPrice: 100, end: "", startsAt: "", relistTimes: "0" } as const;
const NONE = { day: "", time: "" };
const tiered = { ...listedAuction("a"), terms: { increments: "tiered", softCloseMs: 0 } as const };

it("a listing's terms are shown as they are, and the usual ones where they are unknown", () => {
  expect(termsOf(tiered)).toEqual({ increments: "tiered", softClose: false, start: NONE, relistTimes: "0" });
  expect(termsOf(listedAuction("a"))).toEqual(USUAL_TERMS);
  const later = listedAuction("a", { startsAt: new Date(2030, 10, 21, 9, 30).toISOString() });
  expect(termsOf(later).start).toEqual({ day: "2030-11-21", time: "09:30" });
});

it("an edit sends only the terms that were changed", () => {
  expect(changedTerms({ ...LISTING, increments: "tiered", softClose: "off" }, tiered)).toEqual({});
  expect(changedTerms({ ...LISTING, increments: "tiered", softClose: "on" }, tiered)).toEqual({ softClose: "on" });
  expect(changedTerms({ ...LISTING, increments: "flat", softClose: "off" }, tiered)).toEqual({ increments: "flat" });
});

it("an edit sends another start, and an empty one for at once", () => {
  const startsAt = "2030-11-21T09:30:00.000Z";
  const later = listedAuction("a", { startsAt });
  const usual = { ...LISTING, increments: "flat", softClose: "on" } as const;
  expect(changedTerms({ ...usual, startsAt }, later)).toEqual({});
  expect(changedTerms({ ...usual, startsAt: "" }, later)).toEqual({ startsAt: "" });
  expect(changedTerms({ ...usual, startsAt }, listedAuction("a"))).toEqual({ startsAt });
});
