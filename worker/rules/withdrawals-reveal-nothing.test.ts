/**
 * Withdrawing a bid reveals nothing. Attackers with several accounts choose each bid from everything they have seen,
 * while others bid up to maximums. The test computes what the public facts reveal about each hidden maximum from prices
 * alone, without `reveals`. It does so once with every bid there ever was, and once without those that their bidders
 * withdrew without the seller's help. Both must be the same.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { type Auction, evolve, floorOf, leaderOf, minNextBid, priceOf, standingBids } from "./auction.ts";
import { type Command, decide } from "./decide.ts";
import { sequenceFacts, type SequencedFact } from "./facts.ts";
import { incrementAt } from "./money.ts";
import {
  auctionAfter,
  DAY_MS,
  edit,
  HOUR_MS,
  MINUTE_MS,
  auctionAfterCommand,
  openCommand,
  place,
  placeUpTo,
  refusalOf,
  voidBid,
  SECOND_MS,
  SELLER,
  T0,
  undo,
  aMaximum,
  decisionOf,
  withdraw,
} from "./testing/auctions.ts";

const ATTACKERS = ["eve", "mal", "zoe"] as const;
const ORDINARY_BIDDERS = ["ann", "bob"] as const;

/** The public bounds of a hidden amount, which is between `min` and `max`. */
type AmountBounds = { readonly min: number; readonly max: number };
const UNKNOWN: AmountBounds = { min: 0, max: Infinity };

function intersect(first: AmountBounds, other: AmountBounds): AmountBounds {
  return { min: Math.max(first.min, other.min), max: Math.min(first.max, other.max) };
}

/** One maximum since the fact that set it, and what each bid by someone else has revealed about it. */
class HiddenMaximum {
  readonly #floorMinor: number;
  /**
   * The price when the maximum was set without changing the price. Until another price shows, the maximum is only known
   * to be at least this high.
   */
  unchangedPriceMinor: number | null = null;
  readonly #boundsByBid = new Map<string, AmountBounds>();

  constructor(floorMinor: number) {
    this.#floorMinor = floorMinor;
  }

  narrow(bidId: string, bounds: AmountBounds): void {
    this.#boundsByBid.set(bidId, intersect(this.#boundsByBid.get(bidId) ?? UNKNOWN, bounds));
  }

  /** The bounds that readers would know if only these bids had been placed. */
  boundsFrom(isCounted: (bidId: string) => boolean): AmountBounds {
    const narrowing = Array.from(this.#boundsByBid).flatMap(([bidId, bounds]) => (isCounted(bidId) ? [bounds] : []));
    return narrowing.reduce(intersect, { min: this.#floorMinor, max: Infinity });
  }
}

/** Everything known to readers of the public facts, and what each bid has revealed to them. */
class PublicKnowledge {
  readonly maximums: HiddenMaximum[] = [];
  /** Bids that their bidders withdrew without the seller. */
  readonly withdrawnBidIds = new Set<string>();
  /** How often each bidder has withdrawn, without the seller, an offer below a hidden reserve. */
  readonly withdrawalsBelowReserve = new Map<string, number>();
  readonly reserveRevealingBidIds: string[] = [];
  #leading: HiddenMaximum | null = null;
  readonly #byBid = new Map<string, HiddenMaximum>();
  /** The highest offer of each bid below the hidden reserve, and what its bidder is still bound by. */
  #offers = new Map<string, { readonly highestMinor: number; readonly boundMinor: number }>();
  #reserveSeq: number | null = null;

  /** The known bounds of the leader's maximum now. */
  get leaderBounds(): AmountBounds {
    return this.#leading?.boundsFrom(() => true) ?? UNKNOWN;
  }

  /** The reserve is above this amount, according to the bids so far. */
  get reserveLowerBound(): number {
    return Math.max(0, ...Array.from(this.#offers.values(), ({ highestMinor }) => highestMinor));
  }

  /** Learns what the facts of one accepted command reveal. */
  learn(before: Auction, records: readonly SequencedFact[], nextAuction: Auction): void {
    let auction = before;
    for (const record of records) {
      this.#learnFact(auction, record);
      auction = evolve(auction, record);
    }
    this.#learnPrice(
      nextAuction,
      records.some(({ fact }) => fact.type === "maximumChanged"),
    );
    this.#learnReserve(records, nextAuction);
  }

  #learnFact({ top }: Auction, { fact, secret }: SequencedFact): void {
    if (fact.type === "bidWithdrawn" && fact.reason !== "released") this.withdrawnBidIds.add(fact.bidId);
    if ("openedReserve" in fact && fact.openedReserve) this.reserveRevealingBidIds.push(fact.bidId);
    if (fact.type !== "newBid" && fact.type !== "bidEdited" && fact.type !== "maximumChanged") return;
    if (fact.type === "maximumChanged") {
      if (top) this.#setMaximum(fact.bidId, new HiddenMaximum(floorOf(top.bid)));
      return;
    }
    const { bidId, amountMinor, floorMinor, openedMaximum } = fact;
    if (openedMaximum && top) {
      const exactBounds = { min: openedMaximum.maxMinor, max: openedMaximum.maxMinor };
      this.#byBid.get(top.bid.id)?.narrow(bidId, exactBounds);
    }
    if (floorMinor === undefined) this.#byBid.delete(bidId);
    else this.#setMaximum(bidId, new HiddenMaximum(floorMinor));
    // It was exhausted right away, by the bid that still leads.
    const isExhausted = floorMinor !== undefined && secret === undefined;
    if (isExhausted && top) this.#byBid.get(bidId)?.narrow(top.bid.id, { min: amountMinor, max: amountMinor });
  }

  #setMaximum(bidId: string, given: HiddenMaximum): void {
    this.#byBid.set(bidId, given);
    this.maximums.push(given);
  }

  /** The leader's price is at least one increment above every other bid, or else it's the leader's maximum. */
  #learnPrice(auction: Auction, isMaximumOnly: boolean): void {
    const leader = leaderOf(auction);
    const isHidden = leader !== null && auction.seal?.bidId === leader.id;
    this.#leading = isHidden ? (this.#byBid.get(leader.id) ?? null) : null;
    if (!leader || !this.#leading) return;
    if (isMaximumOnly) this.#leading.unchangedPriceMinor = leader.amountMinor;
    const { reserve } = auction;
    // The leader's own bid met the reserve, so this bound doesn't depend on anyone else's bid.
    const metMinor = reserve?.opened && reserve.reserveMinor !== null ? reserve.reserveMinor : 0;
    if (leader.amountMinor >= metMinor) this.#leading.narrow("the reserve", { min: metMinor, max: Infinity });
    for (const { id, bidderId, amountMinor } of standingBids(auction)) {
      if (bidderId === leader.bidderId) continue;
      const neededMinor = amountMinor + incrementAt(auction.terms.increments, amountMinor);
      const isUnchanged = leader.amountMinor === this.#leading.unchangedPriceMinor;
      const hasFullIncrement = isUnchanged || leader.amountMinor >= neededMinor;
      this.#leading.narrow(
        id,
        hasFullIncrement
          ? { min: Math.min(neededMinor, leader.amountMinor), max: Infinity }
          : exactly(leader.amountMinor),
      );
    }
  }

  /**
   * An offer below the hidden reserve shows that the reserve is higher. An amount shows it to everyone, and a maximum
   * to an attacker who gave it. A bidder who then withdraws or lowers such an offer has learned this for free.
   */
  #learnReserve(records: readonly SequencedFact[], nextAuction: Auction): void {
    const { reserve } = nextAuction;
    if (reserve?.seq !== this.#reserveSeq) {
      this.#reserveSeq = reserve?.seq ?? null;
      this.#offers = new Map();
      this.withdrawalsBelowReserve.clear();
    }
    if (!reserve || reserve.opened) return;
    const wasBound = this.#boundBelowReserve;
    for (const { id, bidderId, amountMinor, maxMinor } of standingBids(nextAuction)) {
      const shownMinor = isAttacker(bidderId) ? maxMinor : amountMinor;
      const highestMinor = Math.max(this.#offers.get(id)?.highestMinor ?? 0, shownMinor);
      this.#offers.set(id, { highestMinor, boundMinor: Math.min(highestMinor, maxMinor) });
    }
    const [removalRecord] = records.filter(
      ({ fact }) => fact.type === "bidWithdrawn" || fact.type === "maximumChanged",
    );
    if (
      !removalRecord ||
      !("bidId" in removalRecord.fact) ||
      (removalRecord.fact.type === "bidWithdrawn" && removalRecord.fact.reason === "released")
    )
      return;
    const { bidId, bidderId, type } = removalRecord.fact;
    const offer = this.#offers.get(bidId);
    if (offer && type === "bidWithdrawn") this.#offers.set(bidId, { ...offer, boundMinor: 0 });
    if (this.#boundBelowReserve >= wasBound) return;
    this.withdrawalsBelowReserve.set(bidderId, (this.withdrawalsBelowReserve.get(bidderId) ?? 0) + 1);
  }

  /** The highest offer below the reserve that someone is bound by, or was until the seller or an admin took it away. */
  get #boundBelowReserve(): number {
    return Math.max(0, ...Array.from(this.#offers.values(), ({ boundMinor }) => boundMinor));
  }
}

function exactly(minor: number): AmountBounds {
  return { min: minor, max: minor };
}

function isAttacker(personId: string): boolean {
  return ATTACKERS.some((attacker) => attacker === personId);
}

/** An attacker's next move. `share` sets how bold it is. */
const STRATEGIES = [
  "above", "below", "below", "between", "between", "maximum", "high maximum", "both", "raise maximum", "lower maximum",
  "edit", "below reserve", "maximum below reserve", "undo", "undo", "withdraw", "withdraw", "withdraw", "ask",
] as const; // oxfmt-ignore
type Strategy = (typeof STRATEGIES)[number];
/** Everyone else's moves. */
const ACTIONS = ["bid", "maximum", "maximum", "maximum", "raise", "change maximum", "withdraw", "ask", "release", "remove"] as const; // oxfmt-ignore

type RandomMove = {
  readonly isAttack: boolean;
  readonly strategy: Strategy;
  readonly action: (typeof ACTIONS)[number];
  readonly personIndex: number;
  readonly bidIndex: number;
  readonly share: number;
  readonly pauseMs: number;
};

const move: fc.Arbitrary<RandomMove> = fc.record({
  isAttack: fc.constantFrom(true, true, false),
  strategy: fc.constantFrom(...STRATEGIES),
  action: fc.constantFrom(...ACTIONS),
  personIndex: fc.nat(5),
  bidIndex: fc.constantFrom(0, 0, 0, 1, 2),
  share: fc.constantFrom(0, 0.05, 0.2, 0.5, 0.8, 1),
  pauseMs: fc.constantFrom(SECOND_MS, SECOND_MS, 2 * MINUTE_MS),
});

const history = fc.record({
  increments: fc.constantFrom("flat" as const, "tiered" as const),
  reserveMinor: fc.constantFrom(undefined, undefined, 150_00, 777_00, 3_000_00),
  buyNow: fc.boolean(),
  durationMs: fc.constantFrom(2 * HOUR_MS, 3 * DAY_MS),
  moves: fc.array(move, { minLength: 5, maxLength: 45, size: "max" }),
});

/** The amount that is `share` of the way from `from` to `to`, in whole minor units. */
function interpolate(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share);
}

/** A move chosen from the public facts, what the attacker has been told, and the attacker's own bids. */
function attack(auction: Auction, knowledge: PublicKnowledge, randomMove: RandomMove, bidId: string): Command {
  const { strategy, share, bidIndex } = randomMove;
  const bidderId = ATTACKERS[randomMove.personIndex % ATTACKERS.length] ?? "eve";
  const next = minNextBid(auction);
  const ownBids = standingBids(auction).filter((bid) => bid.bidderId === bidderId);
  const targetId = ownBids[bidIndex % Math.max(1, ownBids.length)]?.id ?? "none";
  const newestId = ownBids.toSorted((a, b) => b.placedAt - a.placedAt)[0]?.id ?? "none";
  const [lead] = ownBids;
  const { min } = knowledge.leaderBounds;
  // No one has seen the maximum's upper bound, so the attacker guesses it.
  const middle = Math.max(next, interpolate(min, 4 * Math.max(min, next), share / 2));
  const reserveGuess = Math.max(
    next,
    interpolate(knowledge.reserveLowerBound, 3 * Math.max(knowledge.reserveLowerBound, next), share),
  );
  const bid = { type: "placeBid", bidId, bidderId, confirmed: true } as const;
  const editCommand = { type: "editBid", bidId: targetId, bidderId, confirmed: true } as const;
  switch (strategy) {
    case "above":
      return { ...bid, amountMinor: interpolate(2 * next, 40 * next, share) };
    case "below":
      return { ...bid, amountMinor: interpolate(next, next + 500, share) };
    case "between":
      return { ...bid, amountMinor: middle };
    case "maximum":
      return { ...bid, maximum: aMaximum(middle) };
    case "high maximum":
      return { ...bid, maximum: aMaximum(interpolate(4 * next, 20 * next, share)) };
    case "both":
      return { ...bid, amountMinor: next, maximum: aMaximum(middle + 100) };
    case "raise maximum":
      return { ...bid, maximum: aMaximum((lead?.maxMinor ?? next) + interpolate(100, 60_000, share)) };
    case "lower maximum":
      return {
        ...editCommand,
        maximum: aMaximum(interpolate(priceOf(auction) ?? next, lead?.maxMinor ?? next, share)),
      };
    case "edit":
      return { ...editCommand, amountMinor: middle };
    case "below reserve":
      return { ...bid, amountMinor: reserveGuess };
    case "maximum below reserve":
      return { ...bid, maximum: aMaximum(reserveGuess) };
    case "undo":
      return { type: "withdrawBid", bidId: newestId, bidderId, reason: "mistake" };
    case "withdraw":
      return { type: "withdrawBid", bidId: targetId, bidderId };
    case "ask":
      return { type: "requestRelease", bidId: targetId, bidderId };
  }
}

function ordinaryCommand(
  auction: Auction,
  { action, share, bidIndex, personIndex }: RandomMove,
  bidId: string,
): Command {
  const bidderId = ORDINARY_BIDDERS[personIndex % ORDINARY_BIDDERS.length] ?? "ann";
  const next = minNextBid(auction);
  const bids = standingBids(auction);
  const ownBids = bids.filter((bid) => bid.bidderId === bidderId);
  const targetId = ownBids[bidIndex % Math.max(1, ownBids.length)]?.id ?? "none";
  const requestedId = bids.find(({ releaseRequested }) => releaseRequested)?.id ?? "none";
  const price = priceOf(auction) ?? next;
  switch (action) {
    case "bid":
      return place(bidderId, interpolate(next, next + 2_000, share), bidId);
    case "maximum":
      return { ...placeUpTo(bidderId, interpolate(next, 10 * next, share), undefined, bidId) };
    case "raise":
      return { type: "editBid", bidId: targetId, bidderId, maximum: aMaximum(interpolate(next, 12 * next, share)) };
    case "change maximum":
      return { type: "editBid", bidId: targetId, bidderId, maximum: aMaximum(interpolate(price, 3 * price, share)) };
    case "withdraw":
      return { type: "withdrawBid", bidId: targetId, bidderId, ...(share > 0.4 && { reason: "mistake" as const }) };
    case "ask":
      return { type: "requestRelease", bidId: targetId, bidderId };
    case "release":
      return { type: "releaseBid", sellerId: SELLER, bidId: requestedId };
    case "remove":
      return { type: "voidBid", bidId: bids[bidIndex]?.id ?? "none", by: "admin", reason: "A shill", salt: bidId };
  }
}

type RandomBidding = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** The attackers' knowledge after a simulation, and the accepted and refused moves. */
type Attack = {
  readonly knowledge: PublicKnowledge;
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
};

function simulate({ increments, reserveMinor, buyNow, durationMs, moves }: RandomBidding): Attack {
  const terms = { increments, endsAt: T0 + durationMs, ...(buyNow && { buyNowPriceMinor: 5_000_00 }) };
  let auction = auctionAfterCommand(null, openCommand(terms, reserveMinor), T0);
  const knowledge = new PublicKnowledge();
  const withdrawalsBy = new Map<string, number>();
  const [accepted, refused]: string[][] = [[], []];
  let now = T0;
  for (const [index, randomMove] of moves.entries()) {
    now += randomMove.pauseMs;
    const isAttack = randomMove.isAttack;
    const bidId = `bid-${index}`;
    const plannedCommand = isAttack
      ? attack(auction, knowledge, randomMove, bidId)
      : ordinaryCommand(auction, randomMove, bidId);
    const command: Command =
      plannedCommand.type === "withdrawBid"
        ? { ...plannedCommand, ownWithdrawals: withdrawalsBy.get(plannedCommand.bidderId) ?? 0 }
        : plannedCommand;
    const decision = decide(auction, command, now);
    const name = isAttack ? `attack: ${randomMove.strategy}` : randomMove.action;
    if (!decision.ok) {
      refused?.push(name, decision.refusal.code);
      continue;
    }
    accepted?.push(name);
    const records = sequenceFacts(auction, decision.drafts, now);
    const next = records.reduce<Auction>(evolve, auction);
    for (const { fact } of records) {
      if (fact.type === "bidWithdrawn") withdrawalsBy.set(fact.bidderId, (withdrawalsBy.get(fact.bidderId) ?? 0) + 1);
    }
    knowledge.learn(auction, records, next);
    auction = next;
  }
  return { knowledge, accepted: accepted ?? [], refused: refused ?? [] };
}

it("withdrawing bids reveals no maximum, and probes the reserve at most once", () => {
  const triedNames = { accepted: new Set<string>(), refused: new Set<string>() };
  fc.assert(
    fc.property(history, (randomHistory) => {
      const { knowledge, accepted, refused } = simulate(randomHistory);
      for (const name of accepted) triedNames.accepted.add(name);
      for (const name of refused) triedNames.refused.add(name);
      const { maximums, withdrawnBidIds, withdrawalsBelowReserve, reserveRevealingBidIds } = knowledge;
      for (const maximum of maximums) {
        const bounds = maximum.boundsFrom(() => true);
        expect(maximum.boundsFrom((bidId) => !withdrawnBidIds.has(bidId))).toEqual(bounds);
        // No bounds contradict each other, unless this test computes them wrongly.
        expect(bounds.max).toBeGreaterThanOrEqual(bounds.min);
      }
      expect(Array.from(withdrawalsBelowReserve).filter(([, steps]) => steps > 1)).toEqual([]);
      expect(reserveRevealingBidIds.filter((bidId) => withdrawnBidIds.has(bidId))).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
  expect(STRATEGIES.filter((strategy) => !triedNames.accepted.has(`attack: ${strategy}`))).toEqual([]);
  const codes = ["undo_reveals", "withdrawal_reveals", "maximum_too_low"];
  expect(codes.filter((code) => !triedNames.refused.has(code))).toEqual([]);
});

const NOW = T0 + 10 * SECOND_MS;
const maximumOf = (bidderId: string, maxMinor: number) => placeUpTo(bidderId, maxMinor, undefined, `${bidderId}-1`);
const eveBids = (amountMinor: number) => place("eve", amountMinor, "eve-1");

it.each<[string, Command[], number?]>([
  ["the leader's maximum beat it", [placeUpTo("ann", 500_00), eveBids(300_00)]],
  ["it equals the leader's maximum", [placeUpTo("ann", 500_00), eveBids(500_00)]],
  ["it is just above the leader's maximum", [placeUpTo("ann", 500_00), eveBids(501_00)]],
  ["it has revealed a maximum and the reserve", [placeUpTo("ann", 432_10), eveBids(4_999_00)], 777_00],
  ["an automatic bid was placed over it", [eveBids(300_00), placeUpTo("ann", 500_00)]],
  ["a lower maximum was placed against it", [maximumOf("eve", 900_00), placeUpTo("ann", 500_00)]],
  ["a higher maximum was placed over it", [maximumOf("eve", 400_00), placeUpTo("ann", 500_00)]],
  [
    "it was raised against a maximum",
    [eveBids(100_00), placeUpTo("ann", 500_00, 101_00), edit("eve-1", { amountMinor: 300_00 })],
  ],
])("a bid can't be withdrawn if %s", (_why, commands, reserveMinor) => {
  const auction = auctionAfter(commands, {}, reserveMinor);
  expect(refusalOf(auction, withdraw("eve-1"), NOW)).toEqual({ code: "withdrawal_reveals" });
  expect(refusalOf(auction, undo("eve-1"), NOW)).toEqual({ code: "undo_reveals" });
  // Nor with a second account.
  expect(refusalOf(auction, undo("eve-1", { bidderId: "gus" }), NOW)).toEqual({ code: "not_your_bid" });
});

it.each<[string, Command[]]>([
  ["an exact bid over an exact one", [place("ann", 100_00), eveBids(300_00)]],
  ["an exact bid below a later exact one", [eveBids(300_00), place("ann", 400_00)]],
  ["a maximum that is alone", [maximumOf("eve", 300_00)]],
  ["a maximum that no one has met", [place("ann", 100_00), maximumOf("eve", 300_00)]],
  ["a maximum above a later exact bid", [maximumOf("eve", 900_00), place("ann", 300_00)]],
  ["a bid under the same person's maximum", [eveBids(100_00), placeUpTo("eve", 300_00)]],
])("%s can be withdrawn", (_what, commands) => {
  expect(decisionOf(auctionAfter(commands), withdraw("eve-1"), NOW)).toBe("accepted");
});

it("a bid outbid automatically can't be withdrawn once a bid above it is voided", () => {
  const auction = auctionAfter([
    place("mal", 200_00, "mal-1"),
    place("eve", 402_00, "eve-1"),
    placeUpTo("ann", 900_00),
  ]);
  expect(decisionOf(auction, withdraw("mal-1"), NOW)).toBe("accepted");
  const removed = auctionAfterCommand(auction, voidBid("eve-1"), NOW);
  expect(priceOf(removed)).toBe(201_00);
  expect(refusalOf(removed, withdraw("mal-1"), NOW)).toEqual({ code: "withdrawal_reveals" });
});

it("a second bid can't be withdrawn until the hidden reserve is met", () => {
  const second = auctionAfter([eveBids(300_00), undo("eve-1"), place("eve", 500_00, "eve-2")], {}, 777_00);
  const oneWithdrawal = { ownWithdrawals: 1 };
  expect(refusalOf(second, undo("eve-2", oneWithdrawal), NOW)).toEqual({ code: "undo_reveals" });
  expect(refusalOf(second, withdraw("eve-2", oneWithdrawal), NOW)).toEqual({ code: "withdrawal_reveals" });
  expect(
    decisionOf(auctionAfterCommand(second, place("ann", 800_00), NOW), withdraw("eve-2", oneWithdrawal), NOW),
  ).toBe("accepted");
});

it("a maximum can't be lowered until the hidden reserve is met", () => {
  const change = (maxMinor: number) => edit("eve-1", { maxMinor });
  const leading = auctionAfter([maximumOf("eve", 500_00)], {}, 777_00);
  expect(refusalOf(leading, change(499_99), NOW)).toEqual({ code: "maximum_too_low", minimumMinor: 500_00 });
  const higher = auctionAfterCommand(leading, change(600_00), NOW);
  expect(refusalOf(higher, change(500_00), NOW)).toEqual({ code: "maximum_too_low", minimumMinor: 600_00 });
  const met = auctionAfterCommand(higher, change(900_00), NOW);
  expect(priceOf(met)).toBe(777_00);
  expect(decisionOf(met, change(800_00), NOW)).toBe("accepted");
  expect(refusalOf(met, undo("eve-1"), NOW)).toEqual({ code: "undo_reveals" });
});

it("a person can't block a purchase more than once by withdrawing bids", () => {
  const second = auctionAfter([eveBids(100_00), undo("eve-1"), place("eve", 100_00, "eve-2")], {
    buyNowPriceMinor: 900_00,
  });
  const oneWithdrawal = { ownWithdrawals: 1 };
  expect(refusalOf(second, undo("eve-2", oneWithdrawal), NOW)).toEqual({ code: "already_withdrawn" });
  expect(refusalOf(second, withdraw("eve-2", oneWithdrawal), T0 + HOUR_MS)).toEqual({ code: "already_withdrawn" });
  const contested = auctionAfterCommand(second, place("ann", 200_00, "ann-1"), NOW);
  expect(decisionOf(contested, withdraw("ann-1", oneWithdrawal), T0 + HOUR_MS)).toBe("accepted");
});
