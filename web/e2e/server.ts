/**
 * The servers for the browser tests: the built pages and Worker on free ports, with stand-ins for Google and Turnstile.
 * Each test process has its own server and data, deleted afterwards, so test files can't affect each other. There are
 * no auctions at first. Each test lists what it needs.
 */
import { generateKeyPairSync } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { FullConfig } from "@playwright/test";
import { z } from "zod";

import { googleSettingsFor } from "../../scripts/server/google.ts";
import { startOpenIdProvider } from "../../scripts/server/openid-provider.ts";
import { buildPages } from "../../scripts/server/pages.ts";
import { findFreePort } from "../../scripts/server/ports.mjs";
import { NO_NEW_MEMBER_LIMITS } from "../../scripts/server/secrets.ts";
import { LOCAL_MAIL, serve } from "../../scripts/server/serve.ts";
import { migrate } from "../../scripts/server/state.ts";
import { startTurnstile, TURNSTILE_KEYS } from "../../scripts/server/turnstile.ts";
import { siteNameOf, DEFAULT_SETTINGS } from "../../worker/settings/setting-table.ts";

/** The key that signs results in the tests. */
const SIGNING_KEY = JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));

/**
 * Allows auctions of a few seconds, so that a test can see one end. Raises rate limits beyond reach, because the tests
 * sign up many people.
 */
export const SETTINGS = {
  // Overrides wrangler.toml, because operators run these tests too.
  ...DEFAULT_SETTINGS,
  ...NO_NEW_MEMBER_LIMITS,
  MIN_AUCTION_SECONDS: "1",
  SOFT_CLOSE_SECONDS: "2",
  LIMIT_SCALE: "1000",
  PASSWORD_PEPPER: "of-the-browser-tests-alone",
  SESSION_KEY: "of-the-browser-tests-alone-which-sign",
  SIGNING_KEY,
};

/** Test processes inherit this variable, which lists the servers as JSON. */
const SERVERS_VARIABLE = "LOTLINE_BROWSER_SERVERS";
/** A server's URL, its log, and its data folder. */
const testServer = z.object({ url: z.string(), logFile: z.string(), dataFolder: z.string() });
export type TestServer = z.infer<typeof testServer> & { readonly stop: () => Promise<void> };

/** A server with its own data, which is deleted when it stops. `assets` replaces the built pages. */
export async function startServer(vars: Readonly<Record<string, string>>, assets?: string): Promise<TestServer> {
  const [data = ""] = await createDataFolders(1);
  return serveData(data, vars, assets);
}

/**
 * Folders with an empty marketplace each. They're copies, because running the migrations starts wrangler every time.
 */
async function createDataFolders(count: number): Promise<string[]> {
  const [first = "", ...others] = await Promise.all(
    Array.from({ length: count }, () => mkdtemp(path.join(tmpdir(), "lotline-browser-"))),
  );
  await migrate(first);
  await Promise.all(others.map((folder) => cp(first, folder, { recursive: true })));
  return [first, ...others];
}

async function serveData(
  dataFolder: string,
  vars: Readonly<Record<string, string>>,
  assets?: string,
): Promise<TestServer> {
  const pages = assets === undefined ? {} : { assets };
  const server = await serve({ port: await findFreePort(), persistTo: dataFolder, vars, ...pages });
  const stop = async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { url: server.url, logFile: server.log, dataFolder, stop };
}

/** This process's server, or null in the process that starts the test processes. */
export function ownServer(): z.infer<typeof testServer> | null {
  // Playwright numbers the processes that run at the same time.
  const index = process.env["TEST_PARALLEL_INDEX"];
  if (index === undefined) return null;
  const servers = z.array(testServer).parse(JSON.parse(process.env[SERVERS_VARIABLE] ?? "[]"));
  return servers[Number(index)] ?? null;
}

export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  // Playwright doesn't handle this signal. The servers are killed when the process exits.
  process.once("SIGTERM", () => process.exit(1));
  const [google, turnstile, folders] = await Promise.all([
    startOpenIdProvider(0),
    startTurnstile(),
    createDataFolders(workers),
    buildPages(siteNameOf(SETTINGS)),
  ]);
  const turnstileVars = { ...TURNSTILE_KEYS, TURNSTILE_URL: turnstile.url };
  const vars = { ...SETTINGS, ...googleSettingsFor(google.issuer), ...turnstileVars, ...LOCAL_MAIL };
  const servers = await Promise.all(folders.map((data) => serveData(data, vars)));
  process.env[SERVERS_VARIABLE] = JSON.stringify(
    servers.map(({ url, logFile, dataFolder }) => ({ url, logFile, dataFolder })),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all([google.stop(), turnstile.stop()]);
  };
}
