import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalJson, chainInput, GENESIS_HASH } from "./facts.ts";

describe("canonical JSON", () => {
  it.each<[unknown, string]>([
    [{ b: 1, a: [2, { d: null, c: "x" }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
    [{ present: 1, absent: undefined }, '{"present":1}'],
    ['a "quoted" line\n', '"a \\"quoted\\" line\\n"'],
    [[], "[]"],
    [{}, "{}"],
  ])("canonical JSON always writes %j the same way", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("canonical JSON stays the same after a round trip as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it("canonical JSON is the same for members in a different order", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      }),
    );
  });
});

describe("the hash chain", () => {
  const record = { seq: 1, at: 5, fact: { type: "cancelled" } } as const;

  it("a link in the hash chain covers the previous hash, position, time and event", () => {
    expect(chainInput(GENESIS_HASH, record)).toBe(`${"0".repeat(64)}{"at":5,"fact":{"type":"cancelled"},"seq":1}`);
  });

  it("a link in the hash chain covers the commitment to its secret part, if any", () => {
    expect(chainInput("", { ...record, sealed: "abc" })).toContain('"sealed":"abc"');
  });
});
