import type { SequencedFact } from "../../rules/facts.ts";
import type { RoomLimits } from "../limits.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import {
  MAX_FRAME_FACTS,
  type FrameContext,
  frameContextOf,
  toQueuedEvent,
  type QueuedEvent,
} from "../views/frames.ts";

/** How many facts to read for one frame to a relay that is behind. The frame leaves out most of the bids. */
const RELAY_PAGE_SIZE = { facts: MAX_FRAME_FACTS, bytes: 2 * 1_024 * 1_024 };

/** The source of the events in a room's frames. */
export class LiveEvents {
  readonly #storage: RoomStorage;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(storage: RoomStorage, clock: () => number) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** These facts as events for the watchers. */
  eventsOf(facts: readonly SequencedFact[]): QueuedEvent[] {
    const { lastState: state, bids } = this.#storage;
    return state ? facts.map((record) => toQueuedEvent(record, state, bids)) : [];
  }

  /** The next facts after `seq`, from the journal, as many as fit a frame. Empty once the room is emptied. */
  eventsAfter(seq: number): QueuedEvent[] {
    const { state, journal, bids } = this.#storage;
    return state ? journal.pageAfter(seq, RELAY_PAGE_SIZE).map((record) => toQueuedEvent(record, state, bids)) : [];
  }

  /** The number of the last fact, even in the instance that emptied the room. 0 before the auction opens. */
  get seq(): number {
    return this.#storage.lastState?.auction.seq ?? 0;
  }

  get limits(): RoomLimits {
    return this.#storage.limits;
  }

  get auctionId(): string {
    return this.#storage.auctionId;
  }

  /** The standing in every frame. */
  frameContext(): FrameContext {
    const state = this.#storage.lastState;
    if (!state) throw new Error("there is no auction to watch");
    return frameContextOf(state.auction, this.#clock());
  }
}
