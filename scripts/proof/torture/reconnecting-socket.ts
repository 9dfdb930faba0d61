/**
 * A client for an auction's live socket. It keeps every frame for the oracle, and it can bid. After each break it
 * reconnects and continues from its last fact.
 */
import { setTimeout as pause } from "node:timers/promises";

import { serverFrame } from "../../../worker/contract/live.ts";
import { containsSalt } from "../../../worker/testing/salts.ts";
import { LiveSocket } from "../../client/live-socket.ts";
import type { User } from "../../client/user.ts";
import type { AttemptAnswer } from "../invariants/attempts.ts";
import type { Replay } from "../invariants/replay.ts";
import { type SocketRecord, lastFactIn, socketViolations } from "../invariants/sockets.ts";
import { wireOffer } from "../oracle/commands.ts";
import type { Channel } from "./bidder.ts";
import type { KillableRuntime } from "./killable-runtime.ts";

/** The end of every user's email address in this run. No address may ever appear in a frame. */
const EMAIL_SUFFIX = "@torture.example";
/** A bid over a socket that isn't answered within this time is resent with its key. */
const ACK_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 30;

type PendingAnswer = { readonly resolve: (answer: AttemptAnswer) => void; readonly reject: (reason: Error) => void };

export class ReconnectingSocket {
  readonly auctionId: string;
  /** The user whose session the socket has. Null for a visitor without a session. */
  readonly user: User | null;
  readonly connections: SocketRecord[] = [];
  readonly #runtime: KillableRuntime;
  readonly #pendingAnswers = new Map<string, PendingAnswer>();
  readonly #leaks: string[] = [];
  #client: LiveSocket | null = null;
  #isClosed = false;
  /** The last fact that this client has received. */
  lastSeq: number | null = null;

  constructor(runtime: KillableRuntime, auctionId: string, user: User | null) {
    this.#runtime = runtime;
    this.auctionId = auctionId;
    this.user = user;
  }

  /** Connects, and retries until the connection is accepted or this client is closed. */
  async connect(): Promise<void> {
    while (!this.#isClosed && !this.#client) {
      if (this.#runtime.isUp && (await this.#open())) return;
      await pause(RECONNECT_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#client?.destroy();
    this.#handleClose("closed");
  }

  /** The violations in the frames that this client received about its auction. */
  violations(replay: Replay): string[] {
    return [...this.#leaks, ...socketViolations(replay, this.connections, this.lastSeq)];
  }

  /** Sends a bid over this socket. */
  readonly channel: Channel = ({ key, auctionId, command }) =>
    new Promise((resolve, reject) => {
      if (!this.#client || command.type !== "placeBid") return reject(new Error("no socket"));
      this.#pendingAnswers.set(key, { resolve, reject });
      setTimeout(() => this.#settle(key, (waiting) => waiting.reject(new Error("no answer"))), ACK_TIMEOUT_MS).unref();
      this.#client.send(
        JSON.stringify({ type: "newBid", requestId: key, productId: auctionId, ...wireOffer(command) }),
      );
    });

  async #open(): Promise<boolean> {
    const connection: SocketRecord = { after: this.lastSeq, frames: [] };
    const query = this.lastSeq === null ? "" : `?after=${this.lastSeq}`;
    try {
      const client: LiveSocket = await LiveSocket.connect({
        port: this.#runtime.port,
        path: `/api/v1/auction/${this.auctionId}/live${query}`,
        headers: this.user?.headers ?? {},
        onText: (payload) => this.#receive(connection, payload.toString()),
        onClose: (reason) => {
          if (this.#client === client) this.#handleClose(reason);
        },
      });
      if (this.#isClosed) {
        client.destroy();
        return true;
      }
      this.#client = client;
      this.connections.push(connection);
      return true;
    } catch (error) {
      // The connection was refused, or it broke in the middle of the handshake.
      if (!(error instanceof Error)) throw error;
      return false;
    }
  }

  #handleClose(reason: string): void {
    this.#client = null;
    for (const key of this.#pendingAnswers.keys()) this.#settle(key, (waiting) => waiting.reject(new Error(reason)));
    if (!this.#isClosed) void this.connect();
  }

  #settle(key: string, settle: (pendingAnswer: PendingAnswer) => void): void {
    const pendingAnswer = this.#pendingAnswers.get(key);
    this.#pendingAnswers.delete(key);
    if (pendingAnswer) settle(pendingAnswer);
  }

  #receive({ frames }: SocketRecord, text: string): void {
    if (text.includes(EMAIL_SUFFIX)) this.#leaks.push("invariant 9: an email address in a frame");
    if (containsSalt(text)) this.#leaks.push("invariant 9: a salt in a frame");
    const frame = serverFrame.parse(JSON.parse(text));
    if (frame.type === "ack") {
      return this.#settle(frame.requestId, ({ resolve }) =>
        resolve(frame.success ? { ok: true, value: frame } : { ok: false, failure: frame }),
      );
    }
    frames.push(frame);
    this.lastSeq = lastFactIn(frame) ?? this.lastSeq;
  }
}

/** The violations in the frames that these sockets received about one auction. */
export function violationsOf(replay: Replay, sockets: readonly ReconnectingSocket[]): string[] {
  return sockets
    .filter(({ auctionId }) => auctionId === replay.auctionId)
    .flatMap((socket) => socket.violations(replay));
}
