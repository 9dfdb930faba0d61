import type { Actor, BySession, Refused } from "../rpc.ts";
/**
 * Who may give this room a command: there is an auction, the session behind it lives, and they do not come too often.
 * All of it is known in memory, but for a session that shows up for the first time.
 */
import { BidPace } from "./bid-pace.ts";
import { NOT_FOUND, NOT_SIGNED_IN, tooOften } from "./refusals.ts";
import type { LiveSessions } from "./sessions.ts";
import type { Turns } from "./turns.ts";

type Setup = {
  readonly turns: Turns;
  readonly sessions: LiveSessions;
  readonly clock: () => number;
  /** Multiplies how often someone may bid, for load tests. */
  readonly scale: number;
};
type Request = BySession & { readonly actor: Actor };

export class Admission {
  readonly #setup: Setup;
  readonly #pace: BidPace;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#pace = new BidPace(setup.scale);
  }

  /** Refuses a command when there is no auction, or when the session behind it has ended. */
  async refuse({ actor, session }: Request): Promise<Refused | null> {
    const { turns, sessions, clock } = this.#setup;
    if (!turns.shown) return NOT_FOUND;
    return !session || (await sessions.lives({ actor, ...session }, clock())) ? null : NOT_SIGNED_IN;
  }

  /** The same for a bid, of which nobody may place too many in a short time. */
  async refuseBid(request: Request): Promise<Refused | null> {
    const refused = await this.refuse(request);
    if (refused) return refused;
    const waitMs = this.#pace.waitMs(request.actor.id, this.#setup.clock());
    return waitMs === 0 ? null : tooOften(waitMs);
  }
}
