import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { watchResponse } from "../contract/auction.ts";
import { deleteBidResponse, releaseBidResponse } from "../contract/bid.ts";
import { doneResponse } from "../contract/fields.ts";
import { isAboutDeal } from "../contract/notice-kinds.ts";
import { noticeKind, notificationsResponse, unreadResponse } from "../contract/notification.ts";
import { questionResponse } from "../contract/question.ts";
import { relistDue } from "../listings/relist-due.ts";
import { aPerson, newId } from "../testing/builders.ts";
import { requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { aNotice } from "../testing/notices.ts";
import { afterTheEnd, aListing, bid, endAuction } from "../testing/selling.ts";
import { watchInbox } from "../testing/sockets.ts";

const PATH = "/auction/notifications";

async function notificationsOf(cookie: string) {
  return (await requestJson(notificationsResponse, PATH, { cookie })).data.map(
    ({ kind, message }) => `${kind}: ${message}`,
  );
}
/** Waits until each of these users has exactly these notifications, newest first. */
async function expectNotifications(expected: readonly (readonly [cookie: string, notifications: readonly string[]])[]) {
  for (const [cookie, notifications] of expected)
    await vi.waitFor(async () => expect(await notificationsOf(cookie)).toEqual(notifications));
  for (const [, notifications] of expected) for (const one of notifications) seen.add(one.split(":", 1)[0] ?? "");
}
const seen = new Set<string>();

const TITLE = '"A Regency mahogany bureau"';

describe("sending notifications", () => {
  it("a bid, being outbid and regaining the lead each send a notification", async () => {
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

  it("undoing a bid notifies the others with the reason", async () => {
    const { id, seller } = await aListing();
    const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await bid(id, 100, ann.cookie);
    const { newBid } = await bid(id, 150, bob.cookie);
    const path = `/bid/deleteBid/${newBid._id}?reason=mistake`;
    await requestJson(deleteBidResponse, path, { method: "DELETE", cookie: bob.cookie });
    const [withdrawn, leading] = [
      `bidWithdrawn: A bid of $150 on ${TITLE} was undone`,
      `leading: You are the highest bidder on ${TITLE} again`,
    ];
    await vi.waitFor(async () => {
      expect(await notificationsOf(seller.cookie)).toContain(withdrawn);
      expect(await notificationsOf(ann.cookie)).toContain(leading);
    });
  });

  it("being outbid repeatedly sends one notification per auction, at the latest price", async () => {
    const { id } = await aListing();
    const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await bid(id, 100, ann.cookie);
    await bid(id, 150, bob.cookie);
    await bid(id, 200, ann.cookie);
    await bid(id, 250, bob.cookie);
    await expectNotifications([[ann.cookie, [`outbid: You were outbid on ${TITLE}. The price is now $250.`]]]);
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

  it("the end of an auction without a bid notifies the seller", async () => {
    const { id, seller } = await aListing();
    await endAuction(id);
    await expectNotifications([[seller.cookie, [`expired: ${TITLE} ended without a bid`]]]);
  });

  it("an automatic relisting notifies the seller", async () => {
    const { id, seller } = await aListing({ relistTimes: "1" });
    await endAuction(id);
    const expired = `expired: ${TITLE} ended without a bid`;
    await expectNotifications([[seller.cookie, [expired]]]);
    await afterTheEnd(() => relistDue(env, id));
    await expectNotifications([[seller.cookie, [`relisted: ${TITLE} was listed again`, expired]]]);
  });

  it("voiding an auction notifies the seller and everyone who ever bid", async () => {
    const { id, seller } = await aListing();
    const ann = await someoneSignedIn("Ann");
    await bid(id, 100, ann.cookie);
    await env.AUCTION_ROOM.getByName(id).voidAuction("Stolen goods");
    await expectNotifications([
      [seller.cookie, [`voided: Our team has voided ${TITLE}. Reason: Stolen goods`]],
      [ann.cookie, [`voided: Our team has voided ${TITLE}, so your bids no longer count. Reason: Stolen goods`]],
    ]);
  });

  it("canceling an auction notifies each bidder", async () => {
    const { id, seller } = await aListing();
    const ann = await someoneSignedIn("Ann");
    await bid(id, 100, ann.cookie);
    await requestJson(doneResponse, `/auction/deleteAuction/${id}`, { method: "DELETE", cookie: seller.cookie });
    await expectNotifications([[ann.cookie, [`cancelled: The seller canceled ${TITLE}, so your bids are void`]]]);
  });

  it("a release request notifies the seller, and the release notifies the bidder", async () => {
    const { id, seller } = await aListing();
    const [ann, bob, cem] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob"), await someoneSignedIn("Cem")];
    await bid(id, 100, ann.cookie);
    await bid(id, 150, bob.cookie);
    const { newBid } = await bid(id, 200, cem.cookie);
    await requestJson(doneResponse, `/bid/requestRelease/${newBid._id}`, { method: "POST", cookie: cem.cookie });
    await requestJson(releaseBidResponse, `/bid/releaseBid/${newBid._id}`, { method: "POST", cookie: seller.cookie });
    await expectNotifications([
      [
        seller.cookie,
        [
          `releaseRequested: A bidder asked to withdraw a bid of $200 on ${TITLE}`,
          `newBid: 3 new bids on ${TITLE}, now $200`,
        ],
      ],
      [cem.cookie, [`bidReleased: The seller released your bid of $200 on ${TITLE}`]],
      [bob.cookie, [`leading: You are the highest bidder on ${TITLE} again`]],
      [ann.cookie, [`priceFell: The highest bid on ${TITLE} was withdrawn. The price is now $150.`]],
    ]);
  });

  it("an admin who removes a bid notifies the bidder and the seller", async () => {
    const { id, seller } = await aListing();
    const ann = await someoneSignedIn("Ann");
    const { newBid } = await bid(id, 100, ann.cookie);
    await env.AUCTION_ROOM.getByName(id).voidBid(newBid._id, "Not a real bid");
    await expectNotifications([
      [
        seller.cookie,
        [`bidWithdrawn: Our team voided a bid of $100 on ${TITLE}`, `newBid: New bid of $100 on ${TITLE}`],
      ],
      [ann.cookie, [`bidVoided: Our team voided your bid of $100 on ${TITLE}. Reason: Not a real bid`]],
    ]);
  });

  it("releasing the buyer notifies them", async () => {
    const { id, seller } = await aListing();
    const ann = await someoneSignedIn("Ann");
    await bid(id, 100, ann.cookie);
    await endAuction(id);
    const actor = { ...aPerson(), id: seller.id };
    // A day after the end, and four more days later.
    await afterTheEnd(async () =>
      afterTheEnd(async () => {
        const { ok } = await env.AUCTION_ROOM.getByName(id).releaseBuyer({ actor });
        expect(ok).toBe(true);
      }),
    );
    await expectNotifications([[ann.cookie, [`buyerReleased: The sale of ${TITLE} was canceled`]]]);
  });

  it("a question notifies the seller, and an answer notifies the asker and watchers", async () => {
    const { id, seller } = await aListing();
    const [ann, bob, tom] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob"), await someoneSignedIn("Tom")];
    for (const { cookie } of [ann, bob, seller]) {
      await requestJson(watchResponse, `/user/watchlist/${id}`, { method: "POST", cookie });
    }
    const asking = { method: "POST", cookie: ann.cookie, json: { text: "Does it have its key?" } };
    const { question } = await requestJson(questionResponse, `/auction/${id}/questions`, asking);
    await expectNotifications([[seller.cookie, [`questionAsked: Someone asked a question about ${TITLE}`]]]);
    const answering = { method: "POST", cookie: seller.cookie, json: { text: "Yes." } };
    await requestJson(questionResponse, `/question/${question._id}/answer`, answering);
    await expectNotifications([
      [ann.cookie, [`questionAnswered: The seller answered your question about ${TITLE}`]],
      [bob.cookie, [`newAnswer: The seller answered a question about ${TITLE}`]],
      [seller.cookie, [`questionAsked: Someone asked a question about ${TITLE}`]],
      [tom.cookie, []],
    ]);
  });

  it("every kind of notification that isn't about a deal is tested", () => {
    const ofNoDeal = noticeKind.options.filter((kind) => !isAboutDeal(kind));
    expect(Array.from(seen).toSorted()).toEqual(ofNoDeal.toSorted());
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

  it("reading one notification leaves the others, and every tab has the new count", async () => {
    const { id, cookie } = await someoneSignedIn();
    const [tab, auctionId] = [await watchInbox(cookie), newId()];
    await env.INBOX.getByName(id).deliver([notice(auctionId, 1), notice(newId(), 2)]);
    const one = `${PATH}/${auctionId}-1/mark-read`;
    expect(await requestJson(unreadResponse, one, { method: "PATCH", cookie })).toMatchObject({ unread: 1 });
    expect((await requestJson(notificationsResponse, PATH, { cookie })).data.map(({ isRead }) => isRead)).toEqual([
      false,
      true,
    ]);
    await vi.waitFor(() => expect(unreadIn(tab)).toBe(1));
    await expectRefusal("invalid_input", 400, `${PATH}/a$b/mark-read`, { method: "PATCH", cookie });
    tab.socket.close();
  });

  it("leading again marks the notification of being outbid as read", async () => {
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
    const now = { ...auction, seq, leads: false };
    await vi.waitFor(() => expect(standings()[1]).toEqual(now));
    await requestJson(deleteBidResponse, `/bid/deleteBid/${id}-${seq}`, { method: "DELETE", cookie: bob.cookie });
    await vi.waitFor(() => expect(standings()[1]).toMatchObject({ currentBid: 100, leads: true }));
    // The seller has a notification for each bid, but no standing.
    await vi.waitFor(() => expect(unreadIn(tabs[0])).toBe(2));
    expect(standings()[0]).toBeUndefined();
    for (const { socket } of tabs) socket.close();
  });

  it("a listed notification says the person's side and has the auction's current image", async () => {
    const { id, seller } = await aListing();
    const ann = await someoneSignedIn("Ann");
    await bid(id, 100, ann.cookie);
    await env.AUCTION_ROOM.getByName(id).voidAuction("Stolen goods");
    await env.DB.prepare("UPDATE auctions SET image_keys = ? WHERE id = ?")
      .bind(JSON.stringify([`auctions/${id}-1-800x600-aabbcc.webp`]), id)
      .run();
    const list = async (cookie: string) => (await requestJson(notificationsResponse, PATH, { cookie })).data;
    await vi.waitFor(async () => {
      const [ofSeller, ofBidder] = [await list(seller.cookie), await list(ann.cookie)];
      expect(ofSeller.map(({ kind, side }) => [kind, side])).toEqual([["voided", "selling"]]);
      expect(ofBidder.map(({ kind, side }) => [kind, side])).toEqual([["voided", "bidding"]]);
      expect(ofBidder[0]?.image?.url).toContain(id);
    });
    // Their images are deleted, or not served.
    for (const phase of ["hidden", "cancelled", "removed"]) {
      await env.DB.prepare("UPDATE auctions SET phase = ? WHERE id = ?").bind(phase, id).run();
      expect((await list(ann.cookie))[0]?.image).toBeNull();
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
