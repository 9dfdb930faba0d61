/** Where things are, and how one of the project's own tools is run. */
import { spawn } from "node:child_process";
import path from "node:path";

import { Problem } from "./problem.mjs";

export const ROOT = path.resolve(import.meta.dirname, "../..");
/** Tools without telemetry, and without asking the network for what local work does not need. */
export const QUIET_ENV = {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // Tells [build] of wrangler.toml that the pages and the migrations are taken care of.
  LOTLINE_BUILT: "1",
};

export const WRANGLER = path.join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");

/** Runs one of the project's tools to its end and answers with what it said; when it fails, that is the message. */
export async function runTool(script: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    // What a test runner builds is served by `npm start` too: it is never the libraries' development builds.
    env: { ...process.env, ...QUIET_ENV, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Problem(`${path.basename(script)} ${args.join(" ")} failed:\n${output}`);
  return output;
}
