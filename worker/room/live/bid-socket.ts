/**
 * A bid over the room's socket: heard, checked, placed on the same path as a bid over REST, and answered to its
 * sender alone. It is a bid by the socket's own session and nothing else.
 */
import { ERRORS, type Failure } from "../../contract/errors.ts";
import type { ClientFrame } from "../../contract/live.ts";
import { minorOf } from "../../rules/money.ts";
import type { Answered, BidPlaced, PlaceBidRequest, SessionCard, Viewer } from "../rpc.ts";
import type { Crowd } from "./connections.ts";
import { type FramePace, hearFrame } from "./incoming.ts";

type Room = {
  readonly crowd: Pick<Crowd, "answer" | "viewerOf">;
  readonly pace: FramePace;
  readonly clock: () => number;
  /** How long this person must wait before the next bid on any auction, in milliseconds. */
  readonly biddingWaitMs: (personId: string) => number;
  /** Whether the session behind a socket may still bid. */
  readonly mayBid: (socket: WebSocket, viewer: Viewer) => boolean | Promise<boolean>;
  readonly auctionId: () => string;
  /** The session is the socket's own; a room has checked it at the door. */
  readonly placeBid: (request: PlaceBidRequest, session: SessionCard) => Promise<Answered<BidPlaced>>;
};
type Told = Omit<Failure, "requestId" | "success">;

export class BidSocket {
  readonly #room: Room;

  constructor(room: Room) {
    this.#room = room;
  }

  async hear(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const { crowd, pace, clock, biddingWaitMs, mayBid } = this.#room;
    const heard = hearFrame(message);
    if (heard.type === "hangUp") return socket.close(heard.code, heard.reason);
    const requestId = heard.type === "frame" ? heard.frame.requestId : heard.requestId;
    const refuse = (failure: Told) => crowd.answer(socket, { type: "ack", success: false, requestId, ...failure });
    const tooOften = (waitMs: number) =>
      refuse({
        code: "too_many_requests",
        message: ERRORS.too_many_requests.message,
        retryAfter: Math.ceil(waitMs / 1_000),
      });
    const frameWaitMs = pace.waitMs(socket, clock());
    if (frameWaitMs > 0) return tooOften(frameWaitMs);
    if (heard.type === "refused") return refuse(heard.failure);
    const viewer = crowd.viewerOf(socket);
    const may = viewer !== null && mayBid(socket, viewer);
    // No turn of the loop for the usual bid: it is answered in the order in which it came.
    if (!viewer || !(may === true || (await may))) {
      return refuse({ code: "not_signed_in", message: ERRORS.not_signed_in.message });
    }
    const bidWaitMs = biddingWaitMs(viewer.actor.id);
    if (bidWaitMs > 0) return tooOften(bidWaitMs);
    await this.#place(socket, viewer, heard.frame, refuse);
  }

  async #place(socket: WebSocket, viewer: Viewer, frame: ClientFrame, refuse: (failure: Told) => void) {
    const { requestId, productId, bidAmount } = frame;
    const { crowd, auctionId, placeBid } = this.#room;
    const { actor, sessionId, expiresAt, trace } = viewer;
    if (productId !== auctionId()) return refuse({ code: "wrong_auction", message: ERRORS.wrong_auction.message });
    try {
      const outcome = await placeBid(
        { actor, amountMinor: minorOf(bidAmount), key: requestId, ...(trace && { trace }) },
        { sessionId, expiresAt },
      );
      if (!outcome.ok) return refuse(outcome.failure);
      const { newBid, auction } = outcome.value;
      return crowd.answer(socket, { type: "ack", requestId, success: true, message: "Bid Placed", newBid, auction });
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      console.error(JSON.stringify({ event: "bid_failed", auction: auctionId(), reason }));
      return refuse({ code: "internal_error", message: ERRORS.internal_error.message });
    }
  }
}
