/**
 * A room's real relays and a relay's real broadcaster, connected by a slow network that loses calls and answers, while
 * watchers connect, the relay is evicted and the room restarts.
 */
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";

import type { EventsFrame } from "../../contract/live.ts";
import { type FirstFrame, type RelayFrame, type RelayProgress, relayName } from "../../rpc/room-rpc.ts";
import { bindingWith } from "../../testing/bindings.ts";
import { newId } from "../../testing/builders.ts";
import { ROOM_LIMITS } from "../limits.ts";
import { frameOf, MAX_FRAME_CHARACTERS, type FrameContext, type QueuedEvent } from "../views/frames.ts";
import { RelayBroadcaster } from "./relay-broadcaster.ts";
import { Relays } from "./relays.ts";

// A test's leftovers would still set timers after the next test has replaced them.
afterEach(() => abortAllDurableObjects());

const FRAME_CONTEXT: FrameContext = {
  serverTime: 0,
  auction: {
    currentBid: 1,
    minNextBid: 2,
    bidCount: 1,
    auctionEndTime: "",
    scheduledEndTime: "",
    status: "Live",
    extensions: 0,
  },
};
const MOVES = ["commit", "commit", "commit", "join", "pause", "callLost", "answerLost", "evict", "restart"] as const;

const LONG_TEXT = "x".repeat(MAX_FRAME_CHARACTERS / 2.5);

type RelayWatcher = { seq: number; readonly faults: string[] };

class RelaySimulation {
  readonly #state: DurableObjectState;
  /** How many turns of the event loop each message takes, in order. */
  readonly #delays: readonly number[];
  #nextDelay = 0;
  #seq = 1;
  #inFlight = 0;
  #lost: "call" | "answer" | null = null;
  #generation = 0;
  #relays: Relays;
  #broadcaster: RelayBroadcaster;
  readonly joins: Promise<unknown>[] = [];
  readonly watchers: RelayWatcher[] = [];

  constructor(state: DurableObjectState, delays: readonly number[]) {
    this.#state = state;
    this.#delays = delays;
    this.#broadcaster = new RelayBroadcaster(state, () => {});
    this.#relays = this.#room();
  }

  get seq(): number {
    return this.#seq;
  }

  move(kind: (typeof MOVES)[number]): void {
    if (kind === "commit") this.#commit();
    if (kind === "join") this.joins.push(this.#join());
    if (kind === "callLost") this.#lost = "call";
    if (kind === "answerLost") this.#lost = "answer";
    // Only an idle object is evicted. Its sockets stay.
    if (kind === "evict" && this.#inFlight === 0) this.#broadcaster = new RelayBroadcaster(this.#state, () => {});
    if (kind !== "restart") return;
    this.#generation += 1;
    this.#relays = this.#room();
    this.#relays.wake();
  }

  async pause(): Promise<void> {
    const turns = this.#delays[(this.#nextDelay += 1) % this.#delays.length] ?? 0;
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  close(): void {
    this.#generation += 1;
    for (const socket of this.#state.getWebSockets()) socket.close(1000);
  }

  #commit(): void {
    this.#seq += 1;
    this.#relays.send([eventAt(this.#seq)]);
  }

  #room(): Relays {
    const generation = this.#generation;
    const call = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      this.#inFlight += 1;
      try {
        await this.pause();
        const lost = this.#lost;
        this.#lost = null;
        if (lost === "call") throw new Error("the call was lost");
        const value = await work();
        await this.pause();
        if (lost === "answer") throw new Error("the answer was lost");
        // The calling room may be gone. Then the answer is dropped.
        return generation === this.#generation ? value : await new Promise<Value>(() => {});
      } finally {
        this.#inFlight -= 1;
      }
    };
    const stub = {
      sendFrame: (frame: RelayFrame) => call(() => this.#broadcaster.sendFrame(frame)),
      forward: (text: string) => call(() => this.#broadcaster.forward(text)),
      endSession: async () => {},
    };
    return relaysOf(this.#state, () => this.#seq, stub);
  }

  async #join(): Promise<void> {
    const { watcher, client, server } = aWatcher();
    this.#inFlight += 1;
    try {
      await this.#broadcaster.addWatcher(
        { viewer: null, network: "here" },
        1,
        () => server,
        async () => {
          await this.pause();
          this.#relays.recordConnection(1, this.#seq);
          const first = firstFrameAt(this.#seq);
          await this.pause();
          return first;
        },
      );
      // Frames that were sent in the meantime are queued until here.
      client.accept();
      this.watchers.push(watcher);
    } finally {
      this.#inFlight -= 1;
    }
  }
}

/** A room with one watcher at its relay, which answers as `answer` says. */
class SmallRoom {
  seq = 1;
  readonly sent: RelayFrame[] = [];
  readonly relays: Relays;

  constructor(state: DurableObjectState, answer: (frame: RelayFrame) => Promise<RelayProgress>) {
    const sendFrame = (frame: RelayFrame) => {
      this.sent.push(frame);
      return answer(frame);
    };
    this.relays = relaysOf(state, () => this.seq, { sendFrame, forward: async () => {} });
    this.relays.recordConnection(1, this.seq);
  }

  commit(): void {
    this.seq += 1;
    this.relays.send([eventAt(this.seq)]);
  }
}

type SimulatedRelay = ReturnType<ConstructorParameters<typeof Relays>[2]["getByName"]>;

/** The relays of a room whose last fact is `lastSeq`, all of them behind one stub. */
function relaysOf(state: DurableObjectState, lastSeq: () => number, stub: SimulatedRelay): Relays {
  const source = {
    auctionId: "auction",
    get seq() {
      return lastSeq();
    },
    frameContext: () => FRAME_CONTEXT,
    limits: ROOM_LIMITS,
    eventsAfter: (after: number) => Array.from({ length: lastSeq() - after }, (_, index) => eventAt(after + 1 + index)),
  };
  return new Relays(state, source, { getByName: () => stub }, 1_000, () => {});
}

/** Every fourth event is so long that a frame has room for only two like it. */
function eventAt(seq: number): QueuedEvent {
  if (seq % 4 !== 0) {
    return { seq, isBid: false, event: () => ({ seq, type: "extended", auctionEndTime: "", extensions: seq }) };
  }
  const terms = { increments: "flat", softCloseMs: 0 } as const;
  const listing = { title: "A bureau", description: LONG_TEXT, startingPrice: 100, images: null, pictures: [], terms };
  return { seq, isBid: false, event: () => ({ seq, type: "listingEdited", ...listing }) };
}

/** A watcher with both ends of its socket. It receives nothing before the client's end is accepted. */
function aWatcher() {
  const watcher: RelayWatcher = { seq: 0, faults: [] };
  const { 0: client, 1: server } = new WebSocketPair();
  client.addEventListener("message", ({ data }) => receive(watcher, String(data)));
  return { watcher, client, server };
}

/** A watcher who has connected to a relay, with a first frame from the room. */
async function joinRelay(
  broadcaster: RelayBroadcaster,
  fetchFirstFrame: () => Promise<FirstFrame>,
): Promise<RelayWatcher> {
  const { watcher, client, server } = aWatcher();
  await broadcaster.addWatcher({ viewer: null, network: "here" }, 1, () => server, fetchFirstFrame);
  client.accept();
  return watcher;
}

/** A frame with two facts. */
function relayFrame(from: number, to: number): RelayFrame {
  return { from, to, text: JSON.stringify(frameOf([eventAt(from), eventAt(to)], FRAME_CONTEXT)) };
}

function firstFrameAt(seq: number): FirstFrame {
  return { text: JSON.stringify({ type: "snapshot", seq }), seq };
}

function receive(watcher: RelayWatcher, text: string): void {
  const frame: EventsFrame | { type: "snapshot"; seq: number } = JSON.parse(text);
  if (frame.type === "snapshot") {
    watcher.seq = frame.seq;
    return;
  }
  const seqs = frame.events.map(({ seq }) => seq);
  const expected = Array.from({ length: frame.to - watcher.seq }, (_, index) => watcher.seq + 1 + index);
  if (frame.from !== watcher.seq + 1 || seqs.join() !== expected.join()) {
    watcher.faults.push(`after ${watcher.seq} came ${frame.from} to ${frame.to}: ${seqs.join()}`);
  }
  watcher.seq = frame.to;
}

it("watchers at a relay get every event once, in order, even if messages are lost", { timeout: 300_000 }, async () => {
  const scenario = fc.tuple(
    fc.array(fc.constantFrom(...MOVES), { minLength: 5, maxLength: 60 }),
    fc.array(fc.nat(6), { minLength: 3, maxLength: 12 }),
  );
  let checkedWatchers = 0;
  const property = fc.asyncProperty(scenario, async ([moves, delays]) => {
    const stub = env.AUDIENCE_RELAY.getByName(relayName(newId(), 1));
    await runInDurableObject(stub, async (_relay, state) => {
      const simulation = new RelaySimulation(state, delays);
      simulation.move("join");
      for (const kind of moves) {
        simulation.move(kind);
        await simulation.pause();
      }
      await Promise.all(simulation.joins);
      // A lost fact is sent again even if no other fact follows it.
      if (moves.length % 2 === 0) simulation.move("commit");
      await vi.waitFor(
        () => expect(simulation.watchers.map(({ seq }) => seq)).toEqual(simulation.watchers.map(() => simulation.seq)),
        { timeout: 30_000, interval: 10 },
      );
      expect(simulation.watchers.flatMap(({ faults }) => faults)).toEqual([]);
      checkedWatchers += simulation.watchers.length;
      simulation.close();
    });
  });
  await fc.assert(property, {
    numRuns: env.LOTLINE_LONG === "1" ? 300 : 40,
    seed: Number(env.SEED || 1),
    endOnFailure: true,
  });
  expect(checkedWatchers).toBeGreaterThan(100);
});

it("a watcher ahead of the others at a relay gets each event once", async () => {
  await runInDurableObject(env.AUDIENCE_RELAY.getByName(relayName(newId(), 1)), async (_relay, state) => {
    const broadcaster = new RelayBroadcaster(state, () => {});
    // The second watcher's first frame has all facts of the next frame, and the first fact of the frame after that.
    const watchers = [
      await joinRelay(broadcaster, async () => firstFrameAt(1)),
      await joinRelay(broadcaster, async () => firstFrameAt(4)),
    ];
    await broadcaster.sendFrame(relayFrame(2, 3));
    await broadcaster.sendFrame(relayFrame(4, 5));
    await vi.waitFor(() => expect(watchers.map(({ seq }) => seq)).toEqual([5, 5]));
    expect(watchers.flatMap(({ faults }) => faults)).toEqual([]);
    for (const socket of state.getWebSockets()) socket.close(1000);
  });
});

it("a relay sends another first frame to a watcher whose first one is outdated", async () => {
  await runInDurableObject(env.AUDIENCE_RELAY.getByName(relayName(newId(), 1)), async (_relay, state) => {
    const broadcaster = new RelayBroadcaster(state, () => {});
    const early = await joinRelay(broadcaster, async () => firstFrameAt(1));
    let frames = 0;
    const late = await joinRelay(broadcaster, async () => {
      frames += 1;
      if (frames > 1) return firstFrameAt(3);
      // While the first answer is on its way the relay sends two more facts.
      await broadcaster.sendFrame(relayFrame(2, 3));
      return firstFrameAt(1);
    });
    await broadcaster.sendFrame(relayFrame(4, 5));
    await vi.waitFor(() => expect([early.seq, late.seq]).toEqual([5, 5]));
    expect([...early.faults, ...late.faults]).toEqual([]);
    for (const socket of state.getWebSockets()) socket.close(1000);
  });
});

it("a relay still gets frames if a watcher joins just after the last watcher left", async () => {
  await runInDurableObject(env.AUDIENCE_RELAY.getByName(relayName(newId(), 1)), async (_relay, state) => {
    const answers: ((progress: RelayProgress) => void)[] = [];
    const room = new SmallRoom(state, () => new Promise((resolve) => answers.push(resolve)));
    const { relays, sent } = room;
    room.commit();
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    // The relay has counted no watcher, and while its answer is on the way a watcher connects with the facts up to now.
    relays.recordConnection(1, room.seq);
    answers[0]?.({ seq: room.seq, watching: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(relays.isEmpty).toBe(false);
    room.commit();
    await vi.waitFor(() =>
      expect(sent.map(({ from, to }) => [from, to])).toEqual([
        [2, 2],
        [3, 3],
      ]),
    );
    // Without a new watcher, the relay gets no more frames.
    answers[1]?.({ seq: room.seq, watching: 0 });
    await vi.waitFor(() => expect(relays.isEmpty).toBe(true));
  });
});

it("a room requests a relay's last event after the relay's answer is lost", async () => {
  await runInDurableObject(env.AUDIENCE_RELAY.getByName(relayName(newId(), 1)), async (_relay, state) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let arrivedSeq = 1;
    const room = new SmallRoom(state, (frame) => {
      if (frame.text !== "") arrivedSeq = frame.to;
      // The second frame arrives, and its answer never does.
      return sent.length === 2 ? new Promise<never>(() => {}) : Promise.resolve({ seq: arrivedSeq, watching: 1 });
    });
    const { sent } = room;
    for (let count = 0; count < 3; count += 1) {
      room.commit();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent.at(-1)).toMatchObject({ from: 3, to: 3 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.slice(2).map(({ from, to, text }) => [from, to, text !== ""])).toEqual([
      [5, 4, false],
      [4, 4, true],
    ]);
  });
});

it("a replaced instance of a relay doesn't claim to have no watchers", async () => {
  await runInDurableObject(env.AUDIENCE_RELAY.getByName(relayName(newId(), 1)), async (_relay, state) => {
    let isReplaced = false;
    const { storage } = state;
    const kv = {
      get: (key: string) => {
        if (isReplaced) throw new Error("this instance was replaced");
        return storage.kv.get(key);
      },
    };
    const broadcaster = new RelayBroadcaster(bindingWith(state, { storage: { kv } }), () => {});
    const emptyFrame = { from: 2, to: 1, text: "" };
    expect(await broadcaster.sendFrame(emptyFrame)).toEqual({ seq: 1, watching: 0 });
    isReplaced = true;
    await expect(broadcaster.sendFrame(emptyFrame)).rejects.toThrow("this instance was replaced");
  });
});
