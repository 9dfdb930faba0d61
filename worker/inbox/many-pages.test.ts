import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { CLOSE_TOO_MANY_PAGES } from "../contract/close-codes.ts";
import { EXPIRES_HEADER, SESSION_HEADER } from "../rpc/internal-headers.ts";
import { DAY_MS } from "../testing/builders.ts";
import { sessionIn, someoneSignedIn } from "../testing/http.ts";
import type { Inbox } from "./inbox.ts";

type InboxSession = { readonly inbox: DurableObjectStub<Inbox>; readonly sessionId: string };

/** Someone's inbox with the production limits, because LIMIT_SCALE multiplies them in tests. */
async function strictInbox(): Promise<InboxSession> {
  const { id, cookie } = await someoneSignedIn();
  const inbox = env.INBOX.getByName(id);
  await runInDurableObject(inbox, (instance) => {
    Object.assign(instance, { env: { ...env, LIMIT_SCALE: "1" } });
  });
  return { inbox, sessionId: (await sessionIn(cookie)).id };
}

async function openPage({ inbox, sessionId }: InboxSession, onClose: (code: number) => void): Promise<WebSocket> {
  const headers = { [SESSION_HEADER]: sessionId, [EXPIRES_HEADER]: String(Date.now() + DAY_MS), upgrade: "websocket" };
  const { webSocket } = await inbox.fetch("http://inbox/", { headers });
  if (!webSocket) throw new Error("no socket");
  webSocket.addEventListener("close", ({ code }) => onClose(code));
  webSocket.accept();
  return webSocket;
}

afterEach(() => vi.useRealTimers());

it("an inbox closes the oldest of ten pages when an eleventh opens", async () => {
  const inbox = await strictInbox();
  // One after the other, because two pages from the same millisecond are equally old.
  const startedAt = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
  const closedPages: number[][] = [];
  for (let page = 0; page < 12; page += 1) {
    vi.setSystemTime(startedAt + page);
    await openPage(inbox, (code) => void closedPages.push([page, code]));
  }
  await vi.waitFor(() => {
    expect(closedPages).toEqual([
      [0, CLOSE_TOO_MANY_PAGES],
      [1, CLOSE_TOO_MANY_PAGES],
    ]);
  });
});

it("to make room, an inbox first closes pages whose clients are gone", async () => {
  const inbox = await strictInbox();
  // The platform records each ping in real time, so the pages are opened in the past.
  const startedAt = Date.now() - 80_000;
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
  const closedPages: number[][] = [];
  for (let page = 0; page < 10; page += 1) {
    const socket = await openPage(inbox, (code) => void closedPages.push([page, code]));
    if (page === 5 || page === 7) continue;
    const answered = new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
    socket.send("ping");
    await answered;
  }
  vi.setSystemTime(startedAt + 91_000);
  await openPage(inbox, (code) => void closedPages.push([10, code]));
  await vi.waitFor(() => {
    expect(closedPages.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [5, 1001],
      [7, 1001],
    ]);
  });
});
