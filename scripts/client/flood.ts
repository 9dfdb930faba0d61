/**
 * Sends bids at a fixed rate without waiting for earlier answers, which a closed loop of bidders never does. Each bid
 * has its own connection until it is answered.
 */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** A request counts as unanswered after this time. */
const ANSWER_TIMEOUT_MS = 15_000;
const TICK_MS = 10;

type Sender = { readonly headers: Readonly<Record<string, string>> };
export type Answered = {
  /** 0 when no answer came. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly sentAt: number;
  /** When its last byte was sent. */
  readonly completeAt: number;
  readonly answeredAt: number;
};

/** Accepted, or too low because other bids came first. */
export function isDecided({ status }: Answered): boolean {
  return status === 201 || status === 422;
}

export class Flood {
  readonly #url: URL;
  readonly #users: readonly Sender[];
  readonly auctionId: string;
  readonly #agent: Agent;
  readonly #pending = new Set<Promise<void>>();
  readonly answers: Answered[] = [];
  /** Bids that could not be sent because no connection was free. */
  unsent = 0;
  #sent = 0;

  constructor(options: { url: string; users: readonly Sender[]; auctionId: string; connections: number }) {
    this.#url = new URL("/api/v1/bid/placeBid", options.url);
    this.#users = options.users;
    this.auctionId = options.auctionId;
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: options.connections,
      // New connections for each burst would fill the server's accept queue.
      maxFreeSockets: options.connections,
    });
    this.connections = options.connections;
  }

  readonly connections: number;

  /** Sends at a fixed rate. Bids that find no free connection are counted instead of sent. */
  async pour(perSecond: number, forMs: number): Promise<void> {
    const startedAt = performance.now();
    let due = 0;
    let poured = 0;
    while (performance.now() - startedAt < forMs) {
      due = ((performance.now() - startedAt) / 1_000) * perSecond;
      for (; poured < due; poured += 1) {
        if (this.#pending.size < this.connections) void this.#send();
        else this.unsent += 1;
      }
      await pause(TICK_MS);
    }
  }

  /** Sends as fast as this many bidders that wait for each answer. */
  async fill(bidders: number, forMs: number): Promise<void> {
    const endAt = performance.now() + forMs;
    const loop = async () => {
      while (performance.now() < endAt) await this.#send();
    };
    await Promise.all(Array.from({ length: bidders }, loop));
  }

  /** Sends some bids at once, headers first and bodies later: the server holds them for that long before it decides. */
  async sendInTwo(bids: number, bodyAfterMs: number): Promise<void> {
    await Promise.all(Array.from({ length: bids }, () => this.#send(bodyAfterMs)));
  }

  async drained(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Bids per second that were decided by the rules between two times (epoch ms). */
  decidedPerSecond(from: number, to: number): number {
    const counted = this.answers.filter((one) => isDecided(one) && one.answeredAt >= from && one.answeredAt < to);
    return (counted.length / (to - from)) * 1_000;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Each user has their own network address. */
  #addressOf(index: number) {
    return { "cf-connecting-ip": `10.2.0.${index % this.#users.length}` };
  }

  #send(bodyAfterMs = 0): Promise<void> {
    const sentAt = Date.now();
    let completeAt = sentAt;
    const index = this.#sent;
    this.#sent += 1;
    const user = this.#users[index % this.#users.length];
    const sending = new Promise<void>((resolve) => {
      const done = (status: number, retryAfter?: string) => {
        this.answers.push({ status, retryAfter, sentAt, completeAt, answeredAt: Date.now() });
        resolve();
      };
      const headers = { ...user?.headers, ...this.#addressOf(index), "content-type": "application/json" };
      const call = request(this.#url, { method: "POST", agent: this.#agent, headers }, (answer) => {
        answer.resume();
        answer.once("end", () => done(answer.statusCode ?? 0, answer.headers["retry-after"]));
      });
      call.setTimeout(ANSWER_TIMEOUT_MS, () => call.destroy());
      call.once("error", () => done(0));
      // Amounts rise, so that nearly every bid is acceptable if it arrives in order.
      const body = JSON.stringify({ productId: this.auctionId, bidAmount: 100 + index });
      if (bodyAfterMs === 0) return call.end(body);
      call.setHeader("content-length", Buffer.byteLength(body));
      call.flushHeaders();
      return setTimeout(() => {
        completeAt = Date.now();
        call.end(body);
      }, bodyAfterMs);
    });
    this.#pending.add(sending);
    return sending.finally(() => this.#pending.delete(sending));
  }
}
