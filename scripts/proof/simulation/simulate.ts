/** Runs one simulation from its seed and judges it. The seed is the only input, so a failure can be reproduced. */
import type { JournalRecord } from "../../../worker/contract/journal.ts";
import type { DatabaseFile } from "./database.ts";
import { deletionKinds } from "./judge-deletions.ts";
import { journalOf, judge } from "./judge.ts";
import { OUTSIDE } from "./loop.ts";
import { type PlayedScenario, playScenario } from "./scenario.ts";
import { Simulation } from "./simulation.ts";
import { withVirtualGlobals } from "./virtual-globals.ts";

/** Ten times as many turns as the longest simulation takes. A simulation that hasn't ended by then never will. */
const MAX_TURNS = 20_000;

export type SimulationVerdict = {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly facts: number;
  readonly commands: number;
  readonly turns: number;
  readonly struck: ReadonlyMap<string, number>;
};

export async function simulate(
  seed: number,
  db: DatabaseFile,
  trace?: (...words: unknown[]) => void,
): Promise<SimulationVerdict> {
  db.empty();
  const simulation = new Simulation(seed, db, trace);
  const { loop } = simulation;
  let outcome: PlayedScenario | null = null;
  let failure = `after ${MAX_TURNS} turns`;
  await withVirtualGlobals(simulation, async () => {
    loop.after(0, OUTSIDE, () => {
      playScenario(simulation).then(
        (result) => {
          outcome = result;
          loop.stop();
        },
        (error: unknown) => {
          failure = error instanceof Error ? (error.stack ?? error.message) : "for an unknown reason";
          loop.stop();
        },
      );
    });
    await loop.run(MAX_TURNS);
  });
  const faults = outcome ? judge(simulation, outcome) : [`the scenario did not end: ${failure}`];
  const listings = (outcome as PlayedScenario | null)?.world.listings ?? [];
  const recorded = listings.flatMap(journalOf);
  for (const { fact } of recorded) for (const kind of kindsOf(fact)) simulation.faults.note(kind);
  for (const { answer } of listings.flatMap(({ attempts }) => attempts)) {
    if (answer?.ok === false) simulation.faults.note(answer.failure.code);
  }
  for (const person of (outcome as PlayedScenario | null)?.world.people.all ?? []) {
    for (const kind of deletionKinds(simulation, person)) simulation.faults.note(kind);
  }
  const facts = recorded.length;
  const commands = listings.reduce((sum, { attempts }) => sum + attempts.length, 0);
  simulation.close();
  const { struck, profile } = simulation.faults;
  struck.set(`profile ${profile.name}`, 1);
  for (const feature of simulation.features.names) struck.set(`with ${feature}`, 1);
  return { seed, faults, facts, commands, turns: loop.turns, struck };
}

/** The fact's type, how it came about, and what it opens or ends. `simulation.test.ts` lists what a run must reach. */
function kindsOf(fact: JournalRecord["fact"]): string[] {
  const how = [...("reason" in fact ? [fact.reason] : []), ...("by" in fact ? [fact.by] : [])];
  const more = ["openedMaximum", "openedReserve", "bought"].filter((name) => name in fact);
  return [fact.type, ...how.map((one) => `${fact.type} ${one}`), ...more];
}
