/**
 * Screens, responses and emails use everyday words, and only one word for each thing. Each entry says what to write
 * instead. Tests and comments are exempt.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { parseAst } from "vite";
import { expect, it } from "vitest";

const REPOSITORY = path.join(import.meta.dirname, "../..");
const SOURCES = "{web,worker}/**/*.{ts,tsx}";
const NOT_SHOWN = /\.test\.|\/testing\/|\/e2e\/|common-passwords/;

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:no|some)body\b/i, "no one, someone"],
  [/\bwhoever\b|\bthose who\b|\ball that\b/i, "everyone who, everything"],
  [/\bat all\b(?! of)/i, "nothing"],
  [/\b(?:told|heard|forgotten|owed)\b/i, "notified, cleared, pending"],
  [/(?<!-)\blots?\b/i, "item"],
  [/\bdesk\b/i, "admin pages"],
  [/\be-mail/i, "email"],
  [/\b(?:picture|portrait)s?\b/i, "photo"],
  [/(?<!aria-)\bpress(?! Enter)/i, "tap"],
  [/\blog(?:ged)? (?:in|out)\b/i, "sign in, sign out"],
  [/\bplease\b/i, "nothing"],
  [/’/, "' as in the specification"],
  [/(?<!aria-)\binvalid\b/i, "what happened and what to do"],
  [
    /: (?:it|its|you|we|this|that|they|there|then|no one|someone|below|choose|use|try|request|remove|set|make|sign|find|open|enter|close|send|do)\b/,
    "two sentences",
  ],
];

/** The specification's own wording. */
const SPECIFIED_TEXTS = new Set([
  "Logged In",
  "Logged Out",
  "Log Out",
  "Invalid email address",
  "Please confirm your password",
  "Please enter Name of Category",
  "Please enter Description",
  "Failed to create auction. Please try again.",
  "Failed to create Category. Please try again.",
]);

it("the site's text uses everyday words, and only one word for each thing", () => {
  const found = globSync(SOURCES, { cwd: REPOSITORY })
    .filter((file) => !NOT_SHOWN.test(file))
    .flatMap((file) =>
      problemsIn(file, new Set(textsIn(parseAst(read(file), { lang: file.endsWith("x") ? "tsx" : "ts" })))),
    );
  const textFileProblems = globSync("web/texts/*.md", { cwd: REPOSITORY }).flatMap((file) =>
    problemsIn(file, new Set(read(file).split("\n"))),
  );
  expect([...found, ...textFileProblems]).toEqual([]);
});

function read(file: string): string {
  return readFileSync(path.join(REPOSITORY, file), "utf8");
}

function problemsIn(file: string, texts: ReadonlySet<string>): string[] {
  return (
    Array.from(texts)
      // Names of fields are not words.
      .map((text) => text.replaceAll(/`\w+`/g, "").replaceAll(/\s+/g, " ").trim())
      .filter((text) => text.includes(" ") && !SPECIFIED_TEXTS.has(text))
      .flatMap((text) =>
        REPLACEMENTS.filter(([words]) => words.test(text)).map(([, instead]) => `${file}: "${text}" → ${instead}`),
      )
  );
}

/** The wording in a file: strings, templates with … for each value, and the text between tags. */
function* textsIn(node: unknown): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  if ("quasis" in node && Array.isArray(node.quasis)) {
    yield node.quasis.map((part: { value: { raw: string } }) => part.value.raw).join("…");
  } else if ("type" in node && (node.type === "Literal" || node.type === "JSXText") && "value" in node) {
    if (typeof node.value === "string") yield node.value;
  }
  for (const child of Object.values(node)) yield* textsIn(child);
}
