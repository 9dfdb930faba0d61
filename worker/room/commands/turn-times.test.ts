import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { ReadyEvents } from "../../platform/ready-events.ts";
import { newId } from "../../testing/builders.ts";
import { TurnTimes } from "./queue.ts";

let now = 1_767_225_600_000;
/** The sizes of the turns that have begun. */
let turns: number[] = [];
let waiting = 0;
/** Timers that have not fired. */
let timers: (() => void)[] = [];

/** Turns inside an object, whose timers fire when a test fires them. */
async function withTurns(work: (times: TurnTimes) => Promise<void>): Promise<void> {
  [turns, timers, waiting] = [[], [], 0];
  vi.stubGlobal("setImmediate", (run: () => void) => timers.push(run));
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async () => {
    const begin = () => {
      turns.push(waiting);
      waiting = 0;
    };
    await work(
      new TurnTimes(
        () => now,
        () => waiting,
        begin,
      ),
    );
  });
}

function arrive(times: TurnTimes, requests = 1): void {
  for (let one = 0; one < requests; one += 1) {
    waiting += 1;
    times.planTurn();
  }
}

function fire(): void {
  for (const timer of timers.splice(0)) timer();
}

/** A turn of this size, after which the room is not quiet. */
async function hasDecided(times: TurnTimes, size: number): Promise<void> {
  arrive(times, size);
  await Promise.resolve();
  expect(turns).toEqual([size]);
  turns = [];
}

afterEach(() => vi.unstubAllGlobals());

it("a quiet room decides at once, with what arrived in the same moment", async () => {
  await withTurns(async (times) => {
    for (let bid = 0; bid < 2; bid += 1) {
      arrive(times, 2);
      expect(turns).toHaveLength(bid);
      await Promise.resolve();
      expect(turns).toHaveLength(bid + 1);
      now += 1_001;
    }
    expect(turns).toEqual([2, 2]);
    expect(timers).toEqual([]);
  });
});

it("after a turn of one request, the next turn waits for the timer, however many arrive until then", async () => {
  await withTurns(async (times) => {
    await hasDecided(times, 1);
    now += 1_000;
    arrive(times, 5);
    await new ReadyEvents().handled();
    expect(turns).toEqual([]);
    expect(timers).toHaveLength(1);
    fire();
    expect(turns).toEqual([5]);
  });
});

it("after a turn of several requests, the next one begins without the timer when as many have arrived", async () => {
  await withTurns(async (times) => {
    await hasDecided(times, 3);
    arrive(times, 2);
    expect(timers).toHaveLength(1);
    await new ReadyEvents().handled();
    expect(turns).toEqual([]);
    arrive(times);
    await vi.waitFor(() => expect(turns).toEqual([3]));
    // The timer of that turn does not begin the next one.
    const late = timers.splice(0);
    arrive(times);
    for (const timer of late) timer();
    expect(turns).toEqual([3]);
    fire();
    expect(turns).toEqual([3, 1]);
    arrive(times, 3);
    fire();
    for (let turn = 3; turn <= 4; turn += 1) {
      arrive(times, 3);
      await vi.waitFor(() => expect(turns).toHaveLength(turn + 1));
    }
    expect(turns).toEqual([3, 1, 3, 3, 3]);
  });
});

it("a turn that begins without the timer takes with it what is ready to be received", async () => {
  await withTurns(async (times) => {
    await hasDecided(times, 2);
    const [first, second] = [new ReadyEvents(), new ReadyEvents()];
    const arriving = first.handled().then(async () => {
      const more = second.handled();
      arrive(times);
      await more;
      arrive(times);
    });
    arrive(times, 2);
    await arriving;
    await vi.waitFor(() => expect(turns).toEqual([4]));
  });
});

it("when fewer arrive than the last turn had, the timer begins the turn, and the next one expects as few", async () => {
  await withTurns(async (times) => {
    await hasDecided(times, 4);
    arrive(times, 2);
    fire();
    arrive(times, 2);
    await vi.waitFor(() => expect(turns).toEqual([2, 2]));
  });
});

it("the timer begins a turn whose stream does not answer, and nothing else is read from that stream", async () => {
  const read = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  class Silent {
    readonly writable = { getWriter: () => ({ write: async () => {} }) };
    readonly readable = { getReader: () => ({ read }) };
  }
  vi.stubGlobal("IdentityTransformStream", Silent);
  await withTurns(async (times) => {
    await hasDecided(times, 2);
    for (let turn = 1; turn <= 2; turn += 1) {
      arrive(times, 2);
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(turns).toHaveLength(turn - 1);
      fire();
      expect(turns).toHaveLength(turn);
    }
    expect(read).toHaveBeenCalledOnce();
  });
});

it("a turn that fails lets the next one begin", async () => {
  await withTurns(async () => {
    const begin = vi.fn<() => void>();
    const times = new TurnTimes(
      () => now,
      () => 1,
      begin,
    );
    times.planTurn();
    await Promise.resolve();
    begin.mockImplementationOnce(() => {
      throw new Error("nobody could be notified");
    });
    times.planTurn();
    expect(fire).toThrow("nobody could be notified");
    times.planTurn();
    fire();
    expect(begin).toHaveBeenCalledTimes(3);
  });
});
