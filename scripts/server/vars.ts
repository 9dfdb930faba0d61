/** The settings that a server or a deployment will have, read before anything is built. */
import path from "node:path";

import { unstable_readConfig } from "wrangler";

import { CURRENCY_PROBLEM, isSupportedCurrency } from "../../worker/rules/currencies.ts";
import { Problem } from "./problem.mjs";
import { ROOT } from "./project.ts";

type Vars = Readonly<Record<string, unknown>>;

/** Those that are deployed: of wrangler.toml, and of `--var NAME:VALUE`. */
export function deployedVars(options: readonly string[], folder = ROOT): Vars {
  const given = options.flatMap((option, index) => (options[index - 1] === "--var" ? [option] : []));
  const changed = given.map((text) => [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)] as const);
  return { ...ofConfig(folder), ...Object.fromEntries(changed) };
}

/** Throws a Problem that says what is wrong with the currency. The Worker refuses every request with such a one. */
export function demandCurrency({ CURRENCY: currency }: Vars): void {
  if (typeof currency === "string" && isSupportedCurrency(currency)) return;
  throw new Problem(`CURRENCY is ${JSON.stringify(currency)}: ${CURRENCY_PROBLEM} (docs/deploy.md, "Settings").`);
}

function ofConfig(folder: string): Vars {
  return unstable_readConfig({ config: path.join(folder, "wrangler.toml") }).vars;
}
