import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { CLOSE_SESSION_ENDED } from "../contract/close-codes.ts";
import { KEPT_NOTIFICATIONS, type Notice, type NoticeKind } from "../contract/notification.ts";
import { EXPIRES_HEADER, SESSION_HEADER } from "../platform/internal-headers.ts";
import { HOUR_MS, newId } from "../testing/builders.ts";
import { withInbox } from "../testing/inbox.ts";
import type { Inbox } from "./inbox.ts";

afterEach(() => vi.useRealTimers());

const notice = (seq: number, kind: NoticeKind, more: Partial<Notice> = {}): Notice => ({
  auctionId: "auction",
  seq,
  kind,
  message: `${kind} ${seq}`,
  at: seq,
  ...more,
});
const newBid = (seq: number, auctionId = "auction") =>
  notice(seq, "newBid", { several: `new bids, the last is ${seq}`, auctionId });

/** What the inbox lists, the newest first: the message, with a star where it is unread. */
const listOf = async (inbox: Inbox) =>
  (await inbox.list()).notifications.map(({ message, isRead }) => (isRead ? message : `${message} *`));

describe("the notifications of a person", () => {
  it("are one of each auction and kind: a newer one replaces it, first in the list and unread", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([notice(2, "newBid"), notice(3, "bidVoided")]);
      await inbox.deliver([notice(4, "newBid"), notice(5, "newBid")]);
      await inbox.deliver([notice(2, "newBid", { auctionId: "other" })]);
      expect(await listOf(inbox)).toEqual(["newBid 5 *", "bidVoided 3 *", "newBid 2 *"]);
      expect((await inbox.list()).unread).toBe(3);
      await inbox.markRead();
      expect(await listOf(inbox)).toEqual(["newBid 5", "bidVoided 3", "newBid 2"]);
      await inbox.deliver([notice(6, "bidVoided")]);
      expect(await listOf(inbox)).toEqual(["bidVoided 6 *", "newBid 5", "newBid 2"]);
      expect((await inbox.list()).unread).toBe(1);
    });
  });

  it("say only how an auction stands now: a newer state replaces the older one", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([notice(2, "outbid"), notice(2, "outbid", { auctionId: "other" })]);
      await inbox.deliver([notice(3, "leading")]);
      expect(await listOf(inbox)).toEqual(["leading 3 *", "outbid 2 *"]);
      await inbox.deliver([notice(4, "outbid"), notice(5, "bidVoided"), notice(6, "priceFell")]);
      expect(await listOf(inbox)).toEqual(["priceFell 6 *", "bidVoided 5 *", "outbid 2 *"]);
      await inbox.deliver([notice(7, "outbid"), notice(8, "won")]);
      expect(await listOf(inbox)).toEqual(["won 8 *", "bidVoided 5 *", "outbid 2 *"]);
      await inbox.deliver([notice(9, "voided")]);
      expect(await listOf(inbox)).toEqual(["voided 9 *", "bidVoided 5 *", "outbid 2 *"]);
      expect((await inbox.list()).unread).toBe(3);
    });
  });

  it("of a seller's open auction are replaced by its end", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([newBid(2), newBid(3), notice(4, "releaseAsked"), notice(5, "bidWithdrawn")]);
      await inbox.deliver([newBid(6), notice(7, "sold")]);
      expect(await listOf(inbox)).toEqual(["sold 7 *"]);
    });
  });

  it("can be marked as read one by one, unless a newer one has taken the place", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([notice(2, "outbid"), notice(2, "won", { auctionId: "other" })]);
      expect(await inbox.markRead(["other-2"])).toEqual({ unread: 1 });
      expect(await listOf(inbox)).toEqual(["won 2", "outbid 2 *"]);
      await inbox.deliver([notice(3, "outbid")]);
      expect(await inbox.markRead(["auction-2", "nothing"])).toEqual({ unread: 1 });
      expect(await inbox.markRead(["auction-3"])).toEqual({ unread: 0 });
    });
  });

  it("of one moment are listed by their facts, whichever of them took an older one's row", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([notice(2, "bidVoided")]);
      await inbox.deliver([notice(3, "outbid", { at: 9 }), notice(10, "bidVoided", { at: 9 })]);
      expect(await listOf(inbox)).toEqual(["bidVoided 10 *", "outbid 3 *"]);
    });
  });

  it("say how many new bids there were since the list was last read, and count a fact that arrives twice only once", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      await inbox.deliver([newBid(2)]);
      expect(await listOf(inbox)).toEqual(["newBid 2 *"]);
      await inbox.deliver([newBid(2), newBid(4), newBid(5)]);
      expect(await listOf(inbox)).toEqual(["3 new bids, the last is 5 *"]);
      for (const repeated of [[newBid(2)], [newBid(4), newBid(5)], [newBid(5)]]) await inbox.deliver(repeated);
      // Also while the first call waits to be stored.
      await Promise.all([inbox.deliver([newBid(6, "other"), newBid(7, "other")]), inbox.deliver([newBid(6, "other")])]);
      expect(await listOf(inbox)).toEqual(["2 new bids, the last is 7 *", "3 new bids, the last is 5 *"]);
      await inbox.clear();
      await inbox.deliver([newBid(2), newBid(4), newBid(5)]);
      expect(await listOf(inbox)).toEqual([]);
      await inbox.deliver([newBid(6)]);
      expect(await listOf(wake())).toEqual(["newBid 6 *"]);
      await inbox.markRead();
      await inbox.deliver([newBid(7)]);
      expect(await listOf(inbox)).toEqual(["newBid 7 *"]);
      await inbox.clear();
      await inbox.deliver([newBid(7), newBid(8)]);
      expect(await listOf(inbox)).toEqual(["newBid 8 *"]);
    });
  });

  it("count exactly up to 99, and no further", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      const bids = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, index) => newBid(from + index));
      await inbox.deliver(bids(1, 98));
      await inbox.deliver(bids(90, 99));
      expect(await listOf(inbox)).toEqual(["99 new bids, the last is 99 *"]);
      await inbox.deliver(bids(100, 100));
      expect(await listOf(inbox)).toEqual(["99+ new bids, the last is 100 *"]);
    });
  });

  it("about ends are never pushed out by those about bids, nor these by those", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      const many = Array.from({ length: KEPT_NOTIFICATIONS + 2 }, (_, index) => index + 1);
      await inbox.deliver([notice(1, "sold", { auctionId: "first" }), notice(1, "won", { auctionId: "second" })]);
      for (const at of many) await inbox.deliver([{ ...newBid(1, `bid on ${at}`), at: 10 + at }]);
      const kinds = async () => Map.groupBy((await inbox.list()).notifications, ({ kind }) => kind);
      expect((await kinds()).get("newBid")).toHaveLength(KEPT_NOTIFICATIONS);
      expect((await kinds()).get("newBid")?.at(-1)?.auctionId).toBe("bid on 3");
      expect((await kinds()).get("sold")).toHaveLength(1);
      for (const at of many) await inbox.deliver([notice(1, "lost", { auctionId: `lot ${at}`, at: 1_000 + at })]);
      expect((await kinds()).get("newBid")).toHaveLength(KEPT_NOTIFICATIONS);
      expect((await kinds()).get("lost")).toHaveLength(KEPT_NOTIFICATIONS);
      expect((await kinds()).has("sold")).toBe(false);
    });
  });

  it("are not stored any more once the deletion of the account has begun", async () => {
    const id = newId();
    await withInbox(id, async ({ wake, ringUntilDone }) => {
      await wake().deliver([notice(2, "newBid")]);
      expect(await wake().deleteAccount(id)).toBe("removed");
      await wake().deliver([notice(3, "newBid")]);
      await ringUntilDone(wake());
      await wake().deliver([notice(4, "newBid")]);
      expect(await wake().list()).toEqual({ notifications: [], unread: 0 });
    });
  });

  it("T7: reach no page whose session has reached its end: it is closed instead", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const inbox = env.INBOX.getByName(newId());
    const page = async (endsAt: number) => {
      const headers = { [SESSION_HEADER]: newId(), [EXPIRES_HEADER]: String(endsAt), upgrade: "websocket" };
      const { webSocket } = await inbox.fetch("http://inbox/", { headers });
      const got: unknown[] = [];
      webSocket?.addEventListener("message", () => got.push("notification"));
      webSocket?.addEventListener("close", ({ code }) => got.push(code));
      webSocket?.accept();
      return got;
    };
    const endsAt = Date.now() + HOUR_MS;
    const [over, open] = [await page(endsAt), await page(endsAt + 1)];
    vi.setSystemTime(endsAt);
    await inbox.deliver([notice(2, "newBid")]);
    await vi.waitFor(() => expect([over, open]).toEqual([[CLOSE_SESSION_ENDED], ["notification"]]));
  });
});
