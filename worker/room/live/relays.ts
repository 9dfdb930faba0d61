/**
 * The relays of one room, which take more watchers when the room is full. Each gets frames independently. The room
 * sends the next frame when the relay answers the last one, and includes everything since. A relay answers with its
 * last fact, and the room resends the facts that it missed. So no crash of the room or a relay leaves a gap, unlike on
 * the room's own sockets.
 */
import { failureReason } from "../../platform/failure-reason.ts";
import { TIME_LIMITS } from "../../platform/time-limits.ts";
import { withTimeout } from "../../platform/with-timeout.ts";
import { type RelayFrame, type RelayProgress, relayName } from "../../rpc/room-rpc.ts";
import type { RoomLimits } from "../limits.ts";
import { asciiJson, frameOf, type FrameContext, type QueuedEvent } from "../views/frames.ts";

/** While a relay is behind, its next frame is sent this long after its answer. */
const SEND_PAUSE_MS = 25;
/** How soon to call a relay again if it didn't answer. This doubles with each failure, up to the maximum. */
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/** 200,000 watchers at 1,000 each. */
const MAX_RELAYS = 200;

/** The calls from a room to a relay. */
type RelayStub = {
  sendFrame(frame: RelayFrame): Promise<RelayProgress>;
  forward(text: string): Promise<void>;
};
export type RelayStubs = { getByName(name: string): RelayStub };

/** The source of the facts in frames. */
type RelaySource = {
  readonly auctionId: string;
  /** The number of the last fact. */
  readonly seq: number;
  readonly limits: RoomLimits;
  frameContext(): FrameContext;
  eventsAfter(seq: number): QueuedEvent[];
};

type Relay = {
  /** The last fact that all its watchers have. Null while it's unknown, so that the room has to request it. */
  checkpoint: number | null;
  watching: number;
  /** Watchers that the room sent to this relay and who may not be connected yet. */
  expectedWatchers: number;
  /** How many times someone has connected. */
  connectionCount: number;
  isSending: boolean;
  failures: number;
};

/** The highest number of a relay that may have watchers. A room that wakes needs it. */
const HIGHEST_NUMBER_KEY = "relays";

export class Relays {
  readonly #ctx: DurableObjectState;
  readonly #source: RelaySource;
  readonly #stubs: RelayStubs;
  readonly #relayAfter: number;
  readonly #onChange: () => void;
  readonly #relays = new Map<number, Relay>();
  #highestNumber: number;
  #recentEvents: QueuedEvent[] = [];
  /** The frame that was encoded last. Relays with the same last fact get the same frame. */
  #encodedFrame: RelayFrame | null = null;

  /**
   * `relayAfter` is how many watchers the room, and then each relay, has before the next relay opens. `onChange` is
   * called when the number of watchers at relays has changed.
   */
  constructor(
    ctx: DurableObjectState,
    source: RelaySource,
    stubs: RelayStubs,
    relayAfter: number,
    onChange: () => void,
  ) {
    this.#ctx = ctx;
    this.#source = source;
    this.#stubs = stubs;
    this.#relayAfter = relayAfter;
    this.#onChange = onChange;
    this.#highestNumber = ctx.storage.kv.get<number>(HIGHEST_NUMBER_KEY) ?? 0;
    for (let number = 1; number <= this.#highestNumber; number += 1) this.#getOrCreate(number);
  }

  get watching(): number {
    let sum = 0;
    for (const { watching } of this.#relays.values()) sum += watching;
    return sum;
  }

  get isEmpty(): boolean {
    return this.#relays.size === 0;
  }

  /** After the room woke or crashed. Requests the relays' last facts, and sends them the later ones. */
  wake(): void {
    for (const number of this.#relays.keys()) this.#sendTo(number);
  }

  /** The number of the relay for a new watcher. Null when all are full. */
  assignWatcher(): number | null {
    for (let number = 1; number <= MAX_RELAYS; number += 1) {
      const relay = this.#relays.get(number);
      if (relay && relay.watching + relay.expectedWatchers >= this.#relayAfter) continue;
      this.#getOrCreate(number).expectedWatchers += 1;
      return number;
    }
    return null;
  }

  /**
   * Records that a watcher connects to a relay with a first frame up to fact `seq`. The relay then gets the later
   * facts.
   */
  recordConnection(number: number, seq: number): void {
    const relay = this.#getOrCreate(number);
    relay.connectionCount += 1;
    // This relay had watchers before and may not have sent them everything, so request its last fact.
    if (number <= this.#highestNumber) {
      if (relay.checkpoint === null) this.#sendTo(number);
      return;
    }
    relay.checkpoint ??= seq;
    this.#highestNumber = number;
    this.#ctx.storage.kv.put(HIGHEST_NUMBER_KEY, number);
  }

  /** Records the number of watchers that a relay reports. */
  recordCount(number: number, watching: number): void {
    if (watching === 0 && !this.#relays.has(number)) return;
    const relay = this.#getOrCreate(number);
    this.#setWatching(relay, watching);
    if (relay.checkpoint === null) this.#sendTo(number);
  }

  send(events: readonly QueuedEvent[]): void {
    if (this.isEmpty) return;
    this.#recentEvents.push(...events);
    const { eventsInMemory } = this.#source.limits;
    if (this.#recentEvents.length > 2 * eventsInMemory) this.#recentEvents = this.#recentEvents.slice(-eventsInMemory);
    for (const number of this.#relays.keys()) this.#sendTo(number);
  }

  /** Sends a frame that contains no facts to the watchers at every relay. An unreachable relay misses it. */
  async forward(text: string): Promise<void> {
    await Promise.allSettled(
      Array.from(this.#relays.keys(), (number) => withRelayTimeout(this.#stub(number).forward(text))),
    );
  }

  #stub(number: number): RelayStub {
    return this.#stubs.getByName(relayName(this.#source.auctionId, number));
  }

  #getOrCreate(number: number): Relay {
    let relay = this.#relays.get(number);
    if (!relay) {
      relay = { checkpoint: null, watching: 0, expectedWatchers: 0, connectionCount: 0, isSending: false, failures: 0 };
      this.#relays.set(number, relay);
    }
    return relay;
  }

  #setWatching(relay: Relay, watching: number): void {
    relay.expectedWatchers = 0;
    if (relay.watching === watching) return;
    relay.watching = watching;
    this.#onChange();
  }

  #sendTo(number: number): void {
    const relay = this.#relays.get(number);
    if (!relay || relay.isSending) return;
    relay.isSending = true;
    // A millisecond later, so that the bidder's own answer goes first.
    setTimeout(() => this.#ctx.waitUntil(this.#sendUntilCaughtUp(number, relay)), 1);
  }

  async #sendUntilCaughtUp(number: number, relay: Relay): Promise<void> {
    const source = this.#source;
    let waitMs = 0;
    try {
      while (relay.checkpoint === null || relay.checkpoint < source.seq) {
        const { connectionCount } = relay;
        const frame = this.#frameAfter(relay.checkpoint ?? source.seq);
        const progress = await withRelayTimeout(this.#stub(number).sendFrame(frame));
        relay.checkpoint = progress.seq;
        relay.failures = 0;
        this.#setWatching(relay, progress.watching);
        if (progress.watching === 0 && relay.connectionCount === connectionCount) return this.#drop(number);
        if (relay.checkpoint < source.seq) await new Promise((resolve) => setTimeout(resolve, SEND_PAUSE_MS));
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      console.warn(JSON.stringify({ event: "relay_frame_failed", relay: number, reason: failureReason(error) }));
      // The relay may or may not have sent the frame, so request its last fact.
      relay.checkpoint = null;
      waitMs = Math.min(FIRST_RETRY_MS * 2 ** relay.failures, MAX_RETRY_MS);
      relay.failures += 1;
    }
    // Invariant: nothing is awaited between the last comparison and this line, so no fact is missed.
    relay.isSending = false;
    if (waitMs > 0) setTimeout(() => this.#sendTo(number), waitMs);
  }

  /**
   * The facts after number `after` as one frame, as many as fit. A frame without facts only requests the relay's last
   * fact, or moves the relay past the facts of a room that was emptied.
   */
  #frameAfter(after: number): RelayFrame {
    const to = this.#source.seq;
    if (this.#encodedFrame?.from === after + 1 && this.#encodedFrame.to === to) return this.#encodedFrame;
    const oldest = this.#recentEvents[0]?.seq ?? Infinity;
    const isInRecent = oldest <= after + 1 && this.#recentEvents.at(-1)?.seq === to;
    const events =
      after >= to
        ? []
        : isInRecent
          ? this.#recentEvents.filter(({ seq }) => seq > after)
          : this.#source.eventsAfter(after);
    const frame =
      events.length === 0 ? null : frameOf(events, this.#source.frameContext(), this.#source.limits.bidsPerFrame);
    this.#encodedFrame = { from: after + 1, to: frame?.to ?? Math.max(after, to), text: frame ? asciiJson(frame) : "" };
    return this.#encodedFrame;
  }

  #drop(number: number): void {
    this.#relays.delete(number);
    if (!this.isEmpty) return;
    this.#recentEvents = [];
    this.#encodedFrame = null;
    if (this.#highestNumber === 0) return;
    this.#highestNumber = 0;
    this.#ctx.storage.kv.delete(HIGHEST_NUMBER_KEY);
  }
}

/** An answer may be lost. Without a limit the relay would never get a frame again. */
function withRelayTimeout<Answer>(call: Promise<Answer>): Promise<Answer> {
  return withTimeout(call, TIME_LIMITS.objectMs);
}
