import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import type { Recorded } from "../../rules/auction.ts";
import { aPerson, anAuction, anOpening, newId } from "../../testing/builders.ts";
import { Turns } from "../commands/turns.ts";
import * as wishes from "../commands/wishes.ts";
import { Alarm } from "../storage/alarm.ts";
import { Journal } from "../storage/journal.ts";
import { SCHEMA_STEPS } from "../storage/schema.ts";
import { Reading } from "./reading.ts";

it("gives the journal in pages of at most a thousand facts, each fact once and in order", async () => {
  const { room } = await anAuction();
  const bidder = aPerson();
  const amounts = Array.from({ length: 1_999 }, (_, index) => 10_000 + 100 * index);
  // Not all at once: a room refuses what has waited too long.
  for (let first = 0; first < amounts.length; first += 100) {
    const together = amounts.slice(first, first + 100);
    await Promise.all(together.map((amountMinor) => room.placeBid({ actor: bidder, amountMinor })));
  }
  const pages: number[][] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await room.journal(after);
    if (!page.ok) throw new Error(page.failure.message);
    pages.push(page.value.records.map(({ seq }) => seq));
    after = page.value.next;
  }
  expect(pages.map((page) => page.length)).toEqual([1_000, 1_000]);
  expect(pages.flat()).toEqual(Array.from({ length: 2_000 }, (_, index) => index + 1));
});

it("words an edited bid at once: by the time that it is told the room may have been emptied", async () => {
  const clock = () => Date.now();
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const { storage } = state;
    migrate(storage, SCHEMA_STEPS);
    const journal = new Journal(storage.sql);
    const facts: Recorded[] = [];
    const turns = new Turns({
      storage,
      journal,
      clock,
      alarm: new Alarm(state, clock),
      bidLateMs: 600_000,
      currency: "USD",
      committed: (recorded) => facts.push(...recorded),
    });
    const reading = new Reading({ turns, journal, clock, watching: () => 1 });
    const opening = anOpening();
    const actor = aPerson();
    await turns.submit(wishes.open(opening));
    const placed = await turns.submit(wishes.placeBid({ actor, amountMinor: 10_000 }, opening.auctionId));
    if (!placed.ok) throw new Error(placed.failure.message);
    const { newBid } = placed.value;
    await turns.submit(wishes.editBid({ actor, bidId: newBid._id, amountMinor: 10_500 }));
    const { here } = turns;
    const edited = facts.find(({ fact }) => fact.type === "bidEdited");
    if (!here || !edited) throw new Error("the bid was edited");
    const told = reading.told(edited, here);
    await storage.deleteAll();
    expect(told.event()).toMatchObject({ type: "bidEdited", bid: { _id: newBid._id, createdAt: newBid.createdAt } });
  });
});
