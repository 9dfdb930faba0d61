/**
 * `npm run hostile`: measures what each hostile input costs the built Worker, and writes
 * docs/results/hostile-inputs.md. Each input gets a new runtime, so that memory left by an earlier one does not hide
 * its cost.
 *
 *   --only a,b     only inputs whose names contain one of these; no page written
 *   --port n       the port (8850)
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import { WebSocket } from "ws";

import { failure } from "../../../worker/contract/failure.ts";
import { Product, type BenchSide } from "../bench/product.ts";
import { median, origin, writePage } from "../results.ts";
import { HOSTILE_FILES, HOSTILE_FRAMES, HOSTILE_REQUESTS, type HostileRequest, signUpWith } from "./inputs.ts";

const MAX_CPU_MS = 50;
const MAX_MIB = 16;
const MIB = 1_024 * 1_024;
const ROUNDS = 5;
/** Most inputs are small and cost less than can be measured: these are sent as often as this, and their costs divided. */
const SMALL = { bytes: 100_000, times: 50 };
/** Ordinary inputs that load code and fill caches before the first figure. */
const WARM_UP = 50;
/** Until the runtime's threads are idle. */
const SETTLE_MS = 300;

/** One input, ready to be sent to a runtime; `send` returns how it was answered. */
type Sending = {
  readonly bytes: number;
  readonly send: () => Promise<string>;
  /** Ordinary input of the same kind, which is refused: its cost is not part of the figure. */
  readonly ordinary: () => Promise<unknown>;
};
type HostileInput = { readonly name: string; readonly prepare: (side: BenchSide) => Promise<Sending> };

// Built one at a time: together they are some two hundred megabytes.
const INPUTS: readonly HostileInput[] = [
  ...HOSTILE_FILES.map(({ name, bytes }) => ({ name, prepare: requestOf(() => signUpWith(bytes())) })),
  ...HOSTILE_REQUESTS.map((request) => ({ name: request.name, prepare: requestOf(() => request) })),
  ...HOSTILE_FRAMES.map(({ name, message }) => ({ name, prepare: frameOf(message) })),
];

const { values } = parseArgs({ options: { only: { type: "string" }, port: { type: "string", default: "8850" } } });
const only = values.only?.split(",");
const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-hostile-"));
try {
  const product = await Product.build(workspace, Number(values.port));
  const rows: string[] = [];
  for (const { name, prepare } of INPUTS) {
    if (only && !only.some((part) => name.includes(part))) continue;
    const side = await product.start();
    try {
      const row = `| ${name} | ${(await measure(side, await prepare(side))).join(" | ")} |`;
      rows.push(row);
      console.log(row);
    } finally {
      await side.runtime.stop();
    }
  }
  if (!only) await writePage("hostile-inputs.md", page(rows));
} finally {
  await rm(workspace, { recursive: true, force: true });
}

function requestOf(make: () => Pick<HostileRequest, "method" | "path" | "headers" | "body">): HostileInput["prepare"] {
  return async ({ runtime: { url } }) => {
    const { method, path: place, headers, body } = make();
    const bytes = body?.() ?? null;
    const call = async (to: string, init: RequestInit) => {
      const response = await fetch(`${url}/api/v1${to}`, init);
      const answered = failure.safeParse(await response.json());
      return `${response.status}${answered.success ? ` ${answered.data.code}` : ""}`;
    };
    // Each counts as another network for the rate limits.
    const all = { ...headers, origin: url, "cf-connecting-ip": "10.1.2.3" };
    return {
      bytes: (bytes?.length ?? 0) + Object.values(headers).join("").length + place.length,
      send: () => call(place, { method, headers: all, body: bytes && Uint8Array.from(bytes) }),
      ordinary: async () => {
        const form = new FormData();
        form.set("image", new File([new Uint8Array(200_000)], "picture.png"));
        const json = { origin: url, "content-type": "application/json" };
        await call("/auth/signup", { method: "POST", headers: { origin: url }, body: form });
        await call("/auth/login", { method: "POST", headers: json, body: JSON.stringify({ email: "nobody" }) });
        await call("/settings", {});
      },
    };
  };
}

function frameOf(message: () => string | Uint8Array): HostileInput["prepare"] {
  return async ({ runtime: { url }, users, newAuction }) => {
    const frame = message();
    const address = `${url.replace("http", "ws")}/api/v1/auction/${await newAuction()}/live`;
    let socket: WebSocket | undefined;
    const answerTo = async (content: string | Uint8Array) => {
      // Some frames close their socket.
      if (socket?.readyState !== WebSocket.OPEN) {
        socket = new WebSocket(address, { headers: { ...users[0]?.headers, origin: url } });
        // The first frame is a snapshot of the auction.
        await once(socket, "message");
      }
      const answer = Promise.withResolvers<string>();
      socket.once("close", (code) => answer.resolve(`closed with ${code}`));
      socket.on("message", (data: Buffer) => {
        // Other frames say how many are watching.
        const refused = failure.safeParse(JSON.parse(data.toString()));
        if (refused.success) answer.resolve(refused.data.code);
      });
      socket.send(content);
      await answer.promise;
      socket.removeAllListeners();
      return answer.promise;
    };
    return { bytes: frame.length, send: () => answerTo(frame), ordinary: () => answerTo("{}") };
  };
}

/** The cells of its row. The runtime has met no other input. */
async function measure({ runtime }: BenchSide, { bytes, send, ordinary }: Sending): Promise<string[]> {
  const times = bytes > SMALL.bytes ? 1 : SMALL.times;
  for (let sent = 0; sent < WARM_UP; sent += 1) await ordinary();
  await pause(SETTLE_MS);
  await runtime.resetPeak();
  const resident = await runtime.residentBytes();
  const costs: number[] = [];
  let peak = 0;
  let answer = "";
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await runtime.cpuMs();
    for (let sent = 0; sent < times; sent += 1) answer = await send();
    await pause(SETTLE_MS);
    costs.push(((await runtime.cpuMs()) - before) / times);
    if (round === 0) peak = (await runtime.peakBytes()) - resident;
  }
  const cpuMs = median(costs);
  const length = bytes < SMALL.bytes ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
  const isWithin = cpuMs <= MAX_CPU_MS && peak / MIB <= MAX_MIB;
  return [length, answer, cpuMs.toFixed(2), (peak / MIB).toFixed(1), isWithin ? "yes" : "no"];
}

function page(rows: readonly string[]): string {
  return `# What hostile inputs cost

Written by \`npm run hostile\` ${origin()}.

Each input of \`scripts/proof/hostile/inputs.ts\` is sent to the product, as \`wrangler deploy\` would upload it, in a workerd
that has met only ordinary inputs of its kind before. Files are sent with a sign-up, without a session. **CPU** is the processor
time of the whole runtime for one input, from its first byte to the answer: the median of ${ROUNDS} rounds. **Memory** is how
much more was resident at the peak of the first round than before it, the received bytes included; in a round a small
input is sent ${SMALL.times} times. The bounds are ${MAX_CPU_MS} ms and ${MAX_MIB} MiB. "Ten megabytes of zeros" is refused
by its first bytes: it shows what receiving that much costs alone.

| input | length | answer | CPU, ms | memory, MiB | within the bounds |
| --- | ---: | --- | ---: | ---: | --- |
${rows.join("\n")}
`;
}
