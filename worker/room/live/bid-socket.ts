/**
 * Bids over a socket, in a room or in one of its relays. This file parses and authorizes a message. The room processes
 * it exactly like a bid over REST, and only the sender gets the answer. The bid always belongs to the socket's own
 * session.
 */
import { isFresh, MAX_STALE_TOKEN_MS } from "../../accounts/sessions.ts";
import { ERRORS } from "../../contract/errors.ts";
import type { Failure } from "../../contract/failure.ts";
import { type ClientFrame, clientFrame, MAX_FRAME_BYTES } from "../../contract/live.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import { isTemporary } from "../../platform/temporary-error.ts";
import { withTimeout } from "../../platform/with-timeout.ts";
import { FRAMES_PER_SOCKET } from "../../rate-limits/limits.ts";
import { countBid } from "../../rate-limits/memory-limiter.ts";
import { type WindowCount, waitMsOf, addUse } from "../../rate-limits/windows.ts";
import {
  type Actor,
  type Answered,
  type PlaceBidResult,
  BUSY,
  type PlaceBidRequest,
  refusal,
  tooManyRequests,
  type Viewer,
} from "../../rpc/room-rpc.ts";
import { toMinorOffer } from "../../rules/money.ts";
import type { Connections } from "./connections.ts";

/** Bids wait for this call, so its limit must be shorter than `BID_LATE_SECONDS`. */
const INBOX_TIMEOUT_MS = 1_000;

/** The part of the inboxes that handles sessions. */
export type Inboxes = {
  getByName(userId: string): { checkBidder(userId: string, sessionId: string): Promise<Actor | null> };
};

/** Why a message is refused. */
type AckFailure = Omit<Failure, "requestId" | "success">;
type ParsedFrame =
  | { readonly type: "frame"; readonly frame: ClientFrame }
  | { readonly type: "refused"; readonly requestId: string; readonly failure: AckFailure }
  | { readonly type: "close"; readonly code: 1003 | 1009; readonly reason: string };

/** A bid that its sender is allowed to place. */
type SocketBid = {
  readonly socket: WebSocket;
  readonly auctionId: string;
  readonly requestId: string;
  readonly request: PlaceBidRequest;
};

export class BidSocket {
  readonly #connections: Connections;
  readonly #inboxes: Inboxes;
  readonly #clock: () => number;
  readonly #limitScale: number;
  /** In memory only. A new instance starts from zero, which does no harm. */
  readonly #frameCounts = new WeakMap<WebSocket, WindowCount>();

  /** Sockets whose session this instance has confirmed. */
  readonly #confirmedSockets = new WeakSet<WebSocket>();

  /** `clock` gives epoch ms. `limitScale` multiplies the limits, for load tests. */
  constructor(connections: Connections, inboxes: Inboxes, clock: () => number, limitScale: number) {
    this.#connections = connections;
    this.#inboxes = inboxes;
    this.#clock = clock;
    this.#limitScale = limitScale;
  }

  /**
   * The bid in a message on a socket for auction `auctionId`. Null if it was refused and the sender already has the
   * answer. Refuses, in order: too many frames (too_many_requests), malformed frames (malformed_request,
   * invalid_input), people whose inbox doesn't answer and last confirmed the session at least ten minutes ago (busy),
   * visitors and ended sessions (not_signed_in), too many bids by one person across all auctions (too_many_requests),
   * and another auction's bid (wrong_auction).
   */
  async receive(socket: WebSocket, message: string | ArrayBuffer, auctionId: string): Promise<SocketBid | null> {
    this.#connections.recordMessage(socket);
    const parsed = parseFrame(message);
    if (parsed.type === "close") {
      socket.close(parsed.code, parsed.reason);
      return null;
    }
    const requestId = parsed.type === "frame" ? parsed.frame.requestId : parsed.requestId;
    const frameWaitMs = this.#countFrame(socket);
    if (frameWaitMs > 0) return this.#refuse(socket, requestId, tooManyRequests(frameWaitMs).failure);
    if (parsed.type === "refused") return this.#refuse(socket, requestId, parsed.failure);
    const workerReceivedAt = this.#clock();
    const storedViewer = this.#connections.viewerOf(socket);
    // Awaited only if the inbox has to confirm the session. Otherwise bids are answered in the order they came.
    const viewer =
      storedViewer &&
      (this.#isFreshEnough(socket, storedViewer, workerReceivedAt)
        ? storedViewer
        : await this.#renewViewer(socket, storedViewer));
    if (viewer === "unknown") return this.#refuse(socket, requestId, BUSY.failure);
    if (!viewer || viewer.expiresAt <= workerReceivedAt) {
      return this.#refuse(socket, requestId, refusal("not_signed_in").failure);
    }
    const bidWaitMs = countBid(viewer.actor.id, this.#clock(), this.#limitScale);
    if (bidWaitMs > 0) return this.#refuse(socket, requestId, tooManyRequests(bidWaitMs).failure);
    const { productId, confirmed } = parsed.frame;
    if (productId !== auctionId) return this.#refuse(socket, requestId, refusal("wrong_auction").failure);
    const { actor, origin } = viewer;
    const offered = { ...toMinorOffer(parsed.frame), confirmed };
    const request = { ...offered, actor, key: requestId, workerReceivedAt, ...(origin && { origin }) };
    return { socket, auctionId, requestId, request };
  }

  /** Answers the sender with the room's outcome. */
  async acknowledge(
    { socket, auctionId, requestId }: SocketBid,
    placing: Promise<Answered<PlaceBidResult>>,
  ): Promise<void> {
    try {
      const outcome = await placing;
      if (!outcome.ok) {
        this.#refuse(socket, requestId, outcome.failure);
        return;
      }
      const { newBid, auction, leads, seq, hash } = outcome.value;
      this.#connections.reply(socket, {
        type: "ack",
        requestId,
        success: true,
        message: "Bid Placed",
        newBid,
        auction,
        leads,
        seq,
        hash,
      });
    } catch (error) {
      console.error(JSON.stringify({ event: "bid_failed", auction: auctionId, reason: failureReason(error) }));
      // A relay that lost the room, or got no answer in time, can't tell whether the room processed the bid.
      const code = error instanceof Error && isTemporary(error) ? "outcome_unknown" : "internal_error";
      this.#refuse(socket, requestId, refusal(code).failure);
    }
  }

  #refuse(socket: WebSocket, requestId: string, failure: AckFailure): null {
    this.#connections.reply(socket, { type: "ack", success: false, requestId, ...failure });
    return null;
  }

  /** Counts a frame and returns 0, or returns how long to wait (ms). */
  #countFrame(socket: WebSocket): number {
    const { max, windowMs } = FRAMES_PER_SOCKET;
    const [count, now] = [this.#frameCounts.get(socket), this.#clock()];
    const waitMs = waitMsOf(count, { max: max * this.#limitScale, windowMs }, 1, now);
    if (waitMs === 0) this.#frameCounts.set(socket, addUse(count, windowMs, 1, now));
    return waitMs;
  }

  /**
   * Whether the session behind a socket is fresh enough. The first bid on each socket always confirms it. A person's
   * first bid permanently determines whether the auction's journal has their ID or an alias.
   */
  #isFreshEnough(socket: WebSocket, viewer: Viewer, now: number): boolean {
    return this.#confirmedSockets.has(socket) && isFresh(viewer, now);
  }

  /**
   * The session behind a socket, confirmed by the person's inbox. Null if it has ended, and the socket then becomes a
   * visitor's. If the inbox doesn't answer, anyone confirmed in the last ten minutes can still bid.
   */
  async #renewViewer(socket: WebSocket, viewer: Viewer): Promise<Viewer | "unknown" | null> {
    const { actor, sessionId, checkedAt } = viewer;
    try {
      const inbox = this.#inboxes.getByName(actor.id);
      const renewed = await withTimeout(inbox.checkBidder(actor.id, sessionId), INBOX_TIMEOUT_MS);
      this.#confirmedSockets.add(socket);
      if (renewed) this.#connections.recordCheck(socket, renewed, this.#clock());
      else this.#connections.endSession(sessionId);
      return this.#connections.viewerOf(socket);
    } catch (error) {
      console.warn(JSON.stringify({ event: "session_not_checked", reason: failureReason(error) }));
      return this.#clock() - checkedAt < MAX_STALE_TOKEN_MS ? viewer : "unknown";
    }
  }
}

/** A valid frame is a short string that matches the contract. */
function parseFrame(message: string | ArrayBuffer): ParsedFrame {
  if (typeof message !== "string") return { type: "close", code: 1003, reason: "text frames only" };
  if (isTooLong(message)) return { type: "close", code: 1009, reason: `frames of at most ${MAX_FRAME_BYTES} bytes` };
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return { type: "refused", requestId: "", failure: refusal("malformed_request").failure };
  }
  const parsed = clientFrame.safeParse(value);
  if (parsed.success) return { type: "frame", frame: parsed.data };
  const badRequestMessage = parsed.error.issues[0]?.message ?? ERRORS.invalid_input.message;
  return {
    type: "refused",
    requestId: requestIdOf(value),
    failure: { code: "invalid_input", message: badRequestMessage },
  };
}

/** A character takes one to three bytes, so only strings between the two bounds have to be encoded to measure them. */
function isTooLong(text: string): boolean {
  if (text.length * 3 <= MAX_FRAME_BYTES) return false;
  return text.length > MAX_FRAME_BYTES || new TextEncoder().encode(text).byteLength > MAX_FRAME_BYTES;
}

/** The ID of a frame that is otherwise invalid, so that its sender knows which one was refused. */
function requestIdOf(value: unknown): string {
  if (typeof value !== "object" || value === null || !("requestId" in value)) return "";
  // Counts characters as the contract does, so it never cuts an ID that the contract accepts.
  return typeof value.requestId === "string" ? Array.from(value.requestId).slice(0, 64).join("") : "";
}
