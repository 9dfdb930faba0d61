/**
 * What `npm start`, `npm run dev` and `npm test` do before anything else: make sure of the tools, install the packages
 * that are missing, and hand over to the command under the Node that the packages bring. Plain JavaScript for the Node
 * that the person has; the commands themselves are TypeScript, which the project's own Node runs as it is.
 */
// @ts-nocheck

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** npm of an older Node cannot install the packages. */
const OLDEST_NODE = 20;
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const PROJECT_NODE = path.join(ROOT, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
/** Set for a process that this file has started itself. */
const HANDED_OVER = "LOTLINE_HANDED_OVER";

/**
 * Runs `scripts/commands/<name>.ts`. The process ends with the command's own exit code.
 * @param {string} name
 */
export async function run(name) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    stop(`Lotline needs Node ${OLDEST_NODE} or newer, and this is ${process.version}. Get it from https://nodejs.org.`);
  }
  if (!packagesAreInstalled()) {
    if (name === "start" || name === "dev") await refuseTakenPort(name === "start" ? "npm start --" : "npm run dev --");
    await installPackages();
  }
  if (isProjectNode()) {
    stopWithParent();
    await import(new URL(`./commands/${name}.ts`, import.meta.url).href);
    return;
  }
  await handOver(name);
}

/**
 * Before half a minute of installing, not after it. The command itself asks again.
 * @param {string} command
 */
async function refuseTakenPort(command) {
  const [{ readOptions }, { demandPort }] = await Promise.all([
    import("./server/options.mjs"),
    import("./server/ports.mjs"),
  ]);
  try {
    await demandPort(readOptions(command));
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}

/** Whether node_modules holds what package-lock.json names. Reads two files, so a second start works offline. */
function packagesAreInstalled() {
  const installedLock = path.join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(installedLock) || !existsSync(PROJECT_NODE)) return false;
  const installed = packagesOf(installedLock);
  return Object.entries(packagesOf(path.join(ROOT, "package-lock.json"))).every(
    // Optional packages are those of other platforms; the entry without a name is the project itself.
    ([place, wanted]) => place === "" || wanted.optional || installed[place]?.version === wanted.version,
  );
}

/**
 * @param {string} lock
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lock) {
  return JSON.parse(readFileSync(lock, "utf8")).packages ?? {};
}

async function installPackages() {
  console.log("Installing packages (half a minute or so) …");
  // npm tells the scripts that it runs where it is itself; without it, the one on the PATH.
  const npm = process.env.npm_execpath;
  const args = ["install", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"];
  const code = await (npm && /\.c?js$/.test(npm)
    ? finished(spawn(process.execPath, [npm, ...args], { cwd: ROOT, stdio: "inherit" }))
    : finished(spawn("npm", args, { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" })));
  if (code === "ENOENT") stop("npm was not found. It comes with Node: https://nodejs.org.");
  if (code !== 0)
    stop("The packages could not be installed (see above). Check the network and run the same command again.");
  if (!packagesAreInstalled())
    stop("The packages are not complete. Delete node_modules and run the same command again.");
}

function isProjectNode() {
  const wanted = JSON.parse(readFileSync(path.join(ROOT, "node_modules", "node", "package.json"), "utf8")).version;
  return process.versions.node === wanted;
}

/**
 * Starts the same command again under the project's Node and waits for its end.
 * @param {string} name
 */
async function handOver(name) {
  const script = path.join(ROOT, "scripts", `${name}.mjs`);
  const child = spawn(PROJECT_NODE, [script, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: {
      ...process.env,
      [HANDED_OVER]: "1",
      PATH: `${path.join(ROOT, "node_modules", ".bin")}${path.delimiter}${process.env.PATH}`,
    },
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  stopWithParent();
  const code = await finished(child);
  process.exit(typeof code === "number" ? code : 1);
}

/**
 * npm hands a signal to the shell in between, and the shell may die of it without telling us: a parent that is gone
 * means that we were to stop. Only under npm or under ourselves; a daemon's parent may go as it likes.
 */
function stopWithParent() {
  if (!process.env.npm_lifecycle_event && !process.env[HANDED_OVER]) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/**
 * The exit code of a process, or the reason why it never ran.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number | string>}
 */
function finished(child) {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve("code" in error ? String(error.code) : "failed"));
    child.on("exit", (code, signal) => resolve(code ?? signal ?? "failed"));
  });
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(1);
}
