/**
 * The secrets that every deployment needs. For a local server they're in the git-ignored `.dev.vars`, which wrangler
 * reads. Existing entries are kept. Missing ones are created, along with the settings that differ locally.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { ROOT } from "../command-line/project.ts";

/** Only the owner can read the file. */
const FILE_MODE = 0o600;
const SECRET_BYTES = 32;

/** The names in `[secrets]` in wrangler.toml. */
const GENERATORS = {
  PASSWORD_PEPPER: () => randomBytes(SECRET_BYTES).toString("base64"),
  SESSION_KEY: () => randomBytes(SECRET_BYTES).toString("base64"),
  SIGNING_KEY: () => JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })),
} as const;

/**
 * Locally, everyone can bid and list right away, no matter what wrangler.toml says for a deployment. Also applies to
 * plain `wrangler dev`.
 */
export const NO_NEW_MEMBER_LIMITS = { CONFIRM_EMAIL: "0", NEW_BIDDER_AMOUNT: "0", NEW_BIDDER_AUCTIONS: "0" };

export function ensureSecrets(folder = ROOT): void {
  const file = path.join(folder, ".dev.vars");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const has = (name: string) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, "m").test(text);
  const missingSettings = Object.entries(NO_NEW_MEMBER_LIMITS).filter(([name]) => !has(name));
  const missing = newSecrets(has) + missingSettings.map(([name, value]) => `${name}='${value}'\n`).join("");
  if (missing === "") return;
  appendFileSync(file, (text === "" || text.endsWith("\n") ? "" : "\n") + missing, { mode: FILE_MODE });
}

/** A line `NAME='VALUE'` per secret, the format of `.dev.vars` and `wrangler deploy --secrets-file`. */
export function newSecrets(has: (name: string) => boolean = () => false): string {
  return Object.entries(GENERATORS)
    .filter(([name]) => !has(name))
    .map(([name, make]) => `${name}='${make()}'\n`)
    .join("");
}
