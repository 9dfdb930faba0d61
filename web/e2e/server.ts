/**
 * The house that browser tests visit: the built pages and Worker on a free port, with data of its own that are gone
 * afterwards. Empty: a test makes what it needs itself.
 */
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { TestProject } from "vitest/node";

import { settingsFor } from "../../scripts/server/google.ts";
import { startOpenIdProvider } from "../../scripts/server/openid-provider.ts";
import { buildPages } from "../../scripts/server/pages.ts";
import { freePort } from "../../scripts/server/ports.mjs";
import { LOCAL_MAIL, serve } from "../../scripts/server/serve.ts";
import { migrate } from "../../scripts/server/state.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly baseUrl: string;
    /** The server's log, which names the files that mails are written to. */
    readonly serverLog: string;
    /** The folder with the server's data, for commands that speak to D1 by wrangler. */
    readonly dataFolder: string;
  }
}

/** Auctions of a few seconds, so that a test can see one end; and nobody meets a rate limit by being many. */
const SETTINGS = { MIN_AUCTION_SECONDS: "1", SOFT_CLOSE_SECONDS: "2", LIMIT_SCALE: "1000" };

/** What results are signed with in the tests. */
const SIGNING_KEY = JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const persistTo = await mkdtemp(path.join(tmpdir(), "lotline-browser-"));
  const [google] = await Promise.all([startOpenIdProvider(0), buildPages(), migrate(persistTo)]);
  const vars = { ...SETTINGS, ...settingsFor(google.issuer), ...LOCAL_MAIL, SIGNING_KEY };
  const server = await serve({ port: await freePort(), persistTo, vars });
  project.provide("baseUrl", server.url);
  project.provide("serverLog", server.log);
  project.provide("dataFolder", persistTo);
  return async () => {
    await server.stop();
    await google.stop();
    await rm(persistTo, { recursive: true });
  };
}
