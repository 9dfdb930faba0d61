import { expect, it, vi } from "vitest";

import { someoneSignedIn } from "../testing/http.ts";
import { aListing } from "../testing/selling.ts";
import { watchAuction, watchInbox } from "../testing/sockets.ts";

it("rooms and inboxes close a socket that its client closes, whatever the close code", async () => {
  const [{ id }, person] = [await aListing(), await someoneSignedIn()];
  for (const code of [undefined, 1000, 3000, 4401, 4999]) {
    const [auctionSocket, inbox] = [await watchAuction(id), await watchInbox(person.cookie)];
    for (const { socket } of [auctionSocket, inbox]) socket.close(code);
    const closed = { code: 1000, reason: "" };
    await vi.waitFor(() => expect([...auctionSocket.closed, ...inbox.closed]).toEqual([closed, closed]));
  }
});
