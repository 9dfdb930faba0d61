/**
 * `npm run dev`: the pages by vite with hot reload, the Worker by wrangler with reload, on the data of `npm start`. The
 * browser talks to vite, which passes /api and its sockets on to the Worker.
 */
import path from "node:path";

import { createServer } from "vite";

import { readOptions } from "../server/options.ts";
import { buildPages } from "../server/pages.ts";
import { isTaken } from "../server/ports.ts";
import { Problem, ROOT } from "../server/project.ts";
import { serve } from "../server/serve.ts";
import { untilStopped } from "../server/session.ts";
import { claimState, migrate } from "../server/state.ts";

await untilStopped(async (onStop) => {
  const { port, persistTo } = readOptions(process.argv.slice(2), "npm run dev -- [--port N] [--persist-to DIR]");
  const claim = claimState(persistTo, port);
  onStop(claim.release);
  if (await isTaken(port)) {
    throw new Problem(
      `Port ${port} is taken by another program. Choose another one:\n  npm run dev -- --port ${port + 1}`,
    );
  }
  // wrangler serves dist/ as well, and does not start without it.
  await Promise.all([buildPages(), migrate(persistTo)]);
  const server = await serve({ port, persistTo, loud: true });
  onStop(server.stop);
  claim.serving(server.pid);
  const pages = await createServer({
    configFile: path.join(ROOT, "vite.config.ts"),
    server: { proxy: { "/api": { target: `http://localhost:${port}`, ws: true } }, strictPort: false },
  });
  onStop(() => pages.close());
  await pages.listen();
  console.log(`\n  Pages with hot reload:  ${pages.resolvedUrls?.local[0] ?? ""}`);
  console.log(`  The Worker itself:      ${server.url}\n\n  Stop both with Ctrl-C.\n`);
  await server.ended;
  throw new Problem("The Worker has ended by itself, see above.");
});
