/** Released, removed or voided bids, and released buyers, in a journal that anyone can check. */
import { expect, it } from "vitest";

import type { JournalRecord } from "../contract/journal.ts";
import type { Command } from "../rules/decide.ts";
import type { Fact } from "../rules/facts.ts";
import { checkJournal } from "./check-journal.ts";
import { factsOf, openingOf, published, T0, type TimedCommand } from "./testing/journals.ts";

const MINUTE_MS = 60_000;
const END = T0 + 60 * MINUTE_MS;
const open = openingOf({ endsAt: END });
const bid = (bidId: string, bidderId: string, amountMinor: number): Command => ({
  type: "placeBid",
  bidId,
  bidderId,
  amountMinor,
});

function journalOf(commands: readonly TimedCommand[], closeAt: number | null = null): JournalRecord[] {
  return published(factsOf(commands, closeAt));
}

const withoutHashes = (journal: readonly JournalRecord[]) => journal.map(({ hash: _, ...one }) => one);

const upTo = (maxMinor: number) => ({ maxMinor, salt: `salt of ${maxMinor}` });
const at = (minutes: number) => T0 + minutes * MINUTE_MS;
const remove: Command = { type: "voidBid", bidId: "b2", by: "admin", reason: "A shill", salt: "s" };
const first: TimedCommand = [{ type: "placeBid", bidId: "b1", bidderId: "ann", maximum: upTo(300_00) }, at(1)];
/** Bob's bid opens Ann's maximum, and so reveals something. */
const met: readonly TimedCommand[] = [[open, T0], first, [bid("b2", "bob", 400_00), at(2)]];
/** Ann's bid is raised against Bob's. */
const raised: readonly TimedCommand[] = [[open, T0], first, [bid("b2", "bob", 200_00), at(2)]];
const releaseRequest: TimedCommand = [{ type: "requestRelease", bidId: "b2", bidderId: "bob" }, at(3)];
const released: TimedCommand = [{ type: "releaseBid", bidId: "b2", sellerId: "sue" }, at(4)];
const blocked: TimedCommand = [{ type: "blockBidder", sellerId: "sue", personId: "bob", salt: "s" }, at(3)];
const voided: TimedCommand = [{ type: "voidBid", bidId: "b2", by: "seller", personId: "bob" }, at(3)];
const DAYS_MS = 4 * 24 * 60 * MINUTE_MS;
const unpaid = withoutHashes(journalOf(met, END));
const last = unpaid.length + 1;
const freed = { type: "buyerReleased", bidderId: "bob", priceMinor: 400_00 } as const;

/** The check's result for a journal that ends with this fact and its consequences. */
const ending = (journal: readonly JournalRecord[], time: number, ...facts: readonly Fact[]) =>
  checkJournal(
    published([
      ...withoutHashes(journal),
      ...facts.map((fact, index) => ({ seq: journal.length + index + 1, at: time, fact })),
    ]),
  );
const broken = (seq: number) => ({ sound: false, fault: "rules", seq });
const withdrawn = { type: "bidWithdrawn", bidId: "b2", bidderId: "bob", amountMinor: 400_00 } as const;
const lowered = { type: "bidAdjusted", bidId: "b1", bidderId: "ann", amountMinor: 100_00 } as const;

it.each([
  ["a release and its request", [...met, releaseRequest, released]],
  ["a bid that an admin removed", [...met, [remove, at(3)] as const]],
  ["a bid that an admin removed, against which another was raised", [...raised, [remove, at(3)] as const]],
  ["a bid of a person whom the seller blocked", [...met, blocked, voided]],
  ["a raise against a bid of a blocked person", [...raised, blocked, voided]],
  [
    "a release request for a bid that its bidder then raises",
    [
      ...met.slice(0, 2),
      [{ type: "requestRelease", bidId: "b1", bidderId: "ann" }, at(2)] as const,
      [bid("b1", "ann", 350_00), at(3)] as const,
    ],
  ],
  ["a removal that extends the auction", [...met, [remove, END - MINUTE_MS] as const]],
])("a journal with removed bids is valid: %s", async (_, commands) => {
  expect(await checkJournal(journalOf(commands))).toMatchObject({ sound: true });
});

it("a journal has no winner after the buyer was released", async () => {
  const checked = await ending(published(unpaid), END + DAYS_MS, freed);
  expect(checked.sound && checked.states.at(-1)).toMatchObject({ outcome: null, buyerReleased: true });
  expect(await ending(published(unpaid), END + DAYS_MS, freed, { type: "removed" })).toMatchObject({ sound: false });
});

it("recomputed hashes don't hide the withdrawal of a bid that revealed a maximum", async () => {
  const fact = { ...withdrawn, newLeaderId: "ann" };
  for (const reason of [{}, { reason: "mistake" as const }]) {
    expect(await ending(journalOf(met), at(2), { ...fact, ...reason }, lowered)).toMatchObject(broken(5));
  }
  const under = { ...withdrawn, amountMinor: 200_00, newLeaderId: null };
  expect(await ending(journalOf(raised), at(2), under, lowered)).toMatchObject(broken(5));
});

it("recomputed hashes don't hide a release that no one asked for", async () => {
  const fact = { ...withdrawn, newLeaderId: "ann", reason: "released" } as const;
  expect(await ending(journalOf(met), at(4), fact, lowered)).toMatchObject(broken(5));
  expect(await ending(journalOf([...met, releaseRequest]), at(4), fact, lowered)).toMatchObject({ sound: true });
  expect(await ending(journalOf([...met, releaseRequest]), END - MINUTE_MS, fact, lowered)).toMatchObject(broken(6));
});

it("recomputed hashes don't hide a second release request or one by another person", async () => {
  const fact = { type: "releaseRequested", bidId: "b2", bidderId: "bob", amountMinor: 400_00 } as const;
  expect(await ending(journalOf(met), at(3), fact)).toMatchObject({ sound: true });
  expect(await ending(journalOf(met), at(3), { ...fact, bidderId: "ann" })).toMatchObject(broken(5));
  expect(await ending(journalOf([...met, releaseRequest]), at(3), fact)).toMatchObject(broken(6));
});

it.each([["seller" as const], ["admin" as const]])(
  "recomputed hashes don't hide a wrong price after a bid voided by the %s",
  async (by) => {
    const fact = { ...withdrawn, type: "bidVoided", newLeaderId: "ann", by } as const;
    const journal = journalOf([...met, blocked]);
    const wrong = { ...lowered, amountMinor: 150_00 };
    expect(await ending(journal, at(3), fact, lowered)).toMatchObject({ sound: true });
    expect(await ending(journal, at(3), fact, wrong)).toMatchObject(broken(7));
    expect(await ending(journal, at(3), fact)).toMatchObject({ sound: false, fault: "gap", seq: 7 });
    expect(await ending(journal, at(3), { ...fact, newLeaderId: null }, lowered)).toMatchObject(broken(6));
    expect(await ending(journal, END, fact, lowered)).toMatchObject(broken(6));
  },
);

it("recomputed hashes don't hide that a seller voided a bid without a block", async () => {
  const fact = { ...withdrawn, type: "bidVoided", newLeaderId: "ann", by: "seller" } as const;
  expect(await ending(journalOf(met), at(3), fact, lowered)).toMatchObject(broken(5));
  const blockedBefore: Command = { type: "blockBidder", sellerId: "sue", personId: "cem", salt: "s" };
  const before = journalOf([...met.slice(0, 2), [blockedBefore, at(1)], ...met.slice(2)]);
  expect(await ending(before, at(3), fact, lowered)).toMatchObject(broken(6));
});

it("recomputed hashes don't hide a buyer who was released twice or wrongly", async () => {
  const journal = published(unpaid);
  expect(await ending(journal, END + DAYS_MS, freed)).toMatchObject({ sound: true });
  expect(await ending(journal, END + DAYS_MS, { ...freed, bidderId: "ann" })).toMatchObject(broken(last));
  expect(await ending(journal, END + DAYS_MS, { ...freed, priceMinor: 1 })).toMatchObject(broken(last));
  expect(await ending(journal, END + DAYS_MS, freed, freed)).toMatchObject(broken(last + 1));
  const { fact: closed } = unpaid.at(-1) ?? {};
  expect(closed).toMatchObject({ type: "closed", outcome: { winnerId: "bob" } });
});
