/** Processor time and memory of one input, in a runtime that has met no other. */
import { setTimeout as pause } from "node:timers/promises";

import type { Runtime } from "../bench/runtime.ts";

/** One input, sent `count` times, one after the other; returns how the last one was answered. */
export type Sending = {
  readonly group: "Files" | "Forms" | "JSON" | "Headers" | "Frames";
  readonly name: string;
  /** The length of the input. */
  readonly bytes: number;
  /** How often it is sent for one figure. */
  readonly times: number;
  readonly send: (url: string, count: number) => Promise<string>;
  /** Ordinary input of the same kind, if the calls of `warmUp` do not cover it: its cost is not part of the figure. */
  readonly ordinary?: (url: string) => Promise<void>;
};

export type Figures = Pick<Sending, "group" | "name" | "bytes"> & {
  readonly answer: string;
  /** Median of the rounds, for one input. */
  readonly cpuMs: number;
  /** How much more was resident at the peak of the first round than before it. */
  readonly peakBytes: number;
};

const ROUNDS = 5;
/** Calls that load code and fill caches before the first figure. */
const WARM_UP = 50;
/** Until the runtime's threads are idle. */
const SETTLE_MS = 300;

export async function measure(runtime: Runtime, sending: Sending): Promise<Figures> {
  const { group, name, bytes, times, send } = sending;
  await warmUp(runtime, sending);
  await runtime.resetPeak();
  const resident = await runtime.residentBytes();
  const cpu: number[] = [];
  let peak = 0;
  let answer = "";
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await runtime.cpuMs();
    answer = await send(runtime.url, times);
    await pause(SETTLE_MS);
    cpu.push(((await runtime.cpuMs()) - before) / times);
    if (round === 0) peak = await runtime.peakBytes();
  }
  const cpuMs = cpu.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
  return { group, name, bytes, answer, cpuMs, peakBytes: peak - resident };
}

/** The same calls with ordinary input that is refused. */
async function warmUp({ url }: Runtime, { ordinary }: Sending): Promise<void> {
  for (let sent = 0; sent < WARM_UP; sent += 1) {
    const form = new FormData();
    form.set("image", new File([new Uint8Array(200_000)], "picture.png"));
    const json = JSON.stringify({ email: "nobody" });
    const headers = { origin: url, "content-type": "application/json" };
    await (await fetch(`${url}/api/v1/auth/signup`, { method: "POST", headers: { origin: url }, body: form })).text();
    await (await fetch(`${url}/api/v1/auth/login`, { method: "POST", headers, body: json })).text();
    await (await fetch(`${url}/api/v1/settings`)).text();
    await ordinary?.(url);
  }
  await pause(SETTLE_MS);
}
