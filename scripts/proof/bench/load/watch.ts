/** Watchers of one auction. Each checks that no frame is missing or duplicated, by their numbers. */
import { setTimeout as pause } from "node:timers/promises";

import { LiveSocket } from "../../../client/live-socket.ts";
import { usedMs } from "./counted.ts";
import { type Flush, livePath, nowMs, type WatchJob, type WatchResult } from "./jobs.ts";

const CONNECTING_AT_ONCE = 50;
/** How long the last flush can take to reach everyone once bidding is over. */
const DRAIN_MS = 60_000;

type BenchWatcher = { seq: number; wrong: boolean };

/** `finish` resolves with the last number that every watcher must have received. */
export async function watch(job: WatchJob, ready: () => void, finish: Promise<number>): Promise<WatchResult> {
  const watchers: BenchWatcher[] = [];
  const clients: LiveSocket[] = [];
  const flushes = new Map<string, Flush>();
  const first = { at: 0, usedMs: 0 };
  let frames = 0;

  const receive = (watcher: BenchWatcher, payload: Buffer) => {
    const frame = numbersOf(payload);
    if (!frame) return;
    frames += 1;
    if (watcher.seq >= 0 && frame.from !== watcher.seq + 1) watcher.wrong = true;
    watcher.seq = frame.to;
    if (frame.isSnapshot) return;
    const at = nowMs();
    if (first.at === 0) Object.assign(first, { at, usedMs: usedMs() });
    flushes.set(`${frame.from}-${frame.to}`, { from: frame.from, to: frame.to, lastAt: at });
  };

  const join = async () => {
    const watcher: BenchWatcher = { seq: -1, wrong: false };
    watchers.push(watcher);
    clients.push(
      await LiveSocket.connect({
        port: job.port,
        path: livePath(job.auctionId),
        headers: {},
        onText: (payload) => receive(watcher, payload),
        onClose: () => {
          watcher.wrong = true;
        },
      }),
    );
  };
  for (let left = job.count; left > 0; left -= CONNECTING_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(left, CONNECTING_AT_ONCE) }, join));
  }
  ready();
  const lastSeq = await finish;
  const processor = first.at > 0 ? (usedMs() - first.usedMs) / (nowMs() - first.at) : 0;
  const deadline = nowMs() + DRAIN_MS;
  while (nowMs() < deadline && watchers.some((watcher) => !watcher.wrong && watcher.seq < lastSeq)) await pause(20);
  for (const client of clients) client.destroy();
  const wrong = watchers.filter((watcher) => watcher.wrong || watcher.seq < lastSeq).length;
  return { wrong, frames, flushes: Array.from(flushes.values()), processor };
}

/** Reads the numbers from a frame's first bytes. If we decoded a thousand whole frames, we'd measure the client. */
function numbersOf(payload: Buffer): { from: number; to: number; isSnapshot: boolean } | null {
  const head = payload.toString("latin1", 0, 80);
  const events = /^\{"type":"events","from":(\d+),"to":(\d+)/.exec(head);
  if (events) return { from: Number(events[1]), to: Number(events[2]), isSnapshot: false };
  const snapshot = /^\{"type":"snapshot","seq":(\d+)/.exec(head);
  return snapshot ? { from: 0, to: Number(snapshot[1]), isSnapshot: true } : null;
}
