/**
 * How a request enters a room. `BidGuard` authorizes bidders, the rules check sellers, and the Worker checks admins.
 * The queue then processes all requests that arrived together, in order and with one timestamp, and saves them in one
 * transaction. It refuses a bid that waited too long (`BidAges`), or whose bidder was suspended while it waited. A
 * request that fails doesn't affect the others. Nothing awaits between reading the state and saving it.
 *
 * A saved turn is in SQLite, and reaches the disk shortly after. Until then the platform's output gate holds back every
 * answer, frame and call from this object. So once anyone receives one of them, the turn is durable.
 */
import { BUSY, refusal } from "../../rpc/room-rpc.ts";
import { isOver } from "../../rules/closing.ts";
import type { SequencedFact } from "../../rules/facts.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import { BidAges } from "./bid-ages.ts";
import type { BidGuard } from "./bid-guard.ts";
import { decideTurn, idempotencyKeyOf, affectedBids } from "./decide-turn.ts";
import type { AnswerOf, RoomRequest, RequestOutcome, RoomRequests } from "./requests.ts";

/** Only bids and purchases are refused for waiting too long. All other requests are processed, no matter how late. */
export type BidRequest = RoomRequests["placeBid" | "editBid" | "buyNow"];
function isBid(request: RoomRequest): request is BidRequest {
  return request.type === "placeBid" || request.type === "editBid" || request.type === "buyNow";
}

type QueuedRequest = {
  readonly request: RoomRequest;
  /** When the room received the request (epoch ms), to decide whether a bid is late. The rules get the turn's time. */
  readonly roomReceivedAt: number;
  readonly resolve: (outcome: RequestOutcome) => void;
  readonly reject: (reason: unknown) => void;
};

export class RequestQueue {
  readonly #storage: RoomStorage;
  readonly #guard: BidGuard;
  readonly #clock: () => number;
  readonly #bidAges: BidAges;
  readonly #onCommitted: (facts: readonly SequencedFact[]) => void;
  #isTurnScheduled = false;
  #waiting: QueuedRequest[] = [];

  /** `clock` gives epoch ms. `onCommitted` gets the facts of each saved turn, after its requests have been answered. */
  constructor(
    storage: RoomStorage,
    guard: BidGuard,
    clock: () => number,
    bidTimeoutMs: number,
    onCommitted: (facts: readonly SequencedFact[]) => void,
  ) {
    this.#storage = storage;
    this.#guard = guard;
    this.#clock = clock;
    this.#bidAges = new BidAges(bidTimeoutMs);
    this.#onCommitted = onCommitted;
  }

  /**
   * Processes a request together with all others that arrive before the next turn. Resolves once it is saved or
   * refused. `roomReceivedAt` is when the room received it, if that was earlier (epoch ms).
   */
  submit<Submitted extends RoomRequest>(
    request: Submitted,
    roomReceivedAt = this.#clock(),
  ): Promise<AnswerOf<Submitted["type"]>> {
    const { promise, resolve, reject } = Promise.withResolvers<RequestOutcome>();
    this.#waiting.push({ request, roomReceivedAt, resolve, reject });
    this.#scheduleTurn();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decideTurn answers a request of a type with its response, or with a refusal of its command
    return promise as Promise<AnswerOf<Submitted["type"]>>;
  }

  closeIfOver(): void {
    const { state } = this.#storage;
    if (state?.auction.phase === "open" && isOver(state.auction, this.#clock())) this.#afterSaving(this.#run([]));
  }

  /**
   * Requests that arrive within two ticks share a transaction, because a commit costs the same for one bid as for
   * fifty.
   */
  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return;
    this.#isTurnScheduled = true;
    setImmediate(() => setImmediate(() => this.#nextTurn()));
  }

  #nextTurn(): void {
    this.#isTurnScheduled = false;
    const now = this.#clock();
    const { requestsPerTurn } = this.#storage.limits;
    const admitted = this.#waiting.slice(0, requestsPerTurn).filter(({ request, roomReceivedAt, resolve }) => {
      if (!isBid(request)) return true;
      const isLate = this.#bidAges.recordAge({ roomReceivedAt, workerReceivedAt: request.workerReceivedAt }, now);
      const isSuspended = this.#guard.isSuspended(request.actor.id);
      if (isSuspended) resolve(refusal("not_signed_in"));
      else if (isLate) resolve(BUSY);
      return !isSuspended && !isLate;
    });
    this.#waiting = this.#waiting.slice(requestsPerTurn);
    if (this.#waiting.length > 0) this.#scheduleTurn();
    if (admitted.length > 0) this.#afterSaving(this.#run(admitted));
  }

  /**
   * Processes and saves all requests in one transaction. If that fails, each gets its own, so that only the request at
   * fault fails. Answers each request, and returns the saved facts.
   */
  #run(admitted: readonly QueuedRequest[]): readonly SequencedFact[] {
    const { idempotency } = this.#storage;
    const requests = admitted.map(({ request }) => request);
    try {
      const state = this.#storage.stateFor(affectedBids(requests));
      const now = this.#clock();
      // A room without an auction has no tables.
      const earlierResponses = idempotency.find(
        state ? requests.flatMap((request) => idempotencyKeyOf(request) ?? []) : [],
      );
      const turn = decideTurn(state, requests, now, earlierResponses);
      // Refusals are answers from memory, so they need this check. A turn that writes fails anyway if this instance has
      // been replaced.
      if (turn.facts.length === 0) this.#storage.assertCurrent();
      this.#storage.save(turn, now);
      for (const [index, outcome] of turn.outcomes.entries()) admitted[index]?.resolve(outcome);
      return turn.facts;
    } catch (error) {
      const [first, ...others] = admitted;
      if (!first) throw error;
      if (others.length > 0) return admitted.flatMap((queued) => this.#run([queued]));
      first.reject(error);
      return [];
    }
  }

  /**
   * Called after every request has been answered, so that a failure here neither repeats a decision nor leaves a
   * request unanswered.
   */
  #afterSaving(facts: readonly SequencedFact[]): void {
    if (facts.length > 0) this.#onCommitted(facts);
  }
}
