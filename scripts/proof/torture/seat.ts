/**
 * A place in an auction's live room: hears every frame and checks its numbers, comes back after each break from where
 * it was, may bid over its socket, and keeps what it heard for the judge.
 */
import { setTimeout as pause } from "node:timers/promises";

import { type LiveEvent, serverFrame } from "../../../worker/contract/live.ts";
import { SocketClient } from "../bench/load/socket-client.ts";
import type { Channel, Outcome } from "./attempt.ts";
import { accepted, refusal } from "./bidder.ts";
import type { KillableRuntime } from "./killable-runtime.ts";
import type { Person } from "./person.ts";

/** Mail addresses of everyone here end like this: none may ever be heard. */
const SECRET = "@torture.example";
/** A try over a socket that is not answered by then is made again with its key. */
const ACK_WITHIN_MS = 10_000;
const REJOIN_MS = 30;

type Waiting = { readonly resolve: (outcome: Outcome) => void; readonly reject: (reason: Error) => void };

export type Heard = { readonly event: LiveEvent; readonly at: number };

export class Seat {
  readonly auctionId: string;
  readonly heard: Heard[] = [];
  readonly faults: string[] = [];
  readonly #runtime: KillableRuntime;
  readonly #person: Person | null;
  readonly #waiting = new Map<string, Waiting>();
  #client: SocketClient | null = null;
  #left = false;
  /** The last fact that was heard of. */
  seen: number | null = null;
  connections = 0;
  snapshots = 0;

  constructor(runtime: KillableRuntime, auctionId: string, person: Person | null) {
    this.#runtime = runtime;
    this.auctionId = auctionId;
    this.#person = person;
  }

  /** Joins, and joins again until it is let in or has left. */
  async join(): Promise<void> {
    while (!this.#left && !this.#client) {
      if (this.#runtime.isUp && (await this.#open())) return;
      await pause(REJOIN_MS);
    }
  }

  leave(): void {
    this.#left = true;
    this.cut();
  }

  /** Breaks the connection without a word, as a train in a tunnel does. */
  cut(): void {
    this.#client?.destroy();
    this.#broken("cut");
  }

  /** A bid over this socket. */
  readonly channel: Channel = ({ key, auctionId, wanted }) =>
    new Promise((resolve, reject) => {
      if (!this.#client || wanted.type !== "place") return reject(new Error("no socket"));
      this.#waiting.set(key, { resolve, reject });
      setTimeout(() => this.#settle(key, (waiting) => waiting.reject(new Error("no answer"))), ACK_WITHIN_MS).unref();
      const frame = { type: "newBid", requestId: key, productId: auctionId, bidAmount: wanted.amount };
      this.#client.send(JSON.stringify(frame));
    });

  async #open(): Promise<boolean> {
    const after = this.seen === null ? "" : `?after=${this.seen}`;
    try {
      const client: SocketClient = await SocketClient.connect({
        port: this.#runtime.port,
        path: `/api/v1/auction/${this.auctionId}/live${after}`,
        headers: this.#person?.headers ?? {},
        onText: (payload) => this.#hear(payload.toString()),
        onClose: (reason) => {
          if (this.#client === client) this.#broken(reason);
        },
      });
      if (this.#left) {
        client.destroy();
        return true;
      }
      this.#client = client;
      this.connections += 1;
      return true;
    } catch (error) {
      // Refused, or broken in the middle of the handshake.
      if (!(error instanceof Error)) throw error;
      return false;
    }
  }

  #broken(reason: string): void {
    this.#client = null;
    for (const key of this.#waiting.keys()) this.#settle(key, (waiting) => waiting.reject(new Error(reason)));
    if (!this.#left) void this.join();
  }

  #settle(key: string, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting) how(waiting);
  }

  #hear(text: string): void {
    const at = Date.now();
    if (text.includes(SECRET)) this.#fault("invariant 9: an e-mail address in a frame");
    const frame = serverFrame.parse(JSON.parse(text));
    switch (frame.type) {
      case "presence":
        return;
      case "ack":
        return this.#settle(frame.requestId, ({ resolve }) =>
          resolve(frame.success ? accepted(frame.newBid._id, frame.auction) : refusal(frame)),
        );
      case "snapshot":
        this.snapshots += 1;
        if (frame.seq < (this.seen ?? 0)) this.#fault(`a snapshot of fact ${frame.seq} after fact ${this.seen}`);
        this.seen = frame.seq;
        return;
      case "events":
        if (frame.from !== (this.seen ?? 0) + 1) this.#fault(`invariant 1: ${frame.from} after ${this.seen}`);
        if (frame.to - frame.from + 1 !== frame.events.length + frame.omitted) this.#fault("a frame of another length");
        this.seen = frame.to;
        for (const event of frame.events) this.heard.push({ event, at });
    }
  }

  #fault(text: string): void {
    if (this.faults.length < 5) this.faults.push(`${this.auctionId}, a socket: ${text}`);
  }
}
