/**
 * The invariants of every journal, tested on random histories with illegal commands. Each turn of a history is
 * already compared with the plain model (`histories.ts`). The invariants here don't follow from that comparison, or are
 * stated a second time without it. Their numbers are those in docs/reliability.md. LOTLINE_LONG=1 makes 30,000
 * histories, different ones each time. LOTLINE_SEED repeats a run.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { checkJournal } from "../../../worker/journal/check-journal.ts";
import { publishFacts } from "../../../worker/journal/testing/journals.ts";
import {
  type Auction,
  evolve,
  floorOf,
  leaderOf,
  minNextBid,
  priceOf,
  isReserveMet,
  reserveOf,
  standingBids,
} from "../../../worker/rules/auction.ts";
import { fact as factSchema } from "../../../worker/rules/fact-schemas.ts";
import type { Fact, SequencedFact } from "../../../worker/rules/facts.ts";
import { incrementAt } from "../../../worker/rules/money.ts";
import { history, HISTORY_SEED as seed, isNightly, type PlayedHistory, playHistory } from "./histories.ts";

const HISTORY_COUNT = isNightly ? 30_000 : 1_000;
/** The minimum number of different refusals in these histories. */
const MIN_REFUSAL_COUNT = 40;

/** The public journal, as everyone may read it. */
function publicOf(journal: readonly SequencedFact[]): SequencedFact[] {
  return journal.map(({ seq, at, fact }) => ({ seq, at, fact }));
}

/** The auction after each fact, rebuilt from the text of the journal alone. */
function* replays(journal: readonly SequencedFact[]): Generator<Auction> {
  const parsed: SequencedFact[] = JSON.parse(
    JSON.stringify(journal.map(({ seq, at, fact, secret }) => ({ seq, at, fact, secret }))),
  );
  let auction: Auction | null = null;
  for (const fact of parsed) yield (auction = evolve(auction, fact));
}

function replay(journal: readonly SequencedFact[]): Auction {
  const auction = Array.from(replays(journal)).at(-1);
  if (!auction) throw new Error("an empty journal has no auction");
  return auction;
}

/** Each applies to one history. */
const INVARIANTS: Readonly<Record<string, (played: PlayedHistory) => void>> = {
  "invariant 1: the journal is numbered 1, 2, 3 … without a gap, and its times never fall": ({ journal, last }) => {
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index + 1));
    expect(last.seq).toBe(journal.length);
    for (const [index, { at }] of journal.entries()) expect(at).toBeGreaterThanOrEqual(journal[index - 1]?.at ?? 0);
  },
  "invariant 1: a fact out of order is refused": ({ last }) => {
    const fact: Fact = { type: "cancelled" };
    for (const seq of [last.seq, last.seq + 2])
      expect(() => evolve(last, { fact, seq, at: last.at })).toThrow("follows fact");
  },
  "invariant 2: the auction equals the replay of its journal, at every moment": ({ journal, last, steps }) => {
    expect(replay(journal)).toEqual(last);
    const prices = new Map(Array.from(replays(journal), (auction) => [auction.seq, priceOf(auction)]));
    for (const { after } of steps) expect(prices.get(after.seq)).toBe(priceOf(after));
  },
  "invariant 2: a journal that changes a bid which is not standing is refused": ({ last }) => {
    const bid = { bidId: "none", bidderId: "ann", amountMinor: 1 };
    const edited: Fact = { type: "bidEdited", ...bid, previousMinor: 0, outbidId: null };
    const withdrawn: Fact = { type: "bidWithdrawn", ...bid, newLeaderId: null };
    const voided: Fact = { type: "bidVoided", ...bid, newLeaderId: null, by: "admin" };
    const requested: Fact = { type: "releaseRequested", ...bid };
    for (const fact of [edited, withdrawn, voided, requested]) {
      expect(() => evolve(last, { fact, seq: last.seq + 1, at: last.at })).toThrow("is not standing");
    }
  },
  "invariant 9: the public journal alone makes the same bids, amounts and order": ({ journal, last }) => {
    const publicBids = (auction: Auction) => standingBids(auction).map(({ id, amountMinor }) => [id, amountMinor]);
    const replayed = replay(publicOf(journal));
    expect(publicBids(replayed)).toEqual(publicBids(last));
    expect([minNextBid(replayed), replayed.endsAt]).toEqual([minNextBid(last), last.endsAt]);
  },
  "invariant 9: a fact opens only sealed amounts, and never a leading bid's maximum": ({ journal, last }) => {
    for (const { fact, seq } of journal) {
      const reserve = "openedReserve" in fact ? fact.openedReserve : undefined;
      const maximum = "openedMaximum" in fact ? fact.openedMaximum : undefined;
      for (const opened of [reserve, maximum]) {
        if (opened) expect({ seq: opened.seq, ...journal[opened.seq - 1]?.secret }).toEqual(opened);
      }
      if (!maximum || !("amountMinor" in fact)) continue;
      expect(fact.amountMinor).toBeGreaterThan(maximum.maxMinor);
      expect(leaderOf(replay(journal.slice(0, seq - 1)))?.bidderId).toBe("outbidId" in fact && fact.outbidId);
    }
    const text = JSON.stringify(publicOf(journal));
    const secret = last.seal ? [`"${last.seal.salt}"`] : [];
    expect(secret.filter((salt) => text.includes(salt))).toEqual([]);
  },
  "invariant 9: a public replay lacks only the reserve until it's met": ({ journal, last }) => {
    const replayed = replay(publicOf(journal));
    expect(isReserveMet(replayed)).toBe(isReserveMet(last));
    expect([replayed.outcome, replayed.phase, replayed.bought]).toEqual([last.outcome, last.phase, last.bought]);
    expect(reserveOf(replayed)).toBe(last.reserve?.opened ? last.reserve.reserveMinor : null);
  },
  "invariant 11: no one pays more than their maximum, or than the rules require": ({ steps }) => {
    for (const { after } of steps) {
      const bids = standingBids(after);
      const [leader] = bids;
      if (!leader) continue;
      const leaderBids = bids.filter(({ bidderId }) => bidderId === leader.bidderId);
      const others = bids.filter(({ bidderId }) => bidderId !== leader.bidderId).map(({ maxMinor }) => maxMinor);
      const second = others.length > 0 ? Math.max(...others) : null;
      const needed = second === null ? 0 : second + incrementAt(after.terms.increments, second);
      expect(leader.amountMinor).toBeLessThanOrEqual(leader.maxMinor);
      const reserve = reserveOf(after) ?? Infinity;
      const reached = leader.maxMinor >= reserve ? reserve : 0;
      expect(leader.amountMinor).toBeLessThanOrEqual(Math.max(needed, reached, ...leaderBids.map(floorOf)));
      // A reserve above the maximum changes nothing. A maximum that reaches the reserve always pays it.
      expect(leader.amountMinor).toBeGreaterThanOrEqual(reached);
    }
  },
};

/** The journal check that runs in browsers accepts every history that the rules allow. */
async function expectValid({ journal }: PlayedHistory): Promise<void> {
  const checked = await checkJournal(publishFacts(journal));
  if (!checked.valid) throw new Error(JSON.stringify([checked, journal.map(({ fact }) => fact)]));
}

it(
  `${HISTORY_COUNT} random histories match the model and invariants (LOTLINE_SEED=${seed})`,
  { timeout: 60_000 + HISTORY_COUNT * 60 },
  async () => {
    const covered = { facts: new Set<string>(), refused: new Set<string>(), accepted: 0 };
    const property = fc.asyncProperty(history, async (randomHistory) => {
      const played = playHistory(randomHistory);
      for (const [name, holds] of Object.entries(INVARIANTS)) {
        try {
          holds(played);
        } catch (cause) {
          throw new Error(name, { cause });
        }
      }
      await expectValid(played);
      for (const { fact } of played.journal) covered.facts.add(fact.type);
      for (const code of played.refusalCodes) covered.refused.add(code);
      covered.accepted += played.acceptedCount;
    });
    await fc.assert(property, { seed, numRuns: HISTORY_COUNT });
    console.log(`${covered.accepted} commands accepted, refused: ${Array.from(covered.refused).join(", ")}`);
    const types = factSchema.options.map(({ shape }) => shape.type.value);
    expect(types.filter((type) => !covered.facts.has(type))).toEqual([]);
    expect(covered.refused.size).toBeGreaterThanOrEqual(MIN_REFUSAL_COUNT);
    expect(covered.accepted).toBeGreaterThan(6 * HISTORY_COUNT);
  },
);
