/**
 * Runs the Worker on a local port with `wrangler dev`, in its own process group. workerd is wrangler's child, and only
 * the group can be stopped as a whole. wrangler's output goes to a log. Without `verbose`, we show only errors and the
 * paths of email files.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { Problem } from "../command-line/problem.mjs";
import { LOCAL_ENV, ROOT, WRANGLER } from "../command-line/project.ts";
import { startCronTrigger } from "./cron-trigger.ts";
import { NO_NEW_MEMBER_LIMITS } from "./secrets.ts";

export type ServeOptions = {
  readonly port: number;
  /** Whether to serve other devices, too. */
  readonly host?: boolean;
  readonly persistTo: string;
  /** An entry point to use instead of wrangler.toml's, with the same bindings. */
  readonly script?: string;
  /** A folder to serve instead of the built pages. */
  readonly assets?: string;
  /** Overrides of the settings in wrangler.toml. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Whether to show wrangler's output, for `npm run dev`. */
  readonly verbose?: boolean;
};
export type Server = {
  readonly url: string;
  readonly pid: number;
  readonly log: string;
  /** Settles when the server has exited. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The sender of local emails. wrangler writes emails to files instead of sending them. */
export const LOCAL_MAIL = { MAIL_FROM: "no-reply@lotline.example" };
/** The settings for `npm start` and `npm run dev`. `LOCAL` means that pages come over plain HTTP. */
export const LOCAL_SETTINGS = { LOCAL: "1", ...LOCAL_MAIL };
/** The log line with the name of an email's file. */
const MAIL_FILE = /^Text: (.+\.txt)$/;

/** A cold start takes two seconds. The rest is for a busy machine. */
const READY_TIMEOUT_MS = 90_000;
const POLL_MS = 100;
/** A server that hasn't stopped this long after SIGTERM is killed. */
const STOP_TIMEOUT_MS = 5_000;
/** How many log lines to show when the server fails. */
const TAIL_LINES = 40;

/** Starts a server and waits until it responds. Otherwise throws a Problem with the end of its log. */
export async function serve({
  port,
  host = false,
  persistTo,
  script,
  assets,
  vars = {},
  verbose = false,
}: ServeOptions): Promise<Server> {
  const entryArgs = [...(script === undefined ? [] : [script]), ...(assets === undefined ? [] : ["--assets", assets])];
  const networkArgs = ["--ip", host ? "0.0.0.0" : "localhost", "--port", String(port), "--persist-to", persistTo];
  const settingArgs = Object.entries({ ...NO_NEW_MEMBER_LIMITS, ...vars }).flatMap(([name, value]) => [
    "--var",
    `${name}:${value}`,
  ]);
  const child = spawn(process.execPath, [WRANGLER, "dev", ...entryArgs, ...networkArgs, ...settingArgs], {
    cwd: ROOT,
    env: { ...process.env, ...LOCAL_ENV },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Problem("wrangler didn't start. Delete node_modules and try again.");
  const killAll = () => killGroup(pid, "SIGKILL");
  process.once("exit", killAll);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const { log, tail } = keepOutput(child, persistTo, verbose);
  const stop = async () => {
    killGroup(pid, "SIGTERM");
    await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    killAll();
    process.off("exit", killAll);
  };
  const url = `http://localhost:${port}`;
  if (!(await isReady(url, ended))) {
    await stop();
    throw new Problem(`The server did not start. The end of ${log}:\n\n${tail().join("\n")}`);
  }
  const stopCronTrigger = startCronTrigger(url);
  void ended.then(stopCronTrigger);
  return { url, pid, log, ended, stop };
}

/** Polls the Worker's health until it responds. False if the server exits or takes too long. */
async function isReady(url: string, ended: Promise<void>): Promise<boolean> {
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  const hasEnded = ended.then(() => true);
  while (Date.now() < deadlineAt) {
    try {
      const response = await fetch(`${url}/api/v1/healthz`, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) return true;
    } catch {
      // Not yet.
    }
    if (await Promise.race([hasEnded, pause(POLL_MS, false)])) return false;
  }
  return false;
}

function keepOutput(child: ChildProcess, folder: string, verbose: boolean) {
  mkdirSync(folder, { recursive: true });
  const log = path.join(folder, "server.log");
  const file = createWriteStream(log);
  const lines: string[] = [];
  const keep = (showsErrors: boolean) => (chunk: Buffer) => {
    file.write(chunk);
    if (verbose) process.stdout.write(chunk);
    for (const line of chunk.toString().split("\n")) {
      lines.push(line);
      const mail = MAIL_FILE.exec(line)?.[1];
      if (mail !== undefined && !verbose) console.log(`  Wrote an email to ${path.relative("", mail)}`);
      // wrangler writes errors, including the Worker's uncaught exceptions, to stderr.
      if (showsErrors && !verbose && line.includes("[ERROR]")) process.stderr.write(`${line}\n  (more in ${log})\n`);
    }
    lines.splice(0, lines.length - TAIL_LINES);
  };
  child.stdout?.on("data", keep(false));
  child.stderr?.on("data", keep(true));
  return { log, tail: () => lines };
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already exited.
  }
}
