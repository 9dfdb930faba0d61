/**
 * Where a local server sends people who sign in with Google: to the real one, when the git-ignored `.dev.vars` names a
 * client there, else (for `npm run dev`) to a stand-in on this machine.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

import { startOpenIdProvider } from "./openid-provider.ts";
import { demandPort } from "./ports.mjs";
import { ROOT } from "./project.ts";

export type LocalGoogle = {
  /** Settings for the Worker. */
  readonly vars: Readonly<Record<string, string>>;
  /** What to tell the person at the terminal. */
  readonly line: string;
  readonly stop: () => Promise<void>;
};

/** Whether a client of the real Google is configured for this machine: its id may stand in wrangler.toml. */
export function knowsGoogle(folder = ROOT): boolean {
  const file = path.join(folder, ".dev.vars");
  return existsSync(file) && Boolean(parseEnv(readFileSync(file, "utf8"))["GOOGLE_CLIENT_SECRET"]);
}

export async function provideGoogle({ port, command }: { port: number; command: string }): Promise<LocalGoogle> {
  if (knowsGoogle()) return { vars: {}, line: "the real one, by .dev.vars", stop: async () => {} };
  // Always the same port beside ours: people are known by their provider's address.
  const beside = port < 65_535 ? port + 1 : port - 1;
  await demandPort({ port: beside, command });
  const { issuer, stop } = await startOpenIdProvider(beside);
  return { vars: settingsFor(issuer), line: `a stand-in at ${issuer}`, stop };
}

/** The client that a stand-in knows. Its secret signs cookies, so it is nobody's to guess. */
export function settingsFor(issuer: string): Record<string, string> {
  const secret = randomBytes(32).toString("hex");
  return { OIDC_ISSUER: issuer, GOOGLE_CLIENT_ID: "lotline-local", GOOGLE_CLIENT_SECRET: secret };
}
