import { expect, it } from "vitest";

import type { JournalRecord } from "../contract/journal.ts";
import type { Command } from "../rules/decide.ts";
import type { Fact } from "../rules/facts.ts";
import { checkJournal } from "./check-journal.ts";
import { sequencedFactsOf, LIMITS, anOpenCommand, publishFacts, T0, type TimedCommand } from "./testing/journals.ts";

const MINUTE_MS = 60_000;
const END = T0 + 60 * MINUTE_MS;
const openCommand = anOpenCommand({ endsAt: END });
const bid = (bidId: string, bidderId: string, amountMinor: number): Command => ({
  type: "placeBid",
  bidId,
  bidderId,
  amountMinor,
  confirmed: true,
});

function journalOf(commands: readonly TimedCommand[], closeAt: number | null = null): JournalRecord[] {
  return publishFacts(sequencedFactsOf(commands, closeAt));
}

/** A journal with plain, edited and withdrawn bids, an edited listing, an extension and the closing. */
const JOURNAL = journalOf(
  [
    [openCommand, T0],
    [{ type: "editListing", sellerId: "sue", change: { title: "Old clock" }, limits: LIMITS }, T0 + MINUTE_MS],
    [bid("b1", "ann", 100_00), T0 + 2 * MINUTE_MS],
    [bid("b2", "bob", 120_00), T0 + 3 * MINUTE_MS],
    [bid("b3", "ann", 121_00), T0 + 4 * MINUTE_MS],
    [{ type: "editBid", bidId: "b3", bidderId: "ann", amountMinor: 130_00 }, T0 + 5 * MINUTE_MS],
    [{ type: "withdrawBid", bidId: "b3", bidderId: "ann" }, T0 + 6 * MINUTE_MS],
    [bid("b5", "dee", 9_900_00), T0 + 7 * MINUTE_MS],
    [{ type: "withdrawBid", bidId: "b5", bidderId: "dee", reason: "mistake" }, T0 + 8 * MINUTE_MS],
    // Late enough to extend the auction.
    [bid("b4", "cem", 200_00), END - MINUTE_MS],
  ],
  END + 2 * MINUTE_MS,
);

it("a genuine journal is valid and yields the auction's price and winner", async () => {
  const checked = await checkJournal(JOURNAL);
  if (!checked.valid) throw new Error(`${checked.fault} at ${checked.seq}`);
  expect(JOURNAL.map(({ fact }) => fact.type)).toContain("extended");
  expect(checked.states.at(-1)).toMatchObject({
    phase: "closed",
    outcome: { winnerId: "cem", bidId: "b4", priceMinor: 200_00 },
  });
  expect(checked.lastHash).toBe(JOURNAL.at(-1)?.hash);
});

it("the journal of a running or removed auction is valid", async () => {
  expect(await checkJournal(JOURNAL.slice(0, 4))).toMatchObject({ valid: true });
  const removed = journalOf([
    [openCommand, T0],
    [{ type: "deleteListing", sellerId: "sue" }, T0 + 1],
  ]);
  expect(await checkJournal(removed)).toMatchObject({ valid: true });
});

const hideCommand: Command = { type: "hideListing", reason: "A copy", salt: "s" };
const voidCommand: Command = { type: "voidAuction", reason: "Stolen goods" };
const voidedJournal = journalOf([
  [openCommand, T0],
  [bid("b1", "ann", 100_00), T0 + MINUTE_MS],
  [voidCommand, T0 + 2 * MINUTE_MS],
]);

it("a journal with admin actions is valid, and a voided auction has no winner", async () => {
  const hidden = journalOf(
    [
      [openCommand, T0],
      [bid("b1", "ann", 100_00), T0 + MINUTE_MS],
      [hideCommand, T0 + 2 * MINUTE_MS],
    ],
    END,
  );
  expect(hidden.at(-1)?.fact).toMatchObject({ type: "closed", whileHidden: true });
  expect(await checkJournal(hidden)).toMatchObject({ valid: true });
  const checked = await checkJournal(voidedJournal);
  expect(checked.valid && checked.states.at(-1)).toMatchObject({ phase: "voided", outcome: null });
});

it("recomputed hashes don't hide a bid on a voided auction or a second voiding", async () => {
  const journalWith = (fact: Fact) =>
    publishFacts([...withoutHashes(voidedJournal), { seq: 4, at: T0 + 3 * MINUTE_MS, fact }]);
  const lateBid: Fact = {
    type: "newBid",
    bidId: "b2",
    bidderId: "bob",
    amountMinor: 200_00,
    auto: false,
    outbidId: "ann",
  };
  for (const fact of [lateBid, { type: "voided", reason: "Another" } as const]) {
    expect(await checkJournal(journalWith(fact))).toMatchObject({ valid: false, fault: "rules", seq: 4 });
  }
});

it("recomputed hashes don't hide the announcement of another winner", async () => {
  const outcome = { winnerId: "bob", bidId: "b1", priceMinor: 100_00 };
  const shownAgainJournal = journalOf([
    [openCommand, T0],
    [hideCommand, T0 + MINUTE_MS],
    [{ type: "showListing" }, T0 + 2 * MINUTE_MS],
  ]);
  const journal = forge(3, () => ({ type: "shown", closing: { outcome } }), shownAgainJournal);
  expect(await checkJournal(journal)).toMatchObject({ valid: false, fault: "rules", seq: 3 });
});

const withoutHashes = (journal: readonly JournalRecord[]) => journal.map(({ hash: _, ...record }) => record);

/** The same facts with one changed and all hashes recomputed, as a dishonest operator would publish. */
function forge(seq: number, change: (fact: Fact) => Fact | null, journal = JOURNAL): JournalRecord[] {
  const facts = journal.flatMap(({ hash: _hash, ...record }) => {
    const fact = record.seq === seq ? change(record.fact) : record.fact;
    return fact ? [{ seq: record.seq, at: record.at, fact }] : [];
  });
  return publishFacts(facts.map((entry, index) => ({ ...entry, seq: index + 1 })));
}

it.each(JOURNAL.map(({ seq }) => seq))("a check detects a changed time at entry %i of a journal", async (seq) => {
  const tampered = JOURNAL.map((record) => (record.seq === seq ? { ...record, at: record.at + 1 } : record));
  expect(await checkJournal(tampered)).toMatchObject({ valid: false, fault: "hash", seq });
});

it.each(JOURNAL.slice(0, -1).map(({ seq }) => seq))(
  "a check detects that entry %i of a journal is missing",
  async (seq) => {
    const tampered = JOURNAL.filter((record) => record.seq !== seq);
    expect(await checkJournal(tampered)).toMatchObject({ valid: false, fault: "gap", seq });
  },
);

it("a check detects a journal that is empty or lacks a bid's extension", async () => {
  expect(await checkJournal([])).toMatchObject({ valid: false, fault: "gap", seq: 1 });
  const upToBid = JOURNAL.slice(
    0,
    JOURNAL.findIndex(({ fact }) => fact.type === "extended"),
  );
  expect(await checkJournal(upToBid)).toMatchObject({ valid: false, fault: "gap", seq: upToBid.length + 1 });
});

const faultAt = (seq: number) => ({ valid: false, fault: "rules", seq });

it("recomputed hashes don't hide a bid that was too low", async () => {
  const journal = forge(4, (fact) => ({ ...fact, amountMinor: 100_50 }) as Fact);
  expect(await checkJournal(journal)).toMatchObject(faultAt(4));
});

it("recomputed hashes don't hide a bid by the seller", async () => {
  const journal = forge(4, (fact) => ({ ...fact, bidderId: "sue" }) as Fact);
  expect(await checkJournal(journal)).toMatchObject(faultAt(4));
});

it("recomputed hashes don't hide a wrong winner, a missing outcome or a missing end", async () => {
  const last = JOURNAL.length;
  const outcome = { winnerId: "bob", bidId: "b2", priceMinor: 120_00 };
  expect(await checkJournal(forge(last, (fact) => ({ ...fact, outcome }) as Fact))).toMatchObject(faultAt(last));
  expect(await checkJournal(forge(last, (fact) => ({ ...fact, outcome: null }) as Fact))).toMatchObject(faultAt(last));
  expect(await checkJournal(forge(last - 1, () => null))).toMatchObject(faultAt(last - 1));
});

it("recomputed hashes don't hide a withdrawal that came too late", async () => {
  const lateWithdrawal: Fact = {
    type: "bidWithdrawn",
    bidId: "b1",
    bidderId: "ann",
    amountMinor: 100_00,
    newLeaderId: null,
    reason: "mistake",
  };
  const commands: TimedCommand[] = [
    [openCommand, T0],
    [bid("b1", "ann", 100_00), T0 + MINUTE_MS],
    [bid("b2", "bob", 120_00), T0 + MINUTE_MS + 1],
  ];
  const checkWithWithdrawal = (journal: JournalRecord[], at: number) =>
    checkJournal(publishFacts([...withoutHashes(journal), { seq: journal.length + 1, at, fact: lateWithdrawal }]));
  expect(await checkWithWithdrawal(journalOf(commands), T0 + MINUTE_MS + 2)).toMatchObject(faultAt(4));
  expect(await checkWithWithdrawal(journalOf(commands.slice(0, 2)), T0 + 2 * MINUTE_MS + 1)).toMatchObject(faultAt(3));
  expect(await checkWithWithdrawal(journalOf(commands.slice(0, 2)), T0 + 2 * MINUTE_MS)).toMatchObject({ valid: true });
});

it("recomputed hashes don't hide an extension without a bid", async () => {
  const extension: Fact = { type: "extended", endsAt: END + MINUTE_MS, extensions: 1 };
  const journal = publishFacts([
    ...JOURNAL.slice(0, 3).map(({ seq, at, fact }) => ({ seq, at, fact })),
    { seq: 4, at: T0 + 3 * MINUTE_MS, fact: extension },
  ]);
  expect(await checkJournal(journal)).toMatchObject(faultAt(4));
});
