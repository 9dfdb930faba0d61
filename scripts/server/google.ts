/**
 * The OpenID provider for Google sign-in on a local server. It's the real Google if the git-ignored `.dev.vars` has a
 * client secret. Otherwise, `npm run dev` starts a stand-in on this machine.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

import { ROOT } from "../command-line/project.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { requireFreePort } from "./ports.mjs";

export type LocalGoogle = {
  /** Settings for the Worker. */
  readonly vars: Readonly<Record<string, string>>;
  /** The line to print in the terminal. */
  readonly line: string;
  readonly stop: () => Promise<void>;
};

/**
 * The client secret for the real Google, or null if none is configured. The client ID may also be in wrangler.toml.
 * wrangler forwards only the secrets that wrangler.toml requires, so our commands pass this one.
 */
export function readGoogleSecret(folder = ROOT): Readonly<Record<string, string>> | null {
  const file = path.join(folder, ".dev.vars");
  const secret = existsSync(file) ? parseEnv(readFileSync(file, "utf8"))["GOOGLE_CLIENT_SECRET"] : undefined;
  return secret ? { GOOGLE_CLIENT_SECRET: secret } : null;
}

export async function ensureGoogle({ port, command }: { port: number; command: string }): Promise<LocalGoogle> {
  const vars = readGoogleSecret();
  if (vars) return { vars, line: "the real one, from .dev.vars", stop: async () => {} };
  // Always the port after the server's, because the provider's URL identifies accounts.
  const providerPort = port < 65_535 ? port + 1 : port - 1;
  await requireFreePort({ port: providerPort, command });
  const { issuer, stop } = await startOpenIdProvider(providerPort);
  return { vars: googleSettingsFor(issuer), line: `a stand-in at ${issuer}`, stop };
}

/** The client for the stand-in. Its secret signs cookies, so it's random. */
export function googleSettingsFor(issuer: string): Record<string, string> {
  const secret = randomBytes(32).toString("hex");
  return { OIDC_ISSUER: issuer, GOOGLE_CLIENT_ID: "lotline-local", GOOGLE_CLIENT_SECRET: secret };
}
