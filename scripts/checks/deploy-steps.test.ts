/**
 * Follows the steps of docs/deploy.md in a copy of the repository, except those that need an account. Steps that start
 * wrangler or build the product run with LOTLINE_LONG=1.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";

import { ROOT, WRANGLER } from "../command-line/project.ts";

/** wrangler takes a second to start. */
const HELP_TIMEOUT_MS = 30_000;
const BUILD_TIMEOUT_MS = 300_000;
const isNightly = process.env["LOTLINE_LONG"] === "1";

const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"))).scripts;

/** Every command in the document's shell blocks, without comments and pipes. */
const commands = Array.from(
  readFileSync(path.join(ROOT, "docs/deploy.md"), "utf8").matchAll(/```sh\n([^]*?)```/g),
  ([, block = ""]) => block,
)
  .join("\n")
  .split("\n")
  .map((line) => line.replace(/\s+#.*|\s*[|>].*/g, "").trim())
  .filter((line) => line !== "");
const wranglerCommands = commands.flatMap((line) =>
  line.startsWith("npx wrangler ") ? [line.split(" ").slice(2)] : [],
);

function run(folder: string, script: string, args: readonly string[]): string {
  // The environment of an operator's shell, without the variables that these tests set.
  const { LOTLINE_BUILT: _built, NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  return execFileSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...env, WRANGLER_SEND_METRICS: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

describe("the commands of docs/deploy.md", () => {
  it("docs/deploy.md contains only wrangler, npm and curl commands", () => {
    expect(wranglerCommands.length).toBeGreaterThan(3);
    expect(commands.filter((line) => !/^(npx wrangler|npm (run|test|ci)|curl) ?/.test(line))).toEqual([]);
  });

  it.each(commands.filter((line) => line.startsWith("npm run ")))("the npm script exists: %s", (line) => {
    const name = line.split(" ").find((word) => word in scripts);
    expect(name).toBeDefined();
  });

  it.runIf(isNightly).each(wranglerCommands.map((words) => [words.slice(0, 3).join(" "), words] as const))(
    "wrangler has the command and its options: wrangler %s",
    (_command, words) => {
      const end = words.findIndex((word) => !/^[a-z0-9]+$/.test(word));
      const name = end < 0 ? words : words.slice(0, end);
      const help = run(ROOT, WRANGLER, [...name, "--help"]);
      expect(help).toContain(`wrangler ${name.slice(0, 2).join(" ")}`);
      for (const option of words.filter((word) => word.startsWith("--"))) expect(help).toContain(option);
    },
    HELP_TIMEOUT_MS,
  );
});

describe.runIf(isNightly)("a copy of the repository", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "lotline-deploy-"));
    const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
    for (const file of files.trim().split("\n")) {
      if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(folder, file));
    }
    symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
    return () => rmSync(folder, { recursive: true, force: true });
  }, BUILD_TIMEOUT_MS);

  it("make-secrets prints the secrets in a format that wrangler can read from a file", () => {
    const secrets = parseEnv(run(folder, "scripts/bootstrap.mjs", ["make-secrets"]));
    expect(Object.keys(secrets)).toEqual(["PASSWORD_PEPPER", "SESSION_KEY", "SIGNING_KEY"]);
    expect(JSON.parse(secrets["SIGNING_KEY"] ?? "")).toMatchObject({ kty: "OKP", crv: "Ed25519" });
  });

  it(
    "a deploy dry run needs no account and no change to wrangler.toml",
    () => {
      onTestFinished(() => rmSync(path.join(folder, "dist"), { recursive: true, force: true }));
      const output = run(folder, "scripts/bootstrap.mjs", [
        "deploy",
        "--dry-run",
        "--outdir",
        path.join(folder, "bundle"),
        "--var",
        "SITE_NAME:Gavel & Sons",
      ]);
      expect(output).toContain("--dry-run: exiting now.");
      for (const binding of ["DB", "IMAGE_BUCKET", "IMAGES", "MAIL", "AUCTION_ROOM", "INBOX", "LIMITS", "ASSETS"]) {
        expect(output).toContain(`env.${binding} `);
      }
      expect(output).not.toMatch(/WARNING|00000000-0000/);
      // The pages have the name that the Worker is deployed with.
      expect(readFileSync(path.join(folder, "dist/index.html"), "utf8")).toContain("<title>Gavel &amp; Sons</title>");
      expect(existsSync(path.join(folder, "bundle/index.js.map"))).toBe(true);
    },
    BUILD_TIMEOUT_MS,
  );
});
