import { expect, it } from "vitest";
import * as z from "zod";
import type { $ZodType } from "zod/v4/core";

import * as answers from "../../web/api/answers.ts";
import { auctionsAnswer, featuredAnswer } from "../../web/api/first-page-answers.ts";
import { compiledModule } from "./compiled-schema.ts";

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
const ROOM = { ...AUCTION, terms: { increments: "flat", softCloseMs: 0 }, winner: null, bought: true };
const STANDING = { currentBid: 1, minNextBid: 2, bidCount: 1, auctionEndTime: "…", status: "Sold", extensions: 0 };
const RECEIPT = { seq: 4, hash: "ab" };

/** A valid value for each kind of schema that is compiled. */
const EXAMPLES: ReadonlyArray<readonly [keyof typeof answers | "auctionsAnswer" | "featuredAnswer", unknown]> = [
  ["auctionsAnswer", { ...DONE, auctions: [AUCTION, { ...AUCTION, images: null }], nextCursor: null }],
  ["featuredAnswer", { ...DONE, featured: [AUCTION] }],
  ["auctionAnswer", { ...DONE, auctionDetails: { ...ROOM, bids: [BID], seq: 3, serverTime: 5, watching: 2 } }],
  ["placeBidAnswer", { ...DONE, newBid: BID, auction: STANDING, leads: true, ...RECEIPT }],
  ["serverFrame", { type: "snapshot", seq: 3, serverTime: 5, auction: ROOM, bids: [BID], watching: 2 }],
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
        { seq: 4, type: "bidWithdrawn", bidId: "a-1", bidder: BID.bidder, reason: "mistake" },
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
  ["recentLotsEntry", { owner: "visitor", lots: [AUCTION] }],
];
const WRONG = [undefined, null, 7, "text", true, [], {}];

/** All values that differ in one place: a wrong value there, or none. */
function mutations(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [...WRONG, ...value.flatMap((one, at) => mutations(one).map((other) => value.with(at, other)))];
  }
  if (typeof value !== "object" || value === null) return WRONG;
  return [
    ...WRONG,
    ...Object.entries(value).flatMap(([key, field]) => [
      Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
      ...mutations(field).map((other) => ({ ...value, [key]: other })),
    ]),
  ];
}

it("compiled schemas accept and refuse the same JSON as the contract's", async () => {
  const schemas: Readonly<Record<string, $ZodType>> = { ...answers, auctionsAnswer, featuredAnswer };
  const source = compiledModule(schemas);
  const compiled: typeof schemas = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const accepts = async (schema: $ZodType | undefined, value: unknown) =>
    (await schema?.["~standard"].validate(value))?.issues === undefined;
  let refused = 0;
  for (const [name, example] of EXAMPLES) {
    expect(await compiled[name]?.["~standard"].validate(example)).toEqual({ value: example });
    for (const mutated of mutations(example)) {
      // As it arrives over the network: JSON has no undefined.
      const value: unknown = JSON.parse(JSON.stringify(mutated) ?? "null");
      const expected = await accepts(schemas[name], value);
      expect([await accepts(compiled[name], value), JSON.stringify(value)]).toEqual([expected, JSON.stringify(value)]);
      if (!expected) refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(1_000);
});

it("a schema that cannot be compiled fails the build instead of accepting too much", () => {
  expect(() => compiledModule({ answer: z.object({ at: z.string().min(1) }) })).toThrow("further checks");
  expect(() => compiledModule({ answer: z.string().transform(Number) })).toThrow("the type pipe");
});
