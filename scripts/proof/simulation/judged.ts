/** One auction of a simulated world as all of its judges see it. */
import type { PersonOf } from "../oracle/commands.ts";
import type { Replay } from "../oracle/replay.ts";
import type { Lot } from "./lot.ts";

export type Judged = {
  readonly lot: Lot;
  readonly replayed: Replay;
  /** The account behind a bidder's id in the facts. */
  readonly personOf: PersonOf;
};
