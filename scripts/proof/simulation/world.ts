import type { SimulatedListing } from "./listing.ts";
import type { People } from "./people.ts";
import type { Simulation } from "./simulation.ts";

export type World = {
  readonly simulation: Simulation;
  readonly people: People;
  readonly listings: SimulatedListing[];
};
