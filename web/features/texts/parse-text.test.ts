import { expect, it } from "vitest";

import { parseText, withoutSection } from "./parse-text.ts";

it("a text file has a title, headings with anchors, paragraphs and lists", () => {
  const source =
    "# Terms\r\n\r\nOne line\nand another.\n\n## Your bids {#bids}\n\n- first\n  goes on\n- **Two:** see [Help](/help#end).\n\n## No anchor";
  expect(parseText(source)).toEqual({
    title: "Terms",
    blocks: [
      { type: "paragraph", content: [{ type: "text", text: "One line and another." }] },
      { type: "heading", id: "bids", text: "Your bids" },
      {
        type: "list",
        items: [
          [{ type: "text", text: "first goes on" }],
          [
            { type: "bold", text: "Two:" },
            { type: "text", text: " see " },
            { type: "link", text: "Help", to: "/help#end" },
            { type: "text", text: "." },
          ],
        ],
      },
      { type: "heading", id: "no-anchor", text: "No anchor" },
    ],
  });
});

it.each(["javascript:alert`1`", "data:text/html,x", "//evil.example", "http://plain.example"])(
  "an unencrypted or executable URL stays text: %s",
  (address) => {
    const content = [{ type: "text", text: `[here](${address})` }];
    expect(parseText(`[here](${address})`)).toEqual({ title: "", blocks: [{ type: "paragraph", content }] });
  },
);

it("a backslash escapes the next character and isn't shown", () => {
  const content = [
    { type: "bold", text: "__Host-sid:" },
    { type: "text", text: " **not bold**, [no link](/help) and C:\\temp" },
  ];
  const source = String.raw`**\_\_Host-sid:** \*\*not bold\*\*, \[no link](/help) and C:\temp`;
  expect(parseText(source).blocks).toEqual([{ type: "paragraph", content }]);
});

it("markup in a file stays text", () => {
  const content = [{ type: "text", text: "<script>alert(1)</script>" }];
  expect(parseText("<script>alert(1)</script>").blocks).toEqual([{ type: "paragraph", content }]);
});

it("leaving out a section removes its heading and text, up to the next heading", () => {
  const { blocks } = parseText("# Help\n\nFirst.\n\n## A {#a}\n\nOf A.\n\n## B {#b}\n\nOf B.\n\nMore.");
  const textsOf = (id: string) => JSON.stringify(withoutSection(blocks, id));
  expect(textsOf("a")).not.toMatch(/Of A|"a"/);
  expect(textsOf("a")).toMatch(/First.*Of B.*More/);
  expect(textsOf("b")).toMatch(/First.*Of A/);
  expect(textsOf("b")).not.toMatch(/Of B|More/);
  expect(withoutSection(blocks, "none")).toEqual(blocks);
});
