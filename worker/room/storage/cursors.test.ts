import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import { Cursors } from "./cursors.ts";
import { SCHEMA_STEPS } from "./schema.ts";

/** Cursors on storage of their own; `woken` reads it as the next instance will. */
async function inside(work: (cursors: Cursors, woken: () => Cursors) => void): Promise<void> {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    work(new Cursors(storage.sql), () => new Cursors(storage.sql));
    await storage.deleteAll();
  });
}

it("a subscriber's cursor is in memory until it is saved: after a crash the older one applies", async () => {
  await inside((cursors, woken) => {
    cursors.move("catalogue", 0, 7);
    expect([cursors.at("catalogue"), cursors.areSaved, woken().at("catalogue")]).toEqual([7, false, 0]);
    cursors.save();
    expect([cursors.areSaved, woken().at("catalogue"), woken().at("sellerInbox")]).toEqual([true, 7, 0]);
  });
});

it("facts that a subscriber has lost are delivered again, even if it loses them while a delivery is under way", async () => {
  await inside((cursors, woken) => {
    cursors.move("catalogue", 0, 7);
    cursors.moveBack("catalogue", 3);
    cursors.move("catalogue", 7, 9);
    cursors.moveBack("catalogue", 5);
    cursors.save();
    expect([cursors.at("catalogue"), woken().at("catalogue")]).toEqual([3, 3]);
  });
});

it("a cursor that has not moved is not written again, and one whose transaction failed is", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    const seqs = () => {
      const rows = storage.sql.exec(
        "SELECT subscriber, seq FROM cursors WHERE subscriber IN ('sellerInbox', 'bidderInboxes')",
      );
      return Object.fromEntries(Array.from(rows, ({ subscriber, seq }) => [subscriber, seq]));
    };
    /** Another number shows that no one has written the row since. */
    const mark = () => storage.sql.exec("UPDATE cursors SET seq = 99 WHERE subscriber = 'sellerInbox'");
    const cursors = new Cursors(storage.sql);
    const opening: Parameters<Cursors["write"]>[0] = {
      facts: [{}],
      received: { seq: 1, subscribers: ["sellerInbox", "bidderInboxes"] },
    };
    const bid = { facts: [{}], received: { seq: 0, subscribers: [] } };
    cursors.write(opening);
    cursors.commit(opening);
    mark();
    cursors.move("bidderInboxes", 1, 2);
    cursors.save();
    expect(seqs()).toEqual({ sellerInbox: 99, bidderInboxes: 2 });
    cursors.move("sellerInbox", 1, 2);
    cursors.write(bid);
    mark();
    cursors.write(bid);
    cursors.commit(bid);
    expect(seqs()).toEqual({ sellerInbox: 2, bidderInboxes: 2 });
    await storage.deleteAll();
  });
});
