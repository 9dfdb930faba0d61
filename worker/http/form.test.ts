import * as fc from "fast-check";
import { expect, it } from "vitest";

import { readParts, textOf } from "./form.ts";

const TYPE = 'multipart/form-data; boundary="x"';

/** Replaces each `|` with a line break, so that the forms here are easier to read. */
function bytesOf(form: string): Uint8Array {
  return new TextEncoder().encode(form.replaceAll("|", "\r\n"));
}
/** The parts, or the message of the refusal. */
function read(form: string, type = TYPE) {
  const parts = readParts(bytesOf(form), type);
  return "problem" in parts ? parts.problem : parts.map((part) => [part.name, part.isFile, textOf(part.content)]);
}
function partsOf(bytes: Uint8Array, type: string) {
  const parts = readParts(bytes, type);
  if ("problem" in parts) throw new Error(parts.problem);
  return parts;
}
const field = (name: string, text: string) => `--x|Content-Disposition: form-data; name="${name}"||${text}|`;

it("parsing a form returns its text fields, files and empty parts in order", () => {
  const form = [
    field("title", "A bureau | of two lines"),
    '--x|Content-Disposition: form-data; name="image"; filename="a.png"|Content-Type: image/png||PNG|',
    '--x|content-disposition: FORM-DATA; filename="none"; name=images||text|',
    field("empty", ""),
    "--x--|",
  ].join("");
  expect(read(form)).toEqual([
    ["title", false, "A bureau \r\n of two lines"],
    ["image", true, "PNG"],
    ["images", true, "text"],
    ["empty", false, ""],
  ]);
  expect(read("--x--|")).toEqual([]);
  expect(read(form, "multipart/form-data; charset=utf-8; boundary=x")).toHaveLength(4);
});

it("parsing a form returns exactly the parts that FormData wrote, with any content", async () => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new File([Uint8Array.from(bytes)], "x")),
    fc
      .constantFrom("\r\n--", "\r\n\r\n", "\r", "--", "\r\n--x--", '"; name="other"')
      .map((text) => new File([text], text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 8 }), async (values) => {
      const form = new FormData();
      for (const [index, fieldValue] of values.entries()) form.append(`part${index}`, fieldValue);
      const formResponse = new Response(form);
      const type = formResponse.headers.get("content-type") ?? "";
      const parts = partsOf(new Uint8Array(await formResponse.arrayBuffer()), type);
      const contents = values.map((fieldValue) =>
        (typeof fieldValue === "string" ? new Blob([fieldValue]) : fieldValue).arrayBuffer(),
      );
      expect(parts.map(({ name, isFile, content }) => [name, isFile, Array.from(content)])).toEqual(
        (await Promise.all(contents)).map((content, index) => [
          `part${index}`,
          typeof values[index] !== "string",
          Array.from(new Uint8Array(content)),
        ]),
      );
    }),
  );
});

it.each(["x", "-x", "--", "x-"])("a part ends at the first delimiter, no matter what precedes it (%j)", (boundary) => {
  const texts = fc.array(fc.constantFrom("\r", "\n", "-", "x", "a", "\r\n-"), { maxLength: 40 });
  fc.assert(
    fc.property(texts, (letters) => {
      const content = letters.join("");
      const delimiter = `\r\n--${boundary}`;
      // Also rules out content that begins with a delimiter, because the headers end with a line break.
      fc.pre(!`\r\n${content}`.includes(delimiter));
      const form = `--${boundary}|Content-Disposition: form-data; name="text"||`.replaceAll("|", "\r\n");
      expect(read(`${form}${content}${delimiter}--`, `multipart/form-data; boundary="${boundary}"`)).toEqual([
        ["text", false, content],
      ]);
    }),
    { numRuns: 500 },
  );
});

it("parsing a form returns views of its bytes and copies nothing", () => {
  const bytes = bytesOf(`${field("title", "A bureau")}--x--|`);
  const [part] = partsOf(bytes, TYPE);
  expect(part?.content.buffer).toBe(bytes.buffer);
});

it("a form cut off at any point is rejected", () => {
  const whole = bytesOf(`${field("title", "A bureau")}${field("price", "1")}--x--`);
  expect(readParts(whole, TYPE)).toHaveLength(2);
  for (let length = 0; length < whole.length; length += 1) {
    const result = readParts(whole.subarray(0, length), TYPE);
    expect([length, result]).toEqual([length, { problem: expect.stringMatching(/cut off|empty|boundary/) }]);
  }
});

it.each([
  ["text before its first part", `This is a form.||${field("title", "A bureau")}--x--`],
  ["an empty line before its first part", `|${field("title", "A bureau")}--x--`],
  ["text after its last part", `${field("title", "A bureau")}--x--|--x|This is none.`],
  ["spaces after its boundaries", `--x \t |${field("title", "A bureau").slice(4)}--x-- |`],
  ["headers in any case", "--x|CONTENT-DISPOSITION:Form-Data;NAME=title||A bureau|--x--"],
  ["folded headers", '--x|Content-Disposition: form-data;| name=|\t"title"||A bureau|--x--'],
  [
    "extra headers",
    '--x|Content-Length: 8|Content-Disposition: form-data; name="title"|X-Any: 1|Content-Type: text/plain; charset=UTF-8|Content-Transfer-Encoding: 8bit||A bureau|--x--',
  ],
  ["an extra parameter", '--x|Content-Disposition: form-data; charset="utf-8"; name="title";||A bureau|--x--'],
  ["a part that declares the charset", `${field("_charset_", "UTF-8")}${field("title", "A bureau")}--x--`],
])("a form with %s is read", (_what, form) => {
  expect(read(form)).toEqual([["title", false, "A bureau"]]);
});

it.each([
  'name="image"; filename="a;b=c.png"',
  'filename="name=\\"title\\"; .png"; name="image"',
  'name="image"; filename="%22quoted%22.png"',
  'name="image"; filename="C:\\photos\\"',
  'name="image"; filename=my photo.png',
  "name=image; filename*=UTF-8''%E2%82%AC.png",
  'name="image"; filename="e.png"; filename*=UTF-8\'\'%E2%82%AC.png',
  'name="image"; filename=""',
  'name="image"; filename="画像 🖼.png"',
  `name="image"; filename="${"a".repeat(300)}.png"`,
  'name="image"|Content-Type: image/png',
  'name="image"|Content-Type: application/octet-stream',
])("a file part may have any file name, or none (%s)", (disposition) => {
  expect(read(`--x|Content-Disposition: form-data; ${disposition}||PNG|--x--`)).toEqual([["image", true, "PNG"]]);
});

it("a part may be empty, even if its boundary follows the headers directly", () => {
  const empty = '--x|Content-Disposition: form-data; name="a"||';
  expect(read(`${empty}${field("b", "1")}--x--`)).toEqual([
    ["a", false, ""],
    ["b", false, "1"],
  ]);
  expect(read(`${empty}--x--`)).toEqual([["a", false, ""]]);
});

it.each([
  ["'()+_,-./:=? x", `"'()+_,-./:=? x"`],
  ["-".repeat(70), `"${"-".repeat(70)}"`],
  ["----=_Part_1:2", "----=_Part_1:2 ; charset=utf-8"],
  ['a"b', '"a\\"b"'],
])("a boundary may use any allowed character (%s)", (boundary, written) => {
  const form = `--${boundary}|Content-Disposition: form-data; name="a"||--|--${boundary}--`;
  expect(read(form, `multipart/form-data; Boundary=${written}`)).toEqual([["a", false, "--"]]);
});

it.each([
  ["no boundary in its type", "--x--|", "multipart/form-data", /needs a boundary/],
  [
    "a boundary of more than seventy characters",
    `--${"x".repeat(71)}--|`,
    `multipart/form-data; boundary=${"x".repeat(71)}`,
    /needs a boundary/,
  ],
  ["no content", "", TYPE, /empty/],
  ["a boundary that differs from its type", "--y--|", TYPE, /boundary from its Content-Type/],
  ["bare line feeds", field("title", "A bureau").replaceAll("|", "\n"), TYPE, /CR LF/],
  ["bare line feeds after text", `A form\n${field("a", "b").replaceAll("|", "\n")}`, TYPE, /CR LF/],
  ["a part without a name", "--x|Content-Disposition: form-data||text|--x--|", TYPE, /name="title"/],
  ["two names for one part", "--x|Content-Disposition: form-data; name=a; name=b||t|--x--", TYPE, /name="title"/],
  ["two dispositions", `--x|Content-Disposition: form-data; name=a|${field("b", "").slice(4)}--x--`, TYPE, /header/],
  ["a part of another kind", '--x|Content-Disposition: attachment; name="a"||t|--x--|', TYPE, /name="title"/],
  ["a part without headers", "--x|||text|--x--|", TYPE, /name="title"/],
  ["an invalid header", "--x|text||text|--x--|", TYPE, /can't read a header/],
  ["a part with endless headers", `--x|${"X: y|".repeat(2_000)}|text|--x--|`, TYPE, /longer than 4096/],
  [
    "extra characters after a boundary",
    `--xy|Content-Disposition: form-data; name="a"||t|--x--|`,
    TYPE,
    /has more text/,
  ],
  [
    "an encoded part",
    `--x|Content-Transfer-Encoding: base64|${field("a", "dGV4dA==").slice(4)}--x--`,
    TYPE,
    /without a Content-Transfer-Encoding/,
  ],
  [
    "a part in another charset",
    `--x|Content-Type: text/plain; charset=iso-8859-1|${field("a", "text").slice(4)}--x--`,
    TYPE,
    /UTF-8/,
  ],
  ["another charset for all parts", `${field("_charset_", "iso-8859-1")}--x--`, TYPE, /UTF-8/],
  [
    "files in a nested multipart",
    `--x|Content-Type: multipart/mixed; boundary=y|${field("images", "--y--").slice(4)}--x--`,
    TYPE,
    /nested multipart/,
  ],
])("a form with %s is rejected with a clear message", (_what, form, type, sentence) => {
  expect(read(form, type)).toMatch(sentence);
});

it("T15: a form with more than 32 parts is rejected", () => {
  const parts = (count: number) => field("", "").repeat(count);
  expect(read(`${parts(32)}--x--|`)).toHaveLength(32);
  expect(read(`${parts(33)}--x--|`)).toBe("A form can have at most 32 parts");
});
