import { expect, it } from "vitest";
import * as z from "zod";
import type { $ZodType } from "zod/v4/core";

import { auctionsAnswer, featuredAnswer } from "../../worker/contract/catalogue.ts";
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
const ANSWER = {
  success: true,
  message: "Fetched",
  auctions: [AUCTION, { ...AUCTION, images: null }],
  nextCursor: null,
};
const WRONG = [undefined, null, 7, "text", true, [], {}];

type Schemas = Readonly<Record<"auctionsAnswer" | "featuredAnswer", $ZodType>>;

/** All that differs from the value in one place: a wrong one, or none. */
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
  const source = compiledModule({ auctionsAnswer, featuredAnswer });
  const compiled: Schemas = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const accepts = async (schema: $ZodType, value: unknown) =>
    (await schema["~standard"].validate(value)).issues === undefined;
  const featured = { success: true, message: "Fetched", featured: [AUCTION] };
  let refused = 0;
  for (const [name, schema, answer] of [
    ["auctionsAnswer", auctionsAnswer, ANSWER],
    ["featuredAnswer", featuredAnswer, featured],
  ] as const) {
    expect(await compiled[name]["~standard"].validate(answer)).toEqual({ value: answer });
    for (const mutated of mutations(answer)) {
      // As it arrives over the network: JSON has no undefined.
      const value: unknown = JSON.parse(JSON.stringify(mutated) ?? "null");
      const expected = schema.safeParse(value).success;
      expect([await accepts(compiled[name], value), JSON.stringify(value)]).toEqual([expected, JSON.stringify(value)]);
      if (!expected) refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(300);
});

it("a schema that cannot be compiled fails the build instead of accepting too much", () => {
  expect(() => compiledModule({ answer: z.object({ at: z.string().min(1) }) })).toThrow("further checks");
  expect(() => compiledModule({ answer: z.record(z.string(), z.number()) })).toThrow("the type record");
});
