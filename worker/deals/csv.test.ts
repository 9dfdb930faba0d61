import { expect, it } from "vitest";

import { csvLine } from "./csv.ts";

it.each([
  ["plain text", "A brass telescope", "A brass telescope"],
  ["nothing", "", ""],
  ["an amount", "1250.50", "1250.50"],
  ["a comma", "Doe, Jane", '"Doe, Jane"'],
  ["quotes", 'The "Lion"', '"The ""Lion"""'],
  ["a line break", "one\ntwo\r\nthree", '"one\ntwo\r\nthree"'],
  ["a formula", "=1+1", "'=1+1"],
  ["a formula with quotes", '=HYPERLINK("//x.example","open")', `"'=HYPERLINK(""//x.example"",""open"")"`],
  ["a command", "+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["a minus", "-2+3", "'-2+3"],
  ["an at sign", "@SUM(1)", "'@SUM(1)"],
  ["a formula after spaces", " \t=1", "' \t=1"],
  ["a formula after a line break", "\r\n=1", `"'\r\n=1"`],
  ["a tab", "\tx", "'\tx"],
  ["a full-width sign", "＝1+1", "'＝1+1"],
  ["a sign in the middle", "a=b-c@d+e", "a=b-c@d+e"],
])("a CSV cell with %s is escaped only if needed", (_, text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
  expect(csvLine(["first", text, "last"])).toBe(`first,${cell},last\r\n`);
});
