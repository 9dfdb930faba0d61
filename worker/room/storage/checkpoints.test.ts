import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import { Checkpoints } from "./checkpoints.ts";
import { SCHEMA_STEPS } from "./schema.ts";

/** Checkpoints on separate storage. `wake` reads it as the next instance will. */
async function withCheckpoints(work: (checkpoints: Checkpoints, wake: () => Checkpoints) => void): Promise<void> {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    work(new Checkpoints(storage.sql), () => {
      const woken = new Checkpoints(storage.sql);
      woken.load();
      return woken;
    });
    await storage.deleteAll();
  });
}

it("a crash loses an unsaved checkpoint, and the older one applies", async () => {
  await withCheckpoints((checkpoints, wake) => {
    checkpoints.move("catalogue", 0, 7);
    expect([checkpoints.get("catalogue"), checkpoints.areSaved, wake().get("catalogue")]).toEqual([7, false, 0]);
    checkpoints.save();
    expect([checkpoints.areSaved, wake().get("catalogue"), wake().get("sellerInbox")]).toEqual([true, 7, 0]);
  });
});

it("events that a subscriber loses during a delivery are delivered again", async () => {
  await withCheckpoints((checkpoints, wake) => {
    checkpoints.move("catalogue", 0, 7);
    checkpoints.moveBack("catalogue", 3);
    checkpoints.move("catalogue", 7, 9);
    checkpoints.moveBack("catalogue", 5);
    checkpoints.save();
    expect([checkpoints.get("catalogue"), wake().get("catalogue")]).toEqual([3, 3]);
  });
});

it("checkpoints are written if one has moved or the last write was rolled back", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    const readReceived = (): unknown => {
      const { received } = storage.sql.exec<{ received: string }>("SELECT received FROM checkpoints").one();
      return JSON.parse(received);
    };
    /** An empty row shows that no one has written it since. */
    const clearRow = () => storage.sql.exec("UPDATE checkpoints SET received = '{}'");
    const checkpoints = new Checkpoints(storage.sql);
    const opening: Parameters<Checkpoints["write"]>[0] = {
      facts: [{}],
      initialCheckpoints: { seq: 1, subscribers: ["sellerInbox", "bidderInboxes"] },
    };
    const bid = { facts: [{}], initialCheckpoints: { seq: 0, subscribers: [] } };
    checkpoints.write(opening);
    checkpoints.commit(opening);
    expect(readReceived()).toMatchObject({ sellerInbox: 1, bidderInboxes: 1, catalogue: 0 });
    clearRow();
    checkpoints.write(bid);
    checkpoints.commit(bid);
    checkpoints.save();
    expect(readReceived()).toEqual({});
    checkpoints.move("sellerInbox", 1, 2);
    checkpoints.write(bid);
    expect(readReceived()).toMatchObject({ sellerInbox: 2, bidderInboxes: 1 });
    clearRow();
    checkpoints.write(bid);
    checkpoints.commit(bid);
    expect(readReceived()).toMatchObject({ sellerInbox: 2, bidderInboxes: 1 });
    await storage.deleteAll();
  });
});
