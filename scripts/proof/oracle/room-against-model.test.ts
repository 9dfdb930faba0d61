/**
 * The real room in workerd, over its RPC, beside the plain model: the same answer to every command and the same
 * auction after each, whether commands come alone or together, with keys or without, through alarms, evictions and
 * crashes. LOTLINE_LONG=1 makes ten times as many, different ones each time; LOTLINE_SEED repeats a run.
 */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";

import { choice, type Choice, type Offer, offer } from "./random-commands.ts";
import { counted, type Event, EVENTS, OPENED_AT, RoomBesideModel } from "./room-beside-model.ts";

const COMMANDS = 100;
const long = env.LOTLINE_LONG === "1";
const RUNS = long ? 300 : 30;
/** An arbitrary but fixed seed, so that all versions are tested with the same commands. */
const SEED = 20_260_101;

const seed = Number(env.SEED || (long ? Math.floor(Math.random() * 2 ** 31) : SEED));

afterEach(() => {
  vi.useRealTimers();
});

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 40, arbitrary: fc.constant("nothing") },
  { weight: 5, arbitrary: fc.constantFrom(...EVENTS) },
);
type Step = { readonly choice: Choice; readonly event: Event };

/** A block and a suspension void bids in turns of their own: what is sent together with them may come in between. */
function takesTurns({ type }: Choice): boolean {
  return type === "block" || type === "suspend";
}

async function compare(offered: Offer, steps: readonly Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: OPENED_AT });
  const beside = new RoomBesideModel(offered);
  await beside.open();
  let together: Choice[] = [];
  for (const { choice: next, event: what } of steps) {
    const isAlone = !next.together || [next, together.at(-1)].some((one) => one && takesTurns(one));
    if (together.length > 0 && isAlone) {
      await beside.send(together);
      together = [];
      await beside.suffer(what);
    }
    together.push(next);
  }
  await beside.send(together);
  await beside.compareJournal();
}

it(
  `answers as the plain model does, ${RUNS * COMMANDS} times (LOTLINE_SEED=${seed})`,
  { timeout: long ? 3_600_000 : 1_200_000 },
  async () => {
    const step = fc.record({ choice, event });
    const steps = fc.array(step, { minLength: COMMANDS, maxLength: COMMANDS, size: "max" });
    await fc.assert(fc.asyncProperty(offer, steps, compare), { seed, numRuns: RUNS, endOnFailure: true });
    console.log(JSON.stringify(counted));
    expect(counted.commands).toBeGreaterThan(RUNS * COMMANDS * 0.95);
    expect(counted.accepted).toBeGreaterThan(counted.commands / 5);
    expect(counted.refused).toBeGreaterThan(counted.commands / 5);
  },
);
