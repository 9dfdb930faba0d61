import { failureReason } from "../../platform/failure-reason.ts";
import { MemoryLimiter } from "../../rate-limits/memory-limiter.ts";
import { BIDS_PER_AUCTION } from "../../rate-limits/numbers.ts";
import {
  type Actor,
  BUSY,
  type BySession,
  NOT_FOUND,
  type Refused,
  refusal,
  tooManyRequests,
  type Viewer,
} from "../../room-rpc.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import type { Sessions } from "./sessions.ts";

type Command = BySession & { readonly actor: Actor };

/**
 * Authorises bidders' commands and sockets: there is an auction, the session is live, and the person does not bid too
 * often. All of it is answered from memory, except for a session that appears for the first time.
 */
export class BidGuard {
  readonly #storage: RoomStorage;
  readonly #sessions: Sessions;
  readonly #clock: () => number;
  readonly #limitScale: number;
  readonly #bids = new MemoryLimiter(BIDS_PER_AUCTION);
  /**
   * People whose sessions are suspended here, with the time (epoch ms) until which they are: while the deletion of
   * their account is checked, or because an admin has just suspended them.
   */
  readonly #suspended = new Map<string, number>();

  /** `clock` gives epoch ms; `limitScale` multiplies the limit, for load tests. */
  constructor(storage: RoomStorage, sessions: Sessions, clock: () => number, limitScale: number) {
    this.#storage = storage;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#limitScale = limitScale;
  }

  async refuse({ actor, session }: Command): Promise<Refused<"auction_not_found" | "not_signed_in" | "busy"> | null> {
    if (!this.#storage.existing) return NOT_FOUND;
    // A bid over the room's own sockets comes without a session, which was checked when the socket opened. The person
    // may have been suspended since then, even while their inbox recorded this use of the session.
    if (!session) return this.isSuspended(actor.id, this.#clock()) ? refusal("not_signed_in") : null;
    const isLive = await this.isLive({ actor, ...session });
    // It is not known whether the session is live, and nothing was done.
    if (isLive === null) return BUSY;
    return isLive ? null : refusal("not_signed_in");
  }

  /** The same for placing or raising a bid, or buying. */
  async refuseBid(command: Command) {
    const refused = await this.refuse(command);
    if (refused) return refused;
    if (command.actor.unproven) return refusal("email_not_proven");
    const waitMs = this.#bids.waitMs(command.actor.id, this.#clock(), this.#limitScale);
    return waitMs === 0 ? null : tooManyRequests(waitMs);
  }

  /** Whether a session may act here; null when its inbox does not answer. */
  async isLive(viewer: Viewer): Promise<boolean | null> {
    const now = this.#clock();
    if (this.isSuspended(viewer.actor.id, now)) return false;
    try {
      // The person may have been suspended while the answer was on its way.
      return (await this.#sessions.isLive(viewer, now)) && !this.isSuspended(viewer.actor.id, now);
    } catch (error) {
      const reason = failureReason(error);
      console.warn(JSON.stringify({ event: "session_not_checked", auction: this.#storage.auctionId, reason }));
      return null;
    }
  }

  /** Suspends a person's sessions until a time (epoch ms). */
  suspend(userId: string, until: number): void {
    this.#suspended.set(userId, until);
  }

  liftSuspension(userId: string): void {
    this.#suspended.delete(userId);
  }

  isSuspended(userId: string, now: number): boolean {
    return (this.#suspended.get(userId) ?? 0) > now;
  }
}
