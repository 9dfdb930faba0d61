/**
 * The whole local runtime as one thing that can be started, killed with `kill -9` and started again on the same
 * state. It runs in a process group of its own, so that a kill takes wrangler and workerd together.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const root = path.resolve(import.meta.dirname, "../../..");
const wrangler = path.join(root, "node_modules/.bin/wrangler");
const quiet = { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", LOTLINE_BUILT: "1" };

/** A cold start takes two or three seconds; a busy machine ten times that. */
const START_TIMEOUT_MS = 60_000;

export type RuntimeOptions = {
  readonly port: number;
  readonly stateDir: string;
  /** Settings that differ from wrangler.toml. */
  readonly vars: Readonly<Record<string, string>>;
};

export class LocalRuntime {
  readonly url: string;
  readonly #options: RuntimeOptions;
  #process: ChildProcess | null = null;
  #output = "";

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.url = `http://localhost:${options.port}`;
  }

  /** An empty state with the schema in it. */
  async prepare(): Promise<void> {
    const { stateDir } = this.#options;
    await rm(stateDir, { recursive: true, force: true });
    await mkdir(stateDir, { recursive: true });
    await mkdir(path.join(root, "dist"), { recursive: true });
    await promisify(execFile)(wrangler, ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir], {
      cwd: root,
      env: { ...process.env, ...quiet, CI: "1" },
    });
  }

  /** Starts and waits until it serves. */
  async start(): Promise<void> {
    const { port, stateDir, vars } = this.#options;
    const settings = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
    const child = spawn(wrangler, ["dev", "--port", String(port), "--persist-to", stateDir, ...settings], {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...quiet },
    });
    this.#process = child;
    this.#output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-20_000);
      });
    }
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && child.exitCode === null) {
      if (await this.#serves()) return;
      await pause(50);
    }
    await this.kill();
    throw new Error(`the runtime did not start:\n${this.#output}`);
  }

  /** `kill -9` for wrangler and workerd at once; returns when nothing of them is left. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** As a person stops it. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child?.pid || child.exitCode !== null) return;
    const gone = once(child, "exit");
    process.kill(-child.pid, signal);
    await gone;
    // The group's members die together, but the port is free only when the last of them has.
    while (await this.#serves()) await pause(20);
  }

  /** What it printed last, for a failure's report. */
  async saveOutput(file: string): Promise<void> {
    await writeFile(file, this.#output);
  }

  async #serves(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/v1/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
    } catch (error) {
      // Not listening yet, or not any more.
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw error;
    }
  }
}
