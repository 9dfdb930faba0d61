/**
 * `npm run hostile`: measures what each hostile input costs the built Worker, and writes
 * docs/results/hostile-inputs.md. Each input gets a new runtime, so that memory left by an earlier one does not hide
 * its cost.
 *
 *   --only a,b     only inputs whose names contain one of these; no page written
 *   --port n       the port (8850)
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";

import { Product, type Side } from "../bench/product.ts";
import { root } from "../bench/runtime.ts";
import { HOSTILE_FILES, HOSTILE_FRAMES, HOSTILE_REQUESTS, signUpWith } from "./inputs.ts";
import { type Figures, measure, type Sending } from "./measure.ts";
import { line, page } from "./report.ts";
import { frameSending, requestSending } from "./sending.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, port: { type: "string", default: "8850" } } });
const only = values.only?.split(",");
const port = Number(values.port);

const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-hostile-"));
try {
  const product = await Product.build(workspace, port);
  // Built one at a time: together they are some two hundred megabytes.
  const inputs: readonly { readonly name: string; readonly sending: (side: Side) => Sending | Promise<Sending> }[] = [
    ...HOSTILE_FILES.map(({ name, bytes }) => ({
      name,
      sending: () => requestSending("Files", { name, ...signUpWith(bytes()) }),
    })),
    ...HOSTILE_REQUESTS.map((request) => ({
      name: request.name,
      sending: () => requestSending(groupOf(request.headers), request),
    })),
    ...HOSTILE_FRAMES.map((frame) => ({
      name: frame.name,
      sending: async ({ users, newAuction }: Side) => frameSending(frame, await newAuction(), users[0]?.headers ?? {}),
    })),
  ];
  const results: Figures[] = [];
  for (const { name, sending } of inputs) {
    if (only && !only.some((part) => name.includes(part))) continue;
    const side = await product.start();
    try {
      const figures = await measure(side.runtime, await sending(side));
      results.push(figures);
      console.log(line(figures));
    } finally {
      await side.runtime.stop();
    }
  }
  if (!only) {
    const file = path.join(root, "docs/results/hostile-inputs.md");
    await writeFile(file, page(results));
    await promisify(execFile)(path.join(root, "node_modules/.bin/oxfmt"), [file], { cwd: root });
  }
} finally {
  await rm(workspace, { recursive: true, force: true });
}

function groupOf(headers: Readonly<Record<string, string>>): Sending["group"] {
  const type = headers["content-type"];
  if (type === undefined) return "Headers";
  return type === "application/json" ? "JSON" : "Forms";
}
