import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { watchResponse } from "../contract/auction.ts";
import { deleteBidResponse } from "../contract/bid.ts";
import { notificationsResponse, unreadResponse } from "../contract/notification.ts";
import { questionResponse } from "../contract/question.ts";
import { newId } from "../testing/builders.ts";
import { requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { aNotice } from "../testing/notices.ts";
import { notificationTextsOf, notificationsOf } from "../testing/notifications.ts";
import { aListing, bid, endAuction } from "../testing/selling.ts";
import { watchInbox } from "../testing/sockets.ts";

const PATH = "/auction/notifications";

/** Waits until each of these users has exactly these notifications, newest first. */
async function expectNotifications(expected: readonly (readonly [cookie: string, notifications: readonly string[]])[]) {
  for (const [cookie, notifications] of expected)
    await vi.waitFor(async () => expect(await notificationTextsOf({ cookie })).toEqual(notifications));
}

const TITLE = '"A Regency mahogany bureau"';

describe("sending notifications", () => {
  it("a bid, a withdrawal and regaining the lead each send a notification", async () => {
    const { id, seller } = await aListing();
    const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await bid(id, 100, ann.cookie);
    const { newBid } = await bid(id, 150, bob.cookie);
    await expectNotifications([[seller.cookie, [`newBid: 2 new bids on ${TITLE}, now $150`]]]);
    await requestJson(deleteBidResponse, `/bid/deleteBid/${newBid._id}`, { method: "DELETE", cookie: bob.cookie });
    await expectNotifications([
      [
        seller.cookie,
        [`bidWithdrawn: A bid of $150 on ${TITLE} was withdrawn`, `newBid: 2 new bids on ${TITLE}, now $150`],
      ],
      [ann.cookie, [`leading: You are the highest bidder on ${TITLE} again`]],
      [bob.cookie, []],
    ]);
  });

  it("the end of an auction notifies the seller, the winner and the other bidders", async () => {
    const { id, seller } = await aListing();
    const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await bid(id, 100, ann.cookie);
    await bid(id, 150, bob.cookie);
    await endAuction(id);
    await expectNotifications([
      [seller.cookie, [`sold: ${TITLE} sold for $150`]],
      [bob.cookie, [`won: You won ${TITLE} for $150`]],
      [ann.cookie, [`lost: ${TITLE} was sold to another bidder for $150`]],
    ]);
  });

  it("a question notifies the seller, and an answer notifies the asker and watchers", async () => {
    const { id, seller } = await aListing();
    const [ann, bob, tom] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob"), await someoneSignedIn("Tom")];
    for (const { cookie } of [ann, bob, seller]) {
      await requestJson(watchResponse, `/user/watchlist/${id}`, { method: "POST", cookie });
    }
    const askCall = { method: "POST", cookie: ann.cookie, json: { text: "Does it have its key?" } };
    const { question } = await requestJson(questionResponse, `/auction/${id}/questions`, askCall);
    await expectNotifications([[seller.cookie, [`questionAsked: Someone asked a question about ${TITLE}`]]]);
    const answerCall = { method: "POST", cookie: seller.cookie, json: { text: "Yes." } };
    await requestJson(questionResponse, `/question/${question._id}/answer`, answerCall);
    await expectNotifications([
      [ann.cookie, [`questionAnswered: The seller answered your question about ${TITLE}`]],
      [bob.cookie, [`newAnswer: The seller answered a question about ${TITLE}`]],
      [seller.cookie, [`questionAsked: Someone asked a question about ${TITLE}`]],
      [tom.cookie, []],
    ]);
  });
});

describe("reading and clearing notifications", () => {
  const notice = (auctionId: string, seq: number) => aNotice(seq, "newBid", { auctionId });

  it("reading or clearing notifications affects only those that already exist", async () => {
    const { id, cookie } = await someoneSignedIn();
    const auctionId = newId();
    const inbox = env.INBOX.getByName(id);
    const list = () => requestJson(notificationsResponse, PATH, { cookie });
    await inbox.deliver([notice(auctionId, 1)]);
    await requestJson(unreadResponse, `${PATH}/mark-read`, { method: "PATCH", cookie });
    await inbox.deliver([notice(newId(), 2)]);
    expect(await list()).toMatchObject({ data: [{ isRead: false }, { isRead: true }], unread: 1 });
    await requestJson(unreadResponse, `${PATH}/clear`, { method: "DELETE", cookie });
    await inbox.deliver([notice(auctionId, 3)]);
    expect(await list()).toMatchObject({ data: [{ _id: `${auctionId}-3`, isRead: false }], unread: 1 });
    // A repeated delivery doesn't bring back cleared notifications.
    await inbox.deliver([notice(auctionId, 1), notice(auctionId, 2), notice(auctionId, 3)]);
    expect((await list()).data).toHaveLength(1);
  });

  it("reading or clearing what a page shows leaves newer notifications as they are", async () => {
    const { id, cookie } = await someoneSignedIn();
    const inbox = env.INBOX.getByName(id);
    const list = () => requestJson(notificationsResponse, PATH, { cookie });
    await inbox.deliver([notice(newId(), 1)]);
    const [seen] = (await list()).data;
    const upTo = `?upTo=${seen?.timestamp}`;
    await inbox.deliver([aNotice(2, "won", { auctionId: newId() })]);
    await requestJson(unreadResponse, `${PATH}/mark-read${upTo}`, { method: "PATCH", cookie });
    expect(await list()).toMatchObject({ data: [{ kind: "won", isRead: false }, { isRead: true }], unread: 1 });
    await requestJson(unreadResponse, `${PATH}/clear${upTo}`, { method: "DELETE", cookie });
    expect(await list()).toMatchObject({ data: [{ kind: "won", isRead: false }], unread: 1 });
    await expectRefusal("invalid_input", 400, `${PATH}/clear?upTo=now`, { method: "DELETE", cookie });
  });

  it("reading one notification leaves the others unread and updates an open tab", async () => {
    const { id, cookie } = await someoneSignedIn();
    const [tab, auctionId] = [await watchInbox(cookie), newId()];
    await env.INBOX.getByName(id).deliver([notice(auctionId, 1), notice(newId(), 2)]);
    const notification = `${PATH}/${auctionId}-1/mark-read`;
    expect(await requestJson(unreadResponse, notification, { method: "PATCH", cookie })).toMatchObject({ unread: 1 });
    expect((await requestJson(notificationsResponse, PATH, { cookie })).data.map(({ isRead }) => isRead)).toEqual([
      false,
      true,
    ]);
    await vi.waitFor(() => expect(unreadIn(tab)).toBe(1));
    await expectRefusal("invalid_input", 400, `${PATH}/a$b/mark-read`, { method: "PATCH", cookie });
    tab.socket.close();
  });

  it("leading again marks the outbid notification as read", async () => {
    const { id } = await aListing();
    const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    const unreadOf = async () => (await requestJson(notificationsResponse, PATH, { cookie: ann.cookie })).unread;
    await bid(id, 100, ann.cookie);
    await bid(id, 150, bob.cookie);
    await vi.waitFor(async () => expect(await unreadOf()).toBe(1));
    const tab = await watchInbox(ann.cookie);
    await bid(id, 200, ann.cookie);
    expect(await requestJson(notificationsResponse, PATH, { cookie: ann.cookie })).toMatchObject({
      data: [{ kind: "outbid", isRead: true }],
      unread: 0,
    });
    await vi.waitFor(() => expect(unreadIn(tab)).toBe(0));
    await bid(id, 250, bob.cookie);
    await vi.waitFor(async () => expect(await unreadOf()).toBe(1));
    tab.socket.close();
  });

  it("reading notifications updates the unread count in every open tab right away", async () => {
    const { id, seller } = await aListing();
    const tabs = await Promise.all([1, 2, 3].map(() => watchInbox(seller.cookie)));
    await bid(id, 100, (await someoneSignedIn()).cookie);
    await vi.waitFor(() => expect(tabs.map(unreadIn)).toEqual([1, 1, 1]));
    const other = await aListing();
    await bid(id, 150, (await someoneSignedIn()).cookie);
    await env.INBOX.getByName(seller.id).deliver([notice(other.id, 1)]);
    await vi.waitFor(() => expect(tabs.map(unreadIn)).toEqual([2, 2, 2]));
    await requestJson(unreadResponse, `${PATH}/mark-read`, { method: "PATCH", cookie: seller.cookie });
    await vi.waitFor(() => expect(tabs.map(unreadIn)).toEqual([0, 0, 0]));
    for (const { socket } of tabs) socket.close();
  });
});

describe("additional data in notifications", () => {
  it("a live notification has the recipient's current standing", async () => {
    const { id, seller } = await aListing();
    const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await bid(id, 100, ann.cookie);
    const tabs = [await watchInbox(seller.cookie), await watchInbox(ann.cookie)];
    const { seq, auction } = await bid(id, 150, bob.cookie);
    const standings = () =>
      tabs.map(({ frames }) => frames.flatMap((frame) => ("standing" in frame ? [frame.standing] : [])).at(-1));
    const standing = { ...auction, seq, leads: false };
    await vi.waitFor(() => expect(standings()[1]).toEqual(standing));
    await requestJson(deleteBidResponse, `/bid/deleteBid/${id}-${seq}`, { method: "DELETE", cookie: bob.cookie });
    await vi.waitFor(() => expect(standings()[1]).toMatchObject({ currentBid: 100, leads: true }));
    // The seller has a notification for each bid, but no standing.
    await vi.waitFor(() => expect(unreadIn(tabs[0])).toBe(2));
    expect(standings()[0]).toBeUndefined();
    for (const { socket } of tabs) socket.close();
  });

  it("a listed notification has the person's side and the auction's current image", async () => {
    const { id, seller } = await aListing();
    const ann = await someoneSignedIn("Ann");
    await bid(id, 100, ann.cookie);
    await env.AUCTION_ROOM.getByName(id).voidAuction("Stolen goods");
    await env.DB.prepare("UPDATE auctions SET image_keys = ? WHERE id = ?")
      .bind(JSON.stringify([`auctions/${id}-1-800x600-aabbcc.webp`]), id)
      .run();
    await vi.waitFor(async () => {
      const [sellerNotifications, bidderNotifications] = [await notificationsOf(seller), await notificationsOf(ann)];
      expect(sellerNotifications.map(({ kind, side }) => [kind, side])).toEqual([["voided", "selling"]]);
      expect(bidderNotifications.map(({ kind, side }) => [kind, side])).toEqual([["voided", "bidding"]]);
      expect(bidderNotifications[0]?.image?.url).toContain(id);
    });
    // Images of auctions in these phases are deleted, or not served.
    for (const phase of ["hidden", "cancelled", "removed"]) {
      await env.DB.prepare("UPDATE auctions SET phase = ? WHERE id = ?").bind(phase, id).run();
      expect((await notificationsOf(ann))[0]?.image).toBeNull();
    }
  });

  it("a listed notification without a row in D1 gets its side from its kind", async () => {
    const { id, cookie } = await someoneSignedIn();
    const inbox = env.INBOX.getByName(id);
    await inbox.deliver([aNotice(2, "sold", { auctionId: newId() })]);
    await inbox.deliver([aNotice(1, "lost", { auctionId: newId() })]);
    expect((await requestJson(notificationsResponse, PATH, { cookie })).data).toMatchObject([
      { kind: "sold", side: "selling", image: null },
      { kind: "lost", side: "bidding", image: null },
    ]);
  });
});

type InboxPage = Awaited<ReturnType<typeof watchInbox>>;

function unreadIn(tab: InboxPage | undefined): number | undefined {
  return tab?.frames.at(-1)?.unread;
}
