/**
 * The users of a simulated auction: one sells, the others bid, over REST and over sockets, with and without keys. They
 * know what answers and frames have shown them, send again what was not answered, and keep everything as evidence.
 */
import type { Actor } from "../../../worker/room/rpc.ts";
import type { Answer, Attempt } from "../oracle/attempts.ts";
import type { Opened } from "../oracle/auction.ts";
import { actorNamed, type Command, sendTo } from "../oracle/commands.ts";
import type { Simulation } from "./simulation.ts";
import { Watcher } from "./watcher.ts";

const LIMITS = { minStartingPriceMinor: 100_00, minAuctionMs: 1_000 };
const MAX_TRIES = 4;
const MAX_OPENING_TRIES = 50;

export class Users {
  readonly auctionId: string;
  readonly sellerId = "sue";
  readonly bidderIds = ["ann", "bob", "cem"];
  readonly attempts: Attempt[] = [];
  readonly watchers: Watcher[] = [];
  /** Users who have read their inbox. */
  readonly readers = new Set<string>();
  readonly terms: Opened["terms"];
  /** The users' knowledge: the minimum next bid, the end, and bids from answers. */
  minNextMinor: number;
  endsAt: number;
  readonly bids: { readonly id: string; readonly bidderId: string }[] = [];
  opened = false;
  readonly #keys = new Map<string, number>();
  readonly #simulation: Simulation;
  /** Bids over sockets that wait for their acknowledgement. */
  readonly #unacknowledged = new Map<string, Attempt>();

  constructor(simulation: Simulation) {
    const { random, loop } = simulation;
    this.#simulation = simulation;
    this.auctionId = `lot${simulation.seed}`;
    this.terms = {
      title: "Brass sextant",
      description: "From a ship's chandler.",
      categoryId: "antiques",
      categoryName: "Antiques",
      imageKeys: [],
      startingPriceMinor: random.pick([100_00, 100_00, 499_50]),
      endsAt: loop.now + random.pick([20_000, 60_000, 600_000, 13 * 3_600_000, 3 * 86_400_000]),
      increments: random.pick(["flat", "tiered"]),
      softCloseMs: random.pick([0, 120_000]),
      freezeMs: random.pick([0, 120_000]),
      windowsAfterWithdrawal: random.pick([0, 5]),
    };
    this.minNextMinor = this.terms.startingPriceMinor;
    this.endsAt = this.terms.endsAt;
  }

  /** Opens the auction, however often that has to be tried. */
  async open(): Promise<void> {
    const { auctionId, terms } = this;
    const request = { auctionId, actor: actorNamed(this.sellerId), currency: "USD", terms, limits: LIMITS };
    for (let tries = 0; tries < MAX_OPENING_TRIES; tries += 1) {
      try {
        const answer = await this.#simulation.ask((room) => room.open(request));
        this.opened = answer.ok || answer.failure.code === "auction_exists";
        return;
      } catch {
        await this.#simulation.sleep(100);
      }
    }
  }

  async watch(actor: Actor | null): Promise<void> {
    const watcher = new Watcher(this.#simulation, actor, (frame) => {
      const name = `${actor?.id} ${frame.requestId}`;
      const attempt = this.#unacknowledged.get(name);
      if (!attempt) return;
      this.#unacknowledged.delete(name);
      if (!frame.success) return this.#done(attempt, { ok: false, failure: frame });
      const { newBid, auction } = frame;
      return this.#done(attempt, { ok: true, value: { newBid, auction } });
    });
    this.watchers.push(watcher);
    await watcher.join();
  }

  /** Counted by each user alone: two of them may well choose the same key. */
  newKey(userId: string): string {
    const count = (this.#keys.get(userId) ?? 0) + 1;
    this.#keys.set(userId, count);
    return `key${count}`;
  }

  /** Sends a command; with a key it is sent again until it is answered. */
  async send(command: Command, key: string | undefined): Promise<void> {
    const simulation = this.#simulation;
    for (let tries = 0; tries < (key === undefined ? 1 : MAX_TRIES); tries += 1) {
      const attempt = this.#begin(command, key);
      try {
        this.#done(attempt, await simulation.ask((room) => sendTo(room, command, key, LIMITS)));
        return;
      } catch (error) {
        attempt.doneAt = simulation.loop.now;
        simulation.trace("unanswered", JSON.stringify(command), String(error));
        await simulation.sleep(20 + simulation.random.next() * 1_500);
      }
    }
  }

  /** A bid over some user's socket, if one is connected. */
  bidOverSocket(amountMinor: number): void {
    const bidding = this.watchers.filter((watcher) => watcher.connected && watcher.actor);
    const watcher = bidding.length > 0 ? this.#simulation.random.pick(bidding) : null;
    if (!watcher?.actor) return;
    const actorId = watcher.actor.id;
    const key = this.newKey(actorId);
    this.#unacknowledged.set(`${actorId} ${key}`, this.#begin({ type: "placeBid", actorId, amountMinor }, key));
    watcher.send({ type: "newBid", requestId: key, productId: this.auctionId, bidAmount: amountMinor / 100 });
  }

  #begin(command: Command, key: string | undefined): Attempt {
    const sentAt = this.#simulation.loop.now;
    const attempt: Attempt = { auctionId: this.auctionId, command, key, sentAt, doneAt: Infinity, answer: null };
    this.attempts.push(attempt);
    return attempt;
  }

  #done(attempt: Attempt, answer: Answer): void {
    attempt.doneAt = this.#simulation.loop.now;
    attempt.answer = structuredClone(answer);
    this.#simulation.trace(JSON.stringify(attempt.command), attempt.key, JSON.stringify(answer));
    if (!answer.ok) {
      const minimum = answer.failure.details?.minimum;
      if (minimum !== undefined) this.minNextMinor = Math.round(minimum * 100);
      return;
    }
    const { auction, newBid } = answer.value;
    if (newBid) this.bids.push({ id: newBid._id, bidderId: attempt.command.actorId });
    if (!auction) return;
    this.minNextMinor = Math.round(auction.minNextBid * 100);
    this.endsAt = Date.parse(auction.auctionEndTime);
  }
}
