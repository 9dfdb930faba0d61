import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import { Checkpoints } from "./checkpoints.ts";
import { SCHEMA_STEPS } from "./schema.ts";

/** Checkpoints on separate storage. `woken` reads it as the next instance will. */
async function inside(work: (checkpoints: Checkpoints, woken: () => Checkpoints) => void): Promise<void> {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    work(new Checkpoints(storage.sql), () => new Checkpoints(storage.sql));
    await storage.deleteAll();
  });
}

it("a crash loses an unsaved checkpoint, and the older one applies", async () => {
  await inside((checkpoints, woken) => {
    checkpoints.move("catalogue", 0, 7);
    expect([checkpoints.get("catalogue"), checkpoints.areSaved, woken().get("catalogue")]).toEqual([7, false, 0]);
    checkpoints.save();
    expect([checkpoints.areSaved, woken().get("catalogue"), woken().get("sellerInbox")]).toEqual([true, 7, 0]);
  });
});

it("events that a subscriber loses during a delivery are delivered again", async () => {
  await inside((checkpoints, woken) => {
    checkpoints.move("catalogue", 0, 7);
    checkpoints.moveBack("catalogue", 3);
    checkpoints.move("catalogue", 7, 9);
    checkpoints.moveBack("catalogue", 5);
    checkpoints.save();
    expect([checkpoints.get("catalogue"), woken().get("catalogue")]).toEqual([3, 3]);
  });
});

it("a checkpoint is written if it has moved or its transaction failed", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    const seqs = () => {
      const rows = storage.sql.exec("SELECT name, seq FROM checkpoints WHERE name IN ('sellerInbox', 'bidderInboxes')");
      return Object.fromEntries(Array.from(rows, ({ name, seq }) => [name, seq]));
    };
    /** Another number shows that no one has written the row since. */
    const mark = () => storage.sql.exec("UPDATE checkpoints SET seq = 99 WHERE name = 'sellerInbox'");
    const checkpoints = new Checkpoints(storage.sql);
    const opening: Parameters<Checkpoints["write"]>[0] = {
      facts: [{}],
      initialCheckpoints: { seq: 1, subscribers: ["sellerInbox", "bidderInboxes"] },
    };
    const bid = { facts: [{}], initialCheckpoints: { seq: 0, subscribers: [] } };
    checkpoints.write(opening);
    checkpoints.commit(opening);
    mark();
    checkpoints.move("bidderInboxes", 1, 2);
    checkpoints.save();
    expect(seqs()).toEqual({ sellerInbox: 99, bidderInboxes: 2 });
    checkpoints.move("sellerInbox", 1, 2);
    checkpoints.write(bid);
    mark();
    checkpoints.write(bid);
    checkpoints.commit(bid);
    expect(seqs()).toEqual({ sellerInbox: 2, bidderInboxes: 2 });
    await storage.deleteAll();
  });
});
