import { expect, it } from "vitest";

import { aPerson, anAuction } from "../testing/builders.ts";

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
