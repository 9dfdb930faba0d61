import type { FirstFrame, RelayTold, ToldFrame } from "../rpc.ts";
import { type EventsFrame, restOf } from "../views/frames.ts";
/**
 * The audience of one relay: watchers of an auction whose room has no more place for them, told what the room hands
 * over. Nothing is decided here, and of the auction nothing is kept but how far its watchers have been told.
 *
 * Invariant: each socket hears every fact after the one it joined at, in order, once. So a frame that does not follow
 * on what was told is not told: the room is answered with the last fact that was, and begins there.
 */
import { Crowd, type Joining } from "./connections.ts";

/** The last fact that every socket here has been told, or was at its join. */
const STORED = "seq";

export class RelayAudience {
  readonly #storage: DurableObjectStorage;
  readonly crowd: Crowd;
  /** Those who wait for their first frame. */
  #arriving = 0;
  /** Sockets whose first frame told them more than the others know. */
  readonly #ahead = new Map<WebSocket, number>();
  #seq: number;
  /** One frame after the other: the end of what is being told. */
  #telling: Promise<unknown> = Promise.resolve();

  /** `changed` hears that someone has come or gone. */
  constructor(state: DurableObjectState, changed: () => void) {
    this.#storage = state.storage;
    this.crowd = new Crowd(state, (gone) => {
      if (gone) this.#ahead.delete(gone);
      changed();
    });
    this.#seq = state.storage.kv.get<number>(STORED) ?? 0;
    for (const [socket, seq] of this.crowd.joinedAt()) if (seq > this.#seq) this.#ahead.set(socket, seq);
  }

  get watching(): number {
    return this.crowd.size + this.#arriving;
  }

  /** Takes someone in as soon as the room has said what they must know; false when there is no auction. */
  async join(
    who: Omit<Joining, "seq">,
    accept: () => WebSocket,
    ask: () => Promise<FirstFrame | null>,
  ): Promise<boolean> {
    // Nobody is here who knows anything: what was told to others does not count.
    if (this.watching === 0) this.#seq = 0;
    this.#arriving += 1;
    try {
      for (;;) {
        const first = await ask();
        if (!first) return false;
        // More was told before this answer came.
        if (first.seq < this.#seq) continue;
        if (this.crowd.size === 0) this.#moveTo(first.seq);
        const socket = accept();
        this.crowd.take(socket, { ...who, seq: first.seq });
        if (first.seq > this.#seq) this.#ahead.set(socket, first.seq);
        this.crowd.send(socket, first.text);
        return true;
      }
    } finally {
      this.#arriving -= 1;
    }
  }

  /** Tells what follows on what was told, and answers how far everyone is then. */
  async tell(frame: ToldFrame): Promise<RelayTold> {
    await this.#inTurn(() => this.#tell(frame));
    return { seq: this.#seq, watching: this.watching };
  }

  /** Hands over a text that is no fact. */
  async pass(text: string): Promise<void> {
    await this.#inTurn(() => this.crowd.sendAll(() => text));
  }

  async #tell(frame: ToldFrame): Promise<void> {
    const before = this.#seq;
    // Who arrives has it in their first frame, or asks for another one.
    if (this.crowd.size === 0) this.#seq = Math.max(before, frame.to);
    if (this.crowd.size === 0 || frame.to <= before || frame.from > before + 1) return;
    this.#moveTo(frame.to);
    const texts = new Map<number, string | null>();
    await this.crowd.sendAll((socket) => {
      const ahead = this.#ahead.get(socket);
      if (ahead !== undefined && ahead <= frame.to) this.#ahead.delete(socket);
      const seen = Math.max(before, ahead ?? 0);
      let text = texts.get(seen);
      if (text === undefined) {
        text = textAfter(frame, seen);
        texts.set(seen, text);
      }
      return text;
    });
  }

  #moveTo(seq: number): void {
    this.#seq = seq;
    // Stored before it is sent: the platform holds back what is sent until it is stored.
    this.#storage.kv.put(STORED, seq);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#telling.then(work);
    this.#telling = done.catch(() => {});
    return done;
  }
}

/** What of a frame is new to who has seen fact `seen`; null is nothing. */
function textAfter(frame: ToldFrame, seen: number): string | null {
  if (frame.text === "" || seen >= frame.to) return null;
  if (seen < frame.from) return frame.text;
  const whole: EventsFrame = JSON.parse(frame.text);
  return JSON.stringify(restOf(whole, seen));
}
