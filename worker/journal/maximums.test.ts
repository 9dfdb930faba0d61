/** A public journal with automatic bids is checked to the cent, and planted mistakes are found. */
import { expect, it } from "vitest";

import type { JournalRecord } from "../contract/journal.ts";
import type { Command } from "../rules/decide.ts";
import type { Fact, SequencedFact } from "../rules/facts.ts";
import { checkJournal } from "./check-journal.ts";
import { sequencedFactsOf, anOpenCommand, publishFacts, T0 } from "./testing/journals.ts";

const WINNING_SALT = "a salt that is never published";

const placeUpTo = (
  bidderId: string,
  maxMinor: number,
  salt = `salt of ${maxMinor}`,
  amountMinor?: number,
): Command => ({
  type: "placeBid",
  bidId: `${bidderId}-bid`,
  bidderId,
  amountMinor,
  maximum: { maxMinor, salt },
});

function factsAfter(commands: readonly Command[]): SequencedFact[] {
  return sequencedFactsOf([anOpenCommand(), ...commands].map((command) => [command, T0]));
}

/** The same journal with one forged fact. The chain is rebuilt, as a forger would do it. */
function forge(facts: readonly SequencedFact[], factIndex: number, change: (fact: Fact) => object): JournalRecord[] {
  return publishFacts(
    facts.map((entry, index) =>
      index === factIndex ? { ...entry, fact: { ...entry.fact, ...change(entry.fact) } } : entry,
    ),
  );
}

/** Ann's bid rises twice and loses the lead to Bob, whose maximum Cem beats. Cem then changes his maximum and leads. */
const FACTS = factsAfter([
  placeUpTo("ann", 200_00),
  placeUpTo("dan", 150_00),
  { type: "placeBid", bidId: "eve-bid", bidderId: "eve", amountMinor: 160_00 },
  placeUpTo("bob", 300_00, undefined, 210_00),
  placeUpTo("cem", 500_00),
  { type: "editBid", bidId: "cem-bid", bidderId: "cem", maximum: { maxMinor: 450_00, salt: WINNING_SALT } },
  { type: "placeBid", bidId: "dan-2", bidderId: "dan", amountMinor: 320_00 },
]);
const indexOf = (type: Fact["type"], bidId: string) =>
  FACTS.findIndex(({ fact }) => fact.type === type && "bidId" in fact && fact.bidId === bidId);

async function faultIn(records: readonly JournalRecord[]) {
  const checked = await checkJournal(records);
  return checked.valid ? null : [checked.fault, checked.seq];
}

it("a journal with automatic bids is valid while the leader's maximum is secret", async () => {
  const records = publishFacts(FACTS);
  expect(await faultIn(records)).toBeNull();
  expect(JSON.stringify(records)).not.toContain(WINNING_SALT);
  expect(JSON.stringify(records)).not.toContain("45000");
  expect(JSON.stringify(records)).toContain("salt of 20000");
});

it("a journal is valid if the secret maximum left no room for a whole increment", async () => {
  const capped = factsAfter([placeUpTo("ann", 150_50), placeUpTo("bob", 150_00)]);
  expect(capped.at(-1)?.fact).toMatchObject({ amountMinor: 150_50 });
  expect(await faultIn(publishFacts(capped))).toBeNull();
  const outbidJournal = factsAfter([placeUpTo("ann", 150_00), placeUpTo("bob", 150_50)]);
  expect(outbidJournal.at(-1)?.fact).toMatchObject({ amountMinor: 150_50 });
  expect(await faultIn(publishFacts(outbidJournal))).toBeNull();
});

it("a journal with automatic bids is valid after releases that lower the leading bid", async () => {
  const lowered = factsAfter([
    placeUpTo("ann", 200_00),
    placeUpTo("bob", 150_00),
    { type: "requestRelease", bidId: "bob-bid", bidderId: "bob" },
    { type: "releaseBid", bidId: "bob-bid", sellerId: "sue" },
    placeUpTo("cem", 300_00),
    { type: "requestRelease", bidId: "cem-bid", bidderId: "cem" },
    { type: "releaseBid", bidId: "cem-bid", sellerId: "sue" },
    placeUpTo("dan", 120_00),
  ]);
  expect(lowered.filter(({ fact }) => fact.type === "bidAdjusted")).toHaveLength(5);
  expect(await faultIn(publishFacts(lowered))).toBeNull();
});

it("a journal isn't valid if an automatic bid is one cent too high", async () => {
  const factIndex = indexOf("bidAdjusted", "ann-bid");
  const records = forge(FACTS, factIndex, (fact) => ({
    amountMinor: "amountMinor" in fact ? fact.amountMinor + 1 : 0,
  }));
  // The raise follows from the bid before it, so the fault is at the raise itself.
  expect(await faultIn(records)).toEqual(["rules", factIndex + 1]);
});

it("a journal isn't valid if a maximum is revealed while it still leads", async () => {
  const factIndex = indexOf("newBid", "eve-bid");
  const openedMaximum = { seq: 2, maxMinor: 200_00, salt: "salt of 20000" };
  expect(await faultIn(forge(FACTS, factIndex, () => ({ openedMaximum })))).toEqual(["rules", factIndex + 1]);
});

it.each([
  ["another amount", { maxMinor: 200_01 }],
  ["another salt", { salt: "another" }],
  ["the seal of another event", { seq: 1 }],
])("a maximum that doesn't match its seal is detected: %s", async (_what, change) => {
  const factIndex = indexOf("newBid", "bob-bid");
  const records = forge(FACTS, factIndex, (fact) => ({
    openedMaximum: { ...("openedMaximum" in fact ? fact.openedMaximum : {}), ...change },
  }));
  expect(await faultIn(records)).toEqual(["rules", factIndex + 1]);
});

it("a journal isn't valid if it doesn't reveal a maximum that was outbid", async () => {
  const factIndex = indexOf("newBid", "bob-bid");
  const records = forge(FACTS, factIndex, () => ({ openedMaximum: undefined }));
  expect((await faultIn(records))?.[0]).toBe("rules");
});

it("a journal isn't valid if the later of two equal maximums leads", async () => {
  const tied = factsAfter([placeUpTo("ann", 200_00), placeUpTo("bob", 200_00), placeUpTo("cem", 300_00)]);
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
  expect(await faultIn(publishFacts(swapped))).toEqual(["rules", 3]);
});

it("a journal isn't valid with a missing seal or a seal without a maximum", async () => {
  const factIndex = indexOf("newBid", "ann-bid");
  const withoutSeal = FACTS.map(({ secret, ...one }, index) =>
    index === factIndex || !secret ? one : { ...one, secret },
  );
  expect((await faultIn(publishFacts(withoutSeal)))?.[0]).toBe("rules");
  const exactBidIndex = indexOf("newBid", "eve-bid");
  const withExtraSeal = FACTS.map((one, index) =>
    index === exactBidIndex ? { ...one, secret: { maxMinor: 1, salt: "" } } : one,
  );
  expect(await faultIn(publishFacts(withExtraSeal))).toEqual(["rules", exactBidIndex + 1]);
});
