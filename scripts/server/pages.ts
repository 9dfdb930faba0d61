/**
 * Builds the SPA and the API's document into `dist/` if a source has changed since the last build, or that build was
 * for a different site name.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

import { isNamed } from "../build/site-name.ts";
import { step } from "../command-line/progress.mjs";
import { QUIET_ENV, ROOT, runTool } from "../command-line/project.ts";

const BUILT_INDEX = path.join(ROOT, "dist", "index.html");
/** In `web`, but not part of any page, so changes to it don't trigger a build. */
const BROWSER_TESTS = "e2e";
const SOURCES = ["web", "worker", "scripts/build", "vite.config.ts", "package-lock.json"];

export async function buildPages(siteName: string): Promise<void> {
  if (isBuilt(siteName)) return;
  const vite = path.join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const env = { ...QUIET_ENV, LOTLINE_SITE_NAME: siteName };
  await step("Building the pages", () => runTool(vite, ["build", "--logLevel", "warn"], env));
}

function isBuilt(siteName: string): boolean {
  if (!existsSync(BUILT_INDEX) || !isNamed(readFileSync(BUILT_INDEX, "utf8"), siteName)) return false;
  const builtAt = statSync(BUILT_INDEX).mtimeMs;
  return !SOURCES.some((source) => hasChangedSince(path.join(ROOT, source), builtAt));
}

/**
 * Whether a file or folder has changed since `at` (epoch ms). A folder's modification time changes when files are
 * added or removed.
 */
export function hasChangedSince(file: string, at: number): boolean {
  const stats = statSync(file);
  if (stats.mtimeMs > at) return true;
  if (!stats.isDirectory()) return false;
  return readdirSync(file).some((name) => name !== BROWSER_TESTS && hasChangedSince(path.join(file, name), at));
}
