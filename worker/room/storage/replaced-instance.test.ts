import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { requestWith } from "../../testing/bindings.ts";
import { anAuction, aPerson } from "../../testing/builders.ts";
import { expectRefusalIn } from "../../testing/http.ts";
import type { AuctionRoom } from "../auction-room.ts";

/** An auction whose instance lacks the last fact, because another instance has written it. */
async function aReplacedRoom() {
  const { id, room } = await anAuction();
  expect(await room.placeBid({ actor: aPerson(), amountMinor: 10_000 })).toMatchObject({ ok: true });
  await runInDurableObject(room, (_instance, ctx) => {
    ctx.storage.sql.exec(
      `INSERT INTO journal (seq, at, type, fact, secret, sealed, hash)
       SELECT seq + 1, at, type, fact, secret, sealed, hash FROM journal ORDER BY seq DESC LIMIT 1`,
    );
  });
  return id;
}

describe("a replaced instance of a room", () => {
  it.each<[string, (room: AuctionRoom) => Promise<unknown>]>([
    ["the page", (room) => room.page()],
    ["the bids", (room) => room.bidsBefore(null, 10)],
    ["the journal", (room) => room.journal()],
    ["a bid that is too low", (room) => room.placeBid({ actor: aPerson(), amountMinor: 10_000 })],
    ["the end of a suspension", (room) => room.liftSuspension("ann")],
    ["the deletion of a person", (room) => room.removePerson("ann")],
    ["a new watcher", (room) => room.fetch(new Request("http://room/", { headers: { upgrade: "websocket" } }))],
  ])("a replaced room instance refuses every request: %s", async (_what, sendRequest) => {
    const id = await aReplacedRoom();
    await runInDurableObject(env.AUCTION_ROOM.getByName(id), async (room) => {
      await expect(sendRequest(room)).rejects.toThrow("this instance was replaced");
    });
  });

  it("a request to a replaced room instance gets a busy error", async () => {
    const id = await aReplacedRoom();
    const path = `/auction/fetchSpecificAuction?auctionId=${id}`;
    await expectRefusalIn(await requestWith(env, path), "busy", 503);
  });
});
