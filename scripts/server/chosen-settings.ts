/**
 * The settings that a server or deployment will have: wrangler.toml first, then the git-ignored `.dev.vars` for a local
 * server, then `--var`. It refuses unknown names and invalid values before anything is built or deployed. Otherwise
 * every request would fail, or the setting would have no effect.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

import { unstable_readConfig } from "wrangler";

import { CURRENCY_PROBLEM } from "../../worker/rules/currencies.ts";
import {
  DECLARED_SETTINGS,
  settingProblem,
  siteNameOf,
  DEFAULT_SETTINGS,
} from "../../worker/settings/setting-table.ts";
import { Problem } from "../command-line/problem.mjs";
import { ROOT } from "../command-line/project.ts";

/** wrangler reads these from `.dev.vars` itself, and secrets don't belong on a command line. */
const REQUIRED_SECRETS = new Set(["PASSWORD_PEPPER", "SESSION_KEY", "SIGNING_KEY"]);

/** The settings in wrangler.toml. */
export function readConfigSettings(folder = ROOT): Record<string, string> {
  const { vars } = unstable_readConfig({ config: path.join(folder, "wrangler.toml") });
  return requireValid(
    "wrangler.toml",
    Object.entries(vars).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * The site's name for the build. Commands that build set LOTLINE_SITE_NAME, which overrides `chosenSettings`. Both
 * override wrangler.toml.
 */
export function builtSiteName(chosenSettings: Readonly<Record<string, string>> = {}): string {
  const name = process.env["LOTLINE_SITE_NAME"];
  return siteNameOf({ ...readConfigSettings(), ...chosenSettings, ...(name === undefined ? {} : { SITE_NAME: name }) });
}

/** The settings that `npm run deploy` deploys. `options` are wrangler's, with `--var NAME:VALUE`. */
export function readDeployedSettings(options: readonly string[], folder = ROOT): Record<string, string> {
  const varOptions = options.flatMap((option, index) => (options[index - 1] === "--var" ? [option] : []));
  const varEntries = varOptions.map(
    (text) => [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)] as const,
  );
  return { ...DEFAULT_SETTINGS, ...readConfigSettings(folder), ...requireValid("--var", varEntries) };
}

/** The settings in `.dev.vars`. wrangler itself forwards only the secrets that wrangler.toml requires. */
export function readDevVars(folder = ROOT): Record<string, string> {
  const file = path.join(folder, ".dev.vars");
  if (!existsSync(file)) return {};
  const lines = Object.entries(parseEnv(readFileSync(file, "utf8")));
  return requireValid(
    ".dev.vars",
    lines.filter(([name]) => !REQUIRED_SECRETS.has(name)).map(([name, value]) => [name, value ?? ""]),
  );
}

/** Checks the `--var` settings and returns them. */
export function validateVarOptions(vars: Readonly<Record<string, string>>): Record<string, string> {
  return requireValid("--var", Object.entries(vars));
}

function requireValid(source: string, entries: readonly (readonly [string, string])[]): Record<string, string> {
  for (const [name, value] of entries) {
    const declared = DECLARED_SETTINGS.find((setting) => setting.name === name);
    if (!declared) {
      const names = DECLARED_SETTINGS.map((setting) => setting.name).join(", ");
      throw new Problem(`${source}: there is no setting ${name}. The settings are ${names}.`);
    }
    const problem = settingProblem(name, value);
    if (problem !== null) {
      const advice = problem === CURRENCY_PROBLEM ? `${problem[0]?.toUpperCase()}${problem.slice(1)}. ` : "";
      const defaultText = declared.default ? `The default is "${declared.default}". ` : "";
      throw new Problem(
        `${source}: ${name} cannot be "${value}". ${advice}${defaultText}See docs/deploy.md for allowed values.`,
      );
    }
  }
  return Object.fromEntries(entries);
}
