import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { TOKENS_EXPIRED_AFTER_MS } from "../../accounts/sessions.ts";
import { CLOSE_SESSION_ENDED } from "../../contract/close-codes.ts";
import type { AuctionRoom } from "../../room/auction-room.ts";
import { EXPIRES_HEADER, SESSION_HEADER } from "../../rpc/internal-headers.ts";
import { failingDatabase, lateDatabase } from "../../testing/bindings.ts";
import { aPerson, anAuction, DAY_MS, newId } from "../../testing/builders.ts";
import { anOpeningInD1, anAuctionRow, insertAuction } from "../../testing/catalogue.ts";
import { withInbox } from "../../testing/inbox.ts";
import { aNotice } from "../../testing/notices.ts";
import { parsePage } from "../../testing/parse-page.ts";
import type { Inbox } from "../inbox.ts";
import { ACCOUNT_KEY } from "../own-account.ts";
import { CALL_LIMITS, CallBudget } from "../room-calls/call-budget.ts";
import { PendingCalls } from "../room-calls/pending-calls.ts";
import { InboxStore } from "../store.ts";
import { AccountDeletion } from "./account-deletion.ts";
import { DELETION_STEPS, type DeletionStep } from "./stored-deletion.ts";
import { DELETION_KEY, USER_ID_KEY } from "./stored-deletion.ts";

const SMALL_LIMITS = { concurrency: 3, perEvent: 7 };

async function aUserRow(id: string) {
  await env.DB.prepare(
    "INSERT INTO users (id, first_name, last_name, search_name, email, password_hash, image_key, role, created_at) VALUES (?, 'Ann', 'Example', ' ann example', ?, 'x', ?, 'User', 0)",
  )
    .bind(id, `${id}@example.com`, `avatars/${id}/1`)
    .run();
  // The origin of one of their bids.
  await env.DB.prepare(
    "INSERT OR IGNORE INTO bid_origins (auction_id, person_id, network, device, session, at) VALUES ('gone', ?, 'n', 'd', 's', 0)",
  )
    .bind(id)
    .run();
  await env.IMAGE_BUCKET.put(`avatars/${id}/1`, "image");
}

async function aUser(): Promise<string> {
  const id = newId();
  await aUserRow(id);
  return id;
}

/** Inserts a bid by this person in each of these auctions into D1, which has no rows for the auctions. */
async function insertBids(id: string, auctionIds: readonly string[]) {
  await env.DB.prepare(
    `INSERT INTO bids (placed_seq, auction_id, bidder_id, amount_minor, auto, edited, withdrawn, placed_at, seq)
     SELECT 2, value, ?, 100, 0, 0, 0, 0, 2 FROM json_each(?)`,
  )
    .bind(id, JSON.stringify(auctionIds))
    .run();
}

const NO_METADATA = { device: null, network: null };

/** Null if no one can sign in. Tries again if D1 fails once. */
function signIn(inbox: Inbox, id: string) {
  return inbox.openSession(id, NO_METADATA).catch(() => inbox.openSession(id, NO_METADATA));
}

function ids(count: number): string[] {
  return Array.from({ length: count }, newId).toSorted();
}

/** An auction with a bid by Ann, as after D1 was restored to a time before the bid. */
async function anAuctionWhoseBidsD1Lost() {
  const { room, id } = await anAuction();
  const ann = aPerson("Ann");
  await aUserRow(ann.id);
  await room.placeBid({ actor: ann, amountMinor: 10_000 });
  await room.placeBid({ actor: aPerson("Bob"), amountMinor: 11_000 });
  await vi.waitFor(async () => {
    const { results } = await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(id).all();
    expect(results).toHaveLength(2);
  });
  await env.DB.prepare("DELETE FROM bids WHERE auction_id = ?").bind(id).run();
  return { room, ann };
}

/** The people stored by a room, as text. */
function peopleIn(room: DurableObjectStub<AuctionRoom>): Promise<string> {
  return runInDurableObject(room, (_, { storage }) =>
    JSON.stringify(storage.sql.exec("SELECT * FROM participants").toArray()),
  );
}

async function rowsOf(id: string) {
  const tables = [
    "SELECT id FROM users WHERE id = ?",
    "SELECT user_id FROM account_deletions WHERE user_id = ?",
    "SELECT network FROM bid_origins WHERE person_id = ?",
  ];
  const found = await env.DB.batch(tables.map((sql) => env.DB.prepare(sql).bind(id)));
  return found.flatMap(({ results }) => results);
}

async function expectDeleted(id: string) {
  await vi.waitFor(async () => {
    expect(await rowsOf(id)).toEqual([]);
    expect(await env.IMAGE_BUCKET.head(`avatars/${id}/1`)).toBeNull();
    await runInDurableObject(env.INBOX.getByName(id), async (_inbox, state) => {
      expect(state.storage.kv.get(DELETION_KEY)).toBe("done");
      expect(await state.storage.getAlarm()).toBeNull();
    });
  });
}

describe("deleting an account", () => {
  it("T18: a leader, or a seller with bids, can't delete their account", async () => {
    const { room, seller, id } = await anAuction();
    const leader = aPerson();
    await aUserRow(leader.id);
    await room.placeBid({ actor: leader, amountMinor: 10_000 });
    await vi.waitFor(async () => {
      expect(await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(id).first()).not.toBeNull();
    });
    expect(await env.INBOX.getByName(leader.id).deleteAccount(leader.id)).toBe("refused");
    expect(await env.INBOX.getByName(seller.id).deleteAccount(seller.id)).toBe("refused");
    expect(await env.DB.prepare("SELECT id FROM users WHERE id = ?").bind(leader.id).first()).not.toBeNull();
  });

  it("deleting an account withdraws outbid bids and removes auctions without bids", async () => {
    const { room, id } = await anAuction();
    const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
    await aUserRow(ann.id);
    await room.placeBid({ actor: ann, amountMinor: 10_000 });
    await room.placeBid({ actor: bob, amountMinor: 11_000 });
    const ownAuction = await anAuction({}, ann);
    await vi.waitFor(async () => {
      const { results } = await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(id).all();
      expect(results).toHaveLength(2);
      expect(await env.DB.prepare("SELECT id FROM auctions WHERE id = ?").bind(ownAuction.id).first()).not.toBeNull();
    }, 30_000);
    expect(await env.INBOX.getByName(ann.id).deleteAccount(ann.id)).toBe("removed");
    expect(await env.DB.prepare("SELECT id FROM users WHERE id = ?").bind(ann.id).first()).toBeNull();
    await expectDeleted(ann.id);
    expect(await ownAuction.room.page()).toMatchObject({ ok: false });
    expect(parsePage(await room.page())).toMatchObject({ bidCount: 1, bids: [{ bidder: { _id: bob.id } }] });
    const journal = await room.journal();
    expect(JSON.stringify(journal)).not.toContain("Ann");
  });

  it("deleting an account reaches a room whose bid hasn't reached D1 yet", async () => {
    const { room, ann } = await anAuctionWhoseBidsD1Lost();
    await runInDurableObject(env.INBOX.getByName(ann.id), (_, { storage }) => {
      // As if no room had notified Ann.
      storage.sql.exec("UPDATE auction_checkpoints SET seq = 0");
    });
    expect(await env.INBOX.getByName(ann.id).deleteAccount(ann.id)).toBe("removed");
    await expectDeleted(ann.id);
    expect(await peopleIn(room)).not.toContain("Ann");
  });

  it.each(DELETION_STEPS)(
    "the alarm continues a deletion after a crash before the step %s",
    async (step: DeletionStep) => {
      const ann = aPerson("Ann");
      await aUserRow(ann.id);
      const inbox = env.INBOX.getByName(ann.id);
      await runInDurableObject(inbox, async (_inbox, state) => {
        state.storage.kv.put("userId", ann.id);
        state.storage.kv.put(DELETION_KEY, { step });
        await state.storage.setAlarm(Date.now() + 60_000);
        if (step === "deleteRow") return;
        // The results of the previous steps.
        await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(ann.id).run();
        state.storage.sql.exec("INSERT INTO images_to_delete VALUES (?)", `avatars/${ann.id}/1`);
      });
      if (step === "deletePerson") await env.IMAGE_BUCKET.delete(`avatars/${ann.id}/1`);
      expect(await runDurableObjectAlarm(inbox)).toBe(true);
      await expectDeleted(ann.id);
    },
  );
});

describe("deleting an account with many rooms", () => {
  it("deleting an account calls each of 3,000 rooms once, at most 500 per event", async () => {
    const id = await aUser();
    const rooms = ids(3_000);
    await insertBids(id, rooms);
    await withInbox(id, async ({ wake, calls, fireAlarmsUntilDone }) => {
      expect(await wake().deleteAccount(id)).toBe("removed");
      expect(await env.DB.prepare("SELECT id FROM users WHERE id = ?").bind(id).first()).toBeNull();
      expect(calls.length).toBeLessThanOrEqual(CALL_LIMITS.perEvent);
      // Every event reaches a new object, as after an eviction.
      const events = await fireAlarmsUntilDone(wake());
      expect(Math.max(...events)).toBeLessThanOrEqual(CALL_LIMITS.perEvent);
      expect(calls.map(({ auctionId }) => auctionId)).toEqual(rooms);
      expect(calls.every(({ method, args }) => method === "removePerson" && args[0] === id)).toBe(true);
    });
    expect(await rowsOf(id)).toEqual([]);
  });

  it("the alarm deletes the account's row once D1 is back", async () => {
    const id = await aUser();
    await env.DB.exec(
      // oxlint-disable-next-line lotline/constant-sql -- a trigger takes no parameters
      `CREATE TRIGGER users_stay BEFORE DELETE ON users WHEN OLD.id = '${id}' BEGIN SELECT RAISE(ABORT, 'a fault'); END`,
    );
    await withInbox(id, async ({ wake, fireAlarmsUntilDone }) => {
      const inbox = wake();
      await expect(inbox.deleteAccount(id)).rejects.toThrow("a fault");
      expect(await rowsOf(id)).not.toEqual([]);
      await env.DB.exec("DROP TRIGGER users_stay");
      await fireAlarmsUntilDone(inbox);
    });
    expect(await rowsOf(id)).toEqual([]);
  });

  it("deleting an account retries only the rooms that didn't answer", async () => {
    const id = await aUser();
    const rooms = ids(20);
    await insertBids(id, rooms);
    let isDown = true;
    await withInbox(
      id,
      async ({ wake, calls, alarm }) => {
        expect(await wake().deleteAccount(id)).toBe("removed");
        for (let event = 0; event < 3; event += 1) await wake().alarm();
        isDown = false;
        while (alarm.at !== null) await wake().alarm();
        const callsOfEach = rooms.map((room) => calls.filter(({ auctionId }) => auctionId === room).length);
        expect(callsOfEach[4]).toBeGreaterThan(1);
        expect(callsOfEach.filter((_, index) => index !== 4).every((count) => count === 1)).toBe(true);
      },
      {
        limits: SMALL_LIMITS,
        room: async ({ auctionId }) => {
          if (isDown && auctionId === rooms[4]) throw new Error("the room is down");
        },
      },
    );
    expect(await rowsOf(id)).toEqual([]);
  });

  it("an alarm during a deletion's first event doesn't call a room twice", async () => {
    const id = await aUser();
    const rooms = ids(5);
    await insertBids(id, rooms);
    const roomsAnswered = Promise.withResolvers<void>();
    await withInbox(
      id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        const inbox = wake();
        const deletion = inbox.deleteAccount(id);
        await vi.waitFor(() => expect(calls).toHaveLength(3));
        const alarm = inbox.alarm();
        roomsAnswered.resolve();
        expect(await deletion).toBe("removed");
        await alarm;
        await fireAlarmsUntilDone(inbox);
        expect(calls.map(({ auctionId }) => auctionId).toSorted()).toEqual(rooms);
      },
      { limits: { concurrency: 3, perEvent: 100 }, room: () => roomsAnswered.promise },
    );
  });

  it("deleting an account deletes the images of 200 listings", async () => {
    const id = await aUser();
    const rooms = ids(200);
    await insertBids(id, rooms);
    const keyOf = (room: string) => `auctions/${room}/${"a".repeat(64)}-1x1-ffffff`;
    await env.IMAGE_BUCKET.put(keyOf(rooms[199] ?? ""), "image");
    await withInbox(
      id,
      async ({ wake, fireAlarmsUntilDone, storage }) => {
        expect(await wake().deleteAccount(id)).toBe("removed");
        await fireAlarmsUntilDone(wake());
        expect(storage.kv.get(DELETION_KEY)).toBe("done");
      },
      { room: async ({ auctionId }) => ({ imageKeys: [keyOf(auctionId)] }) },
    );
    expect(await env.IMAGE_BUCKET.head(keyOf(rooms[199] ?? ""))).toBeNull();
    expect(await env.IMAGE_BUCKET.head(`avatars/${id}/1`)).toBeNull();
  });
});

it("deleting an account leaves nothing about the person in their inbox", async () => {
  const id = await aUser();
  await withInbox(id, async ({ wake, storage, fireAlarmsUntilDone }) => {
    const inbox = wake();
    const keys = () => Array.from(storage.kv.list(), ([key]) => key);
    const initialKeys = keys();
    const adminAction = { action: "hideName", actorId: newId(), targetId: id, reason: "An insult", at: 1 } as const;
    await inbox.recordJoin(newId());
    await inbox.deliver([aNotice(2, "outbid"), aNotice(4, "dealStep", { series: newId() })]);
    await inbox.setAnonymous(id, true, []);
    await inbox.updateNameAndPhoto(id, []);
    await inbox.recordAdminAction(adminAction);
    expect(keys().toSorted()).toEqual([...initialKeys, "anonymous", "hiddenName", "shownAt", "userId"].toSorted());
    expect(await inbox.deleteAccount(id)).toBe("removed");
    await fireAlarmsUntilDone(inbox);
    // An admin who has the person's page open can still act.
    await inbox.recordAdminAction(adminAction);
    expect(keys().toSorted()).toEqual([...initialKeys, DELETION_KEY, USER_ID_KEY].toSorted());
    const checkpoints = ["auction_checkpoints", "series_checkpoints"];
    for (const rows of ["notifications", ...checkpoints, "sessions", "pending_calls", "images_to_delete"]) {
      // oxlint-disable-next-line lotline/constant-sql -- the name of a table cannot be a parameter
      expect(storage.sql.exec(`SELECT * FROM ${rows}`).toArray()).toEqual([]);
    }
  });
});

it("a sign-in that D1 answers after the account is deleted leaves nothing behind", async () => {
  const id = await aUser();
  const answer = Promise.withResolvers<void>();
  await withInbox(
    id,
    async ({ wake, storage, fireAlarmsUntilDone }) => {
      const inbox = wake();
      const signingIn = inbox.openSession(id, NO_METADATA);
      expect(await inbox.deleteAccount(id)).toBe("removed");
      await fireAlarmsUntilDone(inbox);
      answer.resolve();
      expect(await signingIn).toBeNull();
      expect(storage.kv.get(DELETION_KEY)).toBe("done");
      expect(storage.kv.get(ACCOUNT_KEY)).toBeUndefined();
      expect(storage.sql.exec("SELECT * FROM sessions").toArray()).toEqual([]);
    },
    { database: lateDatabase(answer.promise) },
  );
});

it("deleting an account drops pending room calls that are no longer needed", async () => {
  const id = await aUser();
  let isDown = true;
  await withInbox(
    id,
    async ({ wake, calls, fireAlarmsUntilDone }) => {
      const inbox = wake();
      await inbox.setAnonymous(id, true, [newId()]);
      await inbox.updateNameAndPhoto(id, [newId()]);
      await inbox.addBlock(id, newId());
      isDown = false;
      calls.length = 0;
      expect(await inbox.deleteAccount(id)).toBe("removed");
      await fireAlarmsUntilDone(inbox);
      expect(calls.filter(({ method }) => method !== "removePerson")).toEqual([]);
      expect(await inbox.countPendingCalls()).toBe(0);
    },
    {
      room: async () => {
        if (isDown) throw new Error("the room is down");
      },
    },
  );
});

it("deleting an account closes the sockets of its open pages", async () => {
  const id = await aUser();
  const inbox = env.INBOX.getByName(id);
  const session = await inbox.openSession(id, NO_METADATA);
  const headers = {
    [SESSION_HEADER]: session?.id ?? "",
    [EXPIRES_HEADER]: String(Date.now() + DAY_MS),
    upgrade: "websocket",
  };
  const { webSocket } = await inbox.fetch("http://inbox/", { headers });
  const closed = new Promise((resolve) => webSocket?.addEventListener("close", ({ code }) => resolve(code)));
  webSocket?.accept();
  expect(await inbox.deleteAccount(id)).toBe("removed");
  expect(await closed).toBe(CLOSE_SESSION_ENDED);
});

it("a page can't connect to an inbox once its account's deletion has begun", async () => {
  const id = await aUser();
  await withInbox(id, async ({ wake }) => {
    const inbox = wake();
    expect(await inbox.deleteAccount(id)).toBe("removed");
    const headers = { [SESSION_HEADER]: newId(), [EXPIRES_HEADER]: String(Date.now() + DAY_MS), upgrade: "websocket" };
    expect((await inbox.fetch(new Request("http://inbox/", { headers }))).status).toBe(401);
  });
});

it("deleting an account sets an alarm before its first step", async () => {
  const id = newId();
  await runInDurableObject(env.INBOX.getByName(id), async (_inbox, { storage }) => {
    const pending = new PendingCalls(storage.sql);
    const deletion = new AccountDeletion(env, storage, new InboxStore(storage, 1, () => 1_000), pending, () => 1_000);
    await deletion.resume(id);
    expect(deletion.hasWorkNow).toBe(true);
    expect(await storage.getAlarm()).not.toBeNull();
    await storage.deleteAlarm();
  });
});

it("a deletion that waits for tokens to expire sets its alarm for that time", async () => {
  const id = await aUser();
  const now = Date.now();
  await runInDurableObject(env.INBOX.getByName(id), async (_inbox, { storage }) => {
    const pending = new PendingCalls(storage.sql);
    const deletion = new AccountDeletion(env, storage, new InboxStore(storage, 1, () => now), pending, () => now);
    expect(await deletion.begin(id, new CallBudget(CALL_LIMITS), TOKENS_EXPIRED_AFTER_MS)).toBe("begun");
    expect(await storage.getAlarm()).toBe(now + TOKENS_EXPIRED_AFTER_MS);
    await storage.deleteAlarm();
  });
});

describe("checking whether an account can be deleted", () => {
  /** Someone with bids in twenty auctions. `leadsIn` is the index of the auction in which they lead, if any. */
  async function withTwentyRooms(
    work: (parts: Parameters<Parameters<typeof withInbox>[1]>[0], userId: string, rooms: string[]) => Promise<void>,
    leadsIn: number | null,
  ) {
    const id = await aUser();
    const rooms = ids(20);
    await withInbox(
      id,
      async (parts) => {
        for (const room of rooms) await parts.wake().recordJoin(room);
        await work(parts, id, rooms);
      },
      {
        limits: SMALL_LIMITS,
        room: async ({ method, auctionId }) =>
          method === "checkDeletion"
            ? { leads: rooms.indexOf(auctionId) === leadsIn, sellsWithBids: false }
            : undefined,
      },
    );
  }

  it("checking a deletion calls a limited number of rooms per event", async () => {
    await withTwentyRooms(async ({ wake, calls, fireAlarmsUntilDone }, id, rooms) => {
      for (const callCount of [7, 14]) {
        expect(await wake().deleteAccount(id)).toBe("checking");
        expect(calls).toHaveLength(callCount);
      }
      expect(await wake().deleteAccount(id)).toBe("removed");
      expect(calls.filter(({ method }) => method === "checkDeletion").map(({ auctionId }) => auctionId)).toEqual(rooms);
      await fireAlarmsUntilDone(wake());
      expect(await wake().openSession(id, NO_METADATA)).toBeNull();
      expect(calls.filter(({ method }) => method === "removePerson")).toHaveLength(20);
    }, null);
  });

  it("a refused deletion lifts the suspension in every room it checked", async () => {
    await withTwentyRooms(async ({ wake, calls, fireAlarmsUntilDone }, id, rooms) => {
      expect(await wake().deleteAccount(id)).toBe("checking");
      expect(await wake().deleteAccount(id)).toBe("refused");
      await fireAlarmsUntilDone(wake());
      const auctionIdsOf = (method: string) =>
        calls.filter((call) => call.method === method).map(({ auctionId }) => auctionId);
      expect(auctionIdsOf("checkDeletion")).toEqual(rooms.slice(0, auctionIdsOf("checkDeletion").length));
      expect(auctionIdsOf("liftSuspension")).toEqual(auctionIdsOf("checkDeletion"));
      expect(calls.every(({ args }) => args[0] === id)).toBe(true);
      expect(await wake().openSession(id, NO_METADATA)).not.toBeNull();
    }, 10);
  });

  it("a failed deletion check lifts the suspension even where a room's answer was lost", async () => {
    const id = await aUser();
    const rooms = ids(3);
    await withInbox(
      id,
      async ({ wake, calls, fireAlarmsUntilDone }) => {
        for (const room of rooms) await wake().recordJoin(room);
        await expect(wake().deleteAccount(id)).rejects.toThrow("did not answer");
        await fireAlarmsUntilDone(wake());
        const liftedIds = calls.filter(({ method }) => method === "liftSuspension").map(({ auctionId }) => auctionId);
        expect(Array.from(new Set(liftedIds)).toSorted()).toEqual(rooms);
      },
      {
        room: async ({ method, auctionId }) => {
          if (method === "checkDeletion" && auctionId === rooms[1]) throw new Error("the connection was lost");
        },
      },
    );
  });

  it("checking a deletion calls only rooms whose auctions may still be live", async () => {
    const id = await aUser();
    const open = await insertAuction({ ...anAuctionRow(), sellerId: id });
    const hidden = await insertAuction({ ...anAuctionRow(), sellerId: id, phase: "hidden" });
    const opening = await anOpeningInD1({ sellerId: id });
    await insertAuction({ ...anAuctionRow(), sellerId: id, phase: "closed", closedAt: 1 });
    await insertAuction({ ...anAuctionRow(), sellerId: id, phase: "hidden", closedAt: 1 });
    await withInbox(id, async ({ wake, calls }) => {
      expect(await wake().deleteAccount(id)).toBe("removed");
      const checkedIds = calls.filter(({ method }) => method === "checkDeletion").map(({ auctionId }) => auctionId);
      expect(checkedIds.toSorted()).toEqual([open.id, hidden.id, opening].toSorted());
    });
  });
});

describe("deleting an account with an open session", () => {
  type SessionInbox = Parameters<Parameters<typeof withInbox>[1]>[0];
  /** Someone with a session, and a clock that a test moves. `leads` answers the rooms' check. */
  async function withASession(
    work: (parts: SessionInbox & { id: string; sessionId: string; advanceTime: (ms: number) => void }) => Promise<void>,
    { leads = () => false, database = env.DB }: { leads?: () => boolean; database?: D1Database } = {},
  ) {
    const id = await aUser();
    let now = Date.now();
    await withInbox(
      id,
      async (parts) => {
        const session = await parts.wake().openSession(id, NO_METADATA);
        await work({ ...parts, id, sessionId: session?.id ?? "", advanceTime: (ms) => (now += ms) });
      },
      {
        clock: () => now,
        database,
        room: async ({ method }) => (method === "checkDeletion" ? { leads: leads(), sellsWithBids: false } : undefined),
      },
    );
  }

  it("a deletion ends the session right away and deletes the row once tokens expire", async () => {
    await withASession(async ({ wake, alarm, calls, id, sessionId, advanceTime, storage, fireAlarmsUntilDone }) => {
      await wake().recordJoin(newId());
      const inbox = wake();
      expect(await inbox.deleteAccount(id)).toBe("removed");
      expect(await inbox.checkSession(id, sessionId)).toBeNull();
      expect(await inbox.openSession(id, NO_METADATA)).toBeNull();
      expect(await rowsOf(id)).not.toEqual([]);
      advanceTime(TOKENS_EXPIRED_AFTER_MS - 1);
      await wake().alarm();
      expect(calls.map(({ method }) => method)).toEqual(["checkDeletion"]);
      expect(await rowsOf(id)).not.toEqual([]);
      advanceTime(1);
      expect(alarm.at).not.toBeNull();
      await fireAlarmsUntilDone(wake());
      expect(calls.map(({ method }) => method)).toEqual(["checkDeletion", "checkDeletion", "removePerson"]);
      expect(await rowsOf(id)).toEqual([]);
      expect(storage.kv.get(DELETION_KEY)).toBe("done");
      expect(storage.sql.exec("SELECT * FROM sessions").toArray()).toEqual([]);
    });
  });

  it("a deletion also checks a room where the person first bid after it began", async () => {
    await withASession(async ({ wake, calls, id, advanceTime, fireAlarmsUntilDone }) => {
      expect(await wake().deleteAccount(id)).toBe("removed");
      const room = newId();
      await wake().recordJoin(room);
      advanceTime(TOKENS_EXPIRED_AFTER_MS);
      await fireAlarmsUntilDone(wake());
      expect(calls.map(({ method, auctionId }) => [method, auctionId])).toEqual([
        ["checkDeletion", room],
        ["removePerson", room],
      ]);
    });
  });

  it("a deletion is called off if a last-minute bid leads, and sign-in works again", async () => {
    let leads = false;
    await withASession(
      async ({ wake, calls, alarm, id, advanceTime, storage, fireAlarmsUntilDone }) => {
        expect(await wake().deleteAccount(id)).toBe("removed");
        await wake().recordJoin(newId());
        leads = true;
        advanceTime(TOKENS_EXPIRED_AFTER_MS);
        await fireAlarmsUntilDone(wake());
        expect(alarm.at).toBeNull();
        expect(storage.kv.get(DELETION_KEY)).toBeUndefined();
        expect(calls.map(({ method }) => method)).toEqual(["checkDeletion", "liftSuspension"]);
        expect(await rowsOf(id)).toEqual([{ id }, { network: "n" }]);
        expect(await wake().openSession(id, NO_METADATA)).not.toBeNull();
      },
      { leads: () => leads },
    );
  });

  it("a deletion reaches a room that reports the person's first bid afterward", async () => {
    await withASession(async ({ wake, calls, id, advanceTime, storage, fireAlarmsUntilDone }) => {
      expect(await wake().deleteAccount(id)).toBe("removed");
      advanceTime(TOKENS_EXPIRED_AFTER_MS);
      await fireAlarmsUntilDone(wake());
      expect(storage.kv.get(DELETION_KEY)).toBe("done");
      const [room, inbox] = [newId(), wake()];
      await inbox.recordJoin(room);
      await vi.waitFor(() => expect(calls).toMatchObject([{ method: "removePerson", auctionId: room }]));
      await fireAlarmsUntilDone(inbox);
      expect(storage.kv.get(DELETION_KEY)).toBe("done");
      expect(storage.sql.exec("SELECT * FROM auction_checkpoints").toArray()).toEqual([]);
    });
  });

  it("a deletion happens completely or not at all, no matter where D1 fails", async () => {
    for (const failsAfterWork of [false, true]) {
      // The first call is from the sign-in.
      for (let nth = 2, failed = true; failed; nth += 1) {
        const { database, hasFailed } = failingDatabase(nth, failsAfterWork);
        await withASession(
          async ({ wake, id, advanceTime, storage, fireAlarmsUntilDone }) => {
            const outcome = await wake()
              .deleteAccount(id)
              .catch(() => "failed");
            advanceTime(TOKENS_EXPIRED_AFTER_MS);
            await fireAlarmsUntilDone(wake());
            const isDeleted = storage.kv.get(DELETION_KEY) === "done";
            expect(isDeleted).toBe(outcome === "removed");
            expect(await rowsOf(id)).toEqual(isDeleted ? [] : [{ id }, { network: "n" }]);
          },
          { database },
        );
        failed = hasFailed();
      }
    }
  });
});

describe("a deletion after D1 was restored to an earlier time", () => {
  it("a repeated deletion reaches a room that D1 lost but the inbox still lists", async () => {
    const id = await aUser();
    const auctionId = newId();
    await withInbox(id, async ({ wake, calls, fireAlarmsUntilDone }) => {
      await wake().deliver([aNotice(2, "newBid", { auctionId })]);
      await wake().resumeDeletion(id);
      await fireAlarmsUntilDone(wake());
      expect(calls.filter(({ method }) => method === "removePerson")).toMatchObject([{ auctionId }]);
    });
  });

  it.each(["deleteAccount", "resumeDeletion", "reconcileAfterRestore"] as const)(
    "%s deletes an account that a D1 restore brought back, with its email address",
    async (inboxMethod) => {
      const ann = aPerson("Ann");
      await aUserRow(ann.id);
      const inbox = env.INBOX.getByName(ann.id);
      await inbox.deleteAccount(ann.id);
      await expectDeleted(ann.id);
      await aUserRow(ann.id);
      await inbox[inboxMethod](ann.id);
      await expectDeleted(ann.id);
    },
  );

  it("a deletion that hasn't called its rooms yet deletes a restored row again", async () => {
    const id = await aUser();
    const room = newId();
    let isDown = true;
    await withInbox(
      id,
      async ({ wake, fireAlarmsUntilDone, storage }) => {
        await wake().recordJoin(room);
        expect(await wake().deleteAccount(id)).toBe("removed");
        expect(storage.kv.get(DELETION_KEY)).toEqual({ step: "callRooms" });
        await aUserRow(id);
        isDown = false;
        await wake().reconcileAfterRestore(id);
        await fireAlarmsUntilDone(wake());
        expect(storage.kv.get(DELETION_KEY)).toBe("done");
        expect(await rowsOf(id)).toEqual([]);
      },
      {
        room: async ({ method }) => {
          if (method === "removePerson" && isDown) throw new Error("the room is away");
        },
      },
    );
  });
});

describe("a deletion that D1 decides on", () => {
  /** A sale in D1 that its seller hasn't marked as finished. */
  async function aSaleTo(winnerId: string) {
    const seller = await aUser();
    await insertAuction({ ...anAuctionRow(), sellerId: seller, winnerId, phase: "closed", closedAt: Date.now() });
  }

  it("an unfinished sale blocks a deletion, and the person can sign in again", async () => {
    const id = await aUser();
    await aSaleTo(id);
    await withInbox(id, async ({ wake, fireAlarmsUntilDone, storage }) => {
      expect(await wake().deleteAccount(id)).toBe("unfinished");
      await fireAlarmsUntilDone(wake());
      expect(storage.kv.get(DELETION_KEY)).toBeUndefined();
      expect(await wake().openSession(id, NO_METADATA)).not.toBeNull();
    });
    expect(await rowsOf(id)).toEqual([{ id }, { network: "n" }]);
  });

  it.each([
    ["can be deleted", false],
    ["has an unfinished sale", true],
  ])("deleting an account that %s is atomic wherever D1 fails", async (_which, hasSale) => {
    for (const failsAfterWork of [false, true]) {
      for (let nth = 1, failed = true; failed; nth += 1) {
        const id = await aUser();
        if (hasSale) await aSaleTo(id);
        const { database, hasFailed } = failingDatabase(nth, failsAfterWork);
        await withInbox(
          id,
          async ({ wake, fireAlarmsUntilDone, storage }) => {
            await wake().recordJoin(newId());
            const outcome = await wake()
              .deleteAccount(id)
              .catch(() => "failed");
            // As after a crash: a new object and its alarm.
            await fireAlarmsUntilDone(wake());
            const isDeleted = storage.kv.get(DELETION_KEY) === "done";
            expect(outcome === "failed" || isDeleted === (outcome === "removed")).toBe(true);
            expect(isDeleted && hasSale).toBe(false);
            expect(await rowsOf(id)).toEqual(isDeleted ? [] : [{ id }, { network: "n" }]);
            expect((await signIn(wake(), id)) === null).toBe(isDeleted);
          },
          { database },
        );
        failed = hasFailed();
      }
    }
  });
});
