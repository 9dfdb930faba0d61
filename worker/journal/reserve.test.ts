/** A public journal with a hidden reserve or a purchase is checked to the cent, and planted mistakes are found. */
import { createHash } from "node:crypto";

import { expect, it } from "vitest";

import { type JournalRecord, journalRecord } from "../contract/journal.ts";
import { type Auction, evolve } from "../rules/auction.ts";
import { type Command, decide } from "../rules/decide.ts";
import {
  canonicalJson,
  chainInput,
  type Fact,
  GENESIS_HASH,
  sequenceFacts,
  type SequencedFact,
} from "../rules/facts.ts";
import { aReserve, DAY_MS, LIMITS, openCommand, place, placeUpTo, SELLER, T0 } from "../rules/testing/auctions.ts";
import { checkJournal } from "./check-journal.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const BUY: Command = { type: "buyNow", bidId: "eve-buys", bidderId: "eve", priceMinor: 900_00 };
const CLOSE: Command = { type: "close", lastHash: "" };
const edit = (reserveMinor: number | null, change = {}): Command => ({
  type: "editListing",
  sellerId: SELLER,
  change,
  reserve: reserveMinor === null ? null : aReserve(reserveMinor),
  limits: LIMITS,
});

/**
 * The facts of these commands. `CLOSE` runs at the auction's end, and all other commands run at its start. The hidden
 * reserve is $300, and the Buy It Now price is $900.
 */
function factsAfter(commands: readonly Command[], reserveMinor: number | null = 300_00): SequencedFact[] {
  let auction: Auction | null = null;
  const facts: SequencedFact[] = [];
  for (const command of [openCommand({ buyNowPriceMinor: 900_00 }, reserveMinor ?? undefined), ...commands]) {
    const now = command === CLOSE && !auction?.bought ? T0 + DAY_MS : T0;
    const decision = decide(auction, command, now);
    if (!decision.ok) throw new Error(decision.refusal.code);
    const recorded = sequenceFacts(auction, decision.drafts, now);
    auction = recorded.reduce<Auction | null>(evolve, auction);
    facts.push(...recorded);
  }
  return facts;
}

/** The journal as the room publishes it. Each fact is chained to the one before, and its secret part is only a seal. */
function publish(facts: readonly SequencedFact[]): JournalRecord[] {
  let hash = GENESIS_HASH;
  return facts.map(({ secret, ...open }) => {
    const fact = open.fact.type === "closed" ? { ...open.fact, lastHash: hash } : open.fact;
    const sealed = { ...open, fact, ...(secret ? { sealed: sha256(canonicalJson(secret)) } : {}) };
    hash = sha256(chainInput(hash, sealed));
    return journalRecord.parse(JSON.parse(JSON.stringify({ ...sealed, hash })));
  });
}

/** The same journal with one forged fact. The chain is rebuilt, as a forger would do it. */
function forge(facts: readonly SequencedFact[], nth: number, change: (fact: Fact) => object): JournalRecord[] {
  return publish(
    facts.map((entry, index) => (index === nth ? { ...entry, fact: { ...entry.fact, ...change(entry.fact) } } : entry)),
  );
}

async function faultIn(records: readonly JournalRecord[]) {
  const checked = await checkJournal(records);
  return checked.valid ? null : [checked.fault, checked.seq];
}

const revealIndexOf = (facts: readonly SequencedFact[]) => facts.findIndex(({ fact }) => "openedReserve" in fact);

it.each<[string, readonly Command[]]>([
  ["that an exact bid meets", [place("ann", 200_00), place("bob", 350_00), CLOSE]],
  ["that a still secret maximum meets", [placeUpTo("ann", 200_00), placeUpTo("bob", 500_00), CLOSE]],
  [
    "that the leader's own higher maximum meets",
    [placeUpTo("ann", 200_00), placeUpTo("ann", 250_00), placeUpTo("ann", 400_00), place("bob", 350_00), CLOSE],
  ],
  ["that no one meets", [placeUpTo("ann", 200_00), placeUpTo("bob", 250_00), CLOSE]],
  [
    "that is met, no longer met, and met again",
    [
      placeUpTo("ann", 250_00),
      place("bob", 320_00, "bob-1"),
      { type: "requestRelease", bidId: "bob-1", bidderId: "bob" },
      { type: "releaseBid", bidId: "bob-1", sellerId: SELLER },
      placeUpTo("cem", 280_00),
      placeUpTo("dan", 600_00),
      CLOSE,
    ],
  ],
  [
    "that its seller changes and removes",
    [
      edit(400_00, { title: "Another" }),
      edit(null),
      edit(350_00, { startingPriceMinor: 320_00 }),
      placeUpTo("ann", 360_00),
      CLOSE,
    ],
  ],
  ["and a purchase before it is met", [placeUpTo("ann", 250_00), BUY, CLOSE]],
  ["and a purchase by the leader", [placeUpTo("eve", 250_00), BUY, CLOSE]],
])("a journal with a reserve %s is valid", async (_what, commands) => {
  expect(await faultIn(publish(factsAfter(commands)))).toBeNull();
});

it("the journal keeps a reserve secret if it is never met", async () => {
  const records = publish(factsAfter([placeUpTo("ann", 250_00), CLOSE]));
  const text = JSON.stringify(records);
  expect([text.includes("30000"), text.includes(aReserve(300_00).salt)]).toEqual([false, false]);
  const checked = await checkJournal(records);
  expect(checked.valid && checked.states.at(-1)).toMatchObject({ outcome: null, reserve: { reserveMinor: null } });
});

const metJournal = factsAfter([placeUpTo("ann", 200_00), placeUpTo("bob", 500_00), CLOSE]);

it.each([
  ["another amount", { reserveMinor: 299_99 }],
  ["another salt", { salt: "another" }],
  ["the seal of another event", { seq: 1 }],
])("a journal isn't valid if its revealed reserve has %s", async (_what, change) => {
  const factIndex = revealIndexOf(metJournal);
  const records = forge(metJournal, factIndex, (fact) => ({
    openedReserve: { ...("openedReserve" in fact ? fact.openedReserve : {}), ...change },
  }));
  expect(await faultIn(records)).toEqual(["rules", factIndex + 1]);
});

it("a journal isn't valid if a maximum below the reserve raises the price", async () => {
  const facts = factsAfter([placeUpTo("ann", 200_00), placeUpTo("bob", 500_00)]);
  // Ann's maximum of $200 doesn't reach the reserve of $300, so it must not raise her bid.
  const records = forge(facts, 2, () => ({ amountMinor: 200_00 }));
  expect((await faultIn(records))?.[0]).toBe("rules");
});

it("a journal isn't valid if it reveals its reserve too early, too late or twice", async () => {
  const facts = factsAfter([placeUpTo("ann", 200_00), placeUpTo("bob", 500_00), place("cem", 400_00)]);
  const factIndex = revealIndexOf(facts);
  const openedReserve = { seq: 2, ...aReserve(300_00) };
  const laterIndex = facts.findIndex(({ fact }) => "bidderId" in fact && fact.bidderId === "cem");
  expect((await faultIn(forge(facts, 2, () => ({ openedReserve }))))?.[0]).toBe("rules");
  expect((await faultIn(forge(facts, factIndex, () => ({ openedReserve: undefined }))))?.[0]).toBe("rules");
  expect(await faultIn(forge(facts, laterIndex, () => ({ openedReserve })))).toEqual(["rules", laterIndex + 1]);
});

it("a journal isn't valid with a winner below the reserve or an altered reserve", async () => {
  const unmetJournal = factsAfter([placeUpTo("ann", 250_00), CLOSE]);
  const outcome = { winnerId: "ann", bidId: "ann-25000", priceMinor: 100_00 };
  expect(await faultIn(forge(unmetJournal, unmetJournal.length - 1, () => ({ outcome })))).toEqual([
    "rules",
    unmetJournal.length,
  ]);
  const unsealed = unmetJournal.map(({ secret, ...entry }) =>
    entry.seq === 2 || !secret ? entry : { ...entry, secret },
  );
  expect(await faultIn(publish(unsealed))).toEqual(["rules", 2]);
  const [opened, set, ...rest] = unmetJournal;
  if (!opened || !set) throw new Error("there is a reserve");
  const [bid, ...after] = rest;
  if (!bid) throw new Error("there is a bid");
  const moved = [opened, { ...bid, seq: 2 }, { ...set, seq: 3 }, ...after];
  expect(await faultIn(publish(moved))).toEqual(["rules", 3]);
});

const purchaseJournal = factsAfter([BUY, CLOSE], null);

it("a purchase in a journal is valid only at the Buy It Now price, with no other bid", async () => {
  expect(await faultIn(publish(purchaseJournal))).toBeNull();
  const factIndex = purchaseJournal.findIndex(({ fact }) => fact.type === "newBid");
  expect(await faultIn(forge(purchaseJournal, factIndex, () => ({ amountMinor: 899_99 })))).toEqual([
    "rules",
    factIndex + 1,
  ]);
  const bidAndPurchase = factsAfter([place("ann", 100_00), place("eve", 900_00, "eve-buys")], null);
  expect(await faultIn(forge(bidAndPurchase, 2, () => ({ bought: true })))).toEqual(["rules", 3]);
  // A journal with both the purchase and a later bid.
  expect((await faultIn(forge(bidAndPurchase, 1, () => ({ bought: true, amountMinor: 900_00 }))))?.[0]).toBe("rules");
});
