import { expect, it } from "vitest";

import type { Notice } from "../contract/notification.ts";
import { Deliveries } from "./deliveries.ts";

function aNotice(auctionId: string): Notice {
  return { auctionId, seq: 2, kind: "newBid", message: "New bid", at: 0 };
}

it("takes what many rooms deliver in one turn together", async () => {
  const takings: string[][] = [];
  const deliveries = new Deliveries((notices) => takings.push(notices.map(({ auctionId }) => auctionId)));
  await Promise.all(["a", "b", "c"].map((auctionId) => deliveries.add([aNotice(auctionId)])));
  await deliveries.add([aNotice("d")]);
  expect(takings).toEqual([["a", "b", "c"], ["d"]]);
});

it("lets a delivery that fails fail alone", async () => {
  const taken: string[] = [];
  const deliveries = new Deliveries((notices) => {
    if (notices.some(({ auctionId }) => auctionId === "b")) throw new Error("a mistake in the inbox");
    taken.push(...notices.map(({ auctionId }) => auctionId));
  });
  const told = await Promise.allSettled(["a", "b", "c"].map((auctionId) => deliveries.add([aNotice(auctionId)])));
  expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(taken).toEqual(["a", "c"]);
});
