import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { notificationsResponse, unreadResponse } from "../contract/notification.ts";
import { newId } from "../testing/builders.ts";
import { requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf } from "../testing/selling.ts";
import { watchAuction, watchInbox } from "../testing/sockets.ts";

it("T4: an auction's socket sends visitors the auction and every bid", async () => {
  const { id } = await aListing();
  const { socket, frames } = await watchAuction(id);
  await vi.waitFor(() => expect(frames[0]).toMatchObject({ type: "snapshot", auction: { _id: id } }));
  const bidder = await someoneSignedIn();
  await bid(id, 100, bidder.cookie);
  await vi.waitFor(() => expect(frames).toContainEqual(expect.objectContaining({ type: "events", from: 2, to: 2 })));
  expect(JSON.stringify(frames)).not.toContain(bidder.email);
  socket.close();
});

it("T5: an auction's socket accepts bids only for the session that opened it", async () => {
  const { id } = await aListing();
  const { id: bidderId, cookie } = await someoneSignedIn();
  const { placeBid } = await watchAuction(id, { cookie });
  expect(await placeBid(100)).toMatchObject({ success: true, newBid: { bidder: { _id: bidderId } } });
  const visitor = await watchAuction(id);
  expect(await visitor.placeBid(200)).toMatchObject({ success: false, code: "not_signed_in" });
  expect(await detailsOf(id)).toMatchObject({ currentBid: 100 });
});

it("T5: a bid over a socket is refused if its page was loaded for another account", async () => {
  const { id } = await aListing();
  const [pagePerson, other] = [await someoneSignedIn(), await someoneSignedIn()];
  const open = (person: string) => watchAuction(id, { cookie: other.cookie }, undefined, `?person=${person}`);
  const { placeBid } = await open(pagePerson.id);
  expect(await placeBid(100)).toMatchObject({ success: false, code: "not_signed_in" });
  expect(await detailsOf(id)).toMatchObject({ bidCount: 0 });
  const ownSocket = await open(other.id);
  expect(await ownSocket.placeBid(100)).toMatchObject({ success: true });
});

it("an auction's socket ignores an identity that the client claims in headers", async () => {
  const { id } = await aListing();
  const victim = await someoneSignedIn();
  const actor = { id: victim.id, firstName: "V", lastName: "V", imageUrl: null, maskedEmail: "" };
  const viewer = { actor, sessionId: newId().slice(0, 8), expiresAt: Date.now() + 60_000 };
  const forgedHeaders = { "x-lotline-viewer": encodeURIComponent(JSON.stringify(viewer)) };
  const { placeBid } = await watchAuction(id, { headers: forgedHeaders });
  expect(await placeBid(100)).toMatchObject({ success: false, code: "not_signed_in" });
});

it("the inbox's socket reports new bids, and that notifications are read or cleared", async () => {
  const { id, seller } = await aListing();
  const { frames } = await watchInbox(seller.cookie);
  await bid(id, 100, (await someoneSignedIn()).cookie);
  await vi.waitFor(() => expect(frames).toMatchObject([{ type: "bidNotification", unread: 1 }]));
  const path = "/auction/notifications";
  const { cookie } = seller;
  expect(await requestJson(notificationsResponse, path, { cookie })).toMatchObject({
    data: [{ kind: "newBid", auctionId: id, isRead: false }],
    unread: 1,
  });
  expect((await requestJson(unreadResponse, `${path}/mark-read`, { method: "PATCH", cookie })).unread).toBe(0);
  expect((await requestJson(notificationsResponse, path, { cookie })).data).toMatchObject([{ isRead: true }]);
  await requestJson(unreadResponse, `${path}/clear`, { method: "DELETE", cookie });
  expect(await requestJson(notificationsResponse, path, { cookie })).toMatchObject({ data: [], unread: 0 });
  await vi.waitFor(() => expect(frames.filter(({ type }) => type === "notificationsChanged")).toHaveLength(2));
});

it("the inbox's socket needs a session that is still open", async () => {
  const { id, cookie } = await someoneSignedIn();
  await env.INBOX.getByName(id).endSessions();
  await expectRefusal("not_signed_in", 401, "/user/live", { cookie, headers: { upgrade: "websocket" } });
});
