/**
 * The real room in workerd, over its RPC, beside the plain model: the same answer to every command and the same
 * auction after each, whether commands come alone or together, with keys or without, through alarms, evictions and
 * crashes. The seed is printed; LOTLINE_SEED repeats a run.
 */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";

import { type Move, move, type Offer, offer } from "./moves.ts";
import { counted, type Mishap, MISHAPS, OPENED_AT, Pair } from "./pair.ts";

const MOVES = 100;
const RUNS = 201;

const seed = Number(env.SEED || Math.floor(Math.random() * 2 ** 31));

afterEach(() => {
  vi.useRealTimers();
});

const mishap: fc.Arbitrary<Mishap> = fc.oneof(
  { weight: 40, arbitrary: fc.constant("nothing") },
  { weight: 5, arbitrary: fc.constantFrom(...MISHAPS) },
);
type Step = { readonly move: Move; readonly mishap: Mishap };

async function live(offered: Offer, steps: readonly Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: OPENED_AT });
  const pair = new Pair(offered);
  expect((await pair.room.open(pair.opening)).ok).toBe(true);
  let together: Move[] = [];
  for (const { move: next, mishap: what } of steps) {
    if (together.length > 0 && !next.together) {
      await pair.play(together);
      together = [];
      await pair.suffer(what);
    }
    together.push(next);
  }
  await pair.play(together);
  await pair.compareJournal();
}

it(`answers as the plain model does, ${RUNS * MOVES} times (LOTLINE_SEED=${seed})`, { timeout: 600_000 }, async () => {
  const steps = fc.array(fc.record({ move, mishap }), { minLength: MOVES, maxLength: MOVES, size: "max" });
  await fc.assert(fc.asyncProperty(offer, steps, live), { seed, numRuns: RUNS, endOnFailure: true });
  console.log(JSON.stringify(counted));
  expect(counted.commands).toBeGreaterThanOrEqual(20_000);
  expect(counted.accepted).toBeGreaterThan(counted.commands / 5);
  expect(counted.refused).toBeGreaterThan(counted.commands / 5);
});
