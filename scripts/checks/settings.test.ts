/** Every place that explains a setting matches its declaration (worker/settings/setting-table.ts). */
import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";
import { z } from "zod";

import { type DeclaredSetting, DECLARED_SETTINGS } from "../../worker/settings/setting-table.ts";
import { ROOT } from "../command-line/project.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** The `[vars]` section of wrangler.toml. */
const vars = /^\[vars\]\n([^]*?)^\[/m.exec(read("wrangler.toml"))?.[1] ?? "";
/** The settings in `[vars]`, each with the comment above it on one line. Their values are the deployment's own. */
const commentedSettings = Array.from(vars.matchAll(/^((?:#.*\n)+)(\w+) = "/gm), ([, comment = "", name = ""]) => ({
  name,
  comment: comment
    .split("\n")
    .map((line) => line.replace(/^# ?/, ""))
    .join(" ")
    .trim(),
}));

const shownDefault = ({ default: text, secret }: DeclaredSetting) =>
  secret ? "secret" : text === undefined ? "not set" : text === "" ? "empty" : `\`${text}\``;

it("wrangler.toml explains each of its settings and states the default", () => {
  expect(commentedSettings).toHaveLength(vars.match(/^\w+ =/gm)?.length ?? 0);
  expect(commentedSettings.length).toBeGreaterThan(5);
  const declared = DECLARED_SETTINGS.filter(({ name }) => commentedSettings.some((setting) => setting.name === name));
  const expected = declared.map((setting) => ({
    name: setting.name,
    comment: `${setting.help} Default: ${shownDefault(setting)}.`,
  }));
  expect(commentedSettings).toEqual(expected);
});

it("docs/deploy.md lists every setting with its default", () => {
  const [, table = ""] = /^\| Setting .*\n\| -.*\n((?:\|.*\n)+)/m.exec(read("docs/deploy.md")) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .map(([, name, text, help]) => [name, text, help]);
  expect(rows).toEqual(
    DECLARED_SETTINGS.map((setting) => [`\`${setting.name}\``, shownDefault(setting), setting.help]),
  );
});

it("the deploy button explains every secret and every setting in wrangler.toml", () => {
  const descriptions = z
    .object({ cloudflare: z.object({ bindings: z.record(z.string(), z.object({ description: z.string() })) }) })
    .parse(JSON.parse(read("package.json"))).cloudflare.bindings;
  const required = ["PASSWORD_PEPPER", "SESSION_KEY", "SIGNING_KEY", ...commentedSettings.map(({ name }) => name)];
  const explainedSettings = DECLARED_SETTINGS.filter(({ name }) => name in descriptions);
  expect(explainedSettings.map(({ name }) => name).toSorted()).toEqual(required.toSorted());
  for (const { name, help } of explainedSettings) expect(descriptions[name]?.description).toBe(help);
});
