import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { sendableCloseCode } from "../contract/close-codes.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { aListing } from "../testing/selling.ts";
import { watchAuction, watchInbox } from "../testing/sockets.ts";

const ALL_CODES = Array.from({ length: 65_536 }, (_, code) => code);

it("closing a socket returns the client's code if that can be sent", () => {
  const kept = ALL_CODES.filter((code) => sendableCloseCode(code) === code);
  expect(kept).toHaveLength(4 + 8 + 2_000);
  expect(kept).toEqual(expect.arrayContaining([1000, 1003, 1007, 1014, 3000, 4401, 4999]));
});

it("closing a socket always uses a code that the runtime can send", () => {
  for (const code of new Set(ALL_CODES.map(sendableCloseCode))) {
    const { 0: client, 1: server } = new WebSocketPair();
    client.accept();
    server.accept();
    expect(() => server.close(code)).not.toThrow();
  }
});

it("closing a socket with any code closes it in rooms and inboxes", async () => {
  const [{ id }, person] = [await aListing(), await someoneSignedIn()];
  for (const code of [0, 999, 1004, 1005, 1006, 1015, 5000, 65_535]) {
    const [watching, inbox] = [await watchAuction(id), await watchInbox(person.cookie)];
    await runInDurableObject(env.AUCTION_ROOM.getByName(id), (room, state) =>
      Promise.all(state.getWebSockets().map((socket) => room.webSocketClose(socket, code))),
    );
    await runInDurableObject(env.INBOX.getByName(person.id), (object, state) =>
      Promise.all(state.getWebSockets().map((socket) => object.webSocketClose(socket, code))),
    );
    const closed = { code: 1000, reason: "" };
    await vi.waitFor(() => expect([...watching.closed, ...inbox.closed]).toEqual([closed, closed]));
  }
});
