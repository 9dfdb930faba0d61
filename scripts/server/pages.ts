/** Builds the SPA and the API's document into `dist/` if a source has changed since the last build. */
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

import { step } from "./progress.mjs";
import { ROOT, runTool } from "./project.ts";

const BUILT = path.join(ROOT, "dist", "index.html");
const SOURCES = ["web", "worker", "scripts/pages", "vite.config.ts", "package-lock.json"];

export async function buildPages(): Promise<void> {
  const builtAt = existsSync(BUILT) ? statSync(BUILT).mtimeMs : 0;
  if (SOURCES.some((source) => changedSince(path.join(ROOT, source), builtAt))) {
    const vite = path.join(ROOT, "node_modules", "vite", "bin", "vite.js");
    await step("Building the pages", () => runTool(vite, ["build", "--logLevel", "warn"]));
  }
}

/** A folder's modification time changes when files are added or removed. */
function changedSince(place: string, atMs: number): boolean {
  const found = statSync(place);
  if (found.mtimeMs > atMs) return true;
  return found.isDirectory() && readdirSync(place).some((name) => changedSince(path.join(place, name), atMs));
}
