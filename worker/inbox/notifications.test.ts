import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { CLOSE_SESSION_ENDED } from "../contract/close-codes.ts";
import { MAX_NOTIFICATIONS } from "../contract/notification.ts";
import { EXPIRES_HEADER, SESSION_HEADER } from "../rpc/internal-headers.ts";
import { HOUR_MS, newId } from "../testing/builders.ts";
import { sessionIn, someoneSignedIn } from "../testing/http.ts";
import { withInbox } from "../testing/inbox.ts";
import { aNotice } from "../testing/notices.ts";
import type { Inbox } from "./inbox.ts";

afterEach(() => vi.useRealTimers());

const newBid = (seq: number, auctionId = "auction") => aNotice(seq, "newBid", { auctionId });

/** The inbox's list, newest first: the count, the kind and the fact, with a star if it is unread. */
const listOf = async (inbox: Inbox) =>
  (await inbox.listNotifications()).notifications.map(({ _id, kind, message, isRead }) => {
    const countText = /^\d+\+? /.exec(message)?.[0] ?? "";
    return `${countText}${kind} ${_id.split("-").at(-1)}${isRead ? "" : " *"}`;
  });

describe("a person's notifications", () => {
  it("notifications are stored as values and turned into text when they are read", async () => {
    await withInbox(newId(), async ({ wake, storage }) => {
      const inbox = wake();
      const subject = { title: "Brass sextant", currency: "USD" };
      const bidOf = (amountMinor: number) => ({ ...subject, amountMinor, priceMinor: amountMinor + 100 });
      const stored = () =>
        storage.sql.exec<{ values_json: string; count: number }>("SELECT values_json, count FROM notifications").one();
      const message = async () =>
        (await inbox.listNotifications()).notifications.map((notification) => notification.message);
      await inbox.deliver([aNotice(2, "newBid", { values: bidOf(150_00) })]);
      expect(JSON.parse(stored().values_json)).toEqual(bidOf(150_00));
      expect(await message()).toEqual(['New bid of $150 on "Brass sextant"']);
      await inbox.deliver([aNotice(3, "newBid", { values: bidOf(200_00) })]);
      expect(stored()).toEqual({ values_json: JSON.stringify(bidOf(200_00)), count: 2 });
      expect(await message()).toEqual(['2 new bids on "Brass sextant", now $201']);
    });
  });

  it("a newer notification replaces the last one of its kind and is unread", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([aNotice(2, "newBid"), aNotice(3, "bidVoided")]);
      await inbox.deliver([aNotice(4, "newBid"), aNotice(5, "newBid")]);
      await inbox.deliver([aNotice(2, "newBid", { auctionId: "other" })]);
      expect(await listOf(inbox)).toEqual(["3 newBid 5 *", "bidVoided 3 *", "newBid 2 *"]);
      expect((await inbox.listNotifications()).unread).toBe(3);
      await inbox.markAllRead();
      expect(await listOf(inbox)).toEqual(["3 newBid 5", "bidVoided 3", "newBid 2"]);
      await inbox.deliver([aNotice(6, "bidVoided")]);
      expect(await listOf(inbox)).toEqual(["bidVoided 6 *", "3 newBid 5", "newBid 2"]);
      expect((await inbox.listNotifications()).unread).toBe(1);
    });
  });

  it("a notification about a newer state replaces the one about the older state", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([aNotice(2, "outbid"), aNotice(2, "outbid", { auctionId: "other" })]);
      await inbox.deliver([aNotice(3, "leading")]);
      expect(await listOf(inbox)).toEqual(["leading 3 *", "outbid 2 *"]);
      await inbox.deliver([aNotice(4, "outbid"), aNotice(5, "bidVoided"), aNotice(6, "priceFell")]);
      expect(await listOf(inbox)).toEqual(["priceFell 6 *", "bidVoided 5 *", "outbid 2 *"]);
      await inbox.deliver([aNotice(7, "outbid"), aNotice(8, "won")]);
      expect(await listOf(inbox)).toEqual(["won 8 *", "bidVoided 5 *", "outbid 2 *"]);
      await inbox.deliver([aNotice(9, "voided")]);
      expect(await listOf(inbox)).toEqual(["voided 9 *", "bidVoided 5 *", "outbid 2 *"]);
      expect((await inbox.listNotifications()).unread).toBe(3);
    });
  });

  it("question notifications are numbered by time and stay after the auction ends", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      const questionNotice = (at: number) => aNotice(at, "questionAsked", { series: "question" });
      await inbox.deliver([newBid(2), questionNotice(900)]);
      await inbox.deliver([newBid(3), questionNotice(800), questionNotice(900)]);
      expect(await listOf(inbox)).toEqual(["questionAsked 900 *", "2 newBid 3 *"]);
      await inbox.clearNotifications();
      await inbox.deliver([questionNotice(900), newBid(3)]);
      expect(await listOf(inbox)).toEqual([]);
      await inbox.deliver([questionNotice(901), newBid(4), aNotice(5, "sold")]);
      expect(await listOf(inbox)).toEqual(["questionAsked 901 *", "sold 5 *"]);
      expect(await inbox.newestAuctionIds(10)).toEqual(["auction"]);
    });
  });

  it("a delayed notice about one question doesn't hide a later one about another", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      const answerTo = (series: string, at: number) => aNotice(at, "newAnswer", { series, at });
      await inbox.deliver([answerTo("later question", 900)]);
      await inbox.markAllRead();
      await inbox.deliver([answerTo("earlier question", 800)]);
      const { notifications } = await inbox.listNotifications();
      expect(notifications).toMatchObject([
        { kind: "newAnswer", timestamp: new Date(900).toISOString(), isRead: false },
      ]);
    });
  });

  it("the notification about an auction's end replaces the seller's earlier ones", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([newBid(2), newBid(3), aNotice(4, "releaseRequested"), aNotice(5, "bidWithdrawn")]);
      await inbox.deliver([newBid(6), aNotice(7, "sold")]);
      expect(await listOf(inbox)).toEqual(["sold 7 *"]);
    });
  });

  it("marking a notification as read leaves a newer one unread", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([aNotice(2, "outbid"), aNotice(2, "won", { auctionId: "other" })]);
      expect(await inbox.markRead(["other-2"])).toEqual({ unread: 1 });
      expect(await listOf(inbox)).toEqual(["outbid 2 *", "won 2"]);
      await inbox.deliver([aNotice(3, "outbid")]);
      expect(await inbox.markRead(["auction-2", "nothing"])).toEqual({ unread: 1 });
      expect(await inbox.markRead(["auction-3"])).toEqual({ unread: 0 });
    });
  });

  it("notifications with the same time are listed in the order of their events", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([aNotice(2, "bidVoided")]);
      await inbox.deliver([aNotice(3, "outbid", { at: 9 }), aNotice(10, "bidVoided", { at: 9 })]);
      expect(await listOf(inbox)).toEqual(["bidVoided 10 *", "outbid 3 *"]);
    });
  });

  it("a notification counts each new bid once since the list was last read", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([newBid(2)]);
      expect(await listOf(inbox)).toEqual(["newBid 2 *"]);
      await inbox.deliver([newBid(2), newBid(4), newBid(5)]);
      expect(await listOf(inbox)).toEqual(["3 newBid 5 *"]);
      for (const repeated of [[newBid(2)], [newBid(4), newBid(5)], [newBid(5)]]) await inbox.deliver(repeated);
      // Even while the first call waits to be stored.
      await Promise.all([inbox.deliver([newBid(6, "other"), newBid(7, "other")]), inbox.deliver([newBid(6, "other")])]);
      expect(await listOf(inbox)).toEqual(["2 newBid 7 *", "3 newBid 5 *"]);
      await inbox.clearNotifications();
      await inbox.deliver([newBid(2), newBid(4), newBid(5)]);
      expect(await listOf(inbox)).toEqual([]);
      await inbox.deliver([newBid(6)]);
      expect(await listOf(wake())).toEqual(["newBid 6 *"]);
      await inbox.markAllRead();
      await inbox.deliver([newBid(7)]);
      expect(await listOf(inbox)).toEqual(["newBid 7 *"]);
      await inbox.clearNotifications();
      await inbox.deliver([newBid(7), newBid(8)]);
      expect(await listOf(inbox)).toEqual(["newBid 8 *"]);
    });
  });

  it("a notification counts up to 99", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      const bids = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, index) => newBid(from + index));
      await inbox.deliver(bids(1, 98));
      await inbox.deliver(bids(90, 99));
      expect(await listOf(inbox)).toEqual(["99 newBid 99 *"]);
      await inbox.deliver(bids(100, 100));
      expect(await listOf(inbox)).toEqual(["99+ newBid 100 *"]);
    });
  });

  it("notifications about bids and about auction ends never push each other out", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      const offsets = Array.from({ length: MAX_NOTIFICATIONS + 2 }, (_, index) => index + 1);
      await inbox.deliver([aNotice(1, "sold", { auctionId: "first" }), aNotice(1, "won", { auctionId: "second" })]);
      for (const at of offsets) await inbox.deliver([{ ...newBid(1, `bid on ${at}`), at: 10 + at }]);
      const kinds = async () => Map.groupBy((await inbox.listNotifications()).notifications, ({ kind }) => kind);
      expect((await kinds()).get("newBid")).toHaveLength(MAX_NOTIFICATIONS);
      expect((await kinds()).get("newBid")?.at(-1)?.auctionId).toBe("bid on 3");
      expect((await kinds()).get("sold")).toHaveLength(1);
      for (const at of offsets) await inbox.deliver([aNotice(1, "lost", { auctionId: `lot ${at}`, at: 1_000 + at })]);
      expect((await kinds()).get("newBid")).toHaveLength(MAX_NOTIFICATIONS);
      expect((await kinds()).get("lost")).toHaveLength(MAX_NOTIFICATIONS);
      expect((await kinds()).has("sold")).toBe(false);
    });
  });

  it("no notification is stored once the account's deletion has begun", async () => {
    const id = newId();
    await withInbox(id, async ({ wake, fireAlarmsUntilDone }) => {
      await wake().deliver([aNotice(2, "newBid")]);
      expect(await wake().deleteAccount(id)).toBe("removed");
      await wake().deliver([aNotice(3, "newBid")]);
      await fireAlarmsUntilDone(wake());
      await wake().deliver([aNotice(4, "newBid")]);
      expect(await wake().listNotifications()).toEqual({ notifications: [], unread: 0 });
    });
  });

  it("T7: a socket whose session has ended is closed and gets no notification", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const { id, cookie } = await someoneSignedIn();
    const [inbox, { id: sessionId }] = [env.INBOX.getByName(id), await sessionIn(cookie)];
    const page = async (endsAt: number) => {
      const headers = { [SESSION_HEADER]: sessionId, [EXPIRES_HEADER]: String(endsAt), upgrade: "websocket" };
      const { webSocket } = await inbox.fetch("http://inbox/", { headers });
      const received: unknown[] = [];
      webSocket?.addEventListener("message", () => received.push("notification"));
      webSocket?.addEventListener("close", ({ code }) => received.push(code));
      webSocket?.accept();
      return received;
    };
    const endsAt = Date.now() + HOUR_MS;
    const [endedPage, openPage] = [await page(endsAt), await page(endsAt + 1)];
    vi.setSystemTime(endsAt);
    await inbox.deliver([aNotice(2, "newBid")]);
    await vi.waitFor(() => expect([endedPage, openPage]).toEqual([[CLOSE_SESSION_ENDED], ["notification"]]));
  });
});
