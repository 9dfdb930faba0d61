/** Watchers of one auction. Each uses the frames' numbers to check that none is missing or duplicated. */
import { setTimeout as pause } from "node:timers/promises";

import { LiveSocket } from "../../../client/live-socket.ts";
import { livePath } from "./loop.ts";

const CONNECT_CONCURRENCY = 50;
/** How long the last flush can take to reach everyone once bidding is over. */
const DRAIN_MS = 60_000;
/** The room publishes the number of watchers once a second, so after this time it has sent the last count. */
const SETTLE_MS = 1_500;

/** A frame that went to many watchers: its first and last fact number, and when the last watcher received it. */
export type Flush = { readonly from: number; readonly to: number; readonly lastAt: number };

type BenchWatcher = { seq: number; wrong: boolean };

export class Watchers {
  readonly #watchers: BenchWatcher[] = [];
  readonly #clients: LiveSocket[] = [];
  readonly #flushes = new Map<string, Flush>();

  static async connect(port: number, auctionId: string, count: number): Promise<Watchers> {
    const watchers = new Watchers();
    for (let left = count; left > 0; left -= CONNECT_CONCURRENCY) {
      const joining = Array.from({ length: Math.min(left, CONNECT_CONCURRENCY) }, () =>
        watchers.#join(port, auctionId),
      );
      await Promise.all(joining);
    }
    await pause(SETTLE_MS);
    return watchers;
  }

  /** Waits until everyone has received the fact with this number. Throws if someone misses one or gets one twice. */
  async finish(lastSeq: number): Promise<readonly Flush[]> {
    const deadline = performance.now() + DRAIN_MS;
    const isBehind = ({ wrong, seq }: BenchWatcher) => !wrong && seq < lastSeq;
    while (performance.now() < deadline && this.#watchers.some(isBehind)) await pause(20);
    for (const client of this.#clients) client.destroy();
    const wrongCount = this.#watchers.filter((watcher) => watcher.wrong || watcher.seq < lastSeq).length;
    if (wrongCount > 0) throw new Error(`${wrongCount} watchers missed a bid or received one twice`);
    return Array.from(this.#flushes.values());
  }

  async #join(port: number, auctionId: string): Promise<void> {
    const watcher: BenchWatcher = { seq: -1, wrong: false };
    this.#watchers.push(watcher);
    const onText = (payload: Buffer) => this.#receive(watcher, payload);
    const onClose = () => {
      watcher.wrong = true;
    };
    this.#clients.push(await LiveSocket.connect({ port, path: livePath(auctionId), headers: {}, onText, onClose }));
  }

  #receive(watcher: BenchWatcher, payload: Buffer): void {
    const frame = numbersOf(payload);
    if (!frame) return;
    const { from, to, isSnapshot } = frame;
    if (watcher.seq >= 0 && from !== watcher.seq + 1) watcher.wrong = true;
    watcher.seq = to;
    if (!isSnapshot) this.#flushes.set(`${from}-${to}`, { from, to, lastAt: performance.now() });
  }
}

/** Reads the numbers from a frame's first bytes. If we decoded a thousand whole frames, we'd measure the client. */
function numbersOf(payload: Buffer): { from: number; to: number; isSnapshot: boolean } | null {
  const head = payload.toString("latin1", 0, 80);
  const events = /^\{"type":"events","from":(\d+),"to":(\d+)/.exec(head);
  if (events) return { from: Number(events[1]), to: Number(events[2]), isSnapshot: false };
  const snapshot = /^\{"type":"snapshot","seq":(\d+)/.exec(head);
  return snapshot ? { from: 0, to: Number(snapshot[1]), isSnapshot: true } : null;
}
