/**
 * The built Worker in a local runtime that can be killed with `kill -9` at any moment and started again on the same
 * state within a second. Nothing is between it and its clients. As long as it is up, `scheduled` is called at
 * each full minute, as the platform does.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { bundle, root } from "../bench/runtime.ts";
import type { HostOrder } from "./host.ts";

/** A start takes a second; a busy machine ten times that. */
const START_TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;

export type Built = { readonly config: string; readonly scriptFile: string };

/** The bundle that `wrangler deploy` would upload, for any number of starts. */
export async function build(folder: string): Promise<Built> {
  const config = path.join(root, "wrangler.toml");
  const { script } = await bundle(config, path.join(folder, "bundle"));
  const scriptFile = path.join(folder, "script.mjs");
  await writeFile(scriptFile, script);
  return { config, scriptFile };
}

type Options = {
  readonly built: Built;
  readonly port: number;
  /** Where V8's inspector listens, for `heldBytes`. */
  readonly inspectorPort?: number | undefined;
  /** The most megabytes on the heap of an isolate: the platform allows 128, V8 here has no limit. */
  readonly heapMb?: number | undefined;
  readonly stateDir: string;
};

/** Settings that differ from wrangler.toml. */
export type Vars = Readonly<Record<string, string>>;

export class KillableRuntime {
  readonly url: string;
  readonly port: number;
  readonly stateDir: string;
  readonly #options: Options;
  #process: ChildProcess | null = null;
  #workerdPid = 0;
  #minute: ReturnType<typeof setTimeout> | undefined;
  #output = "";
  #vars: Vars = {};
  /** Epoch ms of the last start that was complete. */
  upSince = 0;
  kills = 0;

  constructor(options: Options) {
    this.#options = options;
    this.port = options.port;
    this.stateDir = options.stateDir;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get isUp(): boolean {
    return this.upSince > 0;
  }

  /** Starts on an empty state. */
  async prepare(vars: Vars): Promise<void> {
    await rm(this.stateDir, { recursive: true, force: true });
    await this.#start(vars, path.join(root, "migrations"));
  }

  /** Starts again on what is there, with the settings of the last time or others. */
  async start(vars: Vars = this.#vars): Promise<void> {
    await this.#start(vars);
  }

  async #start(vars: Vars, migrations?: string): Promise<void> {
    this.#vars = vars;
    const { built, port, stateDir, inspectorPort, heapMb } = this.#options;
    const order: HostOrder = {
      port,
      stateDir,
      vars,
      ...built,
      ...(inspectorPort === undefined ? {} : { inspectorPort }),
      ...(migrations === undefined ? {} : { migrations }),
    };
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "host.ts"), JSON.stringify(order)], {
      cwd: root,
      // Miniflare gives these to workerd. An isolate that needs more takes the whole runtime down, and its phase fails.
      env:
        heapMb === undefined
          ? process.env
          : { ...process.env, MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${heapMb}` },
      // A group of its own: one signal takes the host and workerd together.
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#process = child;
    this.#output = "";
    const ready = Promise.withResolvers<void>();
    const read = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-20_000);
      const pid = /^ready (\d+)$/m.exec(this.#output)?.[1];
      if (pid === undefined) return;
      this.#workerdPid = Number(pid);
      ready.resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.stdin.on("error", () => {
      // It was killed while an order was being written.
    });
    child.once("exit", () => ready.reject(new Error("it ended")));
    const timer = setTimeout(() => ready.reject(new Error("it took too long")), START_TIMEOUT_MS);
    try {
      await ready.promise;
      while (!(await this.serves())) await pause(10);
    } catch (error) {
      await this.#end();
      throw new Error(`the runtime did not start: ${String(error)}\n${this.#output}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
    this.upSince = Date.now();
    this.#awaitMinute();
  }

  /** `kill -9` for everything at once; returns when nothing of it is left. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.#end();
  }

  /** Ends it at the end of a phase. */
  async stop(): Promise<void> {
    await this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    this.upSince = 0;
    clearTimeout(this.#minute);
    if (!child?.pid || child.exitCode !== null) return;
    const gone = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await gone;
    // The group dies together, but port and files are free only when its last process has gone.
    while (await this.serves()) await pause(5);
  }

  /** Its last output. */
  get output(): string {
    return this.#output;
  }

  /** Resident memory of workerd in bytes. */
  async residentBytes(): Promise<number> {
    const status = await readFile(`/proc/${this.#workerdPid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
  }

  /** Bytes on the heap of the Worker's isolate that are still held after a collection. */
  async heldBytes(): Promise<number> {
    const host = this.#process;
    if (!host?.stdin || !host.stdout) throw new Error("it is not up");
    const { stdin, stdout } = host;
    const held = new Promise<number>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        const bytes = /^held (\d+)\n/m.exec(chunk.toString())?.[1];
        if (bytes !== undefined) done(() => resolve(Number(bytes)));
      };
      const end = () => done(() => reject(new Error("it ended")));
      const done = (settle: () => void) => {
        stdout.off("data", read);
        host.off("exit", end);
        settle();
      };
      stdout.on("data", read);
      host.once("exit", end);
    });
    stdin.write("collect\n");
    return held;
  }

  async serves(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/v1/healthz`, { signal: AbortSignal.timeout(5_000) })).ok;
    } catch (error) {
      // Not listening yet, or not any more.
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw error;
    }
  }

  #awaitMinute(): void {
    this.#minute = setTimeout(
      () => {
        this.#process?.stdin?.write("tick\n");
        this.#awaitMinute();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
    this.#minute.unref();
  }
}
