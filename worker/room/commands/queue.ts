/**
 * How a command enters a room. `BidGuard` authorises those of bidders; sellers are checked by the rules, and admins by
 * the Worker. The queue then decides all requests that arrived together, in order, and saves them in one transaction; a
 * bid that waited too long is refused instead (`BidAges`). A request that fails does not affect the others. Nothing
 * awaits between reading the state and saving it.
 *
 * When a turn is saved, it is in SQLite, and on disk a moment later. Until then the platform holds back every answer,
 * frame and call of this object (the output gate): whatever anyone has received is durable.
 */
import { failureReason } from "../../platform/failure-reason.ts";
import { MemoryLimiter } from "../../rate-limits/memory-limiter.ts";
import { BIDS_PER_AUCTION } from "../../rate-limits/numbers.ts";
import {
  type Actor,
  type Answered,
  BUSY,
  type BySession,
  type Refused,
  refusal,
  tooManyRequests,
  type Viewer,
} from "../../room-rpc.ts";
import { isOver } from "../../rules/closing.ts";
import type { Recorded } from "../../rules/facts.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import { decideTurn, keyOf, reachOf } from "./decide-turn.ts";
import type { RefusedWith, Request, RequestOutcome, Requests, Responses } from "./requests.ts";
import type { Sessions } from "./sessions.ts";

/** A bid that waited longer is refused. */
export const BID_TIMEOUT_SECONDS = 2;
/** The additional waiting time that is tolerated by a Worker's clock. */
const CLOCK_SLACK_MS = 500;
/** A room is under load when it has decided this many bids within the timeout: it can decide hundreds a second. */
const BIDS_UNDER_LOAD = 20;

/** Bids and purchases are refused undecided when they waited too long. All other requests are decided however late. */
export type BidRequest = Requests["placeBid" | "editBid" | "buyNow"];
function isBid(request: Request): request is BidRequest {
  return request.type === "placeBid" || request.type === "editBid" || request.type === "buyNow";
}

type QueuedRequest = {
  readonly request: Request;
  /** When the room received it (epoch ms). */
  readonly arrivedAt: number;
  readonly resolve: (outcome: RequestOutcome) => void;
  readonly reject: (reason: unknown) => void;
};

type AnswerOf<One extends Request> = Answered<Responses[One["type"]], RefusedWith<One["type"]>>;

export class CommandQueue {
  readonly #storage: RoomStorage;
  readonly #clock: () => number;
  readonly #bidAges: BidAges;
  readonly #onCommitted: (facts: readonly Recorded[]) => void;
  #isTurnPlanned = false;
  #waiting: QueuedRequest[] = [];

  /** `clock` gives epoch ms. `onCommitted` gets the facts of each saved turn, after its requests were answered. */
  constructor(
    storage: RoomStorage,
    clock: () => number,
    bidTimeoutMs: number,
    onCommitted: (facts: readonly Recorded[]) => void,
  ) {
    this.#storage = storage;
    this.#clock = clock;
    this.#bidAges = new BidAges(bidTimeoutMs);
    this.#onCommitted = onCommitted;
  }

  /**
   * Decides a request with all others that arrive before the next turn; resolves once it is saved or refused.
   * `arrivedAt` is when the room received it, if that was earlier (epoch ms).
   */
  submit<One extends Request>(request: One, arrivedAt = this.#clock()): Promise<AnswerOf<One>> {
    const { promise, resolve, reject } = Promise.withResolvers<RequestOutcome>();
    this.#waiting.push({ request, arrivedAt, resolve, reject });
    this.#planTurn();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decideTurn answers a request of a type with its response, or with a refusal of its command
    return promise as Promise<AnswerOf<One>>;
  }

  /** Records the end if the clock has passed it. */
  closeIfOver(): void {
    const { state } = this.#storage;
    if (state?.auction.phase === "open" && isOver(state.auction, this.#clock())) this.#publish(this.#run([]));
  }

  /** What arrives until then shares a transaction, and its commit (decision 99). */
  #planTurn(): void {
    if (this.#isTurnPlanned) return;
    this.#isTurnPlanned = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isTurnPlanned = false;
    const now = this.#clock();
    const { requestsPerTurn } = this.#storage.numbers;
    const inTime = this.#waiting.slice(0, requestsPerTurn).filter(({ request, arrivedAt, resolve }) => {
      const isLate = isBid(request) && this.#bidAges.isLate({ arrivedAt, receivedAt: request.receivedAt }, now);
      if (isLate) resolve(BUSY);
      return !isLate;
    });
    this.#waiting = this.#waiting.slice(requestsPerTurn);
    if (this.#waiting.length > 0) this.#planTurn();
    if (inTime.length > 0) this.#publish(this.#run(inTime));
  }

  /**
   * Decides and saves: one transaction for all requests; when that fails, one for each, so that only the request at
   * fault fails. Answers each request, and returns the facts that were saved.
   */
  #run(waiting: readonly QueuedRequest[]): readonly Recorded[] {
    const { idempotency } = this.#storage;
    const requests = waiting.map(({ request }) => request);
    try {
      const state = this.#storage.stateFor(reachOf(requests));
      const now = this.#clock();
      // A room without an auction has no tables.
      const earlier = idempotency.find(state ? requests.flatMap((one) => keyOf(one) ?? []) : []);
      const turn = decideTurn(state, requests, now, earlier);
      // Refusals are answers from memory; a turn that writes fails by itself if this instance was replaced.
      if (turn.facts.length === 0) this.#storage.checkIsCurrent();
      this.#storage.save(turn, now);
      for (const [index, outcome] of turn.outcomes.entries()) waiting[index]?.resolve(outcome);
      return turn.facts;
    } catch (error) {
      const [first, ...others] = waiting;
      if (!first) throw error;
      if (others.length > 0) return waiting.flatMap((one) => this.#run([one]));
      first.reject(error);
      return [];
    }
  }

  /**
   * Called after every request was answered, so that a failure here neither repeats a decision nor leaves a request
   * unanswered.
   */
  #publish(facts: readonly Recorded[]): void {
    if (facts.length > 0) this.#onCommitted(facts);
  }
}

/** When a bid arrived (epoch ms): at the room, by its clock, and before that at a Worker or a relay, by theirs. */
export type BidTimes = { readonly arrivedAt: number; readonly receivedAt: number | undefined };

/**
 * Whether a bid has waited too long to be decided. Its bidder has given up or tries again, and a room that decided old
 * bids would fall further and further behind, so it is refused undecided. Waiting counts from the Worker's receipt,
 * because queues form in front of a room, where the room does not see them.
 *
 * The Worker's stamp is of another clock. Clocks of the platform differ by milliseconds, which the slack covers; a
 * stamp from the future is ignored. A clock that is far behind would make every bid look old, and must not stop an
 * auction: a stamp counts only in a room under load, which has just decided some bids. In any other room no bid has had
 * to wait. A room that refuses all bids for their stamps is soon no longer under load, and decides again.
 */
export class BidAges {
  readonly #timeoutMs: number;
  /** A ring buffer of the times of the last bids that were not late. */
  readonly #inTime: number[] = Array.from({ length: BIDS_UNDER_LOAD }, () => -Infinity);
  #next = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether a bid that would be decided at `now` (epoch ms) is too late. If it is not, it counts as decided. */
  isLate({ arrivedAt, receivedAt = arrivedAt }: BidTimes, now: number): boolean {
    if (now - arrivedAt > this.#timeoutMs) return true;
    if (now - receivedAt > this.#timeoutMs + CLOCK_SLACK_MS && this.#isUnderLoad(now)) return true;
    this.#inTime[this.#next] = now;
    this.#next = (this.#next + 1) % BIDS_UNDER_LOAD;
    return false;
  }

  #isUnderLoad(now: number): boolean {
    const oldest = this.#inTime[this.#next] ?? -Infinity;
    return now - oldest <= this.#timeoutMs;
  }
}

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
    if (!this.#storage.existing) return refusal("auction_not_found");
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
