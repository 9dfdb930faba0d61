/** A type name means one thing. It's declared once, and no component shares it. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../command-line/project.ts";

/** Declarations that the compiler merges, and the room that seeding extends under its binding's name. */
const DECLARED_AGAIN = ["AuctionRoom", "Env", "ProvidedContext", "SettingVars"];

const TYPE = /^ *(?:export )?(?:abstract )?(?:type|interface|class|enum) ([A-Z]\w*)\b(?=.*[={])/gm;
const COMPONENT = /^(?:export )?(?:function|const) ([A-Z]\w*[a-z]\w*)\b/gm;

it("each type name is declared only once, and no component shares it", () => {
  const sources = globSync("{worker,web,scripts}/**/*.{ts,tsx}", { cwd: ROOT });
  const texts = sources.map((file) => readFileSync(path.join(ROOT, file), "utf8"));
  const namesIn = (pattern: RegExp) =>
    texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));
  const types = namesIn(TYPE);
  expect(types.length).toBeGreaterThan(1_000);
  const components = new Set(namesIn(COMPONENT));
  const duplicates = types.filter((name, index) => types.indexOf(name) !== index || components.has(name));
  expect([...new Set(duplicates)].toSorted()).toEqual(DECLARED_AGAIN);
});
