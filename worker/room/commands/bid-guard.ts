/**
 * Authorises commands to this room: there is an auction, the session behind the command is live, and the person does
 * not bid too often. All of it is answered from memory, except for a session that appears for the first time.
 */
import { MemoryLimiter } from "../../rate-limits/memory-limiter.ts";
import { BIDS_PER_AUCTION } from "../../rate-limits/numbers.ts";
import { type Actor, type BySession, type Refused, refusal, tooManyRequests } from "../rpc.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import type { Sessions } from "./sessions.ts";

type Command = BySession & { readonly actor: Actor };

export class BidGuard {
  readonly #storage: RoomStorage;
  readonly #sessions: Sessions;
  readonly #clock: () => number;
  readonly #limitScale: number;
  readonly #bids = new MemoryLimiter(BIDS_PER_AUCTION);

  /** `clock` gives epoch ms; `limitScale` multiplies the limit, for load tests. */
  constructor(storage: RoomStorage, sessions: Sessions, clock: () => number, limitScale: number) {
    this.#storage = storage;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#limitScale = limitScale;
  }

  /** Refusals: auction_not_found, not_signed_in. */
  async refuse({ actor, session }: Command): Promise<Refused | null> {
    if (!this.#storage.existing) return refusal("auction_not_found");
    // A bid over the room's own sockets comes without a session: the socket's was checked when it opened.
    if (!session || (await this.#sessions.isLive({ actor, ...session }, this.#clock()))) return null;
    return refusal("not_signed_in");
  }

  /** The same for placing or editing a bid. Refusals: also too_many_requests. */
  async refuseBid(command: Command): Promise<Refused | null> {
    const refused = await this.refuse(command);
    if (refused) return refused;
    const waitMs = this.#bids.waitMs(command.actor.id, this.#clock(), this.#limitScale);
    return waitMs === 0 ? null : tooManyRequests(waitMs);
  }
}
