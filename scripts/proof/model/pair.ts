/** A room and its model side by side: each wish goes to both, and what comes back must be the same. */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";

import type { Answered } from "../../../worker/room/rpc.ts";
import { newId } from "../../../worker/testing/builders.ts";
import { ModelAuction, type ModelFact } from "./law.ts";
import { type Move, obey, type Offer, SELLER, timeOf, type Wish, wishOf } from "./moves.ts";
import { actor, answerTold, detailsTold, heard } from "./told.ts";

/** Far ahead of the real clock, so that no alarm rings by itself. */
export const OPENED_AT = 2_000_000_000_000;
const LIMITS = { minStartingPriceMinor: 10_000, minAuctionMs: 1 };
const DAY_MS = 86_400_000;

/** What may befall the room between two commands. */
export const MISHAPS = ["nothing", "ring", "evict", "look", "abort", "open again"] as const;
export type Mishap = (typeof MISHAPS)[number];

type Kept = { readonly wish: Wish; readonly told: unknown; readonly at: number };
/** What a run has met. */
export const counted = { commands: 0, accepted: 0, refused: 0, repeated: 0 };

/** One auction twice: in its room and in the model, with the same people and the same clock. */
export class Pair {
  readonly id = newId();
  readonly model: ModelAuction;
  readonly opening;
  readonly facts: { readonly at: number; readonly fact: ModelFact }[] = [];
  readonly kept = new Map<string, Kept>();
  readonly keyed: { readonly key: string; readonly wish: Wish }[] = [];
  now = OPENED_AT;

  constructor({ durationMs, ...offered }: Offer) {
    const texts = { title: "A globe", description: "Of brass.", imageKeys: ["auctions/a/1"] };
    const terms = { ...texts, ...offered, categoryId: "antiques", categoryName: "Antiques" };
    const endsAt = OPENED_AT + durationMs;
    this.opening = {
      auctionId: this.id,
      actor: actor(SELLER),
      currency: "USD",
      terms: { ...terms, endsAt },
      limits: LIMITS,
    };
    this.model = new ModelAuction(SELLER, { ...texts, ...offered }, endsAt, LIMITS.minStartingPriceMinor, OPENED_AT);
  }

  /** A stub breaks with the instance that it spoke to. */
  get room() {
    return env.AUCTION_ROOM.getByName(this.id);
  }

  get gone(): boolean {
    return this.model.phase === "cancelled" || this.model.phase === "removed";
  }

  passTo(now: number): void {
    this.now = now;
    vi.setSystemTime(now);
  }

  /** What the model says to a wish, and to a key that it has seen before. */
  expected(wish: Wish, key: string | undefined): unknown {
    const { model, now } = this;
    this.note(model.look(now));
    if (this.gone) return { code: "auction_not_found", details: undefined };
    const earlier = key === undefined ? undefined : this.kept.get(`${wish.actor} ${key}`);
    if (earlier) {
      counted.repeated += 1;
      const isRepeat = JSON.stringify(earlier.wish) === JSON.stringify(wish);
      return isRepeat ? earlier.told : { code: "key_reused", details: undefined };
    }
    const verdict = obey(model, wish, `${this.id}-${model.seq + 1}`, now);
    if (verdict.ok) this.note(verdict.facts);
    const told = answerTold(this.id, model, wish, verdict, now);
    if (verdict.ok && key !== undefined) this.kept.set(`${wish.actor} ${key}`, { wish, told, at: now });
    counted[verdict.ok ? "accepted" : "refused"] += 1;
    return told;
  }

  note(facts: readonly ModelFact[]): void {
    for (const fact of facts) this.facts.push({ at: this.model.at, fact });
  }

  send(wish: Wish, key: string | undefined): Promise<Answered<unknown>> {
    const { room } = this;
    const by = { actor: actor(wish.actor), key };
    switch (wish.kind) {
      case "place":
        return room.placeBid({ ...by, amountMinor: wish.amount });
      case "edit":
        return room.editBid({ ...by, bidId: wish.bidId, amountMinor: wish.amount });
      case "withdraw":
        return room.withdrawBid({ ...by, bidId: wish.bidId });
      case "listing":
        return room.editListing({ ...by, change: wish.change, limits: LIMITS });
      case "delete":
        return room.deleteListing(by);
    }
  }

  /** Chooses wish and key for a move; one that comes again is the same wish, or another under its key. */
  choose(next: Move): { readonly wish: Wish; readonly key: string | undefined } {
    const wish = wishOf(this.model, next, this.now);
    const earlier = next.key === "again" ? this.keyed.at(-1 - next.which) : undefined;
    if (earlier && next.own) return earlier;
    // Under somebody's old key: another wish of the same person, or anybody's.
    if (earlier) return { wish: next.together ? wish : { ...wish, actor: earlier.wish.actor }, key: earlier.key };
    if (next.key !== "new") return { wish, key: undefined };
    const chosen = { wish, key: `key-${this.keyed.length}` };
    this.keyed.push(chosen);
    return chosen;
  }

  /** Moves that are sent together, and what comes of them. */
  async play(moves: readonly Move[]): Promise<void> {
    const [first] = moves;
    if (first) this.passTo(timeOf(this.model, first.when, this.now));
    const sent = moves.map((next) => {
      const { wish, key } = this.choose(next);
      counted.commands += 1;
      return { expected: this.expected(wish, key), answer: this.send(wish, key) };
    });
    for (const { expected, answer } of sent) same(heard(await answer), expected);
    await this.compare();
  }

  async compare(): Promise<void> {
    const details = await this.room.details();
    this.note(this.model.look(this.now));
    if (this.gone) same(heard(details), { code: "auction_not_found", details: undefined });
    else same(heard(details), { details: detailsTold(this.id, this.model, this.now) });
  }

  async suffer(what: Mishap): Promise<void> {
    switch (what) {
      case "nothing":
        return;
      case "ring": {
        const wasOpen = this.model.phase === "open";
        const rang = await runDurableObjectAlarm(this.room);
        if (wasOpen) same(rang, true);
        this.note(this.model.look(this.now));
        for (const [name, { at }] of this.kept) if (at < this.now - DAY_MS) this.kept.delete(name);
        return;
      }
      case "evict":
        return evictDurableObject(this.room);
      case "abort":
        return abortAllDurableObjects();
      case "look":
        await this.room.look();
        return this.note(this.model.look(this.now));
      case "open again":
        if (this.gone) return;
        this.note(this.model.look(this.now));
        same(heard(await this.room.open(this.opening)), { code: "auction_exists", details: undefined });
    }
  }

  async compareJournal(): Promise<void> {
    const journal = await this.room.journal();
    if (this.gone) return;
    if (!journal.ok) throw new Error(journal.failure.message);
    const found = journal.value.records.slice(1).map(({ seq, at, fact }) => {
      const { lastHash, ...rest } = { lastHash: "", ...fact };
      return { seq, at, fact: rest };
    });
    same(
      found,
      this.facts.map(({ at, fact }, index) => ({ seq: index + 2, at, fact })),
    );
  }
}

function same(found: unknown, expected: unknown): void {
  expect(found).toEqual(expected);
}
