import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { CLOSE_SESSION_ENDED, type ServerFrame, serverFrame } from "../contract/live.ts";
import { type InboxFrame, inboxFrame, notificationsAnswer, unreadAnswer } from "../contract/notification.ts";
import { newId } from "../testing/builders.ts";
import { ask, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf } from "../testing/selling.ts";

const upgrade = { upgrade: "websocket" };

async function join<Frame>(
  path: string,
  read: (value: unknown) => Frame,
  cookie?: string,
  headers: Record<string, string> = {},
) {
  const response = await request(path, { cookie, headers: { ...upgrade, ...headers } });
  expect(response.status).toBe(101);
  const socket = response.webSocket;
  if (!socket) throw new Error("no socket");
  const heard: Frame[] = [];
  const closed: number[] = [];
  socket.addEventListener("message", ({ data }) => {
    heard.push(read(JSON.parse(String(data))));
  });
  socket.addEventListener("close", ({ code }) => {
    closed.push(code);
  });
  socket.accept();
  return { socket, heard, closed };
}
const watchAuction = (id: string, cookie?: string, headers?: Record<string, string>) =>
  join<ServerFrame>(`/auction/${id}/live`, (value) => serverFrame.parse(value), cookie, headers);
const watchInbox = (cookie: string) => join<InboxFrame>("/user/live", (value) => inboxFrame.parse(value), cookie);

const newBid = (productId: string, bidAmount: number) =>
  JSON.stringify({ type: "newBid", requestId: newId(), productId, bidAmount });
const acksIn = (heard: readonly ServerFrame[]) => heard.filter((frame) => frame.type === "ack");

describe("an auction's socket", () => {
  it("T4: shows a visitor the auction, and every bid as it comes", async () => {
    const { id } = await aListing();
    const { socket, heard } = await watchAuction(id);
    await vi.waitFor(() => expect(heard[0]).toMatchObject({ type: "snapshot", auction: { _id: id } }));
    const bidder = await someoneSignedIn();
    await bid(id, 100, bidder.cookie);
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ type: "events", from: 2, to: 2 })));
    expect(JSON.stringify(heard)).not.toContain(bidder.email);
    socket.close();
  });

  it("T5: takes bids of the session that opened it, and of nobody else", async () => {
    const { id } = await aListing();
    const { id: bidderId, cookie } = await someoneSignedIn();
    const { socket, heard } = await watchAuction(id, cookie);
    socket.send(newBid(id, 100));
    await vi.waitFor(() =>
      expect(acksIn(heard)).toMatchObject([{ success: true, newBid: { bidder: { _id: bidderId } } }]),
    );
    const visitor = await watchAuction(id);
    visitor.socket.send(newBid(id, 200));
    await vi.waitFor(() => expect(acksIn(visitor.heard)).toMatchObject([{ success: false, code: "not_signed_in" }]));
    expect(await detailsOf(id)).toMatchObject({ currentBid: 100 });
  });

  it("does not believe a client who says who they are", async () => {
    const { id } = await aListing();
    const victim = await someoneSignedIn();
    const actor = { id: victim.id, firstName: "V", lastName: "V", imageUrl: null, maskedEmail: "" };
    const viewer = { actor, sessionId: newId().slice(0, 8), expiresAt: Date.now() + 60_000 };
    const forged = { "x-lotline-viewer": encodeURIComponent(JSON.stringify(viewer)) };
    const { socket, heard } = await watchAuction(id, undefined, forged);
    socket.send(newBid(id, 100));
    await vi.waitFor(() => expect(acksIn(heard)).toMatchObject([{ success: false, code: "not_signed_in" }]));
  });

  it("T7: watches on after the log-out, and no longer bids", async () => {
    const { id } = await aListing();
    const { cookie } = await someoneSignedIn();
    const { socket, heard } = await watchAuction(id, cookie);
    await vi.waitFor(() => expect(heard).not.toHaveLength(0));
    await request("/auth/logout", { method: "POST", cookie });
    socket.send(newBid(id, 100));
    await vi.waitFor(() => expect(acksIn(heard)).toMatchObject([{ success: false, code: "not_signed_in" }]));
  });

  it("is there for auctions only, and only as a socket", async () => {
    const { id } = await aListing();
    await expectRefusal("auction_not_found", 404, `/auction/${newId()}/live`, { headers: upgrade });
    await expectRefusal("malformed_request", 400, `/auction/${id}/live`);
  });
});

describe("the inbox", () => {
  it("tells a seller of a bid at once, and holds it until it is read and cleared", async () => {
    const { id, seller } = await aListing();
    const { heard } = await watchInbox(seller.cookie);
    await bid(id, 100, (await someoneSignedIn()).cookie);
    await vi.waitFor(() => expect(heard).toMatchObject([{ type: "bidNotification", unread: 1 }]));
    const path = "/auction/notifications";
    const { cookie } = seller;
    expect(await ask(notificationsAnswer, path, { cookie })).toMatchObject({
      data: [{ kind: "newBid", auctionId: id, isRead: false }],
      unread: 1,
    });
    expect((await ask(unreadAnswer, `${path}/mark-read`, { method: "PATCH", cookie })).unread).toBe(0);
    expect((await ask(notificationsAnswer, path, { cookie })).data).toMatchObject([{ isRead: true }]);
    await ask(unreadAnswer, `${path}/clear`, { method: "DELETE", cookie });
    expect(await ask(notificationsAnswer, path, { cookie })).toMatchObject({ data: [], unread: 0 });
    await vi.waitFor(() => expect(heard.filter(({ type }) => type === "notificationsChanged")).toHaveLength(2));
  });

  it("T7: hangs up at the log-out", async () => {
    const { cookie } = await someoneSignedIn();
    const { closed } = await watchInbox(cookie);
    await request("/auth/logout", { method: "POST", cookie });
    await vi.waitFor(() => expect(closed).toEqual([CLOSE_SESSION_ENDED]));
  });

  it("is for people who are signed in", async () => {
    await expectRefusal("not_signed_in", 401, "/user/live", { headers: upgrade });
    await expectRefusal("not_signed_in", 401, "/auction/notifications");
    const { id, cookie } = await someoneSignedIn();
    await expectRefusal("malformed_request", 400, "/user/live", { cookie });
    // The inbox has heard of the end before the row is gone.
    const session = await env.DB.prepare("SELECT id FROM sessions WHERE user_id = ?").bind(id).first<string>("id");
    await env.INBOX.getByName(id).endSession(session?.slice(0, 32) ?? "");
    await expectRefusal("not_signed_in", 401, "/user/live", { cookie, headers: upgrade });
  });
});
