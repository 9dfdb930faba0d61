import { expect, it } from "vitest";

import type { Recorded } from "../../rules/auction.ts";
import { anAuction, aPerson } from "../../testing/builders.ts";
import { openRequest, withRoom } from "../../testing/room.ts";
import { RoomViews } from "./room-views.ts";

it("the journal is returned in pages of at most a thousand facts, each fact once and in order", async () => {
  const { room } = await anAuction();
  const bidder = aPerson();
  const amounts = Array.from({ length: 1_999 }, (_, index) => 10_000 + 100 * index);
  // Not all at once: a room refuses bids that have waited too long.
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

it("the event of an edited bid is made at once: the room may be emptied before it is sent", async () => {
  const facts: Recorded[] = [];
  await withRoom(
    async ({ ctx, storage, queue }) => {
      const views = new RoomViews(storage, () => Date.now());
      const actor = aPerson();
      await queue.submit(openRequest());
      const placed = await queue.submit({ type: "placeBid", actor, amountMinor: 10_000 });
      if (!placed.ok) throw new Error(placed.failure.message);
      const { newBid } = placed.value;
      await queue.submit({ type: "editBid", actor, bidId: newBid._id, amountMinor: 10_500 });
      const edited = views.events(facts.filter(({ fact }) => fact.type === "bidEdited"));
      await ctx.storage.deleteAll();
      const bid = { _id: newBid._id, createdAt: newBid.createdAt };
      expect(edited.map(({ event }) => event())).toMatchObject([{ type: "bidEdited", bid }]);
    },
    { onCommitted: (committed) => facts.push(...committed) },
  );
});
