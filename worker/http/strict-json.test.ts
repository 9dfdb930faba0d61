import * as fc from "fast-check";
import { expect, it } from "vitest";

import { parseStrictJson } from "./strict-json.ts";

const nestedJson = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

it.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"a":{"b":1,"c":{},"b":2}}',
  '[{"a":":"},{"a":1,"a":2}]',
  '{"a":{"b":1},"a":{"b":1,"c":1}}',
  '{"__proto__":{}}',
  '{"\\u005f_proto__":1}',
  '[{"constructor":1}]',
  '{"a":{"prototype":null}}',
  nestedJson(6),
  "[[[[[[]]]]]]",
  "",
  "{",
  "{}{}",
  "{'a':1}",
])("dangerous, duplicate, deeply nested or malformed JSON is rejected: %s", (text) => {
  expect(() => parseStrictJson(text)).toThrow(SyntaxError);
});

it.each([
  '{"a":"x:y\\":{\\"a\\":","b":["a","a","constructor"]}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":{"a":1}}}',
  '{"toString":1,"0":2,"":3}',
  '{"a\\\\":":","b":"\\\\"}',
  nestedJson(5),
  "[[[[[]]]]]",
  "null",
  '" : "',
  " 1 ",
])("valid JSON is parsed: %s", (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text));
});

it("JSON with a duplicate key is rejected, no matter what surrounds it", () => {
  const keys = fc.string().filter((key) => !["__proto__", "constructor", "prototype"].includes(key));
  const members = fc.uniqueArray(fc.tuple(keys, fc.jsonValue({ maxDepth: 2 })), {
    selector: ([key]) => key,
    minLength: 1,
  });
  const isForbidden = /"(?:__proto__|constructor|prototype)"/;
  fc.assert(
    fc.property(members, (entries) => {
      const memberTexts = entries.map(([key, value]) => `${JSON.stringify(key)} : ${JSON.stringify(value)}`);
      fc.pre(!isForbidden.test(memberTexts.join()));
      const text = `{${memberTexts.join()}}`;
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      const duplicateKeyText = `{${JSON.stringify(entries.at(-1)?.[0])}:0,${memberTexts.join()}}`;
      expect(() => parseStrictJson(duplicateKeyText)).toThrow(SyntaxError);
    }),
  );
});
