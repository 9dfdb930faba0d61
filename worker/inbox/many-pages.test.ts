import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { CLOSE_MANY_PAGES } from "../contract/live.ts";
import { EXPIRES_HEADER, SESSION_HEADER } from "../platform/internal-headers.ts";
import { DAY_MS, newId } from "../testing/builders.ts";

it("ten pages of one person can be connected at once: the oldest is closed when an eleventh opens", async () => {
  const inbox = env.INBOX.getByName(newId());
  // LIMIT_SCALE multiplies the limit in tests, so this inbox gets its own scale.
  await runInDurableObject(inbox, (instance) => {
    Object.assign(instance, { env: { ...env, LIMIT_SCALE: "1" } });
  });
  const closed: number[][] = [];
  for (let page = 0; page < 12; page += 1) {
    const headers = { [SESSION_HEADER]: newId(), [EXPIRES_HEADER]: String(Date.now() + DAY_MS), upgrade: "websocket" };
    const { webSocket } = await inbox.fetch("http://inbox/", { headers });
    if (!webSocket) throw new Error("no socket");
    webSocket.addEventListener("close", ({ code }) => {
      closed.push([page, code]);
    });
    webSocket.accept();
  }
  await vi.waitFor(() => {
    expect(closed).toEqual([
      [0, CLOSE_MANY_PAGES],
      [1, CLOSE_MANY_PAGES],
    ]);
  });
});
