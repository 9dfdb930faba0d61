/** All parts of a simulated world that act from outside. */
import type { Limits } from "./limits.ts";
import type { Lot } from "./lot.ts";
import type { People } from "./people.ts";
import type { Simulation } from "./simulation.ts";

export type World = {
  readonly simulation: Simulation;
  readonly people: People;
  readonly lots: Lot[];
  /** Users who have read their inbox. */
  readonly readers: Set<string>;
  readonly limits: Limits;
  /** How often D1 was set back. */
  restores: number;
};
