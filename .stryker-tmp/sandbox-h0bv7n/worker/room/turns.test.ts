// @ts-nocheck
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { migrate } from "../catalogue/object-schema.ts";
import type { Recorded } from "../rules/auction.ts";
import { anAuction, anOpening, aPerson, newId } from "../testing/builders.ts";
import { Alarm } from "./alarm.ts";
import { Journal } from "./journal.ts";
import { SCHEMA_STEPS } from "./schema.ts";
import { Turns } from "./turns.ts";
import * as wishes from "./wishes.ts";

const clock = () => Date.now();

type Opened = { turns: Turns; journal: Journal; auctionId: string };

/** An open auction's turns, on storage of its own. */
async function inside(committed: (recorded: readonly Recorded[]) => void, work: (opened: Opened) => Promise<void>) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const { storage } = state;
    migrate(storage, SCHEMA_STEPS);
    const journal = new Journal(storage.sql);
    const turns = new Turns({ storage, journal, clock, alarm: new Alarm(state, clock), currency: "USD", committed });
    const opening = anOpening();
    await turns.submit(wishes.open(opening));
    await work({ turns, journal, auctionId: opening.auctionId });
    await storage.deleteAll();
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a turn", () => {
  it("is decided once, although telling it fails after it was stored", async () => {
    let failing = false;
    const committed = () => {
      if (failing) throw new Error("nobody could be told");
    };
    await inside(committed, async ({ turns, journal, auctionId }) => {
      const due: (() => void)[] = [];
      vi.stubGlobal("setImmediate", (run: () => void) => due.push(run));
      const bids = [10_000, 10_100].map((amountMinor) =>
        turns.submit(wishes.placeBid({ actor: aPerson(), amountMinor }, auctionId)),
      );
      failing = true;
      expect(due).toHaveLength(1);
      expect(due[0]).toThrow("nobody could be told");
      expect(await Promise.all(bids)).toMatchObject([{ ok: true }, { ok: true }]);
      expect(journal.since(0, 10).map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "newBid"]);
    });
  });

  it("gives a repeated key its first answer, also of a command that had nothing to change", async () => {
    const { room, seller, opening } = await anAuction();
    const same = { actor: seller, change: { title: opening.terms.title }, limits: opening.limits, key: newId() };
    const first = await room.editListing(same);
    expect(first).toMatchObject({ ok: true, value: { auction: { bidCount: 0 } } });
    await room.placeBid({ actor: aPerson(), amountMinor: 10_000 });
    expect(await room.editListing(same)).toEqual(first);
  });

  it("lets a command that fails fail alone: those before and after it in the turn are stored", async () => {
    await inside(
      () => {},
      async ({ turns, journal, auctionId }) => {
        const bid = (amountMinor: number) => wishes.placeBid({ actor: aPerson(), amountMinor }, auctionId);
        const broken = () => {
          throw new Error("a mistake in the room");
        };
        const outcomes = await Promise.allSettled([
          turns.submit(bid(10_000)),
          turns.submit({ ...bid(10_100), answer: broken }),
          turns.submit(bid(10_200)),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        const amounts = journal.since(1, 10).map(({ fact }) => ("amountMinor" in fact ? fact.amountMinor : null));
        expect(amounts).toEqual([10_000, 10_200]);
      },
    );
  });
});
