import { expect, it } from "vitest";

import { EMPTY_DETAILS } from "./details-values.ts";
import { editedListingSchema, frozenListingSchema, type ListingValues } from "./listing-schema.ts";
import { DEFAULT_TERMS } from "./listing-terms.ts";
import { toTimeChoice } from "./time-choice.ts";

const NOON = new Date(2026, 10, 21, 12, 0, 0).getTime();
/** A listing whose end has passed, with a price below the current minimum. */
const current = { startsAt: null, endsAt: NOON - 30_500, startingPrice: 50 };
const rules = { currency: "USD", minStartingPrice: 100, leadMs: 0, minAuctionMs: 60_000, softCloseMs: 120_000 };
const editSchema = editedListingSchema({ ...rules, now: () => NOON, current });
const values: ListingValues = {
  title: "Clock",
  category: "",
  description: "Ticks",
  details: EMPTY_DETAILS,
  startingPrice: "50",
  end: toTimeChoice(current.endsAt),
  ...DEFAULT_TERMS,
};

function problems(schema: typeof editSchema | ReturnType<typeof frozenListingSchema>, changed: Partial<ListingValues>) {
  const parsed = schema.safeParse({ ...values, ...changed });
  return parsed.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

it("an edit accepts unchanged values and keeps its end time to the millisecond", () => {
  expect(editSchema.parse(values)).toMatchObject({
    startingPrice: 50,
    end: new Date(current.endsAt).toISOString(),
  });
});

it("an edit checks changed values against the rules for new listings", () => {
  expect(problems(editSchema, { startingPrice: "51" })).toEqual([
    ["startingPrice", "Starting price must be at least $100"],
  ]);
  expect(problems(editSchema, { end: { day: "2026-11-21", time: "09:00" } })).toEqual([
    ["end.time", expect.stringMatching(/^This time has already passed/)],
  ]);
});

it.each<[string, Partial<ListingValues>, [string, string][]]>([
  ["accepts a reserve at the starting price", { startingPrice: "100", reservePrice: "100" }, []],
  [
    "refuses a reserve below the starting price",
    { startingPrice: "100", reservePrice: "99.99" },
    [["reservePrice", "The reserve must be at least $100"]],
  ],
  [
    "refuses a buy now price at the starting price",
    { startingPrice: "100", buyNowPrice: "100" },
    [["buyNowPrice", "The Buy Now price must be above $100"]],
  ],
  [
    "refuses a buy now price at the reserve",
    { startingPrice: "100", reservePrice: "200", buyNowPrice: "200" },
    [["buyNowPrice", "The Buy Now price must be above $200"]],
  ],
  [
    "accepts a buy now price above the reserve",
    { startingPrice: "100", reservePrice: "200", buyNowPrice: "200,50" },
    [],
  ],
])("the form %s", (_what, changed, expected) => {
  expect(problems(editSchema, changed)).toEqual(expected);
});

it("the form refuses a reserve that isn't an amount, and accepts an empty reserve", () => {
  expect(problems(editSchema, { reservePrice: "soon" })).toEqual([
    ["reservePrice", "Enter the amount in digits, with up to two decimal places"],
  ]);
  expect(editSchema.parse(values)).toMatchObject({ reservePrice: "", buyNowPrice: "" });
});

it("the form reports all errors together", () => {
  const end = { day: "", time: "" };
  const wrongValues = {
    title: "",
    description: " ",
    startingPrice: "x",
    end,
    start: { day: "2026-11-21", time: "09:00" },
  };
  expect(problems(editSchema, wrongValues).map(([field]) => field)).toEqual(
    expect.arrayContaining(["title", "description", "startingPrice", "end.day", "start.time"]),
  );
});

it("the form sends a start as chosen, or an empty one to start right away", () => {
  const [start, end] = [
    { day: "2026-11-22", time: "09:00" },
    { day: "2026-11-22", time: "10:00" },
  ];
  expect(editSchema.parse({ ...values, start, end })).toMatchObject({
    startsAt: new Date(2026, 10, 22, 9).toISOString(),
    end: new Date(2026, 10, 22, 10).toISOString(),
  });
  expect(editSchema.parse(values)).toMatchObject({ startsAt: "" });
});

it("the form refuses an end before the start, even if only the start was changed", () => {
  const endsAt = new Date(2026, 10, 22, 10).getTime();
  const schema = editedListingSchema({ ...rules, now: () => NOON, current: { ...current, endsAt } });
  const unchanged = { ...values, end: toTimeChoice(endsAt) };
  expect(problems(schema, unchanged)).toEqual([]);
  expect(problems(schema, { ...unchanged, start: { day: "2026-11-22", time: "10:00" } })).toEqual([
    ["end.time", expect.stringMatching(/^This is too soon\. Choose 10:01/)],
  ]);
  expect(problems(schema, { ...unchanged, start: { day: "2026-11-22", time: "09:59" } })).toEqual([]);
});

it("the form accepts an unchanged start that has passed, and keeps its milliseconds", () => {
  const startsAt = NOON - 60_500;
  const endsAt = NOON + 3_600_500;
  const schema = editedListingSchema({ ...rules, now: () => NOON, current: { ...current, startsAt, endsAt } });
  const unchanged = { ...values, start: toTimeChoice(startsAt), end: toTimeChoice(endsAt) };
  expect(schema.parse(unchanged)).toMatchObject({
    startsAt: new Date(startsAt).toISOString(),
    end: new Date(endsAt).toISOString(),
  });
});

it("after a bid, the form allows a longer description and sends the terms unchanged", () => {
  const terms = {
    title: "Clock",
    description: "Ticks",
    startingPrice: 50,
    scheduledEndTime: "2026-11-22T12:00:00.123Z",
  };
  const frozenSchema = frozenListingSchema(terms);
  const changed = { ...values, title: "", startingPrice: "", description: "Ticks, and chimes" };
  expect(frozenSchema.parse(changed)).toEqual({
    title: "Clock",
    details: {},
    category: "",
    description: "Ticks, and chimes",
    startingPrice: 50,
    end: terms.scheduledEndTime,
    increments: values.increments,
    softClose: "on",
    startsAt: "",
    reservePrice: "",
    buyNowPrice: "",
    relistTimes: "0",
  });
  expect(problems(frozenSchema, { description: "Chimes" })).toEqual([
    ["description", "Bidders rely on this text. You can add to it, but not change it."],
  ]);
});
