/** Released, removed or voided bids, and released buyers, in a journal that anyone can check. */
import { expect, it } from "vitest";

import type { JournalRecord } from "../contract/journal.ts";
import type { Command } from "../rules/decide.ts";
import type { Fact } from "../rules/facts.ts";
import { checkJournal } from "./check-journal.ts";
import { sequencedFactsOf, anOpenCommand, publishFacts, T0, type TimedCommand } from "./testing/journals.ts";

const MINUTE_MS = 60_000;
const END = T0 + 60 * MINUTE_MS;
const openCommand = anOpenCommand({ endsAt: END });
const bid = (bidId: string, bidderId: string, amountMinor: number): Command => ({
  type: "placeBid",
  bidId,
  bidderId,
  amountMinor,
});

function journalOf(commands: readonly TimedCommand[], closeAt: number | null = null): JournalRecord[] {
  return publishFacts(sequencedFactsOf(commands, closeAt));
}

const withoutHashes = (journal: readonly JournalRecord[]) => journal.map(({ hash: _, ...record }) => record);

const aMaximum = (maxMinor: number) => ({ maxMinor, salt: `salt of ${maxMinor}` });
const atMinute = (minutes: number) => T0 + minutes * MINUTE_MS;
const voidBid: Command = { type: "voidBid", bidId: "b2", by: "admin", reason: "A shill", salt: "s" };
const firstBid: TimedCommand = [
  { type: "placeBid", bidId: "b1", bidderId: "ann", maximum: aMaximum(300_00) },
  atMinute(1),
];
/** Bob's bid opens Ann's maximum, so he can't withdraw it. */
const openedMaximum: readonly TimedCommand[] = [[openCommand, T0], firstBid, [bid("b2", "bob", 400_00), atMinute(2)]];
/** Ann's bid is raised against Bob's. */
const raised: readonly TimedCommand[] = [[openCommand, T0], firstBid, [bid("b2", "bob", 200_00), atMinute(2)]];
const releaseRequest: TimedCommand = [{ type: "requestRelease", bidId: "b2", bidderId: "bob" }, atMinute(3)];
const releaseCommand: TimedCommand = [{ type: "releaseBid", bidId: "b2", sellerId: "sue" }, atMinute(4)];
const blockCommand: TimedCommand = [{ type: "blockBidder", sellerId: "sue", personId: "bob", salt: "s" }, atMinute(3)];
const sellerVoidCommand: TimedCommand = [{ type: "voidBid", bidId: "b2", by: "seller", personId: "bob" }, atMinute(3)];
const FOUR_DAYS_MS = 4 * 24 * 60 * MINUTE_MS;
const unpaidJournal = withoutHashes(journalOf(openedMaximum, END));
const nextSeq = unpaidJournal.length + 1;
const buyerReleased = { type: "buyerReleased", bidderId: "bob", priceMinor: 400_00 } as const;

/** The check's result for a journal that ends with this fact and its consequences. */
const checkWithEnd = (journal: readonly JournalRecord[], time: number, ...facts: readonly Fact[]) =>
  checkJournal(
    publishFacts([
      ...withoutHashes(journal),
      ...facts.map((fact, index) => ({ seq: journal.length + index + 1, at: time, fact })),
    ]),
  );
const faultAt = (seq: number) => ({ valid: false, fault: "rules", seq });
const withdrawnFact = { type: "bidWithdrawn", bidId: "b2", bidderId: "bob", amountMinor: 400_00 } as const;
const loweredFact = { type: "bidAdjusted", bidId: "b1", bidderId: "ann", amountMinor: 100_00 } as const;

it.each([
  ["a release and its request", [...openedMaximum, releaseRequest, releaseCommand]],
  ["a bid that an admin voided", [...openedMaximum, [voidBid, atMinute(3)] as const]],
  ["a voided bid that had raised another", [...raised, [voidBid, atMinute(3)] as const]],
  ["a bid by a person whom the seller blocked", [...openedMaximum, blockCommand, sellerVoidCommand]],
  ["a raise against a bid by a blocked person", [...raised, blockCommand, sellerVoidCommand]],
  [
    "a raised bid with an old release request",
    [
      ...openedMaximum.slice(0, 2),
      [{ type: "requestRelease", bidId: "b1", bidderId: "ann" }, atMinute(2)] as const,
      [bid("b1", "ann", 350_00), atMinute(3)] as const,
    ],
  ],
  ["a voided bid that extends the auction", [...openedMaximum, [voidBid, END - MINUTE_MS] as const]],
])("a journal with removed bids is valid: %s", async (_, commands) => {
  expect(await checkJournal(journalOf(commands))).toMatchObject({ valid: true });
});

it("a journal has no winner after the buyer is released", async () => {
  const checked = await checkWithEnd(publishFacts(unpaidJournal), END + FOUR_DAYS_MS, buyerReleased);
  expect(checked.valid && checked.states.at(-1)).toMatchObject({ outcome: null, buyerReleased: true });
  expect(
    await checkWithEnd(publishFacts(unpaidJournal), END + FOUR_DAYS_MS, buyerReleased, { type: "removed" }),
  ).toMatchObject({ valid: false });
});

it("recomputed hashes don't hide the withdrawal of a bid that revealed a maximum", async () => {
  const fact = { ...withdrawnFact, newLeaderId: "ann" };
  for (const reason of [{}, { reason: "mistake" as const }]) {
    expect(
      await checkWithEnd(journalOf(openedMaximum), atMinute(2), { ...fact, ...reason }, loweredFact),
    ).toMatchObject(faultAt(5));
  }
  const lowerWithdrawal = { ...withdrawnFact, amountMinor: 200_00, newLeaderId: null };
  expect(await checkWithEnd(journalOf(raised), atMinute(2), lowerWithdrawal, loweredFact)).toMatchObject(faultAt(5));
});

it("recomputed hashes don't hide a release that no one asked for", async () => {
  const fact = { ...withdrawnFact, newLeaderId: "ann", reason: "released" } as const;
  expect(await checkWithEnd(journalOf(openedMaximum), atMinute(4), fact, loweredFact)).toMatchObject(faultAt(5));
  expect(
    await checkWithEnd(journalOf([...openedMaximum, releaseRequest]), atMinute(4), fact, loweredFact),
  ).toMatchObject({
    valid: true,
  });
  expect(
    await checkWithEnd(journalOf([...openedMaximum, releaseRequest]), END - MINUTE_MS, fact, loweredFact),
  ).toMatchObject(faultAt(6));
});

it("recomputed hashes don't hide a second release request or one by another person", async () => {
  const fact = { type: "releaseRequested", bidId: "b2", bidderId: "bob", amountMinor: 400_00 } as const;
  expect(await checkWithEnd(journalOf(openedMaximum), atMinute(3), fact)).toMatchObject({ valid: true });
  expect(await checkWithEnd(journalOf(openedMaximum), atMinute(3), { ...fact, bidderId: "ann" })).toMatchObject(
    faultAt(5),
  );
  expect(await checkWithEnd(journalOf([...openedMaximum, releaseRequest]), atMinute(3), fact)).toMatchObject(
    faultAt(6),
  );
});

it.each([["seller" as const], ["admin" as const]])(
  "recomputed hashes don't hide a wrong price after a bid voided by the %s",
  async (by) => {
    const fact = { ...withdrawnFact, type: "bidVoided", newLeaderId: "ann", by } as const;
    const journal = journalOf([...openedMaximum, blockCommand]);
    const wrong = { ...loweredFact, amountMinor: 150_00 };
    expect(await checkWithEnd(journal, atMinute(3), fact, loweredFact)).toMatchObject({ valid: true });
    expect(await checkWithEnd(journal, atMinute(3), fact, wrong)).toMatchObject(faultAt(7));
    expect(await checkWithEnd(journal, atMinute(3), fact)).toMatchObject({ valid: false, fault: "gap", seq: 7 });
    expect(await checkWithEnd(journal, atMinute(3), { ...fact, newLeaderId: null }, loweredFact)).toMatchObject(
      faultAt(6),
    );
    expect(await checkWithEnd(journal, END, fact, loweredFact)).toMatchObject(faultAt(6));
  },
);

it("recomputed hashes don't hide that a seller voided a bid without a block", async () => {
  const fact = { ...withdrawnFact, type: "bidVoided", newLeaderId: "ann", by: "seller" } as const;
  expect(await checkWithEnd(journalOf(openedMaximum), atMinute(3), fact, loweredFact)).toMatchObject(faultAt(5));
  const blockedBefore: Command = { type: "blockBidder", sellerId: "sue", personId: "cem", salt: "s" };
  const before = journalOf([...openedMaximum.slice(0, 2), [blockedBefore, atMinute(1)], ...openedMaximum.slice(2)]);
  expect(await checkWithEnd(before, atMinute(3), fact, loweredFact)).toMatchObject(faultAt(6));
});

it("recomputed hashes don't hide a buyer who was released twice or wrongly", async () => {
  const journal = publishFacts(unpaidJournal);
  expect(await checkWithEnd(journal, END + FOUR_DAYS_MS, buyerReleased)).toMatchObject({ valid: true });
  expect(await checkWithEnd(journal, END + FOUR_DAYS_MS, { ...buyerReleased, bidderId: "ann" })).toMatchObject(
    faultAt(nextSeq),
  );
  expect(await checkWithEnd(journal, END + FOUR_DAYS_MS, { ...buyerReleased, priceMinor: 1 })).toMatchObject(
    faultAt(nextSeq),
  );
  expect(await checkWithEnd(journal, END + FOUR_DAYS_MS, buyerReleased, buyerReleased)).toMatchObject(
    faultAt(nextSeq + 1),
  );
  const { fact: closed } = unpaidJournal.at(-1) ?? {};
  expect(closed).toMatchObject({ type: "closed", outcome: { winnerId: "bob" } });
});
