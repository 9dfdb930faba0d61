/**
 * The load generator in C: compiled at its first use, into `.cache/`. Its clients take a
 * fraction of the processor time that they take in Node.
 */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { z } from "zod";

import { root } from "../runtime.ts";
import { type Generator, headerLines, type Job, livePath, type Results, type Running } from "./jobs.ts";

const SOURCES = path.join(import.meta.dirname, "generator");
const COMPILERS = ["cc", "gcc", "clang"];
const FLAGS = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wno-sign-conversion", "-Werror"];
/** Does nothing, but needs what the generator needs of a machine. */
const PROBE = "#include <sys/epoll.h>\nint main(void) { return epoll_create1(0) < 0; }\n";
/** Longer than any round: a program that still runs then is stuck. */
const LONGEST_MS = 180_000;

const run = promisify(execFile);

/** The compiled generator, or null on a machine that cannot compile it. Throws when a compiler finds mistakes in it. */
export async function compiledProgram(compilers: readonly string[] = COMPILERS): Promise<Generator | null> {
  const compiler = await workingCompiler(compilers);
  if (compiler === null) return null;
  const file = await compile(compiler);
  return {
    description: `a C program of one thread for each kind of client (\`scripts/proof/bench/load/generator\`, compiled by \`${compiler}\`)`,
    start: (job) => start(file, job),
  };
}

async function workingCompiler(compilers: readonly string[]): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), "lotline-cc-"));
  try {
    const probe = path.join(folder, "probe.c");
    await writeFile(probe, PROBE);
    for (const compiler of compilers) {
      const compiled = run(compiler, ["-o", path.join(folder, "probe"), probe]);
      if (await compiled.then(() => true).catch(() => false)) return compiler;
    }
    return null;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Compiles what has changed since the last time. */
async function compile(compiler: string): Promise<string> {
  const names = (await readdir(SOURCES)).toSorted();
  const hash = createHash("sha256").update([compiler, ...FLAGS].join("\0"));
  for (const name of names) hash.update(await readFile(path.join(SOURCES, name)));
  const folder = path.join(root, ".cache/load-generator");
  const file = path.join(folder, hash.digest("hex").slice(0, 16));
  const isThere = await access(file)
    .then(() => true)
    .catch(() => false);
  if (isThere) return file;
  await mkdir(folder, { recursive: true });
  // Two processes may compile at once: each its own file, complete when it gets its name.
  const made = `${file}.${process.pid}`;
  const sources = names.filter((name) => name.endsWith(".c")).map((name) => path.join(SOURCES, name));
  await run(compiler, [...FLAGS, "-o", made, ...sources]);
  await rename(made, file);
  return file;
}

const counted = { countedMs: z.number(), processor: z.number() };
const answerUs = z.array(z.number());
const printed = z.object({
  bid: z
    .object({
      ...counted,
      accepted: z.number(),
      refused: z.number(),
      inAll: z.object({ accepted: z.number(), refused: z.number() }),
      answerUs,
      sent: z.array(z.object({ seq: z.number(), at: z.number() })),
      lastSeq: z.record(z.string(), z.number()),
    })
    .transform(withMs)
    .optional(),
  watch: z
    .object({
      wrong: z.number(),
      frames: z.number(),
      bytes: z.number(),
      processor: z.number(),
      flushes: z.array(z.object({ from: z.number(), to: z.number(), lastAt: z.number() })),
    })
    .optional(),
  request: z
    .object({
      ...counted,
      answered: z.number(),
      failed: z.number(),
      inAll: z.object({ answered: z.number(), failed: z.number() }),
      answerUs,
    })
    .transform(withMs)
    .optional(),
});

function withMs<Printed extends { readonly answerUs: readonly number[] }>({ answerUs: us, ...rest }: Printed) {
  return { ...rest, answerMs: Float64Array.from(us, (one) => one / 1_000) };
}

function start(file: string, job: Job): Running {
  const child = spawn(file, { stdio: "pipe" });
  const ready = Promise.withResolvers<void>();
  const results = Promise.withResolvers<Results>();
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.startsWith("ready\n")) ready.resolve();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  // A program that has ended takes no more; its end says why.
  child.stdin.on("error", () => {});
  const deadline = setTimeout(() => child.kill("SIGKILL"), LONGEST_MS);
  child.on("error", (error) => {
    ready.reject(error);
    results.reject(error);
  });
  child.on("close", (code, signal) => {
    clearTimeout(deadline);
    const error = new Error(errors || `the ${job.kind} program ended with ${code ?? signal}`);
    ready.reject(error);
    if (code !== 0) return results.reject(error);
    results.resolve(printed.parse(JSON.parse(output.slice("ready\n".length))));
  });
  const plan = planOf(job)
    .flat()
    .map((text) => `${text}\0`)
    .join("");
  child.stdin.write(`${Buffer.byteLength(plan)}\n${plan}`);
  return { ready: ready.promise, results: results.promise, finish: (seq) => child.stdin.write(`${seq}\n`) };
}

/** Names and values; see generator/plan.h. */
function planOf(job: Job): (readonly [string, string])[] {
  const base = [
    ["kind", job.kind],
    ["port", String(job.port)],
  ] as const;
  switch (job.kind) {
    case "bid":
      return [
        ...base,
        ...loop(job),
        ["over", job.over],
        ["moving", job.moving ? "1" : "0"],
        ["pauseMs", String(job.pauseMs)],
        ["firstAmount", String(job.firstAmount)],
        ["step", String(job.step ?? 1)],
        ...job.users.map(({ headers }) => ["user", headerLines(headers)] as const),
        ...job.auctionIds.map((id) => ["auction", id] as const),
      ];
    case "watch":
      return [
        ...base,
        ["path", livePath(job.auctionId)],
        ["count", String(job.count)],
        ...(job.users ?? []).map(({ headers }) => ["user", headerLines(headers)] as const),
      ];
    case "request":
      return [
        ...base,
        ...loop(job),
        ["connections", String(job.connections)],
        ...job.requests.map(({ method, path: target, headers = {}, body = "" }) => {
          const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
          const lines = headerLines({ host: `127.0.0.1:${job.port}`, ...headers, ...length });
          return ["request", `${method} ${target} HTTP/1.1\r\n${lines}\r\n${body}`] as const;
        }),
      ];
  }
}

function loop({ durationMs, warmUpMs }: { durationMs: number; warmUpMs: number }): (readonly [string, string])[] {
  return [
    ["durationMs", String(durationMs)],
    ["warmUpMs", String(warmUpMs)],
  ];
}
