import { BIDS_PER_AUCTION } from "../../rate-limits/limits.ts";
import { MemoryLimiter } from "../../rate-limits/memory-limiter.ts";
import { type Actor, NOT_FOUND, type Refused, refusal, tooManyRequests } from "../../rpc/room-rpc.ts";
import type { RoomStorage } from "../storage/room-storage.ts";

type BidderCommand = { readonly actor: Actor };

/** The stored suspensions, so that a room that restarts keeps them. */
const SUSPENDED_KEY = "suspended";

/**
 * Authorizes bidders' commands. There must be an auction, and the person must not be suspended here or bid too often.
 * It answers from memory. The Worker or the socket has already verified whose command it is.
 */
export class BidGuard {
  readonly #storage: RoomStorage;
  readonly #kv: SyncKvStorage;
  readonly #clock: () => number;
  readonly #limitScale: number;
  readonly #bidLimiter = new MemoryLimiter();
  /**
   * People whose bids are refused here, with the time when that ends (epoch ms). Either we're checking the deletion of
   * their account, or an admin has just suspended them and their last token is still valid. They can still sell here.
   */
  readonly #suspended: Map<string, number>;

  /** `clock` gives epoch ms. `limitScale` multiplies the limit, for load tests. */
  constructor(storage: RoomStorage, kv: SyncKvStorage, clock: () => number, limitScale: number) {
    this.#storage = storage;
    this.#kv = kv;
    this.#clock = clock;
    this.#limitScale = limitScale;
    this.#suspended = new Map(kv.get<[string, number][]>(SUSPENDED_KEY));
  }

  refuse({ actor }: BidderCommand): Refused<"auction_not_found" | "not_signed_in"> | null {
    if (!this.#storage.existingState) return NOT_FOUND;
    return this.isSuspended(actor.id) ? refusal("not_signed_in") : null;
  }

  /** Like `refuse`, for placing or raising a bid, or buying. */
  refuseBid(command: BidderCommand) {
    const refused = this.refuse(command);
    if (refused) return refused;
    if (command.actor.unverified) return refusal("email_not_verified");
    if (command.actor.biddingStopped) return refusal("bidding_stopped");
    const waitMs = this.#bidLimiter.count(command.actor.id, this.#clock(), this.#limitScale, BIDS_PER_AUCTION);
    return waitMs === 0 ? null : tooManyRequests(waitMs);
  }

  /** Suspends a person's sessions until a time (epoch ms). */
  suspend(personId: string, until: number): void {
    this.#suspended.set(personId, until);
    this.#save();
  }

  liftSuspension(personId: string): void {
    if (this.#suspended.delete(personId)) this.#save();
  }

  /** The queue checks again when a bid's turn comes, because the person may have been suspended since `refuseBid`. */
  isSuspended(personId: string): boolean {
    return (this.#suspended.get(personId) ?? 0) > this.#clock();
  }

  #save(): void {
    // A room without an auction refuses everyone, and stores nothing.
    if (!this.#storage.existingState) return;
    const now = this.#clock();
    const lasting = Array.from(this.#suspended).filter(([, until]) => until > now);
    if (lasting.length > 0) this.#kv.put(SUSPENDED_KEY, lasting);
    else this.#kv.delete(SUSPENDED_KEY);
  }
}
