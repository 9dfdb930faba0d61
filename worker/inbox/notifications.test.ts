import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { CLOSE_SESSION_ENDED } from "../contract/live.ts";
import type { Notice, NoticeKind } from "../contract/notification.ts";
import { EXPIRES_HEADER, SESSION_HEADER } from "../platform/internal-headers.ts";
import { HOUR_MS, newId } from "../testing/builders.ts";
import { withInbox } from "../testing/inbox.ts";

afterEach(() => vi.useRealTimers());

const notice = (seq: number, kind: NoticeKind): Notice => ({ auctionId: "auction", seq, kind, message: "", at: seq });

describe("the notifications of a person", () => {
  it("have one unread “you were outbid” of an auction, the newest; one that was read stays", async () => {
    await withInbox(newId(), async ({ wake }) => {
      const inbox = wake();
      const seqs = async () => (await inbox.list()).notifications.map(({ _id }) => _id);
      await inbox.deliver([notice(2, "outbid")]);
      await inbox.deliver([notice(3, "outbid")]);
      expect(await seqs()).toEqual(["auction-3"]);
      await inbox.markRead();
      await inbox.deliver([notice(4, "outbid")]);
      expect(await seqs()).toEqual(["auction-4", "auction-3"]);
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
