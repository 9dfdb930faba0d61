/** Runs one simulation from its seed and judges it. The seed is the only input, so a failure can be reproduced. */
import type { JournalRecord } from "../../../worker/contract/journal.ts";
import type { SimulatedDatabase } from "./database.ts";
import { deletionKinds } from "./judge-deletions.ts";
import { journalOf, judge } from "./judge.ts";
import { OUTSIDE } from "./loop.ts";
import { type PlayedScenario, playScenario } from "./scenario.ts";
import { Simulation } from "./simulation.ts";
import { withVirtualGlobals } from "./virtual-globals.ts";

/** Ten times as many turns as the longest simulation takes. A simulation that hasn't ended by then never will. */
const MAX_TURNS = 20_000;

export type SimulationResult = {
  readonly seed: number;
  readonly violations: readonly string[];
  /** How often each kind of fault, fact and refusal occurred, with the totals of facts, commands and turns. */
  readonly counts: ReadonlyMap<string, number>;
};

export async function simulate(
  seed: number,
  db: SimulatedDatabase,
  trace?: (...words: unknown[]) => void,
): Promise<SimulationResult> {
  db.wipe();
  const simulation = new Simulation(seed, db, trace);
  const { loop } = simulation;
  const ended: { outcome?: PlayedScenario; failure?: string } = {};
  await withVirtualGlobals(simulation, async () => {
    loop.schedule(0, OUTSIDE, () => {
      void playScenario(simulation)
        .then(
          (outcome) => (ended.outcome = outcome),
          (error: unknown) => (ended.failure = error instanceof Error ? (error.stack ?? error.message) : String(error)),
        )
        .finally(() => loop.stop());
    });
    await loop.run(MAX_TURNS);
  });
  const { outcome, failure = `after ${MAX_TURNS} turns` } = ended;
  const violations = outcome ? judge(simulation, outcome) : [`the scenario did not end: ${failure}`];
  const { listings = [], people } = outcome?.world ?? {};
  const { counts } = simulation.faults;
  const count = (kind: string, times = 1) => simulation.faults.count(kind, times);
  const recorded = listings.flatMap(journalOf);
  const attempts = listings.flatMap((listing) => listing.attempts);
  for (const { fact } of recorded) kindsOf(fact).forEach((kind) => count(kind));
  for (const { answer } of attempts) if (answer?.ok === false) count(answer.failure.code);
  for (const person of people?.all ?? []) deletionKinds(simulation, person).forEach((kind) => count(kind));
  count("simulations");
  count("facts", recorded.length);
  count("commands", attempts.length);
  count("turns", loop.turns);
  simulation.close();
  return { seed, violations, counts };
}

/** The fact's type, how it came about, and what it opens or ends. `simulation.test.ts` lists what a run must reach. */
function kindsOf(fact: JournalRecord["fact"]): string[] {
  const details = [...("reason" in fact ? [fact.reason] : []), ...("by" in fact ? [fact.by] : [])];
  const more = ["openedMaximum", "openedReserve", "bought"].filter((name) => name in fact);
  return [fact.type, ...details.map((detail) => `${fact.type} ${detail}`), ...more];
}
