/**
 * The server of the browser tests: the built pages and Worker on a free port, with a stand-in for Google and data of
 * its own, which are deleted afterwards. There are no auctions yet: a test lists those it needs.
 */
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { settingsFor } from "../../scripts/server/google.ts";
import { startOpenIdProvider } from "../../scripts/server/openid-provider.ts";
import { buildPages } from "../../scripts/server/pages.ts";
import { freePort } from "../../scripts/server/ports.mjs";
import { LOCAL_MAIL, serve } from "../../scripts/server/serve.ts";
import { migrate } from "../../scripts/server/state.ts";

/** Auctions of a few seconds, so that a test can see one end; and no rate limit stops the many people of the tests. */
const SETTINGS = {
  MIN_AUCTION_SECONDS: "1",
  SOFT_CLOSE_SECONDS: "2",
  LIMIT_SCALE: "1000",
  PASSWORD_PEPPER: "of-the-browser-tests-alone",
};

/** Results are signed with this key in the tests. */
const SIGNING_KEY = JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));

export default async function startServer(): Promise<() => Promise<void>> {
  // Playwright does not handle this signal; the server is killed as the process exits.
  process.once("SIGTERM", () => process.exit(1));
  const persistTo = await mkdtemp(path.join(tmpdir(), "lotline-browser-"));
  const [google] = await Promise.all([startOpenIdProvider(0), buildPages(), migrate(persistTo)]);
  const vars = { ...SETTINGS, ...settingsFor(google.issuer), ...LOCAL_MAIL, SIGNING_KEY };
  const server = await serve({ port: await freePort(), persistTo, vars });
  // The processes that run the tests inherit these.
  process.env["LOTLINE_BROWSER_URL"] = server.url;
  process.env["LOTLINE_BROWSER_LOG"] = server.log;
  process.env["LOTLINE_BROWSER_DATA"] = persistTo;
  return async () => {
    await server.stop();
    await google.stop();
    await rm(persistTo, { recursive: true });
  };
}
