/**
 * The Chromium for browser tests: an installed one, or Debian's package, installed if possible. Prefers the headless
 * shell, the same engine without the browser's own windows, which take 20% of the tests' time.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const HEADLESS_SHELL = "chromium-headless-shell";
/** Debian's packages, and the programs in them. */
const PACKAGES = [HEADLESS_SHELL, "chromium"];
/** Full browsers, which have profiles with a person's settings. */
export const FULL_BROWSERS = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a working browser, or null. CHROMIUM_PATH overrides the search. */
export function findChromium(names: readonly string[] = [HEADLESS_SHELL, ...FULL_BROWSERS]): string | null {
  const configuredPath = process.env["CHROMIUM_PATH"];
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  return (
    (configuredPath ? [configuredPath] : paths).find(
      (candidate) => existsSync(candidate) && succeeds(candidate, ["--version"]),
    ) ?? null
  );
}

/** Finds or installs a browser. If neither is possible, prints what to do and returns null. */
export function ensureChromium(): string | null {
  const found = findChromium();
  if (found) return found;
  if (process.env["CHROMIUM_PATH"]) {
    console.error(`CHROMIUM_PATH is ${process.env["CHROMIUM_PATH"]}, but that browser doesn't run.`);
    return null;
  }
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (succeeds("apt-get", ["--version"]) && (sudo.length === 0 || succeeds("sudo", ["-n", "true"]))) {
    console.log("Installing Chromium for the browser tests …");
    apt(sudo, ["update"]);
    for (const name of PACKAGES) {
      apt(sudo, ["install", "-y", "--no-install-recommends", name]);
      const installed = findChromium();
      if (installed) return installed;
    }
  }
  console.error(
    "The browser tests need Chromium or Google Chrome, and we found neither. Install one (on Debian:\n" +
      "apt-get install chromium), or set its path: CHROMIUM_PATH=/path/to/chrome npm test",
  );
  return null;
}

function apt(prefix: readonly string[], args: readonly string[]): void {
  const [command = "apt-get", ...rest] = [...prefix, "apt-get", "-qq", ...args];
  spawnSync(command, rest, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}
