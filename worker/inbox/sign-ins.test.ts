import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { MAX_SESSIONS, SESSION_IDLE_MS, SESSION_MS } from "../accounts/sessions.ts";
import { failingDatabase } from "../testing/bindings.ts";
import { HOUR_MS, newId } from "../testing/builders.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { type InboxParts, withInbox } from "../testing/inbox.ts";

const NO_METADATA = { device: null, network: null };

/** Someone's inbox without a session, and a clock that the test moves. */
async function anInbox(
  work: (parts: InboxParts & { id: string; advanceTime: (ms: number) => void }) => Promise<void>,
  database: D1Database = env.DB,
) {
  const { id } = await someoneSignedIn();
  await env.INBOX.getByName(id).endSessions();
  let now = Date.now();
  const advanceTime = (ms: number) => void (now += ms);
  await withInbox(id, (parts) => work({ ...parts, id, advanceTime }), { clock: () => now, database });
}

const updateUser = (id: string, assignment: string) =>
  // oxlint-disable-next-line lotline/constant-sql -- the tests' own text
  env.DB.prepare(`UPDATE users SET ${assignment} WHERE id = ?`).bind(id).run();

describe("sessions in the inbox", () => {
  it("a session ends after a day without use, or after a week regardless", async () => {
    await anInbox(async ({ wake, id, advanceTime }) => {
      const inbox = wake();
      const session = await inbox.openSession(id, NO_METADATA);
      const isLive = async () => (await inbox.checkSession(id, session?.id ?? "")) !== null;
      for (let day = 1; day < 7; day += 1) {
        advanceTime(SESSION_IDLE_MS - 1);
        expect(await isLive()).toBe(true);
      }
      advanceTime(SESSION_MS - 6 * (SESSION_IDLE_MS - 1));
      expect(await isLive()).toBe(false);
    });
    await anInbox(async ({ wake, id, advanceTime }) => {
      const inbox = wake();
      const session = await inbox.openSession(id, NO_METADATA);
      advanceTime(SESSION_IDLE_MS);
      expect(await inbox.checkSession(id, session?.id ?? "")).toBeNull();
      expect(await inbox.listSessions()).toEqual([]);
    });
  });

  it("a person keeps the ten newest sessions, even from the same millisecond", async () => {
    await anInbox(async ({ wake, id }) => {
      const inbox = wake();
      const sessionIds: string[] = [];
      for (let count = 0; count < MAX_SESSIONS + 3; count += 1) {
        const session = await inbox.openSession(id, NO_METADATA);
        sessionIds.push(session?.id ?? "");
        expect((await inbox.listSessions()).map((listedSession) => listedSession.id)).toContain(session?.id);
      }
      expect(await inbox.listSessions()).toHaveLength(MAX_SESSIONS);
    });
  });

  it("the inbox confirms a session for an hour without D1 or a commit", async () => {
    let isDown = false;
    const unreachableDatabase = new Proxy(env.DB, {
      get: (db, name) => {
        if (isDown) throw new Error("D1 is down");
        const member: unknown = Reflect.get(db, name);
        return typeof member === "function" ? member.bind(db) : member;
      },
    });
    await anInbox(async ({ wake, id, advanceTime, storage }) => {
      const inbox = wake();
      const session = await inbox.openSession(id, NO_METADATA);
      isDown = true;
      const before = JSON.stringify(storage.sql.exec("SELECT * FROM sessions").toArray());
      advanceTime(5 * 60_000);
      expect(await inbox.checkSession(id, session?.id ?? "")).toMatchObject({ user: { id, firstName: "Jane" } });
      expect(JSON.stringify(storage.sql.exec("SELECT * FROM sessions").toArray())).toBe(before);
      // Even after that, with the old data, because no session depends on D1.
      advanceTime(2 * HOUR_MS);
      expect(await inbox.checkSession(id, session?.id ?? "")).toMatchObject({ user: { id, firstName: "Jane" } });
    }, unreachableDatabase);
  });

  it("a session gets changed account data once its inbox is notified, or in an hour", async () => {
    await anInbox(async ({ wake, id, advanceTime }) => {
      const inbox = wake();
      const session = await inbox.openSession(id, NO_METADATA);
      const firstNameInSession = async () => (await inbox.checkSession(id, session?.id ?? ""))?.user.firstName;
      await updateUser(id, "first_name = 'Joan'");
      expect(await firstNameInSession()).toBe("Jane");
      await inbox.refreshAccount();
      expect(await firstNameInSession()).toBe("Joan");
      await updateUser(id, "first_name = 'Jean'");
      advanceTime(HOUR_MS);
      expect(await firstNameInSession()).toBe("Jean");
    });
  });

  it.each([
    ["a suspension", "suspended_at = 1"],
    ["a deletion", "id = id || '-gone'"],
  ])("T7: a session ends within an hour of %s that the inbox missed", async (_, change) => {
    await anInbox(async ({ wake, id, advanceTime }) => {
      const inbox = wake();
      const session = await inbox.openSession(id, NO_METADATA);
      await updateUser(id, change);
      advanceTime(HOUR_MS);
      expect(await inbox.checkSession(id, session?.id ?? "")).toBeNull();
      expect(await inbox.listSessions()).toEqual([]);
    });
  });

  it("no session opens for a suspended or unknown person, or with an old password", async () => {
    await anInbox(async ({ wake, id }) => {
      const inbox = wake();
      expect(await inbox.openSession(id, NO_METADATA, "another")).toBeNull();
      expect(await inbox.openSession(newId(), NO_METADATA)).toBeNull();
      expect(await inbox.openSession(id, NO_METADATA, "none")).not.toBeNull();
      await updateUser(id, "suspended_at = 1");
      expect(await inbox.openSession(id, NO_METADATA)).toBeNull();
    });
  });

  it("T7: a sign-in in progress when the person is suspended opens no session", async () => {
    await anInbox(async ({ wake, id }) => {
      const inbox = wake();
      const opening = inbox.openSession(id, NO_METADATA);
      await updateUser(id, "suspended_at = 1");
      const [session] = await Promise.all([opening, inbox.enforceSuspension(id, [])]);
      expect(session && (await inbox.checkSession(id, session.id))).toBeNull();
      expect(await inbox.listSessions()).toEqual([]);
    });
  });
});

describe("changing the password", () => {
  const passwordChange = (keptSessionId: string) => ({ from: "none", to: "another hash", keptSessionId });

  it("changing the password ends other sessions and any sign-in in progress", async () => {
    await anInbox(async ({ wake, id }) => {
      const inbox = wake();
      const [kept, other] = [await inbox.openSession(id, NO_METADATA), await inbox.openSession(id, NO_METADATA)];
      const [ended, late] = await Promise.all([
        inbox.changePassword(id, passwordChange(kept?.id ?? "")),
        inbox.openSession(id, NO_METADATA, "none"),
      ]);
      expect([ended, late]).toEqual([[other?.id], null]);
      expect(await inbox.listSessions()).toMatchObject([{ id: kept?.id }]);
      // The hash that was checked is no longer the password's.
      expect(await inbox.changePassword(id, passwordChange(kept?.id ?? ""))).toBeNull();
    });
  });

  it("T6: changing the password ends sessions even if its outcome is unknown", async () => {
    for (const failsAfterWork of [false, true]) {
      // The sign-ins are the first two calls.
      const { database } = failingDatabase(3, failsAfterWork);
      await anInbox(async ({ wake, id }) => {
        const inbox = wake();
        const [kept] = [await inbox.openSession(id, NO_METADATA), await inbox.openSession(id, NO_METADATA)];
        await expect(inbox.changePassword(id, passwordChange(kept?.id ?? ""))).rejects.toThrow("D1 is away");
        expect(await inbox.listSessions()).toMatchObject([{ id: kept?.id }]);
      }, database);
    }
    await anInbox(async ({ wake, id, storage }) => {
      const inbox = wake();
      const [kept] = [await inbox.openSession(id, NO_METADATA), await inbox.openSession(id, NO_METADATA)];
      storage.kv.put("endingAllBut", { keptSessionId: kept?.id ?? "" });
      expect(await wake().listSessions()).toMatchObject([{ id: kept?.id }]);
      expect(storage.kv.get("endingAllBut")).toBeUndefined();
    });
  });
});
