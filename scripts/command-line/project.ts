/** The project's paths, and a function that runs its tools. */
import { spawn } from "node:child_process";
import path from "node:path";

import { Problem } from "./problem.mjs";

export const ROOT = path.resolve(import.meta.dirname, "../..");
/** The environment for tools: without telemetry and without unnecessary network requests. */
export const QUIET_ENV = {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // Makes the [build] command in wrangler.toml skip the pages and the migrations.
  LOTLINE_BUILT: "1",
};

/** Local servers don't need anything that wrangler keeps in the home folder, which may be read-only. */
export const LOCAL_ENV = { ...QUIET_ENV, XDG_CONFIG_HOME: path.join(ROOT, ".wrangler", "config") };

export const WRANGLER = path.join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");

/** Runs one of the project's tools and returns its output. If it fails, throws a Problem with the output. */
export async function runTool(
  script: string,
  args: readonly string[],
  toolEnv: Readonly<Record<string, string>> = QUIET_ENV,
): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    // Pages built during tests are also served by `npm start`, so they never use the libraries' development builds.
    env: { ...process.env, ...toolEnv, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Problem(`${path.basename(script)} ${args.join(" ")} failed:\n${output}`);
  return output;
}
