/**
 * A command on its way to be decided: who wishes it, under which key, and how the answer is worded once the law has
 * accepted it.
 */
import type { Recorded } from "../../rules/auction.ts";
import type { Command } from "../../rules/decide.ts";
import type { Actor, Traced } from "../rpc.ts";
import type { Named } from "../views/wire.ts";

export type Wish<Value> = Traced & {
  readonly actor: Actor;
  readonly key: string | undefined;
  /** What is asked, as one text: the same key with another payload is refused. */
  readonly payload: string;
  /** Whether it may be refused undecided when the room has too much to do. */
  readonly mayBeShed?: boolean;
  /** The command, given the number that its first fact would get and what the facts call the actor as a bidder. */
  readonly command: (nextSeq: number, bidderId: string) => Command;
  /** The answer, from the state that the facts have made. */
  readonly answer: (named: Named, recorded: readonly Recorded[], now: number) => Value;
};
