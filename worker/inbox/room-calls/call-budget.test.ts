import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { setAnonymous } from "../../accounts/queries/people.ts";
import { TOKENS_EXPIRED_AFTER_MS } from "../../accounts/sessions.ts";
import { openDatabase } from "../../db/database.ts";
import { failingDatabase } from "../../testing/bindings.ts";
import { newId } from "../../testing/builders.ts";
import { anAuctionRow, insertAuction } from "../../testing/catalogue.ts";
import { someoneSignedIn } from "../../testing/http.ts";
import { withInbox } from "../../testing/inbox.ts";
import { CallBudget } from "./call-budget.ts";

const SMALL_LIMITS = { concurrency: 3, perEvent: 7 };
const db = () => openDatabase(env.DB);

function ids(count: number): string[] {
  return Array.from({ length: count }, newId).toSorted();
}

describe("limits on calls to many rooms", () => {
  it("calls to many rooms are limited and resume after the last room called", async () => {
    const rooms = Array.from({ length: 20 }, (_, index) => index);
    let [activeCount, maxActive] = [0, 0];
    const called: number[] = [];
    const remainingRooms = () => rooms.filter((room) => !called.includes(room));
    for (const expected of ["more", "more", "finished"]) {
      const before = called.length;
      const progress = await new CallBudget(SMALL_LIMITS).callEach<number, void>(
        "numbers",
        (last, limit) =>
          remainingRooms()
            .filter((room) => room > (last ?? -1))
            .slice(0, limit),
        async () => {},
        async (room) => {
          activeCount += 1;
          maxActive = Math.max(maxActive, activeCount);
          await Promise.resolve();
          activeCount -= 1;
          called.push(room);
        },
      );
      expect(progress).toBe(expected);
      expect(called.length - before).toBeLessThanOrEqual(7);
    }
    expect(called).toEqual(rooms);
    expect(maxActive).toBe(3);
  });

  it("a room that fails is called once and doesn't hold up calls to other rooms", async () => {
    const called: string[] = [];
    const progress = await new CallBudget(SMALL_LIMITS).callEach<string, void>(
      "letters",
      (last) => ["a", "b", "c", "d"].filter((room) => room > (last ?? "")).slice(0, 2),
      async () => {},
      async (room) => {
        called.push(room);
        if (room === "b") throw new Error("the room is down");
      },
    );
    expect(called).toEqual(["a", "b", "c", "d"]);
    expect(progress).toBe("failed");
  });
});

describe("suspending a person", () => {
  const suspend = (id: string) => env.DB.prepare("UPDATE users SET suspended_at = 1 WHERE id = ?").bind(id).run();

  it("suspending a person voids their bids, unless the person was reinstated", async () => {
    const { id } = await someoneSignedIn();
    const [room = ""] = ids(1);
    await withInbox(id, async ({ wake, calls }) => {
      const inbox = wake();
      await inbox.enforceSuspension(id, [room]);
      expect(calls).toEqual([]);
      await suspend(id);
      await inbox.enforceSuspension(id, [room]);
      expect(calls).toEqual([{ method: "voidBidsOf", auctionId: room, args: [id] }]);
    });
  });

  it("a suspended person's bids are voided again once their last token expires", async () => {
    const { id } = await someoneSignedIn();
    const [first, later] = [newId(), await insertAuction(anAuctionRow())];
    let now = Date.now();
    await withInbox(
      id,
      async ({ wake, calls, alarm }) => {
        await suspend(id);
        await wake().enforceSuspension(id, [first]);
        expect(alarm.at).toBe(now + TOKENS_EXPIRED_AFTER_MS);
        await env.DB.prepare(
          `INSERT INTO bids (placed_seq, auction_id, bidder_id, amount_minor, auto, edited, withdrawn, placed_at, seq)
           VALUES (2, ?1, ?2, 100, 0, 0, 0, 0, 2)`,
        )
          .bind(later.id, id)
          .run();
        now += TOKENS_EXPIRED_AFTER_MS - 1;
        await wake().alarm();
        expect(calls).toHaveLength(1);
        now += 1;
        await wake().alarm();
        expect(calls.map(({ auctionId }) => auctionId)).toEqual([first, later.id]);
        expect(alarm.at).toBeNull();
      },
      { clock: () => now },
    );
  });

  it("a suspended person's bid is voided even if a room reports it later", async () => {
    const { id } = await someoneSignedIn();
    const room = newId();
    await withInbox(id, async ({ wake, calls }) => {
      await suspend(id);
      const inbox = wake();
      await inbox.enforceSuspension(id, []);
      await inbox.recordJoin(room);
      await vi.waitFor(() => expect(calls).toEqual([{ method: "voidBidsOf", auctionId: room, args: [id] }]));
    });
  });
});

describe("changes that affect many rooms", () => {
  it("a change of anonymity reaches many rooms, a limited number per event", async () => {
    const { id } = await someoneSignedIn();
    const rooms = ids(20);
    await withInbox(
      id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        await wake().setAnonymous(id, true, rooms);
        expect(calls).toHaveLength(7);
        expect(await fireAlarmsUntilDone(wake())).toEqual([7, 6]);
        expect(calls.map(({ auctionId }) => auctionId)).toEqual(rooms);
        expect(calls.every(({ method, args }) => method === "setAnonymous" && args[1] === true)).toBe(true);
      },
      { limits: SMALL_LIMITS },
    );
  });

  it("a change for many rooms sets an alarm before it calls the first room", async () => {
    const { id } = await someoneSignedIn();
    const alarms: (number | null)[] = [];
    let alarmTime = (): number | null => null;
    await withInbox(
      id,
      async ({ wake, alarm }) => {
        alarmTime = () => alarm.at;
        await wake().setAnonymous(id, true, [newId()]);
        expect(alarms).toEqual([expect.any(Number)]);
        expect(alarm.at).toBeNull();
      },
      { room: async () => void alarms.push(alarmTime()) },
    );
  });

  it("a change reaches a room where the person has just started to bid", async () => {
    const { id } = await someoneSignedIn();
    const [knownId, joiningId] = [newId(), newId()];
    await withInbox(id, async ({ wake, calls, fireAlarmsUntilDone }) => {
      const inbox = wake();
      const update = inbox.setAnonymous(id, true, [knownId]);
      await inbox.recordJoin(joiningId);
      await update;
      await fireAlarmsUntilDone(inbox);
      const choices = calls.filter(({ method }) => method === "setAnonymous");
      expect(new Map(choices.map(({ auctionId, args }) => [auctionId, args[1]]))).toEqual(
        new Map([knownId, joiningId].map((auctionId) => [auctionId, true])),
      );
    });
  });

  it("a hidden name reaches a room that D1 doesn't list", async () => {
    const { id } = await someoneSignedIn();
    const [d1RoomId, joinedId] = [newId(), newId()];
    await withInbox(id, async ({ wake, calls, fireAlarmsUntilDone }) => {
      const inbox = wake();
      await inbox.recordJoin(joinedId);
      await inbox.updateNameAndPhoto(id, [d1RoomId]);
      await fireAlarmsUntilDone(inbox);
      const nameCalls = calls.filter(({ method }) => method === "setNameAndPhoto");
      expect(nameCalls.map(({ auctionId }) => auctionId).toSorted()).toEqual([d1RoomId, joinedId].toSorted());
    });
  });

  it("a hidden name reaches a room that reports the person's first bid later", async () => {
    const { id } = await someoneSignedIn();
    const room = newId();
    await withInbox(id, async ({ wake, calls }) => {
      const inbox = wake();
      await inbox.updateNameAndPhoto(id, []);
      await inbox.recordJoin(room);
      await vi.waitFor(() => expect(calls).toMatchObject([{ method: "setNameAndPhoto", auctionId: room }]));
    });
  });

  it("an anonymity choice that changes between two events reaches every room", async () => {
    const { id } = await someoneSignedIn();
    const rooms = ids(10);
    await withInbox(
      id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        const inbox = wake();
        for (const room of rooms) await inbox.recordJoin(room);
        await inbox.setAnonymous(id, true, []);
        expect(calls).toHaveLength(7);
        // The Worker crashed before it could call the inbox.
        await setAnonymous(db(), id, false);
        await fireAlarmsUntilDone(inbox);
        const choices = new Map(calls.map(({ auctionId, args }) => [auctionId, args[1]]));
        expect(choices).toEqual(new Map(rooms.map((room) => [room, false])));
      },
      { limits: SMALL_LIMITS },
    );
  });

  it("a name change that D1 lost is undone in every room", async () => {
    const { id } = await someoneSignedIn();
    const joinedId = newId();
    await withInbox(id, async ({ wake, calls, fireAlarmsUntilDone }) => {
      const inbox = wake();
      await inbox.recordJoin(joinedId);
      await inbox.reconcileAfterRestore(id);
      await fireAlarmsUntilDone(inbox);
      expect(calls.filter(({ method }) => method === "setNameAndPhoto")).toEqual([]);
      await inbox.updateNameAndPhoto(id, []);
      await fireAlarmsUntilDone(inbox);
      calls.length = 0;
      // D1 was restored to before the change.
      await inbox.reconcileAfterRestore(id);
      await fireAlarmsUntilDone(inbox);
      expect(calls.filter(({ method }) => method === "setNameAndPhoto")).toMatchObject([{ auctionId: joinedId }]);
    });
  });

  it("the later of two changes wins, even if it comes during the first", async () => {
    const { id } = await someoneSignedIn();
    const rooms = ids(10);
    const choiceByRoom = new Map<string, unknown>();
    const first = Promise.withResolvers<void>();
    await withInbox(
      id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        const inbox = wake();
        const firstUpdate = inbox.setAnonymous(id, true, rooms);
        await vi.waitFor(() => expect(calls).toHaveLength(3));
        const secondUpdate = inbox.setAnonymous(id, false, rooms);
        first.resolve();
        await Promise.all([firstUpdate, secondUpdate]);
        await fireAlarmsUntilDone(inbox);
        expect(Array.from(choiceByRoom.values())).toEqual(rooms.map(() => false));
      },
      {
        limits: SMALL_LIMITS,
        room: async ({ auctionId, args }) => {
          await first.promise;
          choiceByRoom.set(auctionId, args[1]);
        },
      },
    );
  });

  it("a seller's block reaches their running auctions, a limited number per event", async () => {
    const [seller, { id: personId }] = [await someoneSignedIn(), await someoneSignedIn()];
    const rooms = ids(10);
    for (const roomId of rooms) await insertAuction({ id: roomId, sellerId: seller.id });
    await withInbox(
      seller.id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        await wake().addBlock(seller.id, personId);
        // One of the event's calls is the query to D1.
        expect(calls).toHaveLength(6);
        expect(await fireAlarmsUntilDone(wake())).toEqual([4]);
        const blockRequest = { sellerId: seller.id, personId, blocked: true };
        expect(calls).toEqual(rooms.map((auctionId) => ({ method: "setBlocked", auctionId, args: [blockRequest] })));
      },
      { limits: SMALL_LIMITS },
    );
  });

  it.each([
    ["D1 fails before doing its work", false],
    ["D1's response is lost", true],
  ])("a block has the same effect in D1 and in rooms if %s", async (_, isDone) => {
    const [seller, { id: personId }] = [await someoneSignedIn(), await someoneSignedIn()];
    const { id: auctionId } = await insertAuction({ sellerId: seller.id });
    // The first call lists the auctions.
    const { database } = failingDatabase(2, isDone);
    await withInbox(
      seller.id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        await expect(wake().addBlock(seller.id, personId)).rejects.toThrow("Failed query");
        await fireAlarmsUntilDone(wake());
        const args = [{ sellerId: seller.id, personId, blocked: isDone }];
        expect(calls).toEqual([{ method: "setBlocked", auctionId, args }]);
      },
      { database },
    );
  });

  it("a choice to bid anonymously reaches every room even if D1's answer is lost", async () => {
    const { id } = await someoneSignedIn();
    const room = newId();
    const { database } = failingDatabase(1, true);
    await withInbox(
      id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        await expect(wake().setAnonymous(id, true, [room])).rejects.toThrow("Failed query");
        await fireAlarmsUntilDone(wake());
        expect(calls).toEqual([{ method: "setAnonymous", auctionId: room, args: [id, true] }]);
      },
      { database },
    );
  });
});
