import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readParts, textOf } from "./form.ts";

const TYPE = 'multipart/form-data; boundary="x"';

/** Line breaks in place of `|`, in which forms are easier to read. */
function bytesOf(form: string): Uint8Array {
  return new TextEncoder().encode(form.replaceAll("|", "\r\n"));
}
function read(form: string, type = TYPE) {
  return readParts(bytesOf(form), type)?.map(({ name, isFile, content }) => [name, isFile, textOf(content)]) ?? null;
}
const field = (name: string, text: string) => `--x|Content-Disposition: form-data; name="${name}"||${text}|`;

describe("a form", () => {
  it("is read as browsers write it: texts, files, empty parts, in their order", () => {
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

  it("has the parts that the platform wrote, whatever they contain", async () => {
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
        for (const [index, one] of values.entries()) form.append(`part${index}`, one);
        const written = new Response(form);
        const type = written.headers.get("content-type") ?? "";
        const parts = readParts(new Uint8Array(await written.arrayBuffer()), type);
        const contents = values.map((one) => (typeof one === "string" ? new Blob([one]) : one).arrayBuffer());
        expect(parts?.map(({ name, isFile, content }) => [name, isFile, Array.from(content)])).toEqual(
          (await Promise.all(contents)).map((content, index) => [
            `part${index}`,
            typeof values[index] !== "string",
            Array.from(new Uint8Array(content)),
          ]),
        );
      }),
    );
  });

  it.each(["x", "-x", "--", "x-"])("ends a part at the first delimiter, whatever comes before it (%j)", (boundary) => {
    const texts = fc.array(fc.constantFrom("\r", "\n", "-", "x", "a", "\r\n-"), { maxLength: 40 });
    fc.assert(
      fc.property(texts, (letters) => {
        const content = letters.join("");
        const delimiter = `\r\n--${boundary}`;
        fc.pre(!content.includes(delimiter));
        const form = `--${boundary}|Content-Disposition: form-data; name="text"||`.replaceAll("|", "\r\n");
        expect(read(`${form}${content}${delimiter}--`, `multipart/form-data; boundary="${boundary}"`)).toEqual([
          ["text", false, content],
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it("has views of its bytes: nothing is copied", () => {
    const bytes = bytesOf(`${field("title", "A bureau")}--x--|`);
    const [part] = readParts(bytes, TYPE) ?? [];
    expect(part?.content.buffer).toBe(bytes.buffer);
  });

  it("is refused anywhere it is cut off", () => {
    const whole = bytesOf(`${field("title", "A bureau")}${field("price", "1")}--x--`);
    expect(readParts(whole, TYPE)).toHaveLength(2);
    for (let length = 0; length < whole.length; length += 1) {
      expect([length, readParts(whole.subarray(0, length), TYPE)]).toEqual([length, null]);
    }
  });

  it.each([
    ["no boundary in its type", "--x--|", "multipart/form-data"],
    [
      "a boundary of more than seventy characters",
      `--${"x".repeat(71)}--|`,
      `multipart/form-data; boundary=${"x".repeat(71)}`,
    ],
    ["another boundary than its type says", "--y--|", TYPE],
    ["a text before its first part", `|${field("title", "A bureau")}--x--|`, TYPE],
    ["a part without a name", "--x|Content-Disposition: form-data||text|--x--|", TYPE],
    ["a part of another kind", '--x|Content-Disposition: attachment; name="title"||text|--x--|', TYPE],
    ["a part without headers", "--x|||text|--x--|", TYPE],
    ["a part with endless headers", `--x|${"X: y|".repeat(2_000)}|text|--x--|`, TYPE],
    ["a boundary with further characters", `--xy|Content-Disposition: form-data; name="title"||text|--x--|`, TYPE],
  ])("is refused with %s", (_what, form, type) => {
    expect(read(form, type)).toBeNull();
  });

  it("T15: is refused with more than 32 parts", () => {
    const parts = (count: number) => field("", "").repeat(count);
    expect(read(`${parts(32)}--x--|`)).toHaveLength(32);
    expect(read(`${parts(33)}--x--|`)).toBeNull();
  });
});
