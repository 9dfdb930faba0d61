/**
 * `node scripts/bootstrap.mjs NAME [OPTION …]`, the first step of `npm start`, `npm test` and other commands. Checks
 * the tools, installs missing packages, and runs `scripts/commands/NAME.ts` with the Node version from the packages.
 * It's plain JavaScript, because it runs under the user's own Node. The commands are TypeScript, which the project's
 * Node runs directly.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { readOptions, usageOf, wantsHelp } from "./command-line/options.mjs";
import { Problem } from "./command-line/problem.mjs";
import { step } from "./command-line/progress.mjs";
import { requireFreePort } from "./server/ports.mjs";

/** Older Node versions have an npm that can't install the packages. */
const MIN_NODE_VERSION = 20;
/** npm may have no Node package for this platform. Then the user's own Node must be at least this. */
const MIN_OWN_NODE_VERSION = 24;
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const PROJECT_NODE = path.join(ROOT, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
/** Set for processes that this file has started. */
const HANDED_OVER = "LOTLINE_HANDED_OVER";

// A command reads its own options from what's left.
const [commandName = "start"] = process.argv.splice(2, 1);
// Set by callers that have already prepared pages and data, because wrangler runs `build` at every start and change.
if (commandName !== "build" || !process.env.LOTLINE_BUILT) await run(commandName);

/**
 * The process ends with the command's own exit code.
 * @param {string} name
 */
async function run(name) {
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE_VERSION) {
    stop(
      `Lotline needs Node ${MIN_NODE_VERSION} or newer, and this is ${process.version}. Get it from https://nodejs.org.`,
    );
  }
  const command = name === "start" ? "npm start --" : name === "dev" ? "npm run dev --" : null;
  if (command !== null && wantsHelp()) {
    console.log(usageOf(command));
    return;
  }
  if (!packagesAreInstalled()) {
    if (command !== null) await refuseTakenPort(command);
    await installPackages();
  }
  if (!existsSync(PROJECT_NODE) && Number.parseInt(process.versions.node, 10) < MIN_OWN_NODE_VERSION) {
    stop(`npm has no Node for this system. Install Node ${MIN_OWN_NODE_VERSION} or newer from https://nodejs.org.`);
  }
  if (isProjectNode()) {
    stopWithParent();
    return stopOnError(() => import(new URL(`./commands/${name}.ts`, import.meta.url).href));
  }
  await handOver(name);
}

/**
 * Checks the port before the install, which takes one to three minutes. The command checks it again.
 * @param {string} command
 */
async function refuseTakenPort(command) {
  await stopOnError(() => requireFreePort(readOptions(command)));
}

/**
 * Prints only the message of a Problem, and the full stack of any other error.
 * @param {() => Promise<unknown>} work
 */
async function stopOnError(work) {
  try {
    await work();
  } catch (error) {
    stop(error instanceof Problem ? error.message : error);
  }
}

/** Whether node_modules matches package-lock.json. Compares two files, so a second start works offline. */
function packagesAreInstalled() {
  const installedLock = path.join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(installedLock)) return false;
  const installed = packagesOf(installedLock);
  return Object.entries(packagesOf(path.join(ROOT, "package-lock.json"))).every(
    // Optional packages belong to other platforms. The entry without a name is the project itself.
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

/**
 * Installs the versions in package-lock.json and never changes that file. After a pull, it replaces only the packages
 * that changed. Reinstalling all of node_modules would take longer, and would delete the Node that runs this script.
 */
async function installPackages() {
  // npm passes its own path to its scripts. Without it, use the npm on the PATH.
  const npm = process.env.npm_execpath;
  const isNew = !existsSync(path.join(ROOT, "node_modules"));
  const args = [...(isNew ? ["ci"] : ["install", "--no-save"]), "--include=dev", "--loglevel=error", "--no-progress"];
  // Packages for other platforms are optional, and not installed.
  const manifestPaths = Object.entries(packagesOf(path.join(ROOT, "package-lock.json")))
    .filter(([place, { optional }]) => place !== "" && !optional)
    .map(([place]) => path.join(ROOT, place, "package.json"));
  const install = async () => {
    const child =
      npm && /\.c?js$/.test(npm)
        ? spawn(process.execPath, [npm, ...args], { cwd: ROOT })
        : spawn("npm", args, { cwd: ROOT, shell: process.platform === "win32" });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    const code = await waitForExit(child);
    if (code === "ENOENT") throw new Problem("npm was not found. It comes with Node: https://nodejs.org.");
    if (code === 0) return;
    const printed = Buffer.concat(output).toString();
    throw new Problem(
      `${printed}\nThe packages could not be installed. Check the network and run the same command again.`,
    );
  };
  const progress = () =>
    `${manifestPaths.filter((manifest) => existsSync(manifest)).length} of ${manifestPaths.length}`;
  await stopOnError(() => step("Installing packages (one to three minutes)", install, progress));
  if (!packagesAreInstalled()) stop("Some packages are missing. Delete node_modules and run the same command again.");
}

/** Whether this process runs the project's Node, or npm has none for this platform. */
function isProjectNode() {
  if (!existsSync(PROJECT_NODE)) return true;
  const requiredVersion = JSON.parse(
    readFileSync(path.join(ROOT, "node_modules", "node", "package.json"), "utf8"),
  ).version;
  return process.versions.node === requiredVersion;
}

/**
 * Starts the same command again under the project's Node and waits for it to end.
 * @param {string} name
 */
async function handOver(name) {
  const child = spawn(PROJECT_NODE, [fileURLToPath(import.meta.url), name, ...process.argv.slice(2)], {
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
  const code = await waitForExit(child);
  process.exit(typeof code === "number" ? code : 1);
}

/**
 * npm forwards signals to the shell in between, which may exit without forwarding them. So if the parent has exited,
 * this process has to stop. Only when started by npm or by this file, because a daemon's parent may exit at any time.
 */
function stopWithParent() {
  if (!process.env.npm_lifecycle_event && !process.env[HANDED_OVER]) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/**
 * The exit code of a process, or the reason why it could not be started.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number | string>}
 */
function waitForExit(child) {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve("code" in error ? String(error.code) : "failed"));
    child.on("exit", (code, signal) => resolve(code ?? signal ?? "failed"));
  });
}

/**
 * @param {unknown} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(1);
}
