/** A public journal with automatic bids is checked to the cent, and planted mistakes are found. */
import { expect, it } from "vitest";

import type { JournalRecord } from "../contract/journal.ts";
import type { Command } from "../rules/decide.ts";
import type { Fact, SequencedFact } from "../rules/facts.ts";
import { checkJournal } from "./check-journal.ts";
import { factsOf, openingOf, published, T0 } from "./testing/journals.ts";

const WINNING_SALT = "a salt that is never published";

const upTo = (bidderId: string, maxMinor: number, salt = `salt of ${maxMinor}`, amountMinor?: number): Command => ({
  type: "placeBid",
  bidId: `${bidderId}-bid`,
  bidderId,
  amountMinor,
  maximum: { maxMinor, salt },
});

function journalOf(commands: readonly Command[]): SequencedFact[] {
  return factsOf([openingOf(), ...commands].map((command) => [command, T0]));
}

/** The same journal with one forged fact. The chain is rebuilt, as a forger would do it. */
function forged(facts: readonly SequencedFact[], nth: number, change: (fact: Fact) => object): JournalRecord[] {
  return published(
    facts.map((one, index) => (index === nth ? { ...one, fact: { ...one.fact, ...change(one.fact) } } : one)),
  );
}

/** Ann is raised twice, and loses the lead to Bob, whose bid Cem exhausts. Cem then changes his maximum and leads. */
const FACTS = journalOf([
  upTo("ann", 200_00),
  upTo("dan", 150_00),
  { type: "placeBid", bidId: "eve-bid", bidderId: "eve", amountMinor: 160_00 },
  upTo("bob", 300_00, undefined, 210_00),
  upTo("cem", 500_00),
  { type: "editBid", bidId: "cem-bid", bidderId: "cem", maximum: { maxMinor: 450_00, salt: WINNING_SALT } },
  { type: "placeBid", bidId: "dan-2", bidderId: "dan", amountMinor: 320_00 },
]);
const indexOf = (type: Fact["type"], bidId: string) =>
  FACTS.findIndex(({ fact }) => fact.type === type && "bidId" in fact && fact.bidId === bidId);

async function faultIn(records: readonly JournalRecord[]) {
  const checked = await checkJournal(records);
  return checked.sound ? null : [checked.fault, checked.seq];
}

it("a journal with automatic bids is valid while the leader's maximum is secret", async () => {
  const records = published(FACTS);
  expect(await faultIn(records)).toBeNull();
  expect(JSON.stringify(records)).not.toContain(WINNING_SALT);
  expect(JSON.stringify(records)).not.toContain("45000");
  expect(JSON.stringify(records)).toContain("salt of 20000");
});

it("a journal is valid if the secret maximum left no room for a whole increment", async () => {
  const capped = journalOf([upTo("ann", 150_50), upTo("bob", 150_00)]);
  expect(capped.at(-1)?.fact).toMatchObject({ amountMinor: 150_50 });
  expect(await faultIn(published(capped))).toBeNull();
  const taken = journalOf([upTo("ann", 150_00), upTo("bob", 150_50)]);
  expect(taken.at(-1)?.fact).toMatchObject({ amountMinor: 150_50 });
  expect(await faultIn(published(taken))).toBeNull();
});

it("a journal with automatic bids is valid after releases that lower the leader", async () => {
  const lowered = journalOf([
    upTo("ann", 200_00),
    upTo("bob", 150_00),
    { type: "requestRelease", bidId: "bob-bid", bidderId: "bob" },
    { type: "releaseBid", bidId: "bob-bid", sellerId: "sue" },
    upTo("cem", 300_00),
    { type: "requestRelease", bidId: "cem-bid", bidderId: "cem" },
    { type: "releaseBid", bidId: "cem-bid", sellerId: "sue" },
    upTo("dan", 120_00),
  ]);
  expect(lowered.filter(({ fact }) => fact.type === "bidAdjusted")).toHaveLength(5);
  expect(await faultIn(published(lowered))).toBeNull();
});

it("a journal isn't valid if an automatic bid is one cent too high", async () => {
  const at = indexOf("bidAdjusted", "ann-bid");
  const records = forged(FACTS, at, (fact) => ({ amountMinor: "amountMinor" in fact ? fact.amountMinor + 1 : 0 }));
  // The raise follows from the bid before it, so the fault is at the raise itself.
  expect(await faultIn(records)).toEqual(["rules", at + 1]);
});

it("a journal isn't valid if a maximum is revealed while it still leads", async () => {
  const at = indexOf("newBid", "eve-bid");
  const openedMaximum = { seq: 2, maxMinor: 200_00, salt: "salt of 20000" };
  expect(await faultIn(forged(FACTS, at, () => ({ openedMaximum })))).toEqual(["rules", at + 1]);
});

it.each([
  ["another amount", { maxMinor: 200_01 }],
  ["another salt", { salt: "another" }],
  ["the seal of another event", { seq: 1 }],
])("a journal isn't valid if a revealed maximum doesn't match its seal: %s", async (_what, change) => {
  const at = indexOf("newBid", "bob-bid");
  const records = forged(FACTS, at, (fact) => ({
    openedMaximum: { ...("openedMaximum" in fact ? fact.openedMaximum : {}), ...change },
  }));
  expect(await faultIn(records)).toEqual(["rules", at + 1]);
});

it("a journal isn't valid if it doesn't reveal a maximum that was outbid", async () => {
  const at = indexOf("newBid", "bob-bid");
  const records = forged(FACTS, at, () => ({ openedMaximum: undefined }));
  expect((await faultIn(records))?.[0]).toBe("rules");
});

it("a journal isn't valid if the later of two equal maximums leads", async () => {
  const tied = journalOf([upTo("ann", 200_00), upTo("bob", 200_00), upTo("cem", 300_00)]);
  const [opened, first, second, raised, ...rest] = tied;
  if (!opened || !first || !second || !raised) throw new Error("there are two bids");
  expect([second.fact.type, raised.fact.type]).toEqual(["newBid", "bidAdjusted"]);
  // Ann is shown at her maximum, and Bob placed above her for the same amount.
  const swapped = [
    opened,
    first,
    { ...raised, seq: 3 },
    { ...second, seq: 4, fact: { ...second.fact, outbidId: "ann" } as Fact },
    ...rest,
  ];
  expect(await faultIn(published(swapped))).toEqual(["rules", 3]);
});

it("a journal isn't valid with a missing seal or a seal without a maximum", async () => {
  const at = indexOf("newBid", "ann-bid");
  const without = FACTS.map(({ secret, ...one }, index) => (index === at || !secret ? one : { ...one, secret }));
  expect((await faultIn(published(without)))?.[0]).toBe("rules");
  const exact = indexOf("newBid", "eve-bid");
  const added = FACTS.map((one, index) => (index === exact ? { ...one, secret: { maxMinor: 1, salt: "" } } : one));
  expect(await faultIn(published(added))).toEqual(["rules", exact + 1]);
});
