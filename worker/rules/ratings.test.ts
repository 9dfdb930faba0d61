import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Deal, dealOf, type DealFact, type DealActor, otherSide, RECEIPT_MS, SIDES } from "./deal.ts";
import { type GivenRatings, isRatingShown, rate, rateUntil, type GivenRating, RATING_MS, replyTo } from "./ratings.ts";
import { MINUTE_MS, T0 } from "./testing/auctions.ts";

const TERMS = { buyerId: "buyer", sellerId: "seller", paymentMs: 100 * MINUTE_MS };
const SENT: readonly (readonly [DealActor, DealFact])[] = [
  ["clock", { type: "opened" }],
  ["buyer", { type: "deliveryChosen", delivery: "pickUp" }],
  ["buyer", { type: "paid" }],
  ["seller", { type: "handedOver" }],
];

/** A deal with these events, a minute apart, the last one at T0. */
function dealAfter(facts: readonly (readonly [DealActor, DealFact])[]): Deal {
  const atOf = (index: number) => T0 - (facts.length - 1 - index) * MINUTE_MS;
  return dealOf(
    TERMS,
    facts.map(([by, fact], index) => ({ seq: index + 1, at: atOf(index), by, fact })),
  );
}

const sent = dealAfter(SENT);
const done = dealAfter([...SENT, ["buyer", { type: "received" }]]);
const cancelled = dealAfter([...SENT, ["buyer", { type: "cancelRequested" }], ["seller", { type: "cancelled" }]]);
const RATE_UNTIL = T0 + RATING_MS;

const GOOD_RATING: GivenRating = { stars: 5, text: "Well packed" };
const NO_RATINGS: GivenRatings = { buyer: null, seller: null };

describe("rating the other side of a deal", () => {
  it.each<[string, Deal, GivenRatings, string, number, ReturnType<typeof rate>]>([
    ["accept a rating right away", done, NO_RATINGS, "buyer", T0, { ok: true, side: "buyer", shownAt: RATE_UNTIL }],
    [
      "accept a rating in the last millisecond",
      done,
      NO_RATINGS,
      "seller",
      RATE_UNTIL - 1,
      { ok: true, side: "seller", shownAt: RATE_UNTIL },
    ],
    [
      "accept a rating after the other side's, and show both",
      done,
      { ...NO_RATINGS, seller: { stars: 1, text: "" } },
      "buyer",
      T0 + 5,
      { ok: true, side: "buyer", shownAt: T0 + 5 },
    ],
    [
      "accept the same rating again, much later",
      done,
      { ...NO_RATINGS, buyer: GOOD_RATING },
      "buyer",
      2 * RATE_UNTIL,
      { ok: true, side: "buyer", shownAt: null },
    ],
    [
      "refuse a second rating with other stars",
      done,
      { ...NO_RATINGS, buyer: { ...GOOD_RATING, stars: 4 } },
      "buyer",
      T0,
      { ok: false, refusal: { code: "rated" } },
    ],
    [
      "refuse a second rating with different text",
      done,
      { ...NO_RATINGS, buyer: { ...GOOD_RATING, text: "" } },
      "buyer",
      T0,
      { ok: false, refusal: { code: "rated" } },
    ],
    [
      "refuse a rating after 60 days",
      done,
      NO_RATINGS,
      "buyer",
      RATE_UNTIL,
      { ok: false, refusal: { code: "rating_too_late", latestAt: RATE_UNTIL } },
    ],
    ["refuse a rating by a stranger", done, NO_RATINGS, "bob", T0, { ok: false, refusal: { code: "deal_not_found" } }],
    [
      "refuse a rating before the deal is done",
      sent,
      NO_RATINGS,
      "buyer",
      T0,
      { ok: false, refusal: { code: "deal_not_done", state: "sent" } },
    ],
    [
      "refuse a rating of a canceled deal",
      cancelled,
      NO_RATINGS,
      "seller",
      T0,
      { ok: false, refusal: { code: "deal_not_done", state: "cancelled" } },
    ],
    [
      "accept a rating of a deal that ended by itself",
      sent,
      NO_RATINGS,
      "buyer",
      T0 + RECEIPT_MS,
      { ok: true, side: "buyer", shownAt: T0 + RECEIPT_MS + RATING_MS },
    ],
  ])("the rules %s", (_, ratedDeal, ratings, by, now, decision) => {
    expect(rate(ratedDeal, ratings, by, GOOD_RATING, now)).toEqual(decision);
  });

  it("a deal can be rated for 60 days after it is done, but not if it failed", () => {
    expect(rateUntil(done, T0)).toBe(RATE_UNTIL);
    expect(rateUntil(sent, T0 + RECEIPT_MS - 1)).toBeNull();
    expect(rateUntil(sent, T0 + 2 * RECEIPT_MS)).toBe(T0 + RECEIPT_MS + RATING_MS);
    expect(rateUntil(cancelled, RATE_UNTIL)).toBeNull();
  });
});

describe("replying to a rating", () => {
  const SHOWN = { shownAt: T0, reply: null, isHidden: false };
  it.each<[string, Parameters<typeof replyTo>[0], number, ReturnType<typeof replyTo>]>([
    ["accept a reply to a rating that is shown", SHOWN, T0, { ok: true, isRetry: false }],
    ["refuse a reply if the other side hasn't rated", null, T0, { ok: false, refusal: { code: "rating_not_found" } }],
    [
      "refuse a reply to a rating that isn't shown yet",
      SHOWN,
      T0 - 1,
      { ok: false, refusal: { code: "rating_not_shown", shownAt: T0 } },
    ],
    [
      "refuse a reply to a rating that is hidden",
      { ...SHOWN, isHidden: true },
      T0,
      { ok: false, refusal: { code: "rating_hidden" } },
    ],
    [
      "refuse a second reply to a rating",
      { ...SHOWN, reply: "No" },
      T0,
      { ok: false, refusal: { code: "rating_replied" } },
    ],
    ["accept the same reply again", { ...SHOWN, reply: "Thanks" }, T0, { ok: true, isRetry: true }],
    [
      "accept the same reply again after the rating is hidden",
      { ...SHOWN, reply: "Thanks", isHidden: true },
      T0,
      { ok: true, isRetry: true },
    ],
  ])("the rules %s", (_, rating, now, decision) => {
    expect(replyTo(rating, "Thanks", now)).toEqual(decision);
  });
});

describe("any sequence of ratings", () => {
  type Stored = GivenRating & { readonly shownAt: number };
  type Ratings = { readonly buyer: Stored | null; readonly seller: Stored | null };
  type RatingAttempt = { readonly by: string; readonly rating: GivenRating; readonly at: number };

  const attempts: fc.Arbitrary<RatingAttempt> = fc.record({
    by: fc.constantFrom("buyer", "seller", "stranger"),
    rating: fc.record({ stars: fc.integer({ min: 1, max: 2 }), text: fc.constantFrom("", "Good") }),
    at: fc.integer({ min: T0 - 1, max: T0 + RECEIPT_MS + RATING_MS + 1 }),
  });
  const scenarios = fc
    .array(attempts, { maxLength: 8 })
    .map((unsorted) => unsorted.toSorted((one, other) => one.at - other.at));
  const deals = fc.constantFrom(sent, done, cancelled);

  /** The ratings after one more is sent, as the shell stores them. */
  function ratingsAfter(ratedDeal: Deal, stored: Ratings, { by, rating, at }: RatingAttempt): Ratings {
    const decision = rate(ratedDeal, stored, by, rating, at);
    if (!decision.ok || decision.shownAt === null) return stored;
    const { side, shownAt } = decision;
    const other = stored[otherSide(side)];
    const shown = other && { ...other, shownAt: Math.min(other.shownAt, shownAt) };
    return side === "buyer"
      ? { buyer: { ...rating, shownAt }, seller: shown }
      : { buyer: shown, seller: { ...rating, shownAt } };
  }
  /** Each attempt of a scenario, with the ratings after it. */
  function play(ratedDeal: Deal, scenario: readonly RatingAttempt[]) {
    let stored: Ratings = { buyer: null, seller: null };
    return scenario.map((attempt) => ({ ...attempt, stored: (stored = ratingsAfter(ratedDeal, stored, attempt)) }));
  }

  it("each side's stored rating is the first one it gave in time", () => {
    fc.assert(
      fc.property(deals, scenarios, (ratedDeal, scenario) => {
        const last = play(ratedDeal, scenario).at(-1)?.stored ?? NO_RATINGS;
        for (const side of SIDES) {
          const first = scenario.find(({ by, at }) => {
            const until = rateUntil(ratedDeal, at);
            return by === side && until !== null && at < until;
          });
          const { stars, text } = last[side] ?? { stars: null, text: null };
          expect({ stars, text }).toEqual(first?.rating ?? { stars: null, text: null });
        }
      }),
    );
  });

  it("a side sees the other's rating only when it can no longer give its own", () => {
    fc.assert(
      fc.property(deals, scenarios, (ratedDeal, scenario) => {
        for (const { at, stored } of play(ratedDeal, scenario)) {
          const sidesThatMayRate = SIDES.filter((side) => rate(ratedDeal, stored, side, { stars: 3, text: "" }, at).ok);
          const seeingSides = SIDES.filter((side) => {
            const other = stored[otherSide(side)];
            return other !== null && isRatingShown(other, at);
          });
          expect(seeingSides.filter((side) => sidesThatMayRate.includes(side))).toEqual([]);
          const ratingSides = SIDES.filter((side) => stored[side] !== null);
          // And as soon as both have rated, both see.
          expect(seeingSides.length).toBeGreaterThanOrEqual(ratingSides.length === 2 ? 2 : 0);
        }
      }),
    );
  });
});
