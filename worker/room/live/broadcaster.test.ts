import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import type { EventsFrame, LiveEvent, ServerFrame } from "../../contract/live.ts";
import type { SequencedFact } from "../../rules/facts.ts";
import { bindingWith } from "../../testing/bindings.ts";
import { newId } from "../../testing/builders.ts";
import { standIn } from "../../testing/stand-in.ts";
import { ROOM_LIMITS } from "../limits.ts";
import { MAX_FRAME_CHARACTERS } from "../views/frames.ts";
import { Broadcaster, pauseAfter } from "./broadcaster.ts";
import type { LiveEvents } from "./live-events.ts";

type BroadcastWatcher = { readonly client: WebSocket; readonly seqs: () => number[]; readonly frames: EventsFrame[] };

const shownFact = (seq: number): SequencedFact => ({ seq, at: 1, fact: { type: "shown" } });

afterEach(() => vi.restoreAllMocks());

it("a failing flush is skipped, and the next one is sent", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const failures: unknown[] = [];
    const waitUntil = (work: Promise<unknown>) => void work.catch((error) => failures.push(error));
    const recordingState = bindingWith(state, { waitUntil });
    let clockFails = true;
    const frameContext = () => {
      if (clockFails) throw new Error("no clock");
      return { serverTime: 1 };
    };
    const live = standIn<LiveEvents>({
      limits: ROOM_LIMITS,
      frameContext,
      eventsOf: (facts: readonly SequencedFact[]) =>
        facts.map(({ seq }) => ({ seq, isBid: false, event: () => ({ seq, type: "shown" }) })),
    });
    const broadcaster = new Broadcaster(recordingState, live, env.AUDIENCE_RELAY, 10);
    const { 0: client, 1: server } = new WebSocketPair();
    const received: unknown[] = [];
    client.addEventListener("message", ({ data }) => received.push(JSON.parse(String(data))));
    broadcaster.addWatcher(server, { viewer: null, network: "here", seq: 1 }, '{"type":"first"}');
    client.accept();

    broadcaster.broadcast([shownFact(2)]);
    await vi.waitFor(() => expect(failures).toEqual([new Error("no clock")]));
    clockFails = false;
    broadcaster.broadcast([shownFact(3)]);
    await vi.waitFor(() =>
      expect(received).toContainEqual(expect.objectContaining({ type: "events", from: 3, to: 3 })),
    );
    client.close();
  });
});

it("a frame is sent at least two milliseconds after its turn", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const broadcaster = new Broadcaster(
      state,
      standIn<LiveEvents>({ eventsOf: () => [{ seq: 2 }] }),
      env.AUDIENCE_RELAY,
      10,
    );
    const { 0: client, 1: server } = new WebSocketPair();
    broadcaster.addWatcher(server, { viewer: null, network: "here", seq: 1 }, '{"type":"first"}');
    const timer = vi.spyOn(globalThis, "setTimeout").mockReturnValue(null as never);
    broadcaster.broadcast([shownFact(2)]);
    expect(timer).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 2);
    client.accept();
    client.close();
  });
});

it("events too long for one frame are sent in several, each event once", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const longEvent = (seq: number): LiveEvent => ({
      seq,
      type: "listingEdited",
      title: "A bureau",
      description: "x".repeat(MAX_FRAME_CHARACTERS / 2),
      startingPrice: 100,
      terms: { increments: "flat", softCloseMs: 0 },
      images: null,
      pictures: [],
    });
    const duringFlush: BroadcastWatcher[] = [];
    const eventAt = (seq: number) => {
      // The last fact is rendered for the second frame or later, so the first frame has already been sent.
      if (seq === 6 && duringFlush.length === 0) duringFlush.push(join(6));
      return longEvent(seq);
    };
    const live = standIn<LiveEvents>({
      limits: ROOM_LIMITS,
      frameContext: () => ({ serverTime: 1 }),
      eventsOf: (facts: readonly SequencedFact[]) =>
        facts.map(({ seq }) => ({ seq, isBid: false, event: () => eventAt(seq) })),
    });
    const broadcaster = new Broadcaster(state, live, env.AUDIENCE_RELAY, 10);
    const join = (seq: number): BroadcastWatcher => {
      const { 0: client, 1: server } = new WebSocketPair();
      const frames: EventsFrame[] = [];
      client.addEventListener("message", ({ data }) => {
        const frame: ServerFrame = JSON.parse(String(data));
        if (frame.type === "events") frames.push(frame);
      });
      broadcaster.addWatcher(server, { viewer: null, network: "here", seq }, '{"type":"first"}');
      client.accept();
      return { client, seqs: () => frames.flatMap(({ events }) => events.map((event) => event.seq)), frames };
    };
    const early = join(1);
    broadcaster.broadcast([2, 3, 4, 5, 6].map(shownFact));
    // Joins while these facts wait to be sent, so its first frame already has the first two.
    const late = join(3);
    await vi.waitFor(() =>
      expect([early.seqs(), late.seqs()]).toEqual([
        [2, 3, 4, 5, 6],
        [4, 5, 6],
      ]),
    );
    expect(early.frames.length).toBeGreaterThan(2);
    // A watcher who already has everything in a frame doesn't get it, not even empty.
    expect(late.frames.filter(({ events }) => events.length === 0)).toEqual([]);
    // Joins while the flush is under way. Its first frame has everything, and the last frame of the flush brings
    // nothing.
    expect(duringFlush.map((watcher) => watcher.seqs())).toEqual([[]]);
    for (const { client } of [early, late, ...duringFlush]) client.close();
  });
});

it.each([
  // A bid every 60 ms with a thousand watchers. The next one goes out right away, although the last flush took 48 ms.
  { tookMs: 48, waiting: 0, slices: 4, pauseMs: 0 },
  { tookMs: 48, waiting: 1, slices: 4, pauseMs: 0 },
  { tookMs: 48, waiting: 3, slices: 4, pauseMs: 50 },
  // A burst: every slice has made another bid wait.
  { tookMs: 48, waiting: 5, slices: 4, pauseMs: 100 },
  { tookMs: 48, waiting: 500, slices: 4, pauseMs: 100 },
  { tookMs: 240, waiting: 1, slices: 20, pauseMs: 0 },
  { tookMs: 240, waiting: 21, slices: 20, pauseMs: 240 },
  { tookMs: 5, waiting: 10, slices: 1, pauseMs: 40 },
  // All watchers have disconnected in the meantime.
  { tookMs: 48, waiting: 0, slices: 0, pauseMs: 0 },
])(
  "a $tookMs ms flush in $slices slices pauses $pauseMs ms if $waiting bids wait",
  ({ tookMs, waiting, slices, pauseMs }) => {
    expect(pauseAfter(tookMs, waiting, slices)).toBe(pauseMs);
  },
);

it("many watchers who connect at once cause one frame with the new count", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const live = standIn<LiveEvents>({ limits: ROOM_LIMITS });
    const broadcaster = new Broadcaster(state, live, env.AUDIENCE_RELAY, 100);
    const watchers = Array.from({ length: 20 }, () => {
      const { 0: client, 1: server } = new WebSocketPair();
      const received: unknown[] = [];
      client.addEventListener("message", ({ data }) => void received.push(JSON.parse(String(data))));
      broadcaster.addWatcher(server, { viewer: null, network: "here", seq: 1 }, '{"type":"first"}');
      client.accept();
      return { client, server, received };
    });
    const presence = (watching: number) => ({ type: "presence", watching });
    const everybodyHas = (...frames: unknown[]) =>
      vi.waitFor(() => {
        for (const { received } of watchers) expect(received).toEqual([{ type: "first" }, ...frames]);
      });
    await everybodyHas(presence(20));
    for (const { server } of watchers.splice(5)) broadcaster.connections.remove(server);
    await everybodyHas(presence(20), presence(5));
    for (const { client } of watchers) client.close();
  });
});
