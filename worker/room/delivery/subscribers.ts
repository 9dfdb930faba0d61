/** The subscribers to a room's journal, which are D1 and the inboxes: the data for each, and the calls to them. */
import type { Notice } from "../../contract/notification.ts";
import { projectAuction, projectBidOrigins } from "../../db/projection.ts";
import type { AuctionRow, BidRow } from "../../db/schema.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import { objectSettings } from "../../settings/settings.ts";
import type { Subscriber } from "../storage/checkpoints.ts";
import type { RoomStorage } from "../storage/room-storage.ts";

/**
 * A subscriber that doesn't answer within this time has failed. D1 may stall for half a minute, and a call may be lost.
 */
export const SUBSCRIBER_TIMEOUT_MS = 5_000;

/** D1 and the inboxes may receive the same facts again, and either may fail at any time. */
export type Subscribers = {
  updateCatalogue(auction: AuctionRow, bids: readonly BidRow[]): Promise<void>;
  notifyInbox(userId: string, notices: readonly Notice[]): Promise<void>;
  /** This person has begun to bid here. */
  recordJoin(userId: string): Promise<void>;
  /** Called at each failure. The facts, or the new bidders (`joins`), stay pending. */
  onFailure(subscriber: Subscriber | "joins", error: unknown): void;
  /** Called once a minute while a subscriber keeps failing. */
  onStalled(subscriber: Subscriber, failingMs: number): void;
};

type SubscriberEnv = Pick<Env, "DB" | "INBOX"> & Parameters<typeof objectSettings>[0];

export class RoomSubscribers implements Subscribers {
  readonly #env: SubscriberEnv;
  readonly #storage: Pick<RoomStorage, "origins" | "checkpoints" | "auctionId">;

  constructor(env: SubscriberEnv, storage: Pick<RoomStorage, "origins" | "checkpoints" | "auctionId">) {
    this.#env = env;
    this.#storage = storage;
  }

  /** Writes an auction and its changed bids to D1, with the origins that D1 doesn't have yet. */
  async updateCatalogue(auction: AuctionRow, bids: readonly BidRow[]): Promise<void> {
    const { checkpoints } = this.#storage;
    const from = checkpoints.get("origins");
    const first = this.#nextOrigins();
    await projectAuction(this.#env.DB, auction, bids, first, objectSettings(this.#env).dealPaymentMs);
    checkpoints.move("origins", from, first.at(-1)?.number ?? from);
    // There is more than one batch after a burst of bids, or if D1 was down for a long time or has lost origins.
    for (let more = this.#nextOrigins(); more.length > 0; more = this.#nextOrigins()) {
      const last = checkpoints.get("origins");
      await projectBidOrigins(this.#env.DB, auction.id, more);
      checkpoints.move("origins", last, more.at(-1)?.number ?? last);
    }
  }

  #nextOrigins() {
    const { origins, checkpoints } = this.#storage;
    return origins.listAfter(checkpoints.get("origins"));
  }

  async notifyInbox(userId: string, notices: readonly Notice[]): Promise<void> {
    await this.#env.INBOX.getByName(userId).deliver(notices);
  }

  async recordJoin(userId: string): Promise<void> {
    await this.#env.INBOX.getByName(userId).recordJoin(this.#storage.auctionId);
  }

  onFailure(subscriber: Subscriber | "joins", error: unknown): void {
    const reason = failureReason(error);
    console.warn(JSON.stringify({ event: "delivery_failed", subscriber, auction: this.#storage.auctionId, reason }));
  }

  onStalled(subscriber: Subscriber, failingMs: number): void {
    console.error(
      JSON.stringify({ event: "delivery_stalled", subscriber, auction: this.#storage.auctionId, failingMs }),
    );
  }
}
