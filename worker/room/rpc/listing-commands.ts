/**
 * Commands from sellers and moderation on one auction. Most are answered once D1 and the inboxes have their changes,
 * or after five seconds (`Delivery.whenDelivered`). Opening a new auction and blocking a bidder don't wait.
 */
import type { AuctionRow } from "../../db/schema.ts";
import * as rpc from "../../rpc/room-rpc.ts";
import type { ListingRequest } from "../commands/listing-requests.ts";
import { voidBids } from "../commands/person-removal.ts";
import type { RequestQueue } from "../commands/queue.ts";
import type { AnswerOf } from "../commands/requests.ts";
import { sealReserve } from "../commands/sealing.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { auctionRow } from "../delivery/rows.ts";
import type { RoomStorage } from "../storage/room-storage.ts";

export class ListingCommands {
  readonly #storage: RoomStorage;
  readonly #queue: RequestQueue;
  readonly #delivery: Delivery;

  constructor(storage: RoomStorage, queue: RequestQueue, delivery: Delivery) {
    this.#storage = storage;
    this.#queue = queue;
    this.#delivery = delivery;
  }

  async open(request: rpc.OpenRequest): Promise<rpc.AnswerTo<"open", rpc.OpenResult & { readonly row: AuctionRow }>> {
    const isRetry = this.#storage.state !== null;
    if (request.isRetry && !this.#storage.existingState) return rpc.NOT_FOUND;
    const salt = crypto.randomUUID();
    const opened = await this.#queue.submit({ ...sealReserve(request), type: "open", salt });
    if (!opened.ok) return opened;
    // D1 may lack more than the row.
    if (isRetry) await this.#delivery.waitFor(this.#delivery.run());
    const state = this.#storage.lastState;
    if (!state) throw new Error("an auction that was opened has a state");
    return { ok: true, value: { ...opened.value, row: auctionRow(state.auction, state.participants) } };
  }

  /** Submits a command if the auction exists. */
  async submit<Submitted extends ListingRequest>(request: Submitted) {
    return this.#storage.existingState
      ? this.#delivery.whenDelivered(await this.#queue.submit(request))
      : rpc.NOT_FOUND;
  }

  async setBlocked(request: rpc.BlockRequest): Promise<AnswerOf<"setBlocked">> {
    if (!this.#storage.existingState) return rpc.NOT_FOUND;
    const changed = await this.#queue.submit({ ...request, type: "setBlocked", salt: crypto.randomUUID() });
    const state = this.#storage.existingState;
    if (changed.ok && request.blocked && state) {
      const { personId } = request;
      await voidBids(state, this.#storage, this.#queue, personId, { by: "seller", personId });
    }
    return changed;
  }
}
