/**
 * Bidder commands. Each is authorized, then submitted. Bids and purchases are also subject to the new-member limits,
 * and are counted by their outcome.
 */
import type { Metrics } from "../../platform/metrics.ts";
import type * as rpc from "../../rpc/room-rpc.ts";
import { MAX_STANDING_BIDS } from "../../rules/bidding.ts";
import type { NewMemberLimits } from "../../settings/settings.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import type { BidGuard } from "./bid-guard.ts";
import { FirstBids, type Limiters } from "./first-bids.ts";
import type { BidRequest, RequestQueue } from "./queue.ts";
import type { Responses } from "./requests.ts";
import { sealMaximum } from "./sealing.ts";

type BidderCommandParts = {
  readonly storage: RoomStorage;
  readonly queue: RequestQueue;
  readonly guard: BidGuard;
  readonly metrics: Metrics;
};

type BidderCommandOptions = {
  /** Epoch ms. */
  readonly clock: () => number;
  /** Multiplies how many standing bids one person may have, for load tests. */
  readonly limitScale: number;
  /** The limits for new members. Null if there are no levels of trust. */
  readonly newMemberLimits: () => NewMemberLimits | null;
};

export class BidderCommands {
  readonly #parts: BidderCommandParts;
  readonly #options: BidderCommandOptions;
  readonly #firstBids: FirstBids;

  constructor(parts: BidderCommandParts, limiters: Limiters, options: BidderCommandOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#firstBids = new FirstBids(limiters);
  }

  /** `roomReceivedAt` is when the room received the bid (epoch ms), if earlier than now. */
  placeBid(
    request: rpc.PlaceBidRequest,
    roomReceivedAt?: number,
  ): Promise<rpc.AnswerTo<"placeBid", rpc.PlaceBidResult>> {
    const maxStandingBids = MAX_STANDING_BIDS * this.#options.limitScale;
    return this.#bid({ ...sealMaximum(request), type: "placeBid", maxStandingBids }, roomReceivedAt);
  }

  edit(request: rpc.EditBidRequest): Promise<rpc.AnswerTo<"editBid", rpc.EditBidResult>> {
    return this.#bid({ ...sealMaximum(request), type: "editBid" });
  }

  buy(request: rpc.BuyNowRequest): Promise<rpc.AnswerTo<"buyNow", rpc.PlaceBidResult>> {
    return this.#bid({ ...request, type: "buyNow" });
  }

  async withdraw(request: rpc.WithdrawBidRequest): Promise<rpc.AnswerTo<"withdrawBid", rpc.WithdrawBidResult>> {
    const refused = this.#parts.guard.refuse(request);
    return refused ?? this.#parts.queue.submit({ ...request, type: "withdrawBid" });
  }

  async requestRelease(
    request: rpc.StandingBidRequest,
  ): Promise<rpc.AnswerTo<"requestRelease", rpc.RequestReleaseResult>> {
    const refused = this.#parts.guard.refuse(request);
    return refused ?? this.#parts.queue.submit({ ...request, type: "requestRelease" });
  }

  /** Authorizes a bid, submits it and counts it by its outcome, with how long that took. */
  async #bid<Request extends BidRequest>(
    bid: Request,
    roomReceivedAt = this.#options.clock(),
  ): Promise<rpc.AnswerTo<Request["type"], Responses[Request["type"]]>> {
    const { queue, guard, metrics } = this.#parts;
    const { clock } = this.#options;
    const refused = guard.refuseBid(bid);
    const isNew = (bid.actor.newUntil ?? 0) > clock();
    const outcome =
      refused ?? (await (isNew ? this.#submitForNewMember(bid, roomReceivedAt) : queue.submit(bid, roomReceivedAt)));
    metrics.add("bid", outcome.ok ? "accepted" : outcome.failure.code, clock() - roomReceivedAt);
    return outcome;
  }

  /** Applies the new-member limits: how much the bidder can bid, and in how many auctions a day. */
  #submitForNewMember<Bid extends BidRequest>(bid: Bid, roomReceivedAt: number) {
    const { storage, queue } = this.#parts;
    const { amountMinor: limitMinor = 0, auctionsPerDay: maxAuctions = 0 } = this.#options.newMemberLimits() ?? {};
    const submit = () => queue.submit<Bid>(limitMinor === 0 ? bid : { ...bid, limitMinor }, roomReceivedAt);
    const isFirst = bid.type !== "editBid" && !storage.hasBid(bid.actor);
    return isFirst && maxAuctions > 0 ? this.#firstBids.countAndSubmit(bid.actor.id, maxAuctions, submit) : submit();
  }
}
