/**
 * `npm run dev`: vite serves the pages with hot reload, and wrangler reloads the Worker when it changes. Both use the
 * same data as `npm start`. The browser connects to vite, which forwards /api and its sockets to the Worker. A
 * stand-in for Google runs too, unless `.dev.vars` configures the real one.
 */
import path from "node:path";

import { createServer } from "vite";

import { siteNameOf } from "../../worker/settings/setting-table.ts";
import { readOptions } from "../command-line/options.mjs";
import { Problem } from "../command-line/problem.mjs";
import { ROOT } from "../command-line/project.ts";
import { runUntilStopped } from "../command-line/run-until-stopped.ts";
import { readConfigSettings, readDevVars, validateVarOptions } from "../server/chosen-settings.ts";
import { ensureGoogle } from "../server/google.ts";
import { buildPages } from "../server/pages.ts";
import { requireFreePort } from "../server/ports.mjs";
import { ensureSecrets } from "../server/secrets.ts";
import { LOCAL_SETTINGS, serve } from "../server/serve.ts";
import { claimState, migrate } from "../server/state.ts";

await runUntilStopped(async (onStop) => {
  const options = readOptions("npm run dev --");
  const { port, host, persistTo } = options;
  const chosenSettings = validateVarOptions(options.vars);
  const claim = claimState(persistTo, options);
  onStop(claim.release);
  await requireFreePort(options);
  ensureSecrets();
  const ownSettings = readDevVars();
  // wrangler reads wrangler.toml itself. We also read it here, to check its settings.
  const name = siteNameOf({ ...readConfigSettings(), ...ownSettings, ...chosenSettings });
  // wrangler also serves dist/, and doesn't start without it.
  await Promise.all([buildPages(name), migrate(persistTo)]);
  const google = await ensureGoogle(options);
  onStop(google.stop);
  const vars = { ...LOCAL_SETTINGS, ...ownSettings, ...google.vars, ...chosenSettings };
  const server = await serve({ port, persistTo, vars, verbose: true });
  onStop(server.stop);
  claim.setServerPid(server.pid);
  Object.assign(process.env, { LOTLINE_WORKER_URL: server.url, LOTLINE_SITE_NAME: name });
  const pageServer = await createServer({
    configFile: path.join(ROOT, "vite.config.ts"),
    // A second `npm run dev` takes the next port. Other devices reach the Worker through vite.
    server: { strictPort: false, ...(host && { host }) },
  });
  onStop(() => pageServer.close());
  await pageServer.listen();
  console.log(`\n  Pages with hot reload:  ${pageServer.resolvedUrls?.local[0] ?? ""}`);
  for (const url of pageServer.resolvedUrls?.network ?? []) console.log(`  For other devices:      ${url}`);
  console.log(`  The Worker itself:      ${server.url}`);
  console.log(`  Google sign-in:         ${google.line}\n\n  Stop everything with Ctrl-C.\n`);
  await server.ended;
  throw new Problem("The Worker stopped unexpectedly. See above.");
});
