/**
 * One auction in a simulated world, as its users see it. As evidence, it keeps what they sent, the answers, and what
 * answers and frames showed them. Users resend commands that weren't answered.
 */
import type { CreateAuctionInput } from "../../../worker/contract/auction.ts";
import { listingDetails } from "../../../worker/contract/listing-details.ts";
import { openDatabase } from "../../../worker/db/database.ts";
import { createListing } from "../../../worker/listings/create-listing.ts";
import { listingPorts } from "../../../worker/listings/ports.ts";
import { deriveId } from "../../../worker/platform/ids.ts";
import type { AuctionRoom } from "../../../worker/room/auction-room.ts";
import { refusal } from "../../../worker/rpc/room-rpc.ts";
import type { Actor } from "../../../worker/rpc/room-rpc.ts";
import type { Settings } from "../../../worker/settings/settings.ts";
import { parsePage } from "../../../worker/testing/parse-page.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import type { AttemptAnswer, CommandAttempt } from "../invariants/attempts.ts";
import type { AnsweredRead } from "../invariants/reads.ts";
import type { ModelOffer, OpenedFact } from "../oracle/auction.ts";
import { type PersonalCommand, sendTo, wireOffer } from "../oracle/commands.ts";
import { OUTSIDE, type TimerOwner } from "./loop.ts";
import type { SimulatedPerson, SimulatedSession } from "./people.ts";
import type { SimulatedObject } from "./simulated-object.ts";
import type { Simulation } from "./simulation.ts";
import { SimulatedWatcher } from "./watcher.ts";

const LIMITS = { minStartingPriceMinor: 100_00, minAuctionMs: 1_000 };
const HOUR_MS = 3_600_000;
const MAX_TRIES = 4;
/** How far a reserve is above the starting price, and how far a Buy It Now price is above both. Null for none. */
const RESERVES_ABOVE = [null, 0, 250, 1_000, 10_000];
const BUY_NOW_ABOVE = [null, 100, 2_000, 30_000];
/** Rooms and journals don't read these details. They contain no amounts, so the API returns them unchanged. */
const DETAILS = [null, null, { condition: "good" }, { condition: "forParts", location: "Ghent" }];
/** How far a maximum is above the amount. Some are equal, some are exhausted by the next bid, and some last. */
const MAXIMUM_EXTRAS = [0, 0, 100, 250, 1_000, 5_000, 20_000, -1];

/** A seller's block or unblock, or a moderation command. `changed` is null until the command is answered. */
export type ModerationAttempt = {
  readonly type: "bidderBlocked" | "bidderUnblocked" | "hidden" | "shown" | "voided" | "bidVoided";
  /** The blocked or unblocked person, or the voided bid. Null if the command is about the whole auction. */
  readonly subjectId: string | null;
  changed: boolean | null;
};

export class SimulatedListing {
  readonly auctionId: string;
  readonly seller: SimulatedPerson;
  readonly attempts: CommandAttempt[] = [];
  readonly reads: AnsweredRead[] = [];
  readonly moderationAttempts: ModerationAttempt[] = [];
  readonly watchers: SimulatedWatcher[] = [];
  readonly terms: OpenedFact["terms"];
  /** What users know from answers and frames: the minimum next bid, the end, and the bids. */
  minNextMinor: number;
  endsAt: number;
  readonly bids: { readonly id: string; readonly bidderId: string }[] = [];
  /** Unknown if the seller gave up before an answer came. The sweep then finishes or removes the listing. */
  opened: "yes" | "no" | "unknown" = "unknown";
  /** The idempotency key for creating the listing. */
  readonly #key: string;
  readonly #keys = new Map<string, number>();
  /** The hidden reserve that the auction is opened with. */
  readonly reserveMinor: number | undefined;
  readonly #simulation: Simulation;
  /** Bids sent over sockets that haven't been acknowledged yet. */
  readonly #unacknowledged = new Map<string, CommandAttempt>();

  constructor(simulation: Simulation, seller: SimulatedPerson, key: string) {
    const { random, loop } = simulation;
    this.#simulation = simulation;
    this.#key = key;
    this.auctionId = deriveId(seller.id, "listing", key);
    this.seller = seller;
    const freezeMs = random.pick([0, 120_000]);
    const startsAt = Math.floor(loop.now) + random.pick([500, 4_000, 10_000]);
    this.terms = {
      title: "Brass sextant",
      description: "From a ship's chandler.",
      categoryId: "antiques",
      categoryName: "Antiques",
      imageKeys: [],
      startingPriceMinor: random.pick([100_00, 100_00, 499_50]),
      ...(random.chance(0.15) ? { startsAt } : {}),
      // The sweep checks auctions for two days after their end, so a simulation must finish within that time. A real
      // sweep runs every minute, but here it may not run until the simulation ends.
      endsAt: Math.floor(loop.now) + random.pick([20_000, 60_000, 600_000, 13 * HOUR_MS, 20 * HOUR_MS]),
      increments: random.pick(["flat", "tiered"]),
      softCloseMs: random.pick([0, freezeMs]),
      freezeMs,
      windowsAfterWithdrawal: 5,
    };
    const details = random.pick(DETAILS);
    if (details) this.terms.details = details;
    if (simulation.features.has("reserves")) {
      const { startingPriceMinor } = this.terms;
      const above = random.pick(RESERVES_ABOVE);
      this.reserveMinor = above === null ? undefined : startingPriceMinor + above;
      const buyNow = random.pick(BUY_NOW_ABOVE);
      if (buyNow !== null) this.terms.buyNowPriceMinor = startingPriceMinor + (above ?? 0) + buyNow;
    }
    this.minNextMinor = this.terms.startingPriceMinor;
    this.endsAt = this.terms.endsAt;
  }

  get room(): SimulatedObject<AuctionRoom> {
    return this.#simulation.room(this.auctionId);
  }

  get sellerId(): string {
    return this.seller.id;
  }

  /** Creates the listing as the Worker does. The Worker can stop at any point, and the seller then tries again. */
  async create(): Promise<void> {
    const { random, faults } = this.#simulation;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const worker: TimerOwner & { alive: boolean } = { ...OUTSIDE };
      const workerEnd = faults.strikes("client", "Worker ends")
        ? this.#simulation.sleep(random.next() * 30).then(() => {
            worker.alive = false;
            return null;
          })
        : new Promise<never>(() => {});
      const isOpened = await Promise.race([this.#createIn(worker), workerEnd]);
      if (isOpened !== null) {
        this.opened = isOpened ? "yes" : "no";
        return;
      }
      await this.#simulation.sleep(500);
      if (random.chance(0.2)) return;
    }
  }

  /** Whether the listing was accepted. Null if the call failed. */
  #createIn(worker: TimerOwner): Promise<boolean | null> {
    const { loop, env } = this.#simulation;
    const { title, description, categoryId, startingPriceMinor, increments, startsAt, endsAt, softCloseMs } =
      this.terms;
    const { buyNowPriceMinor, details, freezeMs } = this.terms;
    const input: CreateAuctionInput = {
      title,
      description,
      category: categoryId,
      startingPrice: startingPriceMinor / 100,
      ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt).toISOString() }),
      auctionDate: new Date(endsAt).toISOString(),
      increments,
      softClose: softCloseMs > 0 ? "on" : "off",
      relistTimes: 0,
      ...(details && { details: listingDetails.parse(details) }),
      ...(this.reserveMinor === undefined ? {} : { reservePrice: this.reserveMinor / 100 }),
      ...(buyNowPriceMinor === undefined ? {} : { buyNowPrice: buyNowPriceMinor / 100 }),
    };
    const settings = standIn<Settings>({
      currency: "USD",
      minStartingPriceMinor: LIMITS.minStartingPriceMinor,
      softCloseMs: freezeMs,
      minAuctionSeconds: LIMITS.minAuctionMs / 1_000,
    });
    const listing = { actor: this.seller.actor, input, images: {}, key: this.#key };
    return new Promise((resolve) => {
      loop.schedule(0, worker, () => {
        createListing(listingPorts(env, openDatabase(env.DB)), settings, listing, Math.floor(loop.now)).then(
          (outcome) => resolve(outcome.ok),
          () => resolve(null),
        );
      });
    });
  }

  async watch(actor: Actor | null, session: SimulatedSession | null): Promise<void> {
    const watcher = new SimulatedWatcher(this.#simulation, this.room, actor, session, (frame) => {
      const name = `${actor?.id} ${frame.requestId}`;
      const attempt = this.#unacknowledged.get(name);
      if (!attempt) return;
      this.#unacknowledged.delete(name);
      if (!frame.success) return this.#finish(attempt, { ok: false, failure: frame });
      const { type: _, requestId, success, message, ...value } = frame;
      return this.#finish(attempt, { ok: true, value });
    });
    this.watchers.push(watcher);
    await watcher.join();
  }

  /** A new key for this user. Keys are counted per user, so two users may choose the same key. */
  newKey(userId: string): string {
    const count = (this.#keys.get(userId) ?? 0) + 1;
    this.#keys.set(userId, count);
    return `key${count}`;
  }

  /** Sends a command. One with a key is sent up to four times until it's answered. The Worker checks the session. */
  async send(
    command: PersonalCommand,
    key: string | undefined,
    person: SimulatedPerson,
    session?: SimulatedSession,
  ): Promise<void> {
    const simulation = this.#simulation;
    for (let tries = 0; tries < (key === undefined ? 1 : MAX_TRIES); tries += 1) {
      if (!session && (person.deletion?.doneAt ?? Infinity) <= simulation.loop.now) return;
      const attempt = this.#begin(command, key, session);
      try {
        const sender = session ? await session.viewer() : { actor: person.actor };
        if (!sender) return this.#finish(attempt, refusal("not_signed_in"));
        this.#finish(attempt, await simulation.call(this.room, (room) => sendTo(room, command, key, LIMITS, sender)));
        return;
      } catch (error) {
        attempt.doneAt = simulation.loop.now;
        simulation.trace("unanswered", JSON.stringify(command), String(error));
        await simulation.sleep(20 + simulation.random.next() * 1_500);
      }
    }
  }

  /** A random offer around this amount: an exact amount, a maximum, or both. */
  offer(amountMinor: number): ModelOffer {
    const { random, features } = this.#simulation;
    if (!features.has("maximums")) return { amountMinor };
    // Occasionally an amount that must be confirmed, or a bidder who can commit to little.
    if (random.chance(0.04)) return { amountMinor: 25 * amountMinor, confirmed: random.chance(0.5) };
    if (random.chance(0.03)) return { amountMinor, limitMinor: this.terms.startingPriceMinor + 500 };
    const kind = random.weighted({ exact: 4, maximum: 4, both: 2 });
    const maxMinor = amountMinor + random.pick(MAXIMUM_EXTRAS);
    return { exact: { amountMinor }, maximum: { maxMinor }, both: { amountMinor, maxMinor } }[kind];
  }

  /** A new reserve, or the removal of the old one. Null if the seller leaves it as it is. */
  otherReserve(): { readonly reserveMinor: number | null } | null {
    const { random, features } = this.#simulation;
    if (!features.has("reserves") || !random.chance(0.4)) return null;
    const above = random.pick(RESERVES_ABOVE);
    // A different amount each time, so that each accepted change is a fact.
    const other = above === null ? null : this.terms.startingPriceMinor + above + this.attempts.length + 1;
    return { reserveMinor: other };
  }

  /** Places a bid over a user's socket, if one is connected. */
  bidOverSocket(offer: ModelOffer): void {
    const connectedBidders = this.watchers.filter((watcher) => watcher.connected && watcher.actor);
    const watcher = connectedBidders.length > 0 ? this.#simulation.random.pick(connectedBidders) : null;
    if (!watcher?.actor) return;
    const actorId = watcher.actor.id;
    const key = this.newKey(actorId);
    const command: PersonalCommand = { type: "placeBid", actorId, ...offer };
    this.#unacknowledged.set(`${actorId} ${key}`, this.#begin(command, key, watcher.session ?? undefined));
    watcher.send({ type: "newBid", requestId: key, productId: this.auctionId, ...wireOffer(offer) });
  }

  /** A client reads the page, or the part of the journal after a random fact. */
  async read(by: string): Promise<void> {
    const { random, loop } = this.#simulation;
    const sentAt = loop.now;
    const kind = random.pick(["page", "journal"] as const);
    const after = random.integer(0, 6);
    try {
      const read = await this.#simulation.call(this.room, async (room) => {
        if (kind === "journal") {
          const answer = await room.journal(after);
          return answer.ok ? { after, ...answer.value } : null;
        }
        const answer = await room.page();
        return answer.ok ? { details: parsePage(answer) } : null;
      });
      this.reads.push({ by, sentAt, doneAt: loop.now, result: structuredClone(read) });
    } catch {
      // The read wasn't answered, so it showed nothing.
    }
  }

  /** Records a moderation command before it's sent, or one that reaches the room only indirectly, without an answer. */
  recordModeration(type: ModerationAttempt["type"], subjectId: string | null): ModerationAttempt {
    const attempt: ModerationAttempt = { type, subjectId, changed: null };
    this.moderationAttempts.push(attempt);
    return attempt;
  }

  /** Moderation hides the listing, shows it again, or voids the auction. */
  async moderate(type: "hidden" | "shown" | "voided"): Promise<void> {
    return this.#moderate(this.recordModeration(type, null), (room) =>
      type === "voided" ? room.voidAuction("a reason") : room.setHidden(type === "hidden" ? "a reason" : null),
    );
  }

  /** An admin voids one bid. */
  async voidBid(bidId: string): Promise<void> {
    return this.#moderate(this.recordModeration("bidVoided", bidId), (room) => room.voidBid(bidId, "a reason"));
  }

  async #moderate(
    attempt: ModerationAttempt,
    change: (room: AuctionRoom) => ReturnType<AuctionRoom["voidBid"]>,
  ): Promise<void> {
    try {
      const answer = await this.#simulation.call(this.room, change);
      attempt.changed = answer.ok && answer.value.changed;
      this.#simulation.trace(attempt.type, attempt.changed);
    } catch {
      // The command wasn't answered, so it may or may not have taken effect.
    }
  }

  #begin(command: PersonalCommand, key: string | undefined, session: SimulatedSession | undefined): CommandAttempt {
    const sentAt = this.#simulation.loop.now;
    const { auctionId } = this;
    const attempt: CommandAttempt = {
      auctionId,
      command,
      key,
      sessionId: session?.id,
      sentAt,
      doneAt: Infinity,
      answer: null,
    };
    this.attempts.push(attempt);
    return attempt;
  }

  #finish(attempt: CommandAttempt, answer: AttemptAnswer): void {
    attempt.doneAt = this.#simulation.loop.now;
    attempt.answer = structuredClone(answer);
    this.#simulation.trace(JSON.stringify(attempt.command), attempt.key, JSON.stringify(answer));
    if (!answer.ok) {
      const { code, details } = answer.failure;
      const minimum = code === "bid_too_low" ? details?.minimum : undefined;
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
