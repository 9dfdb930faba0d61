/** The invariants of the design, against random lives of an auction with illegal commands among them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Auction, evolve, type Fact, leaderOf, minNextBid, priceOf, record, type Recorded } from "./auction.ts";
import { isLive, statusAt, windowMs } from "./closing.ts";
import { decide } from "./decide.ts";
import { obey } from "./testing/auctions.ts";
import { history, journalOf, type Life, live, replay } from "./testing/histories.ts";

/** Checks a rule on many lives. */
function always(rule: (life: Life) => void) {
  fc.assert(
    fc.property(history, (chosen) => rule(live(chosen))),
    { numRuns: 1_000 },
  );
}

describe("invariant 1", () => {
  it("the journal is numbered 1, 2, 3 … without a gap, and its times never run backwards", () => {
    always((life) => {
      const journal = journalOf(life);
      expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index + 1));
      expect(life.last.seq).toBe(journal.length);
      for (const [index, { at }] of journal.entries()) expect(at).toBeGreaterThanOrEqual(journal[index - 1]?.at ?? 0);
    });
  });

  it("a fact out of its place is not taken", () => {
    always(({ last }) => {
      const fact: Fact = { type: "cancelled" };
      for (const seq of [last.seq, last.seq + 2]) expect(() => evolve(last, { fact, seq, at: last.at })).toThrow();
    });
  });
});

describe("invariant 2", () => {
  it("the auction is the replay of its journal, at every moment", () => {
    always((life) => {
      const journal = journalOf(life);
      expect(replay(journal)).toEqual(life.last);
      for (const { after } of life.steps) expect(priceOf(replay(journal.slice(0, after.seq)))).toBe(priceOf(after));
    });
  });

  it("a journal that changes a bid which does not stand is no journal", () => {
    always(({ last }) => {
      const bid = { bidId: "none", bidderId: "ann", amountMinor: 1 };
      const edited: Fact = { type: "bidEdited", ...bid, previousMinor: 0, outbidId: null };
      const withdrawn: Fact = { type: "bidWithdrawn", ...bid, newLeaderId: null };
      for (const fact of [edited, withdrawn]) {
        expect(() => evolve(last, { fact, seq: last.seq + 1, at: last.at })).toThrow("does not stand");
      }
    });
  });

  it("price, leader and count are those of the highest bid that was neither withdrawn nor raised since", () => {
    always((life) => {
      const standing = new Map<string, { bidderId: string; amountMinor: number }>();
      for (const { fact } of journalOf(life)) {
        if (fact.type === "newBid" || fact.type === "bidEdited") standing.set(fact.bidId, fact);
        if (fact.type === "bidWithdrawn") standing.delete(fact.bidId);
      }
      const highest = [...standing.values()].toSorted((a, b) => b.amountMinor - a.amountMinor)[0];
      expect(priceOf(life.last)).toBe(highest?.amountMinor ?? null);
      expect(leaderOf(life.last)?.bidderId).toBe(highest?.bidderId);
      expect(life.last.bidCount).toBe(standing.size);
    });
  });
});

describe("invariant 3", () => {
  it("an accepted bid is at least the smallest next bid published just before it", () => {
    always(({ steps }) => {
      for (const { before, records } of steps) {
        for (const { fact } of records) {
          if (fact.type !== "newBid" && fact.type !== "bidEdited") continue;
          expect(fact.amountMinor).toBeGreaterThanOrEqual(minNextBid(before));
          expect(fact.bidderId).not.toBe(before.sellerId);
        }
      }
    });
  });

  it("a bid of the smallest next amount by anyone but the seller is accepted while the auction is live", () => {
    always(({ steps }) => {
      for (const { before, command, now, decision } of steps) {
        if (command.type !== "placeBid" || command.amountMinor !== minNextBid(before)) continue;
        const legal = isLive(before, now) && command.bidderId !== before.sellerId;
        if (command.amountMinor <= 1_000_000_000_00) expect(decision.ok).toBe(legal);
      }
    });
  });

  it("the price falls by a withdrawal only", () => {
    always(({ steps }) => {
      for (const { before, records, after } of steps) {
        if (records.some(({ fact }) => fact.type === "bidWithdrawn")) continue;
        expect(priceOf(after) ?? 0).toBeGreaterThanOrEqual(priceOf(before) ?? 0);
      }
    });
  });
});

describe("invariant 4", () => {
  it("nothing happens at or after the end but the closing, and the removal of a listing that nobody bid on", () => {
    always(({ steps }) => {
      for (const { before, records, now } of steps) {
        for (const { fact, at } of records) {
          const late = now >= before.endsAt || at >= before.endsAt;
          const allowed = fact.type === "closed" || (fact.type === "removed" && before.top === null);
          if (late) expect([fact.type, allowed]).toEqual([fact.type, true]);
          else expect(fact.type).not.toBe("closed");
        }
      }
    });
  });

  it("the end moves by bids up to ten windows past the scheduled end, and never backwards", () => {
    always(({ steps }) => {
      for (const { before, records, after } of steps) {
        if (records.some(({ fact }) => fact.type === "listingEdited")) continue;
        expect(after.endsAt).toBeGreaterThanOrEqual(before.endsAt);
        expect(after.endsAt).toBeLessThanOrEqual(after.scheduledEndsAt + 10 * windowMs(after));
        expect(after.scheduledEndsAt).toBe(before.scheduledEndsAt);
      }
    });
  });
});

describe("invariant 5", () => {
  /** The life, and then someone looks twice after the end, as the alarm and a late visitor do. */
  const atItsEnd = (life: Life): { journal: Recorded[]; auction: Auction; at: number } => {
    const { last } = life;
    if (last.phase === "cancelled" || last.phase === "removed") {
      return { journal: journalOf(life), auction: last, at: last.endsAt };
    }
    const at = Math.max(last.endsAt, last.at);
    const look = { type: "close", lastHash: "f".repeat(64) } as const;
    const decision = decide(last, look, at);
    const records = decision.ok ? record(last, decision.drafts, at) : [];
    return { journal: [...journalOf(life), ...records], auction: obey(obey(last, look, at), look, at + 1), at: at + 1 };
  };

  it("an auction that is looked at after its end is closed exactly once, unless its seller took it back", () => {
    always((life) => {
      const { journal, auction } = atItsEnd(life);
      const closings = journal.filter(({ fact }) => fact.type === "closed").length;
      if (auction.phase === "cancelled") expect(closings).toBe(0);
      else if (auction.phase === "removed") expect(closings).toBeLessThanOrEqual(1);
      else expect([auction.phase, closings]).toEqual(["closed", 1]);
      expect(auction.seq).toBe(journal.length);
    });
  });

  it("the winner and the price are the leader's of the replay, and it is sold if and only if there is one", () => {
    always((life) => {
      const { journal, auction, at } = atItsEnd(life);
      const closed = journal.find(({ fact }) => fact.type === "closed")?.fact;
      if (closed?.type !== "closed") return;
      const leader = leaderOf(
        replay(
          journal.slice(
            0,
            journal.findIndex(({ fact }) => fact === closed),
          ),
        ),
      );
      expect(closed.outcome).toEqual(
        leader && { winnerId: leader.bidderId, bidId: leader.id, priceMinor: leader.amountMinor },
      );
      expect(statusAt(auction, at)).toBe(leader ? "Sold" : "Expired");
    });
  });
});

describe("invariant 10", () => {
  it("a refused command changes nothing: a life without its refused commands has the same journal", () => {
    always(({ opening, steps, last }) => {
      let auction = opening.reduce<Auction | null>(evolve, null);
      for (const { command, now, decision, after } of steps) {
        if (decision.ok) auction = obey(auction, command, now);
        else expect(Object.keys(decision)).toEqual(["ok", "refusal"]);
        expect(auction).toEqual(after);
      }
      expect(auction).toEqual(last);
    });
  });

  it("the same command on the same state at the same time is decided the same, and leaves the state as it was", () => {
    always(({ steps }) => {
      for (const { before, command, now, decision } of steps) {
        const copy = structuredClone(before);
        expect(decide(before, command, now)).toEqual(decision);
        expect(before).toEqual(copy);
      }
    });
  });
});

it("these lives meet every fact and every refusal that the law knows", () => {
  const met = new Set<string>();
  always((life) => {
    for (const { fact } of journalOf(life)) met.add(fact.type);
    for (const { decision } of life.steps) if (!decision.ok) met.add(decision.refusal.code);
  });
  const facts = ["opened", "newBid", "bidEdited", "bidWithdrawn", "listingEdited", "extended", "closed", "cancelled"];
  const refusals = [
    ...["auction_not_found", "auction_exists", "auction_ended", "auction_sold", "own_auction", "not_your_auction"],
    ...["bid_too_low", "bid_too_high", "bid_not_found", "not_your_bid", "withdrawal_too_late", "cancel_too_late"],
    ...["end_too_soon", "end_too_late", "starting_price_too_low", "terms_frozen"],
  ];
  expect([...facts, "removed", ...refusals].filter((name) => !met.has(name))).toEqual([]);
});
