/**
 * The people of a simulated life: one sells, the others bid, over REST and over sockets, with and without keys. They
 * know what answers and frames told them, try again what was not answered, and keep everything as evidence.
 */
import type { AuctionRoom } from "../../../worker/room/auction-room.ts";
import type { Actor, Answered } from "../../../worker/room/rpc.ts";
import type { Terms } from "../../../worker/rules/auction.ts";
import type { Attempt, Told, Wanted } from "./attempts.ts";
import type { Life } from "./life.ts";
import { Watcher } from "./watcher.ts";

const LIMITS = { minStartingPriceMinor: 100_00, minAuctionMs: 1_000 };
const TRIES = 4;

function person(id: string): Actor {
  return { id, firstName: id, lastName: "Example", imageUrl: null, maskedEmail: `${id[0]}•••@e•••.com` };
}

export class Crowd {
  readonly auctionId: string;
  readonly seller = person("sue");
  readonly bidders = ["ann", "bob", "cem"].map(person);
  readonly attempts: Attempt[] = [];
  readonly watchers: Watcher[] = [];
  /** Who has looked into their bell, and marked what was there as read. */
  readonly readers = new Set<string>();
  readonly terms: Terms;
  /** What people know: the smallest next bid, the end, and bids that somebody was told about. */
  minNextMinor: number;
  endsAt: number;
  readonly bids: { readonly id: string; readonly bidderId: string }[] = [];
  opened = false;
  readonly #keys = new Map<string, number>();
  readonly #life: Life;
  /** Bids over sockets that wait for their acknowledgement. */
  readonly #unacknowledged = new Map<string, Attempt>();

  constructor(life: Life) {
    const { random, loop } = life;
    this.#life = life;
    this.auctionId = `lot${life.seed}`;
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
    };
    this.minNextMinor = this.terms.startingPriceMinor;
    this.endsAt = this.terms.endsAt;
  }

  /** Opens the auction, however often that has to be tried. */
  async open(): Promise<void> {
    const request = {
      auctionId: this.auctionId,
      actor: this.seller,
      currency: "USD",
      terms: this.terms,
      limits: LIMITS,
    };
    for (let tries = 0; tries < 50; tries += 1) {
      try {
        const answer = await this.#life.ask((room) => room.open(request));
        this.opened = answer.ok || answer.failure.code === "auction_exists";
        return;
      } catch {
        await this.#life.sleep(100);
      }
    }
  }

  async watch(actor: Actor | null): Promise<void> {
    const watcher = new Watcher(this.#life, actor, (frame) => {
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

  /** Everyone counts their own: two people may well choose the same key. */
  newKey({ id }: Actor): string {
    const count = (this.#keys.get(id) ?? 0) + 1;
    this.#keys.set(id, count);
    return `key${count}`;
  }

  /** Sends a wish; with a key it is sent again until it is answered. */
  async wish(actor: Actor, wanted: Wanted, key: string | undefined): Promise<void> {
    for (let tries = 0; tries < (key === undefined ? 1 : TRIES); tries += 1) {
      const attempt = this.#note(actor, wanted, key);
      try {
        this.#done(attempt, await this.#life.ask((room) => obey(room, actor, wanted, key)));
        return;
      } catch (error) {
        attempt.doneAt = this.#life.loop.now;
        this.#life.trace("unanswered", JSON.stringify(wanted), String(error));
        await this.#life.sleep(20 + this.#life.random.next() * 1_500);
      }
    }
  }

  /** A bid over somebody's socket; false when they have none. The sender gives up after ten seconds. */
  bidOverSocket(amountMinor: number): boolean {
    const bidding = this.watchers.filter((watcher) => watcher.connected && watcher.actor);
    const watcher = bidding.length > 0 ? this.#life.random.pick(bidding) : null;
    if (!watcher?.actor) return false;
    const key = this.newKey(watcher.actor);
    const attempt = this.#note(watcher.actor, { type: "placeBid", amountMinor }, key);
    this.#unacknowledged.set(`${watcher.actor.id} ${key}`, attempt);
    watcher.send({ type: "newBid", requestId: key, productId: this.auctionId, bidAmount: amountMinor / 100 });
    return true;
  }

  #note(actor: Actor, wanted: Wanted, key: string | undefined): Attempt {
    const sentAt = this.#life.loop.now;
    const attempt: Attempt = { wanted, actorId: actor.id, key, sentAt, doneAt: Infinity, answer: null };
    this.attempts.push(attempt);
    return attempt;
  }

  #done(attempt: Attempt, answer: Answered<Told>): void {
    attempt.doneAt = this.#life.loop.now;
    attempt.answer = structuredClone(answer);
    this.#life.trace(attempt.actorId, JSON.stringify(attempt.wanted), attempt.key, JSON.stringify(answer));
    if (!answer.ok) return this.#learnFrom(answer.failure);
    const { auction, newBid } = answer.value;
    if (newBid) this.bids.push({ id: newBid._id, bidderId: attempt.actorId });
    if (!auction) return;
    this.minNextMinor = Math.round(auction.minNextBid * 100);
    this.endsAt = Date.parse(auction.auctionEndTime);
  }

  #learnFrom({ details }: { readonly details?: { readonly minimum?: number | undefined } | undefined }): void {
    if (details?.minimum !== undefined) this.minNextMinor = Math.round(details.minimum * 100);
  }
}

function obey(room: AuctionRoom, actor: Actor, wanted: Wanted, key: string | undefined): Promise<Answered<Told>> {
  switch (wanted.type) {
    case "placeBid":
      return room.placeBid({ actor, amountMinor: wanted.amountMinor, key });
    case "editBid":
      return room.editBid({ actor, bidId: wanted.bidId, amountMinor: wanted.amountMinor, key });
    case "withdrawBid":
      return room.withdrawBid({ actor, bidId: wanted.bidId, key });
    case "editListing":
      return room.editListing({ actor, change: wanted.change, limits: LIMITS, key });
    case "deleteListing":
      return room.deleteListing({ actor, key });
  }
}
