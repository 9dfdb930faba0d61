import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { beforeEach, expect, it } from "vitest";

import { ownSettings, settingsForThisRun } from "./local-settings.ts";
import { ROOT } from "./project.ts";
import { demandCurrency, deployedVars } from "./vars.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lotline-vars-"));
  cpSync(path.join(ROOT, "wrangler.toml"), path.join(folder, "wrangler.toml"));
  return () => rmSync(folder, { recursive: true, force: true });
});

it("the settings of wrangler.toml have a currency that can be counted", () => {
  expect(() => demandCurrency(deployedVars([], folder))).not.toThrow();
});

it("a currency without two decimals is refused with a sentence, wherever it is set", () => {
  const problem = 'CURRENCY is "JPY": use the code of a currency with two decimals, such as USD, EUR, GBP or INR';
  expect(() => demandCurrency(deployedVars(["--dry-run", "--var", "CURRENCY:JPY"], folder))).toThrow(problem);
  const sentence =
    'CURRENCY cannot be "JPY". Use the code of a currency with two decimals, such as USD, EUR, GBP or INR';
  expect(() => settingsForThisRun({ CURRENCY: "JPY" })).toThrow(`--var: ${sentence}`);
  writeFileSync(path.join(folder, ".dev.vars"), "CURRENCY='JPY'\n");
  expect(() => ownSettings(folder)).toThrow(`.dev.vars: ${sentence}`);
  expect(settingsForThisRun({ CURRENCY: "EUR" })).toEqual({ CURRENCY: "EUR" });
});

it.each(["XXX", "ABC", "KWD", "eur", "", undefined])("%s is no currency of a deployment", (currency) => {
  expect(() => demandCurrency({ CURRENCY: currency })).toThrow(/^CURRENCY is .*: use the code/);
});
