/** The rules of automatic bids: tables of bids against each other, and properties of any order of bids. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Auction, leaderOf, minNextBid, priceOf, standingBids } from "./auction.ts";
import { seqOfNextBid } from "./bidding.ts";
import { type Command, decide } from "./decide.ts";
import type { Terms } from "./facts.ts";
import { incrementAt, MAX_AMOUNT_MINOR } from "./money.ts";
import {
  anAuction,
  DAY_MS,
  factsOf,
  MINUTE_MS,
  obey,
  outcomeOf,
  place,
  placeUpTo,
  refusalOf,
  SECOND_MS,
  SELLER,
  T0,
  upTo,
  verdictOf,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;

function after(commands: readonly Command[], terms?: Partial<Terms>): Auction {
  return commands.reduce((auction, command, index) => obey(auction, command, T0 + index), anAuction(terms));
}

/** The standing bids, the leader first. */
const shown = (auction: Auction) =>
  standingBids(auction)
    .map(({ bidderId, amountMinor }) => `${bidderId} ${(amountMinor / 100).toFixed(2)}`)
    .join(", ");
/** The bids of these tests meet automatic ones, so their bidders can't take them back: an admin removes them. */
const remove = (bidId: string): Command => ({ type: "voidBid", bidId, by: "admin", reason: "Nobody's", salt: "salt" });
const ask = (bidId: string): Command => ({ type: "askRelease", bidId, bidderId: bidId.split("-")[0] ?? "" });
const release = (bidId: string): Command => ({ type: "releaseBid", sellerId: SELLER, bidId });
const edit = (bidId: string, offered: { amountMinor?: number; maxMinor?: number }): Command => ({
  type: "editBid",
  bidId,
  bidderId: bidId.split("-")[0] ?? "",
  amountMinor: offered.amountMinor,
  maximum: offered.maxMinor === undefined ? undefined : upTo(offered.maxMinor),
});

describe("bids up to a maximum against each other", () => {
  it.each<[string, Command[], string]>([
    ["one alone is at the starting price", [placeUpTo("ann", 300_00)], "ann 100.00"],
    ["one alone with an amount is at that amount", [placeUpTo("ann", 300_00, 150_00)], "ann 150.00"],
    [
      "a lower maximum raises the leader one increment over it",
      [placeUpTo("ann", 300_00), placeUpTo("bob", 200_00)],
      "ann 201.00, bob 200.00",
    ],
    ["so does a lower exact bid", [placeUpTo("ann", 300_00), place("bob", 150_00)], "ann 151.00, bob 150.00"],
    [
      "a higher maximum takes the lead, and the loser is shown at theirs",
      [placeUpTo("ann", 200_00), placeUpTo("bob", 300_00)],
      "bob 201.00, ann 200.00",
    ],
    [
      "a higher exact bid takes it at exactly its amount",
      [placeUpTo("ann", 200_00), place("bob", 300_00)],
      "bob 300.00, ann 200.00",
    ],
    [
      "of equal maxima the first leads, both at that amount",
      [placeUpTo("ann", 200_00), placeUpTo("bob", 200_00)],
      "ann 200.00, bob 200.00",
    ],
    [
      "a maximum less than an increment above is paid whole",
      [placeUpTo("ann", 200_00), placeUpTo("bob", 200_40)],
      "bob 200.40, ann 200.00",
    ],
    [
      "an exact bid that is outbid at once stays at its amount",
      [placeUpTo("ann", 300_00), placeUpTo("bob", 200_00, 150_00)],
      "ann 201.00, bob 200.00",
    ],
    [
      "a leader's exact bid above their maximum changes their automatic bid",
      [placeUpTo("ann", 300_00, undefined, "ann-1"), place("ann", 400_00)],
      "ann 400.00",
    ],
    [
      "the loser may take the lead back with the same bid",
      [placeUpTo("ann", 200_00, undefined, "ann-1"), placeUpTo("bob", 300_00), edit("ann-1", { maxMinor: 500_00 })],
      "ann 301.00, bob 300.00",
    ],
  ])("%s", (_what, commands, expected) => {
    expect(shown(after(commands))).toEqual(expected);
  });

  it("with tiered increments a raise is the increment at the other's amount", () => {
    const auction = after([placeUpTo("ann", 600_00), placeUpTo("bob", 251_00)], { increments: "tiered" });
    expect(priceOf(auction)).toBe(256_00);
  });
});

describe("the facts of automatic bids", () => {
  const led = after([placeUpTo("ann", 200_00, undefined, "ann-1")]);

  it("the first one seals its maximum, and has its lowest possible amount in public", () => {
    expect(outcomeOf(anAuction(), placeUpTo("ann", 200_00, undefined, "ann-1"), LATER)).toEqual([
      {
        seq: 2,
        at: LATER,
        fact: {
          type: "newBid",
          bidId: "ann-1",
          bidderId: "ann",
          amountMinor: 100_00,
          auto: false,
          outbidId: null,
          floorMinor: 100_00,
        },
        secret: upTo(200_00),
      },
    ]);
  });

  it("a bid that is outbid at once seals nothing: its maximum is its amount, and the leader is raised", () => {
    expect(outcomeOf(led, placeUpTo("bob", 150_00, undefined, "bob-1"), LATER).map(({ at: _, ...one }) => one)).toEqual(
      [
        {
          seq: 3,
          fact: {
            type: "newBid",
            bidId: "bob-1",
            bidderId: "bob",
            amountMinor: 150_00,
            auto: false,
            outbidId: null,
            floorMinor: 100_00,
          },
        },
        { seq: 4, fact: { type: "bidAdjusted", bidId: "ann-1", bidderId: "ann", amountMinor: 151_00 } },
      ],
    );
  });

  it("the bid that takes the lead opens the maximum of the one that loses it, after showing it", () => {
    const facts = factsOf(led, placeUpTo("bob", 300_00, undefined, "bob-1"), LATER);
    expect(facts).toMatchObject([
      { type: "bidAdjusted", bidId: "ann-1", amountMinor: 200_00 },
      { type: "newBid", amountMinor: 201_00, outbidId: "ann", openedMaximum: { seq: 2, ...upTo(200_00) } },
    ]);
    expect(seqOfNextBid(led, "bob", placeUpTo("bob", 300_00))).toBe(4);
    expect(seqOfNextBid(led, "bob", placeUpTo("bob", 200_00))).toBe(3);
  });

  it("a leader already at their maximum is opened without being shown again", () => {
    const tied = obey(led, placeUpTo("bob", 200_00), LATER);
    const facts = factsOf(tied, place("cem", 250_00), LATER);
    expect(facts).toMatchObject([{ type: "newBid", openedMaximum: upTo(200_00) }]);
    expect(seqOfNextBid(tied, "cem", place("cem", 250_00) as Parameters<typeof seqOfNextBid>[2])).toBe(tied.seq + 1);
  });

  it("a maximum is opened once", () => {
    const lost = after([placeUpTo("ann", 200_00, undefined, "ann-1"), placeUpTo("bob", 300_00, undefined, "bob-1")]);
    const leadsAgain = obey(lost, remove("bob-1"), LATER);
    expect(shown(leadsAgain)).toEqual("ann 100.00");
    const facts = factsOf(leadsAgain, place("cem", 250_00), LATER);
    expect(facts.map(({ type }) => type)).toEqual(["bidAdjusted", "newBid"]);
    expect(JSON.stringify(facts)).not.toContain("openedMaximum");
  });

  it("another maximum of the leader is a fact without an amount, and moves no end", () => {
    const late = T0 + DAY_MS - SECOND_MS;
    const [raised, ...others] = outcomeOf(led, placeUpTo("ann", 500_00), late);
    expect(others).toEqual([]);
    expect(raised).toMatchObject({
      fact: { type: "maximumChanged", bidId: "ann-1", bidderId: "ann" },
      secret: upTo(500_00),
    });
    expect(factsOf(led, placeUpTo("bob", 150_00), late).map(({ type }) => type)).toEqual([
      "newBid",
      "bidAdjusted",
      "extended",
    ]);
  });

  it("an exact leader may give a maximum, and is never lowered below their amount by it", () => {
    const exact = after([place("ann", 150_00), placeUpTo("ann", 300_00), placeUpTo("bob", 200_00, undefined, "bob-1")]);
    expect(shown(exact)).toMatch(/^ann 201\.00/);
    expect(shown(obey(exact, remove("bob-1"), LATER))).toEqual("ann 150.00");
  });

  it("a maximum equal to the amount is an exact bid", () => {
    const facts = outcomeOf(anAuction(), placeUpTo("ann", 150_00, 150_00, "ann-1"), LATER);
    expect(facts).toEqual(outcomeOf(anAuction(), place("ann", 150_00, "ann-1"), LATER));
  });
});

describe("refused maxima", () => {
  const led = after([placeUpTo("ann", 200_00, undefined, "ann-1"), placeUpTo("bob", 150_00, undefined, "bob-1")]);
  const tooLow = { code: "bid_too_low", minimumMinor: 152_00 } as const;
  it.each<[string, Command, ReturnType<typeof verdictOf>]>([
    ["below the smallest next bid", placeUpTo("cem", 151_99), tooLow],
    ["not an integer", placeUpTo("cem", 170.5), tooLow],
    ["not a number", placeUpTo("cem", Number.NaN), tooLow],
    ["neither an amount nor a maximum", { type: "placeBid", bidId: "b", bidderId: "cem" }, tooLow],
    ["the amount below the smallest next bid", placeUpTo("cem", 500_00, 151_99), tooLow],
    ["below the amount", placeUpTo("cem", 159_99, 160_00), { code: "maximum_too_low", minimumMinor: 160_00 }],
    [
      "above the limit",
      placeUpTo("cem", MAX_AMOUNT_MINOR + 1),
      { code: "bid_too_high", maximumMinor: MAX_AMOUNT_MINOR - 1_00 },
    ],
    [
      "above the limit, with an amount",
      placeUpTo("cem", MAX_AMOUNT_MINOR + 1, 160_00),
      { code: "bid_too_high", maximumMinor: MAX_AMOUNT_MINOR - 1_00 },
    ],
    ["the leader's own again", placeUpTo("ann", 200_00), { code: "below_own_maximum", maximumMinor: 200_00 }],
    ["the leader's, not a number", placeUpTo("ann", Number.NaN), { code: "below_own_maximum", maximumMinor: 200_00 }],
    ["the leader's exact bid below it", place("ann", 180_00), { code: "below_own_maximum", maximumMinor: 200_00 }],
    ["the leader's a cent above", placeUpTo("ann", 200_01), "accepted"],
    ["lowered below the price", edit("ann-1", { maxMinor: 150_99 }), { code: "maximum_too_low", minimumMinor: 151_00 }],
    ["lowered to the price", edit("ann-1", { maxMinor: 151_00 }), "accepted"],
    [
      "somebody else's bid",
      { ...edit("ann-1", { maxMinor: 500_00 }), bidderId: "bob" } as Command,
      { code: "not_your_bid" },
    ],
  ])("%s", (_what, command, verdict) => {
    expect(verdictOf(led, command, LATER)).toEqual(verdict);
  });

  it("a leader with two bids changes the maximum of the leading one", () => {
    const two = after([
      place("ann", 100_00, "ann-1"),
      place("bob", 110_00),
      placeUpTo("ann", 300_00, undefined, "ann-2"),
    ]);
    for (const offered of [{ maxMinor: 400_00 }, { amountMinor: 400_00 }]) {
      expect(refusalOf(two, edit("ann-1", offered), LATER)).toEqual({ code: "edit_leading_bid" });
      expect(verdictOf(two, edit("ann-2", offered), LATER)).toBe("accepted");
    }
  });

  it("a lowered maximum is the one that counts, and keeps the lead against an equal one", () => {
    const lowered = obey(led, edit("ann-1", { maxMinor: 160_00 }), LATER);
    expect(shown(obey(lowered, placeUpTo("cem", 160_00), LATER))).toMatch(/^ann 160\.00/);
    expect(shown(obey(lowered, placeUpTo("cem", 170_00), LATER))).toMatch(/^cem 161\.00/);
  });
});

describe("a bid that goes leaves price and leader to the maxima that remain", () => {
  it("a bid that is alone is lowered to its own minimum", () => {
    const contested = after([placeUpTo("ann", 300_00), placeUpTo("bob", 200_00, undefined, "bob-1")]);
    expect(factsOf(contested, remove("bob-1"), LATER)).toMatchObject([
      { type: "bidVoided", newLeaderId: null },
      { type: "bidAdjusted", bidderId: "ann", amountMinor: 100_00 },
    ]);
  });

  it("the next leader pays one increment over the bidder after them", () => {
    const three = after([
      placeUpTo("ann", 150_00),
      placeUpTo("bob", 200_00),
      placeUpTo("cem", 300_00, undefined, "cem-1"),
    ]);
    expect(shown(three)).toEqual("cem 201.00, bob 200.00, ann 150.00");
    const facts = factsOf(three, remove("cem-1"), LATER);
    expect(facts[0]).toMatchObject({ type: "bidVoided", newLeaderId: "bob" });
    expect(shown(obey(three, remove("cem-1"), LATER))).toEqual("bob 151.00, ann 150.00");
  });

  it("of equal maxima the first leads again", () => {
    const tied = after([placeUpTo("ann", 200_00), placeUpTo("bob", 200_00), place("cem", 250_00, "cem-1")]);
    expect(shown(obey(tied, remove("cem-1"), LATER))).toMatch(/^ann 200\.00/);
  });

  it("all automatic bids of the leader come down, and none below an amount that was named", () => {
    const bids = [
      placeUpTo("ann", 150_00, undefined, "ann-1"),
      placeUpTo("bob", 200_00, undefined, "bob-1"),
      placeUpTo("ann", 300_00, undefined, "ann-2"),
    ];
    expect(shown(obey(after(bids), remove("bob-1"), LATER))).toEqual("ann 100.00, ann 100.00");
    const named = [placeUpTo("ann", 150_00, 120_00, "ann-1"), ...bids.slice(1)];
    expect(shown(obey(after(named), remove("bob-1"), LATER))).toMatch(/^ann 120\.00/);
  });

  it("where a release lowers the price, time to return must be left, as for a withdrawn lead", () => {
    const windows = { windowsAfterWithdrawal: 5 };
    const contested = after([placeUpTo("ann", 300_00), placeUpTo("bob", 200_00, undefined, "bob-1")], windows);
    const late = T0 + DAY_MS - 3 * MINUTE_MS;
    const asked = obey(contested, ask("bob-1"), late - SECOND_MS);
    expect(factsOf(asked, release("bob-1"), late).map(({ type }) => type)).toEqual([
      "bidWithdrawn",
      "bidAdjusted",
      "extended",
    ]);
    expect(verdictOf(asked, release("bob-1"), T0 + DAY_MS - MINUTE_MS)).toEqual({ code: "withdrawal_too_late" });
  });
});

/** Bids of different people: exact, up to a maximum, or both, some of them refused. */
const offers = fc.array(
  fc.record({
    maxMinor: fc.integer({ min: 100_00, max: 130_00 }),
    lessMinor: fc.constantFrom(null, 0, 50, 3_00),
  }),
  { minLength: 1, maxLength: 8, size: "max" },
);
const increments = fc.constantFrom("flat" as const, "tiered" as const);

function commandsOf(list: readonly { maxMinor: number; lessMinor: number | null }[]): Command[] {
  return list.map(({ maxMinor, lessMinor }, index) =>
    placeUpTo(`p${index}`, maxMinor, lessMinor === null ? undefined : maxMinor - lessMinor, `p${index}-bid`),
  );
}

/** Those that are accepted, in order. */
function accepted(commands: readonly Command[], terms: Partial<Terms>) {
  let auction = anAuction(terms);
  const taken = commands.filter((command) => {
    const decision = decide(auction, command, LATER);
    if (decision.ok) auction = obey(auction, command, LATER);
    return decision.ok;
  });
  return { auction, taken };
}

function ordersOf<One>(list: readonly One[]): One[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((one, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

describe("in any order", () => {
  it("invariant 11: the leader has the highest maximum and pays at most one increment over the next, or their amount", () => {
    fc.assert(
      fc.property(offers, increments, (list, scheme) => {
        const { auction, taken } = accepted(commandsOf(list), { increments: scheme });
        const bids = taken.map((command) => command as ReturnType<typeof placeUpTo>);
        const [highest, next] = bids.toSorted((a, b) => b.maximum.maxMinor - a.maximum.maxMinor);
        const leader = leaderOf(auction);
        expect(leader?.bidderId).toBe(highest?.bidderId);
        if (!highest || !leader) return;
        const floor = highest.amountMinor ?? 100_00;
        const other = next?.maximum.maxMinor;
        const needed = other === undefined ? 0 : other + incrementAt(scheme, other);
        expect(leader.amountMinor).toBe(Math.max(floor, Math.min(highest.maximum.maxMinor, needed)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("maxima at least one increment apart make the same leader and the same price, however they come in", () => {
    const apart = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(apart, increments, (steps, scheme) => {
        const bids = steps.map((step) => placeUpTo(`p${step}`, 100_00 + step * 5_00));
        const ends = ordersOf(bids).flatMap((order) => {
          const { auction, taken } = accepted(order, { increments: scheme });
          return taken.length === order.length ? [`${leaderOf(auction)?.bidderId} at ${priceOf(auction)}`] : [];
        });
        // At least in ascending order all are accepted.
        expect(new Set(ends).size).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  it("a bid that goes leaves the price and the leader that there would be without it", () => {
    fc.assert(
      fc.property(offers, fc.nat(), increments, (list, which, scheme) => {
        const { auction, taken } = accepted(commandsOf(list), { increments: scheme });
        const gone = taken[which % taken.length];
        if (gone?.type !== "placeBid") return;
        const withdrawn = obey(auction, remove(gone.bidId), LATER);
        const others = taken.filter((command) => command !== gone);
        const without = accepted(others, { increments: scheme });
        fc.pre(without.taken.length === others.length);
        expect(leaderOf(withdrawn)?.bidderId).toBe(leaderOf(without.auction)?.bidderId);
        expect([priceOf(withdrawn), minNextBid(withdrawn), withdrawn.bidCount]).toEqual([
          priceOf(without.auction),
          minNextBid(without.auction),
          without.auction.bidCount,
        ]);
      }),
      { numRuns: 2_000 },
    );
  });
});
