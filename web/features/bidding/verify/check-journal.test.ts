import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import { type JournalRecord, journalRecord } from "../../../../worker/contract/journal.ts";
import { type Auction, evolve, type Fact, record, type Terms } from "../../../../worker/rules/auction.ts";
import { type Command, decide } from "../../../../worker/rules/decide.ts";
import { chainInput, GENESIS_HASH } from "../../../../worker/rules/journal-chain.ts";
import { checkJournal } from "./check-journal.ts";

const T0 = Date.parse("2030-11-21T12:00:00Z");
const MINUTE_MS = 60_000;
const END = T0 + 60 * MINUTE_MS;
const LIMITS = { minStartingPriceMinor: 100_00, minAuctionMs: 60_000 };
const TERMS: Terms = {
  title: "Clock",
  description: "Ticks",
  categoryId: "antiques",
  categoryName: "Antiques",
  imageKeys: [],
  startingPriceMinor: 100_00,
  endsAt: END,
  increments: "flat",
  softCloseMs: 2 * MINUTE_MS,
  freezeMs: 2 * MINUTE_MS,
};
const open: Command = {
  type: "open",
  auctionId: "lot",
  sellerId: "sue",
  currency: "USD",
  terms: TERMS,
  limits: LIMITS,
};
const bid = (bidId: string, bidderId: string, amountMinor: number): Command => ({
  type: "placeBid",
  bidId,
  bidderId,
  amountMinor,
});

function sealed(facts: readonly { seq: number; at: number; fact: Fact }[]): JournalRecord[] {
  let hash = GENESIS_HASH;
  return facts.map((one) => {
    hash = createHash("sha256").update(chainInput(hash, one)).digest("hex");
    return journalRecord.parse({ ...one, hash });
  });
}

/** As the room keeps it; `closed` carries the hash before it. */
function journalOf(wishes: readonly (readonly [Command, number])[], closeAt: number | null = null): JournalRecord[] {
  const facts: { seq: number; at: number; fact: Fact }[] = [];
  let auction: Auction | null = null;
  const obey = (command: Command, now: number) => {
    const decision = decide(auction, command, now);
    if (!decision.ok) throw new Error(decision.refusal.code);
    for (const { seq, at, fact } of record(auction, decision.drafts, now)) {
      auction = evolve(auction, { seq, at, fact });
      facts.push({ seq, at, fact });
    }
  };
  for (const [command, now] of wishes) obey(command, now);
  if (closeAt !== null) obey({ type: "close", lastHash: sealed(facts).at(-1)?.hash ?? "" }, closeAt);
  return sealed(facts);
}

/** A life with everything in it that a journal may tell. */
const LIFE = journalOf(
  [
    [open, T0],
    [{ type: "editListing", sellerId: "sue", change: { title: "Old clock" }, limits: LIMITS }, T0 + MINUTE_MS],
    [bid("b1", "ann", 100_00), T0 + 2 * MINUTE_MS],
    [bid("b2", "bob", 120_00), T0 + 3 * MINUTE_MS],
    [bid("b3", "ann", 121_00), T0 + 4 * MINUTE_MS],
    [{ type: "editBid", bidId: "b3", bidderId: "ann", amountMinor: 130_00 }, T0 + 5 * MINUTE_MS],
    [{ type: "withdrawBid", bidId: "b3", bidderId: "ann" }, T0 + 6 * MINUTE_MS],
    // Late enough to move the end.
    [bid("b4", "cem", 200_00), END - MINUTE_MS],
  ],
  END + 2 * MINUTE_MS,
);

describe("a journal that the house has kept", () => {
  it("is sound, and its price and winner come out", async () => {
    const judged = await checkJournal(LIFE);
    if (!judged.sound) throw new Error(`${judged.fault} at ${judged.seq}`);
    expect(LIFE.map(({ fact }) => fact.type)).toContain("extended");
    expect(judged.states.at(-1)).toMatchObject({
      phase: "closed",
      outcome: { winnerId: "cem", bidId: "b4", priceMinor: 200_00 },
    });
    expect(judged.lastHash).toBe(LIFE.at(-1)?.hash);
  });

  it("is sound while the auction runs, and when it was cancelled or removed", async () => {
    expect(await checkJournal(LIFE.slice(0, 4))).toMatchObject({ sound: true });
    const removed = journalOf([
      [open, T0],
      [{ type: "deleteListing", sellerId: "sue" }, T0 + 1],
    ]);
    expect(await checkJournal(removed)).toMatchObject({ sound: true });
  });
});

/** The same facts with one of them changed and all hashes made anew: what a house that lies would publish. */
function forged(seq: number, change: (fact: Fact) => Fact | null, journal = LIFE): JournalRecord[] {
  const facts = journal.flatMap(({ hash: _hash, ...one }) => {
    const fact = one.seq === seq ? change(one.fact) : one.fact;
    return fact ? [{ seq: one.seq, at: one.at, fact }] : [];
  });
  return sealed(facts.map((one, index) => ({ ...one, seq: index + 1 })));
}

describe("a journal that somebody has touched", () => {
  it.each(LIFE.map(({ seq }) => seq))("is found out at entry %i, when its time is changed there", async (seq) => {
    const touched = LIFE.map((one) => (one.seq === seq ? { ...one, at: one.at + 1 } : one));
    expect(await checkJournal(touched)).toMatchObject({ sound: false, fault: "hash", seq });
  });

  it.each(LIFE.slice(0, -1).map(({ seq }) => seq))("is found out when entry %i is missing", async (seq) => {
    const touched = LIFE.filter((one) => one.seq !== seq);
    expect(await checkJournal(touched)).toMatchObject({ sound: false, fault: "gap", seq });
  });

  it("is found out when it is empty, or ends before what a bid has caused", async () => {
    expect(await checkJournal([])).toMatchObject({ sound: false, fault: "gap", seq: 1 });
    const upToBid = LIFE.slice(
      0,
      LIFE.findIndex(({ fact }) => fact.type === "extended"),
    );
    expect(await checkJournal(upToBid)).toMatchObject({ sound: false, fault: "gap", seq: upToBid.length + 1 });
  });
});

describe("a journal of which the house itself has made all hashes anew", () => {
  const law = (seq: number) => ({ sound: false, fault: "law", seq });

  it("is found out by a bid that was too low", async () => {
    const journal = forged(4, (fact) => ({ ...fact, amountMinor: 100_50 }) as Fact);
    expect(await checkJournal(journal)).toMatchObject(law(4));
  });

  it("is found out by a bid of the seller", async () => {
    const journal = forged(4, (fact) => ({ ...fact, bidderId: "sue" }) as Fact);
    expect(await checkJournal(journal)).toMatchObject(law(4));
  });

  it("is found out by another winner, another price, and an end that did not move", async () => {
    const last = LIFE.length;
    const outcome = { winnerId: "bob", bidId: "b2", priceMinor: 120_00 };
    expect(await checkJournal(forged(last, (fact) => ({ ...fact, outcome }) as Fact))).toMatchObject(law(last));
    expect(await checkJournal(forged(last, (fact) => ({ ...fact, outcome: null }) as Fact))).toMatchObject(law(last));
    expect(await checkJournal(forged(last - 1, () => null))).toMatchObject(law(last - 1));
  });

  it("is found out by an end that moves by itself", async () => {
    const moved: Fact = { type: "extended", endsAt: END + MINUTE_MS, extensions: 1 };
    const journal = sealed([
      ...LIFE.slice(0, 3).map(({ seq, at, fact }) => ({ seq, at, fact })),
      { seq: 4, at: T0 + 3 * MINUTE_MS, fact: moved },
    ]);
    expect(await checkJournal(journal)).toMatchObject(law(4));
  });
});
