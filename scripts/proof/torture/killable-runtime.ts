/**
 * The built Worker in a local runtime. The runtime can be killed with `kill -9` at any time, and starts again on the
 * same state within a second. Clients connect to it directly.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { ROOT } from "../../command-line/project.ts";
import { bundle } from "../bench/runtime.ts";
import type { HostOptions } from "./host.ts";

/** The longest wait for a start, which takes one second, or ten on a busy machine. */
const START_TIMEOUT_MS = 60_000;

type BuiltWorker = { readonly config: string; readonly scriptFile: string };

/** Builds the bundle that `wrangler deploy` would upload. It can be started any number of times. */
export async function build(folder: string): Promise<BuiltWorker> {
  const config = path.join(ROOT, "wrangler.toml");
  const { script } = await bundle(config, path.join(folder, "bundle"));
  const scriptFile = path.join(folder, "script.mjs");
  await writeFile(scriptFile, script);
  return { config, scriptFile };
}

type KillableRuntimeOptions = {
  readonly built: BuiltWorker;
  readonly port: number;
  readonly stateDir: string;
};

/** Settings that differ from wrangler.toml. */
export type Vars = Readonly<Record<string, string>>;

export class KillableRuntime {
  readonly url: string;
  readonly port: number;
  readonly stateDir: string;
  readonly #options: KillableRuntimeOptions;
  #process: ChildProcess | null = null;
  #output = "";
  #vars: Vars = {};
  /** When the latest start was complete (epoch ms). */
  upSince = 0;

  constructor(options: KillableRuntimeOptions) {
    this.#options = options;
    this.port = options.port;
    this.stateDir = options.stateDir;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get isUp(): boolean {
    return this.upSince > 0;
  }

  /** Starts the runtime on an empty state. */
  async prepare(vars: Vars): Promise<void> {
    await rm(this.stateDir, { recursive: true, force: true });
    await this.start(vars, { migrations: path.join(ROOT, "migrations") });
  }

  /** Starts the runtime again on the existing state, with the same settings or new ones. */
  async start(vars: Vars = this.#vars, extraOptions: Pick<HostOptions, "migrations"> = {}): Promise<void> {
    this.#vars = vars;
    const { built, port, stateDir } = this.#options;
    const hostOptions: HostOptions = { port, stateDir, vars, ...built, ...extraOptions };
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "host.ts"), JSON.stringify(hostOptions)], {
      cwd: ROOT,
      // The child gets its own process group, so that one signal ends the host and workerd together.
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#process = child;
    this.#output = "";
    const ready = Promise.withResolvers<void>();
    const read = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-20_000);
      if (/^ready$/m.test(this.#output)) ready.resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => ready.reject(new Error("it ended")));
    const timer = setTimeout(() => ready.reject(new Error("it took too long")), START_TIMEOUT_MS);
    try {
      await ready.promise;
      while (!(await this.isServing())) await pause(10);
    } catch (error) {
      await this.kill();
      throw new Error(`the runtime did not start: ${String(error)}\n${this.#output}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
    this.upSince = Date.now();
  }

  /** Runs `kill -9` on the whole process group, and returns once the runtime no longer answers. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    this.upSince = 0;
    if (!child?.pid || child.exitCode !== null) return;
    const exited = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await exited;
    // The signal reaches the whole group at once, but the port and files are free only when its last process is gone.
    while (await this.isServing()) await pause(5);
  }

  /** The runtime's latest output. */
  get output(): string {
    return this.#output;
  }

  async isServing(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/v1/healthz`, { signal: AbortSignal.timeout(5_000) })).ok;
    } catch (error) {
      // The runtime isn't listening yet, or no longer is.
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw error;
    }
  }
}
