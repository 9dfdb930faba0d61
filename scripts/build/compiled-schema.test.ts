import { expect, it } from "vitest";
import * as z from "zod";
import type { $ZodType } from "zod/v4/core";

import * as firstResponseSchemas from "../../web/api/first-response-schemas.ts";
import * as moreResponseSchemas from "../../web/api/response-schemas.ts";
import { compileModule, type Schemas } from "./compiled-schema.ts";

const responseSchemas = { ...firstResponseSchemas, ...moreResponseSchemas };

const AUCTION = {
  _id: "a",
  title: "Lot a",
  description: "A lot",
  images: { url: "/a", width: 3, height: 2, tint: "#112233" },
  pictures: [{ url: "/a" }],
  startingPrice: 100,
  currency: "USD",
  scheduledEndTime: "2026-11-21T12:00:00.000Z",
  createdAt: "2026-11-20T12:00:00.000Z",
  category: { _id: "art", name: "Art" },
  seller: { _id: "s", firstName: "Ann", lastName: "Lee", image: null },
  currentBid: 100,
  minNextBid: 101,
  bidCount: 0,
  auctionEndTime: "2026-11-21T12:00:00.000Z",
  status: "Live",
  extensions: 0,
};
const DONE = { success: true, message: "Done" };
const BID = {
  _id: "a-1",
  amount: 100,
  bidder: { _id: "b", firstName: "Bo", lastName: "Ray", image: AUCTION.images },
  createdAt: "2026-11-20T12:00:00.000Z",
  auto: false,
  edited: false,
};
const DETAILS = { condition: "good", shipping: "price", shippingPrice: 12.5, location: "Oslo", returns: "none" };
const TERMS = { terms: { increments: "flat", softCloseMs: 0, details: DETAILS }, freezeMs: 0 };
const ROOM_STATE = { ...AUCTION, ...TERMS, winner: null, bought: true };
const STANDING = {
  currentBid: 1,
  minNextBid: 2,
  bidCount: 1,
  auctionEndTime: "…",
  scheduledEndTime: "…",
  status: "Sold",
  extensions: 0,
};
const RECEIPT = { seq: 4, hash: "ab" };

/** A valid value for each kind of schema that the build compiles. */
const EXAMPLES: ReadonlyArray<readonly [keyof typeof responseSchemas, unknown]> = [
  ["auctionsResponse", { ...DONE, auctions: [AUCTION, { ...AUCTION, images: null }], nextCursor: null }],
  ["featuredResponse", { ...DONE, featured: [AUCTION] }],
  ["auctionResponse", { ...DONE, auctionDetails: { ...ROOM_STATE, bids: [BID], seq: 3, serverTime: 5, watching: 2 } }],
  ["placeBidResponse", { ...DONE, newBid: BID, auction: STANDING, leads: true, ...RECEIPT }],
  ["serverFrame", { type: "snapshot", seq: 3, serverTime: 5, auction: ROOM_STATE, bids: [BID], watching: 2 }],
  [
    "serverFrame",
    {
      type: "events",
      from: 3,
      to: 6,
      serverTime: 5,
      omitted: 0,
      auction: STANDING,
      events: [
        { seq: 4, type: "bidWithdrawn", bidId: "a-1", bidder: BID.bidder, reason: "mistake", withdrawals: 1 },
        { seq: 5, type: "reserveRemoved", reserveMet: null },
        { seq: 6, type: "closed", status: "Sold", winner: BID.bidder, finalPrice: null, bought: true },
      ],
    },
  ],
  ["serverFrame", { ...DONE, type: "ack", requestId: "r", newBid: BID, auction: STANDING, leads: false, ...RECEIPT }],
  [
    "serverFrame",
    {
      type: "ack",
      requestId: "r",
      success: false,
      message: "Too low",
      code: "bid_too_low",
      details: { minimum: 3, fields: ["title"] },
      fields: { bidAmount: ["Too low"] },
      retryAfter: 2,
    },
  ],
  ["serverFrame", { type: "presence", watching: 2 }],
  ["recentItemsEntry", { owner: "visitor", lots: [AUCTION] }],
];
const WRONG_VALUES = [undefined, null, 7, "text", true, [], {}];

/** Copies of a value, each with one part wrong or missing. */
function mutations(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [...WRONG_VALUES, ...value.flatMap((member, at) => mutations(member).map((other) => value.with(at, other)))];
  }
  if (typeof value !== "object" || value === null) return WRONG_VALUES;
  return [
    ...WRONG_VALUES,
    ...Object.entries(value).flatMap(([key, field]) => [
      Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
      ...mutations(field).map((other) => ({ ...value, [key]: other })),
    ]),
  ];
}

const dataUrlOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** The schemas as the build compiles them. */
async function compiled(schemas: Schemas): Promise<Schemas> {
  return import(dataUrlOf(compileModule(schemas)));
}

async function accepts(schema: $ZodType | undefined, value: unknown): Promise<boolean> {
  return (await schema?.["~standard"].validate(value))?.issues === undefined;
}

it("compiled schemas accept and refuse the same JSON as the contract's schemas", async () => {
  const schemas: Schemas = responseSchemas;
  const from = dataUrlOf(compileModule(firstResponseSchemas));
  const moreChecks: Schemas = await import(
    dataUrlOf(compileModule(moreResponseSchemas, { from, schemas: firstResponseSchemas }))
  );
  const checks: Schemas = { ...(await compiled(firstResponseSchemas)), ...moreChecks };
  let refused = 0;
  for (const [name, example] of EXAMPLES) {
    expect(await checks[name]?.["~standard"].validate(example)).toEqual({ value: example });
    for (const mutated of mutations(example)) {
      // As the value arrives over the network, because JSON has no undefined.
      const value: unknown = JSON.parse(JSON.stringify(mutated) ?? "null");
      const expected = await accepts(schemas[name], value);
      expect([await accepts(checks[name], value), JSON.stringify(value)]).toEqual([expected, JSON.stringify(value)]);
      if (!expected) refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(1_000);
});

it("a compiled schema accepts undefined only where the contract's schema does", async () => {
  const schemas: Schemas = {
    exact: z.object({ seen: z.exactOptional(z.string()) }),
    optional: z.object({ seen: z.optional(z.string()) }),
    nullable: z.object({ seen: z.nullable(z.exactOptional(z.string())) }),
    // Outside an object, nothing can be absent.
    texts: z.array(z.exactOptional(z.string())),
    alone: z.exactOptional(z.string()),
  };
  const checks = await compiled(schemas);
  const values = [{}, { seen: undefined }, { seen: null }, { seen: "a" }, [], ["a"], [undefined], "a", undefined];
  for (const name of Object.keys(schemas)) {
    const results = (candidates: typeof schemas) =>
      Promise.all(values.map((value) => accepts(candidates[name], value)));
    expect([name, await results(checks)]).toEqual([name, await results(schemas)]);
  }
  expect(await accepts(checks.exact, { seen: undefined })).toBe(false);
});

it("a compiled schema refuses a number that's too large for JavaScript", async () => {
  const { number } = await compiled({ number: z.number() });
  expect(await accepts(number, JSON.parse("1e308"))).toBe(true);
  expect(await accepts(number, JSON.parse("1e309"))).toBe(false);
});

it.each<[string, $ZodType, string]>([
  ["a string with a length limit", z.string().min(1), "further checks"],
  ["a 32-bit integer", z.number().check(z.int32()), "further checks"],
  ["a list with a length limit", z.array(z.string()).max(3), "further checks"],
  ["an integer type", z.int(), "format safeint"],
  ["a UUID", z.uuid(), "format uuid"],
  ["a URL", z.url(), "format url"],
  ["an email address", z.email(), "format email"],
  ["a time", z.iso.datetime(), "format datetime"],
  ["a string in a custom format", z.stringFormat("short", /^.$/), "format short"],
  ["a number coerced from a string", z.coerce.number(), "converts"],
  ["an object that forbids other fields", z.strictObject({ at: z.string() }), "other fields"],
  ["an object with extra fields of one type", z.object({}).catchall(z.string()), "other fields"],
  ["a record with named keys", z.record(z.enum(["a", "b"]), z.string()), "keys"],
  ["a record whose keys match a pattern", z.record(z.string().regex(/^a/), z.string()), "keys"],
  ["a record whose keys have a format", z.record(z.uuid(), z.string()), "format uuid"],
  ["an exclusive union", z.xor([z.string(), z.literal("a")]), "exclusive union"],
  ["a transformed value", z.string().transform(Number), "the type pipe"],
  ["a value with a default", z.string().default("a"), "the type default"],
])("the build fails if a schema contains %s", (_, schema, reason) => {
  expect(() => compileModule({ answer: z.object({ at: schema }) })).toThrow(reason);
});
