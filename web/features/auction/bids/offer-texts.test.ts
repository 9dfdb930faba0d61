import { expect, it } from "vitest";

import { maximumPreview, type OfferSituation, predictedRefusal } from "./offer-texts.ts";

const situationWith = (more: Partial<OfferSituation> = {}): OfferSituation => ({
  minimum: 121,
  price: 120,
  currency: "USD",
  leads: false,
  ownMaximum: null,
  reserveMet: null,
  newMemberMaximum: null,
  ...more,
});

it.each<[string, Partial<OfferSituation>, number, string | null]>([
  [
    "against another bid",
    {},
    250,
    "You would lead at $121 unless someone's maximum is higher. You never pay more than $250.",
  ],
  ["as the first bid", { price: null, minimum: 100 }, 250, "You would lead at $100. You never pay more than $250."],
  [
    "below a hidden reserve",
    { reserveMet: false },
    250,
    "You would lead at $121 unless someone's maximum is higher. If it reaches the hidden reserve, the price rises to the reserve. You never pay more than $250.",
  ],
  ["by the leader", { leads: true }, 120, "You would still lead at $120. You never pay more than $120."],
  ["below the minimum bid", {}, 120.99, null],
  ["by the leader below the price", { leads: true }, 119.99, null],
])("the form previews the effect of a maximum only if the amount is valid: %s", (_what, situation, maximum, text) => {
  expect(maximumPreview(maximum, situationWith(situation))).toBe(text);
});

it("the form refuses no offer that the server would accept", () => {
  expect(predictedRefusal("exact", 121, situationWith())).toBeUndefined();
  expect(predictedRefusal("upTo", 121, situationWith())).toBeUndefined();
  expect(predictedRefusal("upTo", 120, situationWith({ leads: true, ownMaximum: 300 }))).toBeUndefined();
  expect(predictedRefusal("exact", 300.01, situationWith({ leads: true, ownMaximum: 300 }))).toBeUndefined();
});

it("the form refuses an offer above a new member's limit, but not a lowered maximum", () => {
  const newMember = situationWith({ newMemberMaximum: 200 });
  for (const kind of ["exact", "upTo"] as const) {
    expect(predictedRefusal(kind, 200, newMember)).toBeUndefined();
    expect(predictedRefusal(kind, 200.01, newMember)).toBe("New members can bid up to $200");
  }
  const known = { newMemberMaximum: 200, leads: true, ownMaximum: 500 };
  expect(predictedRefusal("upTo", 400, situationWith(known))).toBeUndefined();
  expect(predictedRefusal("upTo", 501, situationWith(known))).toBe("New members can bid up to $200");
  // The minimum bid comes first, because it says more than the limit.
  expect(predictedRefusal("exact", 300, situationWith({ newMemberMaximum: 200, minimum: 400 }))).toMatch(/\$400/);
});
