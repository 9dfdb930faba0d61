/**
 * Forwards the room's frames to a relay's watchers, and stores only the number of the last fact that all its watchers
 * have.
 *
 * Invariant: each socket gets every fact after its first frame, in order, once. So the relay doesn't send a frame that
 * would leave a gap. It returns the last fact it sent, and the room continues from there.
 */
import type { EventsFrame } from "../../contract/live.ts";
import { parseStored } from "../../platform/parse-stored.ts";
import type { FirstFrame, RelayFrame, RelayProgress } from "../../rpc/room-rpc.ts";
import { framePartAfter } from "../views/frames.ts";
import { Connections, type ExceededLimit, type WatchRequest } from "./connections.ts";

/** The last fact that every socket here has. */
const SEQ_KEY = "seq";

export class RelayBroadcaster {
  readonly #storage: DurableObjectStorage;
  readonly connections: Connections;
  /** Watchers who wait for their first frame. */
  #connecting = 0;
  /** Sockets whose first frame had more facts than the other sockets have received. */
  readonly #firstFrameSeqs = new Map<WebSocket, number>();
  #seq: number;
  /** Sends frames one after the other. Settles when the last one is sent. */
  #sending: Promise<unknown> = Promise.resolve();

  /** `onChange` is called when a socket has opened or closed. */
  constructor(ctx: DurableObjectState, onChange: () => void) {
    this.#storage = ctx.storage;
    this.connections = new Connections(ctx, (closed) => {
      if (closed) this.#firstFrameSeqs.delete(closed);
      onChange();
    });
    this.#seq = ctx.storage.kv.get<number>(SEQ_KEY) ?? 0;
    for (const [socket, seq] of this.connections.firstFrameSeqs())
      if (seq > this.#seq) this.#firstFrameSeqs.set(socket, seq);
  }

  /** The number of watchers here, without those whose clients are gone. */
  get watching(): number {
    this.connections.closeSilent();
    return this.connections.size + this.#connecting;
  }

  /**
   * Accepts a socket once the room has provided its first frame. Returns `gone` if there's no auction, or what is full
   * (`Connections.findExceededLimit`). `limitScale` multiplies the limits.
   */
  async addWatcher(
    request: Omit<WatchRequest, "seq">,
    limitScale: number,
    open: () => WebSocket,
    fetchFirstFrame: () => Promise<FirstFrame | null>,
  ): Promise<"joined" | "gone" | ExceededLimit> {
    const exceededLimit = this.connections.findExceededLimit(request, limitScale);
    if (exceededLimit) return exceededLimit;
    // There are no watchers, so the last fact that earlier ones received no longer matters.
    if (this.watching === 0) this.#seq = 0;
    this.#connecting += 1;
    try {
      for (;;) {
        const firstFrame = await fetchFirstFrame();
        if (!firstFrame) return "gone";
        // More facts were sent before this answer arrived.
        if (firstFrame.seq < this.#seq) continue;
        // Other sockets of this caller may have opened before this answer arrived.
        const exceededLimitNow = this.connections.findExceededLimit(request, limitScale);
        if (exceededLimitNow) return exceededLimitNow;
        if (this.connections.size === 0) this.#moveTo(firstFrame.seq);
        const socket = open();
        this.connections.accept(socket, { ...request, seq: firstFrame.seq });
        if (firstFrame.seq > this.#seq) this.#firstFrameSeqs.set(socket, firstFrame.seq);
        this.connections.send(socket, firstFrame.text);
        return "joined";
      }
    } finally {
      this.#connecting -= 1;
    }
  }

  /** Sends a frame that continues the last one, and returns the last fact that every watcher then has. */
  async sendFrame(frame: RelayFrame): Promise<RelayProgress> {
    await this.#runInTurn(() => this.#sendNow(frame));
    this.#assertCurrent();
    return { seq: this.#seq, watching: this.watching };
  }

  /** Sends every watcher a frame that contains no facts. */
  async forward(text: string): Promise<void> {
    await this.#runInTurn(() => this.connections.sendAll(() => text));
  }

  async #sendNow(frame: RelayFrame): Promise<void> {
    const before = this.#seq;
    // Watchers who are connecting have these facts in their first frame, or fetch another one.
    if (this.connections.size === 0) this.#seq = Math.max(before, frame.to);
    if (this.connections.size === 0 || frame.to <= before || frame.from > before + 1) return;
    this.#moveTo(frame.to);
    const texts = new Map<number, string | null>();
    await this.connections.sendAll((socket) => {
      const firstFrameSeq = this.#firstFrameSeqs.get(socket);
      if (firstFrameSeq !== undefined && firstFrameSeq <= frame.to) this.#firstFrameSeqs.delete(socket);
      const received = Math.max(before, firstFrameSeq ?? 0);
      let text = texts.get(received);
      if (text === undefined) {
        text = textAfter(frame, received);
        texts.set(received, text);
      }
      return text;
    });
  }

  /**
   * The platform may replace an object whose old instance still runs, and the old one fails only when it uses its
   * storage. Without this check, its answer would make the room drop a relay that has watchers.
   */
  #assertCurrent(): void {
    this.#storage.kv.get(SEQ_KEY);
  }

  #moveTo(seq: number): void {
    this.#seq = seq;
    // Stored before the frame is sent, because the platform holds back outgoing messages until the write is durable.
    this.#storage.kv.put(SEQ_KEY, seq);
  }

  #runInTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#sending.then(work);
    this.#sending = done.catch(() => {});
    return done;
  }
}

/** The part of a frame that is new to a client that has fact `received`. Null if nothing is. */
function textAfter(frame: RelayFrame, received: number): string | null {
  if (frame.text === "" || received >= frame.to) return null;
  if (received < frame.from) return frame.text;
  const parsed = parseStored<EventsFrame>(frame.text);
  return JSON.stringify(framePartAfter(parsed, received));
}
