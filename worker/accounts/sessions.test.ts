import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { profileAnswer } from "../contract/account.ts";
import { openCatalogue } from "../db/database.ts";
import { newId } from "../testing/builders.ts";
import { ask, cookieOf, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aListing, placing } from "../testing/selling.ts";
import { deleteExpiredSessions, endSessionsOf } from "./queries/sessions.ts";
import { recallSession, rememberSession } from "./session-cache.ts";
import { deliverSessionEnds } from "./session-ends.ts";
import { findSession, keepAlive, listLiveSessions, openSession } from "./sessions.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const catalogue = () => openCatalogue(env.DB);

async function aSession(at?: number) {
  const { id: userId } = await someoneSignedIn();
  // Afterwards, so that the session with which the person has come is not newer.
  const openedAt = at ?? Date.now();
  const token = (await openSession(catalogue(), userId, openedAt)) ?? "";
  const find = (now: number) => findSession(catalogue(), token, now);
  return { userId, token, openedAt, find };
}

afterEach(() => vi.useRealTimers());

describe("a session", () => {
  it("T6: ends after a day without use", async () => {
    const { openedAt, find } = await aSession();
    expect(await find(openedAt + DAY_MS - 1)).not.toBeNull();
    expect(await find(openedAt + DAY_MS)).toBeNull();
  });

  it("T6: stays active while it is used, but never longer than a week", async () => {
    const { openedAt, find } = await aSession();
    for (let hours = 20; hours < 7 * 24; hours += 20) {
      const now = openedAt + hours * HOUR_MS;
      const session = await find(now);
      if (!session) throw new Error(`ended after ${hours} hours`);
      await keepAlive(catalogue(), session, now);
    }
    expect(await find(openedAt + 7 * DAY_MS)).toBeNull();
  });

  it("updates its time of last use at most once a minute", async () => {
    const { openedAt, find } = await aSession();
    const seenAt = async (now: number) => {
      const session = await find(now);
      if (session) await keepAlive(catalogue(), session, now);
      return (await find(now))?.lastSeenAt;
    };
    expect(await seenAt(openedAt + 59_999)).toBe(openedAt);
    expect(await seenAt(openedAt + 60_000)).toBe(openedAt + 60_000);
  });

  it("T6: is ended when its user opens a tenth newer one", async () => {
    const { userId, openedAt, find } = await aSession();
    const later = [];
    for (let index = 1; index <= 10; index += 1) later.push(await openSession(catalogue(), userId, openedAt + index));
    expect(await find(openedAt + 11)).toBeNull();
    const alive = await Promise.all(later.map((token) => findSession(catalogue(), token ?? "", openedAt + 11)));
    expect(alive.every(Boolean)).toBe(true);
  });

  it("is not ended by its own log-in, however many its user makes in the same millisecond", async () => {
    const { userId, openedAt } = await aSession();
    for (let opened = 0; opened < 30; opened += 1) {
      const token = (await openSession(catalogue(), userId, openedAt)) ?? "";
      expect(await findSession(catalogue(), token, openedAt)).not.toBeNull();
    }
  });

  it.each([
    ["suspended", "UPDATE users SET suspended_at = 1 WHERE id = ?"],
    ["deleted", "DELETE FROM users WHERE id = ?"],
  ])("T6: is not opened for a person who was %s after the log-in was checked", async (_how, sql) => {
    const { id: userId } = await someoneSignedIn();
    expect(await openSession(catalogue(), userId, 1)).not.toBeNull();
    await env.DB.prepare(sql).bind(userId).run();
    expect(await openSession(catalogue(), userId, 2)).toBeNull();
  });

  it("is deleted once its week is over, and not earlier", async () => {
    // Long ago, so that this sweep deletes no session of another test.
    const { openedAt, find } = await aSession(Date.now() - 30 * DAY_MS);
    await deleteExpiredSessions(catalogue(), openedAt + 7 * DAY_MS);
    expect(await find(openedAt)).not.toBeNull();
    await deleteExpiredSessions(catalogue(), openedAt + 7 * DAY_MS + 1);
    expect(await find(openedAt)).toBeNull();
  });
});

it("T6: the list of a person's sessions excludes those that have ended after a day without use", async () => {
  const { userId, openedAt, find } = await aSession();
  const id = (await find(openedAt))?.id;
  const listed = async (now: number) => (await listLiveSessions(catalogue(), userId, now)).map((one) => one.id);
  expect(await listed(openedAt + DAY_MS - 1)).toContain(id);
  expect(await listed(openedAt + DAY_MS)).not.toContain(id);
});

it("T7: a session that has ended is dropped from the cache of the isolate that ended it", async () => {
  const now = Date.now();
  const { userId, find } = await aSession(now);
  const session = await find(now);
  if (!session) throw new Error("it has just been opened");
  const token = newId();
  rememberSession(token, session, now);
  expect(recallSession(token, now)).not.toBeNull();
  await endSessionsOf(catalogue(), userId, now);
  await deliverSessionEnds(catalogue(), env.INBOX, userId);
  expect(recallSession(token, now)).toBeNull();
});

it("T6: a cached session that is no longer in D1 can bid until it is looked up again, and then never again", async () => {
  const { id } = await aListing();
  const bidder = await someoneSignedIn();
  let amount = 100;
  const bid = async () => (await request("/bid/placeBid", placing(id, (amount += 10), bidder.cookie))).status;
  expect(await bid()).toBe(201);
  await env.DB.prepare("DELETE FROM sessions WHERE user_id = ?").bind(bidder.id).run();
  expect(await bid()).toBe(201);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
  // The first of these is accepted, and looks the session up in the background.
  await vi.waitFor(async () => expect(await bid()).toBe(401));
});

describe("a session's cookie", () => {
  it("identifies its own user", async () => {
    const jane = await someoneSignedIn("Jane");
    const { data } = await ask(profileAnswer, "/user/profile", { cookie: jane.cookie });
    expect(data.user).toMatchObject({ _id: jane.id, email: jane.email, firstName: "Jane" });
  });

  it("is refused when its token is unknown, malformed or missing", async () => {
    for (const token of ["", "x", "A".repeat(43), "A".repeat(44), "ä".repeat(43)]) {
      await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: cookieOf(encodeURIComponent(token)) });
    }
    await expectRefusal("not_signed_in", 401, "/user/profile");
  });

  it("is refused when it is sent twice", async () => {
    const { cookie } = await someoneSignedIn();
    await expectRefusal("malformed_request", 400, "/user/profile", { cookie: `${cookie}; ${cookie}` });
  });
});
