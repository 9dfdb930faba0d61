/**
 * The secrets of a local server, in the git-ignored `.dev.vars` that wrangler reads. Existing entries are kept; a key
 * for signing closing certificates is created if there is none.
 */
import { generateKeyPairSync } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { ROOT } from "./project.ts";

/** Only its owner may read it. */
const MODE = 0o600;

export function provideSigningKey(folder = ROOT): void {
  const file = path.join(folder, ".dev.vars");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (/^\s*(export\s+)?SIGNING_KEY\s*=/m.test(text)) return;
  const { privateKey } = generateKeyPairSync("ed25519");
  const line = `SIGNING_KEY='${JSON.stringify(privateKey.export({ format: "jwk" }))}'\n`;
  appendFileSync(file, (text === "" || text.endsWith("\n") ? "" : "\n") + line, { mode: MODE });
}
