/** What every phase of the torture works with: one runtime on one state, the people who use it, and the seed. */
import { setTimeout as pause } from "node:timers/promises";

import type { Attempt } from "./attempt.ts";
import { type BidderOptions, bidUntilStopped } from "./bidder.ts";
import type { Checks } from "./checks.ts";
import { judge, type Verdict } from "./judge.ts";
import type { KillableRuntime, Vars } from "./killable-runtime.ts";
import { Person } from "./person.ts";
import { randomFrom } from "./random.ts";
import { type Replay, replay } from "./replay.ts";

/** No limit stands in the way, and a lot may end soon. */
export const OPEN_HOUSE: Vars = { LIMIT_SCALE: "100000", MIN_AUCTION_SECONDS: "0", SOFT_CLOSE_SECONDS: "0" };
/** Passwords are costly on purpose; more at once would only queue. */
const SIGN_UPS_AT_ONCE = 4;
export const HOUR_MS = 3_600_000;

type Market = { readonly bidders: Person[]; readonly seller: Person; readonly lots: string[] };
type BiddingWay = Omit<BidderOptions, "person" | "random" | "goesOn" | "isUp">;

export class House {
  readonly runtime: KillableRuntime;
  readonly checks: Checks;
  readonly seed: number;
  /** 1 is the default run; less makes each phase smaller, more makes it longer. */
  readonly scale: number;
  readonly #bidders: Person[] = [];
  #streams = 0;
  #names = 0;

  constructor(setup: { runtime: KillableRuntime; checks: Checks; seed: number; scale: number }) {
    this.runtime = setup.runtime;
    this.checks = setup.checks;
    this.seed = setup.seed;
    this.scale = setup.scale;
  }

  /** A stream of choices of its own: what one part draws does not move another's. */
  random(): () => number {
    this.#streams += 1;
    return randomFrom(this.seed + this.#streams * 7_919);
  }

  /** So many of something at this scale, and never fewer than `least`. */
  scaled(count: number, least = 1): number {
    return Math.max(least, Math.round(count * this.scale));
  }

  async bidders(count: number): Promise<Person[]> {
    if (this.#bidders.length < count) this.#bidders.push(...(await this.people(count - this.#bidders.length)));
    return this.#bidders.slice(0, count);
  }

  /** Someone new in each phase, so that their inbox holds all that it is asked about. */
  async seller(): Promise<Person> {
    const person = this.#stranger();
    await person.signUp();
    return person;
  }

  /** So many bidders, and a seller with so many lots for them. */
  async market(size: { readonly bidders: number; readonly lots: number }): Promise<Market> {
    const bidders = await this.bidders(size.bidders);
    const seller = await this.seller();
    return { bidders, seller, lots: await this.lots(seller, size.lots) };
  }

  /** Sends these people to bid, each in their own way; what is returned stops them and answers with what they did. */
  sendBidding(bidders: readonly Person[], wayOf: (bidder: Person, index: number) => BiddingWay) {
    let stopped = false;
    const bidding = bidders.map((person, index) =>
      bidUntilStopped({
        ...wayOf(person, index),
        person,
        random: this.random(),
        goesOn: () => !stopped,
        isUp: () => this.runtime.isUp,
      }),
    );
    return async (): Promise<Attempt[]> => {
      stopped = true;
      return (await Promise.all(bidding)).flat();
    };
  }

  /** New people. */
  async people(count: number): Promise<Person[]> {
    const people: Person[] = [];
    for (let made = 0; made < count; made += SIGN_UPS_AT_ONCE) {
      const some = Array.from({ length: Math.min(SIGN_UPS_AT_ONCE, count - made) }, () => this.#stranger());
      await Promise.all(some.map((person) => person.signUp()));
      people.push(...some);
    }
    return people;
  }

  #stranger(): Person {
    this.#names += 1;
    return new Person(this.runtime.url, `person-${this.#names}-${this.seed}@torture.example`);
  }

  async lots(seller: Person, count: number, endsAt = Date.now() + HOUR_MS): Promise<string[]> {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await seller.list(`Lot ${made + 1}`, 100, endsAt));
    return ids;
  }

  /** Starts again with these settings, if others are in force. */
  async settle(vars: Vars): Promise<void> {
    await this.runtime.stop();
    await this.runtime.start(vars);
  }

  /** Reads a room's journal as anyone may. */
  async replay(reader: Person, auctionId: string): Promise<Replay> {
    const journal = await reader.journal(auctionId);
    if (!journal.ok) throw new Error(`${auctionId}: ${journal.failure.message}`);
    return replay(auctionId, journal.value.records);
  }

  async replays(reader: Person, auctionIds: readonly string[]): Promise<Replay[]> {
    const replays: Replay[] = [];
    for (const id of auctionIds) replays.push(await this.replay(reader, id));
    return replays;
  }

  /** Every command held against every journal: nothing lost, altered, made up or done twice; and the invariants. */
  judge(replays: readonly Replay[], attempts: readonly Attempt[]): void {
    const verdicts = replays.map(({ auctionId, records }) => judge(auctionId, records, attempts));
    const sum = (kind: keyof Omit<Verdict, "faults">) => verdicts.reduce((all, verdict) => all + verdict[kind], 0);
    for (const kind of ["lost", "altered", "phantom", "doubled"] as const) this.checks.atMost(kind, sum(kind), 0);
    const never = attempts.filter(({ answeredAt }) => answeredAt === null).map(({ key }) => `never answered: ${key}`);
    this.checks.none("every command is answered in the end", never);
    this.checks.none(
      "numbers, hashes, prices, ends and the order of answers follow the law (invariants 1 to 5)",
      verdicts.flatMap(({ faults }) => faults),
    );
  }
}

/** Asks until nothing is wrong or the time is over; answers with what is still wrong, and after how many ms it ended. */
export async function until(
  withinMs: number,
  faults: () => Promise<readonly string[]> | readonly string[],
): Promise<{ readonly faults: readonly string[]; readonly tookMs: number }> {
  const startedAt = Date.now();
  for (;;) {
    const left = await faults();
    const tookMs = Date.now() - startedAt;
    if (left.length === 0 || tookMs > withinMs) return { faults: left, tookMs };
    await pause(100);
  }
}
