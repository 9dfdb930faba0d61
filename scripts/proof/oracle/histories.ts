/**
 * Random histories of an auction. Each one sends the choices of `random-commands.ts` through `decide-turn.ts`, the pure
 * part of a room, and through the plain model beside it. Both must record the same facts, give the same answers and
 * show the same page in every turn. The rules' own tests read the steps of these histories.
 */
import { isDeepStrictEqual } from "node:util";

import * as fc from "fast-check";
import { expect } from "vitest";

import { affectedBids, decideTurn, type DecidedTurn } from "../../../worker/room/commands/decide-turn.ts";
import type { RoomRequest } from "../../../worker/room/commands/requests.ts";
import type { BidTable } from "../../../worker/room/storage/bids.ts";
import { responseKey, type StoredResponse } from "../../../worker/room/storage/idempotency.ts";
import type { ChainedFact } from "../../../worker/room/storage/journal.ts";
import type { RoomState } from "../../../worker/room/storage/room-storage.ts";
import { StandingBids } from "../../../worker/room/storage/standing-bids.ts";
import { toDetails } from "../../../worker/room/views/cached-page.ts";
import { type Auction, type BidStack, standingBids } from "../../../worker/rules/auction.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { stateAfter } from "../../../worker/testing/turns.ts";
import { ModelAuction, type ModelBid, type ModelFact, type ModelOffer } from "./auction.ts";
import {
  actorNamed,
  ADMIN,
  bidNumber,
  applyCommand,
  canonicalCommand,
  withoutSalts,
  type UserCommand,
} from "./commands.ts";
import {
  randomChoice,
  commandFor,
  LIMITS,
  randomListing,
  openedFactFor,
  type RandomChoice,
  type RandomListing,
  reserveIn,
  timeOf,
} from "./random-commands.ts";
import { wireAnswer, wireDetails, withoutMessage } from "./wire.ts";

export const isNightly = process.env["LOTLINE_LONG"] === "1";
/** An arbitrary but fixed seed, so that all versions are tested with the same histories. The nightly run has its own. */
export const HISTORY_SEED = Number(process.env["LOTLINE_SEED"] ?? (isNightly ? Date.now() % 2 ** 31 : 20_260_101));

const OPENED_AT = 1_767_225_600_000;
/** The most standing bids per bidder. It's low, so that histories reach it. */
const MAX_STANDING_BIDS = 6;
/** The fewest bids that a room can work with, so that most turns need more. */
const BIDS_IN_MEMORY = 2;

/** One turn: the auction before it, its facts, the auction after it, and everything else that its room knows then. */
export type HistoryStep = {
  readonly before: Auction;
  readonly facts: readonly ChainedFact[];
  readonly after: Auction;
  readonly state: RoomState;
  readonly outcomes: DecidedTurn["outcomes"];
  readonly now: number;
};
export type PlayedHistory = {
  readonly journal: readonly ChainedFact[];
  readonly steps: readonly HistoryStep[];
  readonly last: Auction;
  /** The codes of the refusals. */
  readonly refusalCodes: ReadonlySet<string>;
  readonly acceptedCount: number;
};

/** A bid that its bidder withdraws right away. Some refusals depend on a person's withdrawals, so it's common. */
const withdrawnBid: fc.Arbitrary<readonly RandomChoice[]> = fc.tuple(randomChoice, randomChoice).map(([bid, back]) => [
  { ...bid, type: "placeBid", actorId: "ann", extra: 0, offer: "exact", isHuge: false },
  { ...back, type: "withdrawBid", moment: { share: 0 }, bidRank: 0, byOwner: true },
]);
const choicesDuringAuction = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(randomChoice) },
  { weight: 1, arbitrary: withdrawnBid },
);
/** A purchase at the offered price or at another one. It starts a history, because the first bid can end the offer. */
const purchase = fc
  .record({ base: randomChoice, bidRank: fc.constantFrom<RandomChoice["bidRank"][]>(0, 9) })
  .map(({ base, bidRank }): readonly RandomChoice[] => [{ ...base, type: "buyNow", moment: { share: 0 }, bidRank }]);
/** The auction ends. The seller then releases the buyer, whose deal fell through, or tries to delete the listing. */
const unpaidSale = fc
  .record({
    any: randomChoice,
    late: randomChoice,
    type: fc.constantFrom<RandomChoice["type"][]>("releaseBuyer", "releaseBuyer", "deleteListing"),
    offset: fc.constantFrom<(-1 | 0)[]>(-1, 0),
  })
  .map(({ any, late, type, offset }): readonly RandomChoice[] => [
    { ...any, moment: { edge: "end", offset: 0 }, together: false },
    { ...late, type, moment: { edge: "end", offset }, together: false },
  ]);
const rarely = (rare: fc.Arbitrary<readonly RandomChoice[]>): fc.Arbitrary<readonly RandomChoice[]> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: rare });

export const history = fc.record({
  listing: randomListing,
  choices: fc
    .tuple(
      rarely(purchase),
      fc.array(choicesDuringAuction, { maxLength: 60, size: "max" }).map((all) => all.flat()),
      rarely(unpaidSale),
      fc.array(randomChoice, { maxLength: 4 }),
    )
    .map((parts) => parts.flat()),
});
export type RandomHistory = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Throws at the first turn in which the room's decision differs from the model. */
export function playHistory({ listing, choices }: RandomHistory): PlayedHistory {
  const room = new RoomWithModel(listing);
  let turn: RandomChoice[] = [];
  for (const next of choices) {
    if (turn.length > 0 && !next.together) {
      room.playTurn(turn);
      turn = [];
    }
    turn.push(next);
  }
  room.playTurn(turn);
  return room.finish();
}

type KnownAnswer = { readonly command: UserCommand; readonly answer: object | null };

/** The state of a room and the model, with the same commands at the same times. */
class RoomWithModel {
  readonly #model: ModelAuction;
  #state: RoomState;
  readonly #bidsInMemory = new StandingBids(
    standIn<BidTable>({ readStack: (depth, ids) => this.#stack(depth, ids) } satisfies Pick<BidTable, "readStack">),
    BIDS_IN_MEMORY,
  );
  readonly #journal: ChainedFact[] = [];
  readonly #steps: HistoryStep[] = [];
  readonly #refusalCodes = new Set<string>();
  #accepted = 0;
  #now = OPENED_AT;
  /** The responses that the room would have stored, and the model's answers under the same keys. */
  readonly #storedResponses = new Map<string, StoredResponse>();
  readonly #answers = new Map<string, KnownAnswer>();
  readonly #keyedCommands: { readonly key: string; readonly command: UserCommand }[] = [];

  constructor(listing: RandomListing) {
    const { type: _, sellerId, ...opened } = openedFactFor("auction", listing, OPENED_AT);
    const reserveMinor = reserveIn(listing);
    const reserve = reserveMinor === undefined ? {} : { reserve: { reserveMinor, salt: "salt of the opening" } };
    const request = {
      ...opened,
      ...reserve,
      type: "open",
      actor: actorNamed(sellerId),
      limits: LIMITS,
      salt: "",
    } as const;
    const turn = decideTurn(null, [request], OPENED_AT, this.#storedResponses);
    this.#state = stateAfter(null, turn);
    this.#journal.push(...turn.facts);
    const { minStartingPriceMinor, minAuctionMs } = LIMITS;
    this.#model = new ModelAuction(
      { type: "opened", sellerId, ...opened },
      OPENED_AT,
      minStartingPriceMinor,
      minAuctionMs,
    );
    this.#model.maxStandingBids = MAX_STANDING_BIDS;
    if (reserveMinor !== undefined) this.#model.setReserve(reserveMinor, OPENED_AT);
  }

  /** Decides these choices as one turn. */
  playTurn(choices: readonly RandomChoice[]): void {
    const [first] = choices;
    if (first) this.#now = timeOf(this.#model, first, this.#now);
    const facts: ModelFact[] = [...this.#model.closeIfOver(this.#now)];
    const requests: RoomRequest[] = [];
    const answers = choices.map((next) => {
      const { command, key } = this.#choose(next);
      const own = requestsOf(command, key, `salt ${this.#journal.length} ${requests.length}`, this.#model.bids);
      const at = requests.length;
      requests.push(...own);
      return { at, type: command.type, expected: this.#expectedAnswer(command, key, facts) };
    });
    const turn = this.#decide(requests);
    expectSame(
      turn.facts.map(({ fact }) => withoutSalts(fact)),
      facts,
    );
    for (const { at, type, expected } of answers) {
      const outcome = turn.outcomes[at];
      // The voided bids show what a suspension did. No auction refuses one.
      if (outcome && type !== "suspend") expectSame(withoutHash(withoutMessage(outcome)), expected);
      if (outcome && !outcome.ok) this.#refusalCodes.add(outcome.failure.code);
    }
    const { auction } = this.#state;
    const { phase, hidden, at } = this.#model;
    expectSame({ phase: auction.phase, hidden: auction.hidden !== null, at: auction.at }, { phase, hidden, at });
    expectSame(toDetails(this.#state, 0, this.#now), wireDetails(this.#model, this.#now));
  }

  /** Closes the auction after its end, as the alarm and a late visitor do. */
  finish(): PlayedHistory {
    this.#now = Math.max(this.#now, this.#model.end);
    this.playTurn([]);
    this.#now += 1;
    this.playTurn([]);
    const last = this.#state.auction;
    return {
      journal: this.#journal,
      steps: this.#steps,
      last,
      refusalCodes: this.#refusalCodes,
      acceptedCount: this.#accepted,
    };
  }

  /**
   * Decides a turn twice: with all standing bids, and with those that a room holds in memory and reads for the turn.
   * The state is frozen, so a rule that changed it would throw.
   */
  #decide(requests: readonly RoomRequest[]): DecidedTurn {
    const before = deepFreeze(this.#state.auction);
    const turn = decideTurn(this.#state, requests, this.#now, this.#storedResponses);
    const held = { ...before, top: this.#bidsInMemory.top };
    const reached = this.#bidsInMemory.withAffectedBids(held, affectedBids(requests));
    const again = decideTurn({ ...this.#state, auction: reached }, requests, this.#now, this.#storedResponses);
    expectSame([again.facts, again.outcomes, again.responses], [turn.facts, turn.outcomes, turn.responses]);
    for (const response of turn.responses) this.#storedResponses.set(responseKey(response), response);
    this.#state = stateAfter(this.#state, turn);
    this.#bidsInMemory.write({ auction: again.auction, facts: turn.facts });
    this.#bidsInMemory.commit();
    this.#journal.push(...turn.facts);
    this.#steps.push({
      before,
      facts: turn.facts,
      after: this.#state.auction,
      state: this.#state,
      outcomes: turn.outcomes,
      now: this.#now,
    });
    return turn;
  }

  /** The highest standing bids and those with these IDs, as the room's table returns them. */
  #stack(depth: number, ids: readonly string[] = []): BidStack | null {
    const bids = standingBids(this.#state.auction).filter(({ id }, index) => index < depth || ids.includes(id));
    return bids.reduceRight<BidStack | null>((below, bid) => ({ bid, below }), null);
  }

  /** A command and its key. A used key comes with its earlier command or with a new one. */
  #choose(choice: RandomChoice): { readonly command: UserCommand; readonly key: string | undefined } {
    const command = commandFor(this.#model, choice, this.#now);
    // Admins' commands have no key, and blocks need none.
    const hasKey = command.actorId !== ADMIN && command.type !== "block" && command.type !== "unblock";
    if (!hasKey || choice.key === "none") return { command, key: undefined };
    const earlier = choice.key === "again" ? this.#keyedCommands.at(-1 - choice.bidRank) : undefined;
    if (earlier) return choice.byOwner ? earlier : { command, key: earlier.key };
    const keyedCommand = { command, key: `key-${this.#keyedCommands.length}` };
    this.#keyedCommands.push(keyedCommand);
    return keyedCommand;
  }

  /** The model's answer to a command. Adds its facts to `facts`. */
  #expectedAnswer(command: UserCommand, key: string | undefined, facts: ModelFact[]): object | null {
    const model = this.#model;
    const name = `${command.actorId} ${key}`;
    const earlier = key === undefined || model.isGone ? undefined : this.#answers.get(name);
    if (earlier) {
      const isRetry = requestFingerprint(earlier.command) === requestFingerprint(command);
      return isRetry ? earlier.answer : { code: "key_reused", details: undefined };
    }
    const result = applyCommand(model, command, `${model.id}-${bidNumber(model, command)}`, this.#now);
    if (result.ok) facts.push(...result.facts);
    const answer = wireAnswer(model, command, result, this.#now);
    if (result.ok && key !== undefined) this.#answers.set(name, { command, answer });
    if (result.ok) this.#accepted += 1;
    return answer;
  }
}

/** The part of a command that a retry must repeat unchanged. */
function requestFingerprint(command: UserCommand): string {
  return canonicalCommand({ ...command, confirmed: undefined, limitMinor: undefined });
}

/** The requests behind one command. As in a room, a block or suspension also voids the person's bids, oldest first. */
function requestsOf(
  command: UserCommand,
  key: string | undefined,
  salt: string,
  bids: readonly ModelBid[],
): readonly RoomRequest[] {
  const actor = actorNamed(command.actorId);
  const placedSeqOf = (id: string) => Number(id.slice(id.lastIndexOf("-") + 1));
  const bidsBy = (personId: string) =>
    bids
      .flatMap(({ id, bidder }) => (bidder === personId ? [id] : []))
      .toSorted((a, b) => placedSeqOf(a) - placedSeqOf(b));
  const voided = { type: "voidBid", by: "admin", reason: "Nobody's bid", salt } as const;
  switch (command.type) {
    case "placeBid":
      return [{ type: "placeBid", actor, key, ...salted(command, salt), maxStandingBids: MAX_STANDING_BIDS }];
    case "editBid":
      return [{ type: "editBid", actor, key, bidId: command.bidId, ...salted(command, salt) }];
    case "editListing": {
      const { change, reserveMinor } = command;
      const reserve = reserveMinor == null ? reserveMinor : { reserveMinor, salt };
      return [{ type: "editListing", actor, key, change, limits: LIMITS, ...(reserve !== undefined && { reserve }) }];
    }
    case "block":
    case "unblock": {
      const { actorId: sellerId, personId } = command;
      const blocked = command.type === "block";
      const voids = (blocked ? bidsBy(personId) : []).map(
        (bidId) => ({ type: "voidBid", bidId, by: "seller", personId }) as const,
      );
      return [{ type: "setBlocked", sellerId, personId, blocked, salt }, ...voids];
    }
    case "voidBid":
      return [{ ...voided, bidId: command.bidId }];
    case "suspend":
      return bidsBy(command.personId).map((bidId) => ({ ...voided, bidId }));
    case "hideListing":
      return [{ type: "setHidden", reason: "A copy", salt }];
    case "showListing":
      return [{ type: "setHidden", reason: null, salt }];
    case "voidAuction":
      return [{ type: "voidAuction", reason: command.reason }];
    default:
      return [{ ...command, actor, key }];
  }
}

/** Adds a salt to the maximum, as the room does, but one that isn't secret. */
function salted({ amountMinor, maxMinor, confirmed, limitMinor }: ModelOffer, salt: string) {
  const amount = amountMinor === undefined ? {} : { amountMinor };
  return { ...amount, confirmed, limitMinor, ...(maxMinor !== undefined && { maximum: { maxMinor, salt } }) };
}

function withoutHash(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !("hash" in answer)) return answer;
  const { hash: _, ...rest } = answer;
  return rest;
}

/** `toEqual` is slow, so it looks only at values that differ. */
function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

/** Freezes a value deeply, so that a rule that changes its arguments throws. Skips objects that are already frozen. */
function deepFreeze<Value extends object>(value: Value): Value {
  const pending: object[] = [value];
  for (let object = pending.pop(); object; object = pending.pop()) {
    if (Object.isFrozen(object)) continue;
    Object.freeze(object);
    for (const member of Object.values(object)) if (typeof member === "object" && member !== null) pending.push(member);
  }
  return value;
}
