/**
 * The real room in workerd, over its RPC, beside the plain model: the same answer to every command and the same
 * auction after each, whether commands come alone or together, with keys or without, through alarms, evictions and
 * crashes. LOTLINE_LONG=1 makes thirty times as many, different ones each time; LOTLINE_SEED repeats a run.
 */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod";

import { newId } from "../../../worker/testing/builders.ts";
import { parsePage } from "../../../worker/testing/parse-page.ts";
import { type ModelFact, ModelAuction } from "./auction.ts";
import { ADMIN, actorNamed, bidNumber, carryOut, type UserCommand, plainly, sendTo } from "./commands.ts";
import {
  choice,
  type RandomChoice,
  commandFor,
  LIMITS,
  type RandomOffer,
  offer,
  opening,
  reserveIn,
  timeOf,
} from "./random-commands.ts";
import { wireAnswer, wireDetails, withoutMessage } from "./wire.ts";

/** Far ahead of the real clock, so that no alarm fires by itself. */
const OPENED_AT = 2_000_000_000_000;
const DAY_MS = 86_400_000;
/** Sees hidden auctions too. */
const MODERATOR = { userId: ADMIN, moderates: true };
const NOT_FOUND = { code: "auction_not_found", details: undefined };

/** The receipt in an answer, if it has one, and all else as it is. */
const receipt = z.looseObject({ seq: z.number().optional(), hash: z.string().optional() });

/** Events that can happen to the room between two commands. */
const EVENTS = ["nothing", "alarm", "evict", "reconcile", "abort", "open again"] as const;
type Event = (typeof EVENTS)[number];

type FirstAnswer = { readonly command: UserCommand; readonly answer: unknown; readonly at: number };
/** Counts of a run. */
const counted = { commands: 0, accepted: 0, refused: 0, repeated: 0 };

/** A room and its model, with the same users and the same clock. Each command goes to both. */
class RoomBesideModel {
  readonly id = newId();
  readonly model: ModelAuction;
  readonly #opening;
  readonly #facts: { readonly at: number; readonly fact: ModelFact }[] = [];
  readonly #answers = new Map<string, FirstAnswer>();
  readonly #keyed: { readonly key: string; readonly command: UserCommand }[] = [];
  /** The hash that each receipt has for its fact. */
  readonly #receipts = new Map<number, string>();
  #now = OPENED_AT;

  constructor(offered: RandomOffer) {
    const opened = opening(this.id, offered, OPENED_AT);
    const { auctionId, currency, terms } = opened;
    const reserveMinor = reserveIn(offered);
    this.#opening = { auctionId, actor: actorNamed(opened.sellerId), currency, terms, reserveMinor, limits: LIMITS };
    this.model = new ModelAuction(opened, OPENED_AT, LIMITS.minStartingPriceMinor, LIMITS.minAuctionMs);
    if (reserveMinor !== undefined) this.#note(this.model.setReserve(reserveMinor, OPENED_AT));
  }

  /** A stub breaks together with the instance that it called. */
  get #room() {
    return env.AUCTION_ROOM.getByName(this.id);
  }

  async open(): Promise<void> {
    same((await this.#room.open(this.#opening)).ok, true);
  }

  /** Sends these commands together, and compares what comes back. */
  async send(choices: readonly RandomChoice[]): Promise<void> {
    const [first] = choices;
    if (first) {
      this.#now = timeOf(this.model, first, this.#now);
      vi.setSystemTime(this.#now);
    }
    const sent = choices.map((next) => {
      const { command, key } = this.#choose(next);
      counted.commands += 1;
      return { expected: this.#expected(command, key), answer: sendTo(this.#room, command, key, LIMITS) };
    });
    for (const { expected, answer } of sent) same(this.#withoutHash(withoutMessage(await answer)), expected);
    const shown = await this.#room.page();
    this.#note(this.model.closeIfOver(this.#now));
    const { isGone, hidden } = this.model;
    same(
      shown.ok ? parsePage(shown) : withoutMessage(shown),
      isGone || hidden ? NOT_FOUND : wireDetails(this.model, this.#now),
    );
    if (isGone || !hidden) return;
    const page = await this.#room.pageFor(MODERATOR);
    same(page.ok && JSON.parse(page.value), { ...wireDetails(this.model, this.#now), hidden: { reason: "A copy" } });
  }

  async suffer(event: Event): Promise<void> {
    switch (event) {
      case "nothing":
        return;
      case "alarm": {
        const wasOpen = this.model.phase === "open";
        const rang = await runDurableObjectAlarm(this.#room);
        if (wasOpen) same(rang, true);
        this.#note(this.model.closeIfOver(this.#now));
        for (const [name, { at }] of this.#answers) if (at < this.#now - DAY_MS) this.#answers.delete(name);
        return;
      }
      case "evict":
        return evictDurableObject(this.#room);
      case "abort":
        return abortAllDurableObjects();
      case "reconcile":
        await this.#room.reconcile();
        return this.#note(this.model.closeIfOver(this.#now));
      case "open again":
        if (this.model.isGone) return;
        this.#note(this.model.closeIfOver(this.#now));
        same(withoutMessage(await this.#room.open(this.#opening)), { code: "auction_exists", details: undefined });
    }
  }

  async compareJournal(): Promise<void> {
    const journal = await this.#room.journal(0, MODERATOR);
    if (this.model.phase === "removed") return;
    if (!journal.ok) throw new Error(journal.failure.message);
    const found = journal.value.records.slice(1).map(({ seq, at, fact }) => {
      return { seq, at, fact: plainly(fact) };
    });
    same(
      found,
      this.#facts.map(({ at, fact }, index) => ({ seq: index + 2, at, fact })),
    );
    for (const [seq, hash] of this.#receipts) same(journal.value.records[seq - 1]?.hash, hash);
  }

  /** The answer without the hash of its receipt, which is compared with the journal in the end. */
  #withoutHash(answer: unknown): unknown {
    const { hash, ...rest } = receipt.parse(answer);
    if (rest.seq !== undefined && hash !== undefined) this.#receipts.set(rest.seq, hash);
    return rest;
  }

  /** A command and its key. If the key is used again, the command is the same, or another one under an old key. */
  #choose(next: RandomChoice): { readonly command: UserCommand; readonly key: string | undefined } {
    const command = commandFor(this.model, next, this.#now);
    // Admins' commands have no key, and blocks need none.
    const hasKey = command.actorId !== ADMIN && command.type !== "block" && command.type !== "unblock";
    if (!hasKey) return { command, key: undefined };
    const earlier = next.key === "again" ? this.#keyed.at(-1 - next.which) : undefined;
    if (earlier && next.own) return earlier;
    // Another command under an old key, by the same person or by someone else.
    if (earlier) {
      const actorId = next.together ? command.actorId : earlier.command.actorId;
      return { command: { ...command, actorId }, key: earlier.key };
    }
    if (next.key !== "new") return { command, key: undefined };
    const chosen = { command, key: `key-${this.#keyed.length}` };
    this.#keyed.push(chosen);
    return chosen;
  }

  /** The model's verdict on a command, with or without a known key. */
  #expected(command: UserCommand, key: string | undefined): unknown {
    const { model } = this;
    const now = this.#now;
    this.#note(model.closeIfOver(now));
    // A suspension refuses nothing.
    if (model.isGone) return command.type === "suspend" ? {} : NOT_FOUND;
    const name = `${command.actorId} ${key}`;
    const earlier = key === undefined ? undefined : this.#answers.get(name);
    if (earlier) {
      counted.repeated += 1;
      const isRetry = JSON.stringify(earlier.command) === JSON.stringify(command);
      return isRetry ? earlier.answer : { code: "key_reused", details: undefined };
    }
    const verdict = carryOut(model, command, `${this.id}-${bidNumber(model, command)}`, now);
    if (verdict.ok) this.#note(verdict.facts);
    const answer = wireAnswer(model, command, verdict, now);
    if (verdict.ok && key !== undefined) this.#answers.set(name, { command, answer, at: now });
    counted[verdict.ok ? "accepted" : "refused"] += 1;
    return answer;
  }

  #note(facts: readonly ModelFact[]): void {
    for (const fact of facts) this.#facts.push({ at: this.model.at, fact });
  }
}

function same(found: unknown, expected: unknown): void {
  expect(found).toEqual(expected);
}

const COMMANDS = 100;
const long = env.LOTLINE_LONG === "1";
const RUNS = long ? 300 : 5;
/** An arbitrary but fixed seed, so that all versions are tested with the same commands. */
const SEED = 20_260_101;

const seed = Number(env.SEED || (long ? Math.floor(Math.random() * 2 ** 31) : SEED));

afterEach(() => {
  vi.useRealTimers();
});

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 40, arbitrary: fc.constant("nothing") },
  { weight: 5, arbitrary: fc.constantFrom(...EVENTS) },
);
type ModelStep = { readonly choice: RandomChoice; readonly event: Event };

/** A block and a suspension void bids in separate turns, so requests sent together with them may come in between. */
function takesTurns({ type }: RandomChoice): boolean {
  return type === "block" || type === "suspend";
}

async function compare(offered: RandomOffer, steps: readonly ModelStep[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: OPENED_AT });
  const beside = new RoomBesideModel(offered);
  await beside.open();
  let together: RandomChoice[] = [];
  for (const { choice: next, event: what } of steps) {
    const isAlone = !next.together || [next, together.at(-1)].some((one) => one && takesTurns(one));
    if (together.length > 0 && isAlone) {
      await beside.send(together);
      together = [];
      await beside.suffer(what);
    }
    together.push(next);
  }
  await beside.send(together);
  await beside.compareJournal();
}

it(
  `the room answers like the model ${RUNS * COMMANDS} times (LOTLINE_SEED=${seed})`,
  { timeout: long ? 3_600_000 : 1_200_000 },
  async () => {
    const step = fc.record({ choice, event });
    const steps = fc.array(step, { minLength: COMMANDS, maxLength: COMMANDS, size: "max" });
    await fc.assert(fc.asyncProperty(offer, steps, compare), { seed, numRuns: RUNS, endOnFailure: true });
    console.log(JSON.stringify(counted));
    expect(counted.commands).toBeGreaterThan(RUNS * COMMANDS * 0.95);
    expect(counted.accepted).toBeGreaterThan(counted.commands / 5);
    expect(counted.refused).toBeGreaterThan(counted.commands / 5);
  },
);
