/** Watchers of one auction. Each checks the numbers of the frames: none missing, none duplicated. */
import { setTimeout as pause } from "node:timers/promises";

import { LiveSocket } from "../../../client/live-socket.ts";
import { nowMs, type WatchJob, type WatchResult } from "./jobs.ts";

const CONNECTING_AT_ONCE = 50;
/** How long the last flush may take to reach everyone once bidding is over. */
const DRAIN_MS = 60_000;

type Watcher = { seq: number; wrong: boolean };

/** `finish` resolves with the last number that every watcher must have received. */
export async function watch(job: WatchJob, ready: () => void, finish: Promise<number>): Promise<WatchResult> {
  const watchers: Watcher[] = [];
  const clients: LiveSocket[] = [];
  const lastReceived = new Map<number, number>();
  let frames = 0;
  let bytes = 0;

  const receive = (watcher: Watcher, payload: Buffer) => {
    const frame = numbersOf(payload);
    if (!frame) return;
    frames += 1;
    bytes += payload.length;
    if (watcher.seq >= 0 && frame.from !== watcher.seq + 1) watcher.wrong = true;
    watcher.seq = frame.to;
    lastReceived.set(frame.to, nowMs());
  };

  const join = async () => {
    const watcher: Watcher = { seq: -1, wrong: false };
    const user = job.users?.[watchers.length % job.users.length];
    watchers.push(watcher);
    clients.push(
      await LiveSocket.connect({
        port: job.port,
        path: `/api/v1/auction/${job.auctionId}/live`,
        headers: user?.headers ?? {},
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
  const deadline = nowMs() + DRAIN_MS;
  while (nowMs() < deadline && watchers.some((watcher) => !watcher.wrong && watcher.seq < lastSeq)) await pause(20);
  for (const client of clients) client.destroy();
  const wrong = watchers.filter((watcher) => watcher.wrong || watcher.seq < lastSeq).length;
  return { wrong, frames, bytes, lastReceived };
}

/** The numbers in a frame's first bytes: decoding whole frames a thousand times over would measure the client. */
function numbersOf(payload: Buffer): { from: number; to: number } | null {
  const head = payload.toString("latin1", 0, 80);
  const events = /^\{"type":"events","from":(\d+),"to":(\d+)/.exec(head);
  if (events) return { from: Number(events[1]), to: Number(events[2]) };
  const snapshot = /^\{"type":"snapshot","seq":(\d+)/.exec(head);
  return snapshot ? { from: 0, to: Number(snapshot[1]) } : null;
}
