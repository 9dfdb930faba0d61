/**
 * The [build] command in wrangler.toml. It builds the pages for `wrangler deploy`, and also migrates D1 for `wrangler
 * dev`, so that both work on a fresh clone. `npm start`, `npm run dev` and the tests do this themselves.
 */
import { readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

import { DEFAULT_STATE } from "../command-line/options.mjs";
import { builtSiteName, readDevVars } from "../server/chosen-settings.ts";
import { buildPages } from "../server/pages.ts";
import { requireUnclaimed, migrate } from "../server/state.ts";

// wrangler passes the name of the command that it builds for.
if (process.env["WRANGLER_COMMAND"] === "dev") {
  const folder = findWranglerFolder(process.ppid) ?? DEFAULT_STATE;
  requireUnclaimed(folder, { command: "npx wrangler dev" });
  await Promise.all([buildPages(builtSiteName(readDevVars())), migrate(folder)]);
} else {
  await buildPages(builtSiteName());
}

/** wrangler doesn't tell this command its data folder, so we read it from wrangler's command line where we can. */
function findWranglerFolder(pid: number): string | null {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const at = args.findIndex((arg) => /^--persist-to(=|$)/.test(arg));
    const folder = args[at]?.split("=")[1] ?? args[at + 1];
    if (at >= 0 && folder) return path.resolve(readlinkSync(`/proc/${pid}/cwd`), folder);
    const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return parent > 1 ? findWranglerFolder(parent) : null;
  } catch {
    return null;
  }
}
