import { expect, it } from "vitest";

import type { Notice } from "../contract/notification.ts";
import { Deliveries } from "./deliveries.ts";

function aNotice(auctionId: string): Notice {
  return { auctionId, seq: 2, kind: "newBid", message: "New bid", at: 0 };
}

it("deliveries of many rooms in one turn are stored together", async () => {
  const batches: string[][] = [];
  const deliveries = new Deliveries((notices) => batches.push(notices.map(({ auctionId }) => auctionId)));
  await Promise.all(["a", "b", "c"].map((auctionId) => deliveries.add([aNotice(auctionId)])));
  await deliveries.add([aNotice("d")]);
  expect(batches).toEqual([["a", "b", "c"], ["d"]]);
});

it("only the delivery that fails is rejected", async () => {
  const taken: string[] = [];
  const deliveries = new Deliveries((notices) => {
    if (notices.some(({ auctionId }) => auctionId === "b")) throw new Error("a mistake in the inbox");
    taken.push(...notices.map(({ auctionId }) => auctionId));
  });
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((auctionId) => deliveries.add([aNotice(auctionId)])));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(taken).toEqual(["a", "c"]);
});
