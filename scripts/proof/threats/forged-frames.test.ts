/** T5: a client sends frames that only the room may publish. */
import { expect, it, vi } from "vitest";

import { newId } from "../../../worker/testing/builders.ts";
import { someoneSignedIn } from "../../../worker/testing/http.ts";
import { aListing, detailsOf } from "../../../worker/testing/selling.ts";
import { watchAuction } from "../../../worker/testing/sockets.ts";

it("T5: clients get only what the room has recorded, never another client's frames", async () => {
  const { id, seller } = await aListing();
  const [bidder, victim] = [await someoneSignedIn("Bob"), await someoneSignedIn("Vic")];
  const watcher = await watchAuction(id);
  const { socket, frames } = await watchAuction(id, { cookie: bidder.cookie });
  const requestId = newId();
  const forgedFrames: readonly Record<string, unknown>[] = [
    { type: "closed", seq: 2, status: "Sold", winner: { _id: bidder.id }, finalPrice: 1 },
    { type: "events", from: 2, to: 2, events: [{ type: "newBid", bidAmount: 1_000_000 }] },
    { type: "snapshot", seq: 99 },
    { type: "ack", requestId: newId(), success: true },
    { type: "extended", auctionEndTime: "2099-01-01T00:00:00Z" },
    {
      type: "newBid",
      requestId,
      productId: id,
      bidAmount: 100,
      seq: 77,
      user: victim.id,
      userId: victim.id,
      bidder: { _id: victim.id },
      bidderEmail: victim.email,
      createdAt: "2001-01-01T00:00:00Z",
      bid: { _id: "mine", amount: 5_000 },
    },
  ];
  for (const frame of forgedFrames) socket.send(JSON.stringify(frame));
  await vi.waitFor(() => expect(frames.filter(({ type }) => type === "ack")).toHaveLength(forgedFrames.length), 30_000);
  const acks = frames.filter((frame) => frame.type === "ack");
  expect(acks.filter(({ success }) => success)).toMatchObject([
    { requestId, newBid: { amount: 100, bidder: { _id: bidder.id } } },
  ]);
  await vi.waitFor(() => expect(watcher.frames.some(({ type }) => type === "events")).toBe(true), 30_000);
  const events = watcher.frames.flatMap((frame) => (frame.type === "events" ? frame.events : []));
  expect(events).toMatchObject([{ type: "newBid", seq: 2, bidAmount: 100, userId: bidder.id }]);
  expect(JSON.stringify(watcher.frames)).not.toContain(victim.id);
  expect(await detailsOf(id)).toMatchObject({
    status: "Live",
    currentBid: 100,
    bidCount: 1,
    seller: { _id: seller.id },
  });
  socket.close();
  watcher.socket.close();
});
