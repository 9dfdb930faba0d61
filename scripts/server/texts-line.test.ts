import { expect, it } from "vitest";

import { textsLine } from "./texts-line.ts";

it.each([
  [
    [],
    "No one can see who runs this site. Write texts/contact.md and texts/imprint.md to have a link to them (docs/deploy.md).",
  ],
  [
    ["terms.md", "contact.md"],
    "No one can see who runs this site. Write texts/imprint.md to have a link to it (docs/deploy.md).",
  ],
  [["contact.md", "imprint.md"], null],
])("a deployment with the texts %j is warned about those that are missing", (files, line) => {
  expect(textsLine(files)).toBe(line);
});
