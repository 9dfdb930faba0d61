/**
 * `npm run deploy [-- OPTIONS]`, with the options of `wrangler deploy`. Migrates the database, then deploys the Worker
 * and the pages. Migrations only add, so the version that is still running keeps working in between.
 */
import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";

import { siteNameOf } from "../../worker/settings/setting-table.ts";
import { Problem } from "../command-line/problem.mjs";
import { ROOT, WRANGLER } from "../command-line/project.ts";
import { samplesWarning, textsWarning, trustLine } from "../operator/settings-lines.ts";
import { readDeployedSettings } from "../server/chosen-settings.ts";

const BINDING = "DB";
/** `database_name` in wrangler.toml. */
const DATABASE = "lotline";
const NO_DATABASE = /Couldn't find (?:a|an auto-provisioned) D1 DB/;

type CommandResult = { readonly code: number; readonly output: string };

const options = process.argv.slice(2);
const vars = readDeployedSettings(options);
/** For the build of the pages, which wrangler runs. */
const env = { ...process.env, LOTLINE_SITE_NAME: siteNameOf(vars) };
// A dry run sends nothing, so it needs no account.
if (!options.includes("--dry-run")) await migrateRemote();
requireSuccess(await wrangler(["deploy", ...options]));
console.log(trustLine(vars));
const textFiles = await readdir(path.join(ROOT, "texts")).catch(() => []);
for (const warning of [samplesWarning(vars), textsWarning(textFiles)]) if (warning !== null) console.warn(warning);

async function migrateRemote(): Promise<void> {
  const migrateArgs = ["d1", "migrations", "apply", BINDING, "--remote"];
  const first = await wrangler(migrateArgs);
  if (first.code === 0) return;
  if (!NO_DATABASE.test(first.output)) return requireSuccess(first);
  console.log(`There is no database "${DATABASE}" yet. Creating it in a region Cloudflare picks (docs/deploy.md).`);
  requireSuccess(await wrangler(["d1", "create", DATABASE]));
  requireSuccess(await wrangler(migrateArgs));
}

/** Runs wrangler and shows its output. It can't prompt, so it takes the default answers, as in CI. */
function wrangler(args: readonly string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [WRANGLER, ...args], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const show = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
    output += chunk.toString();
    to.write(chunk);
  };
  child.stdout.on("data", show(process.stdout));
  child.stderr.on("data", show(process.stderr));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function requireSuccess({ code }: CommandResult): void {
  if (code !== 0) throw new Problem("The deployment stopped here. See the error above.");
}
