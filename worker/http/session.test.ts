import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { isFresh, MAX_STALE_TOKEN_MS, FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import {
  bindingWith,
  envWith,
  unreachableInboxes,
  inboxesWith,
  requestWith,
  stalledDatabase,
} from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import {
  ageSession,
  type TestCall,
  cookieFor,
  cookieOf,
  expectRefusalIn,
  request,
  sessionIn,
  someoneSignedIn,
  tokenIn,
} from "../testing/http.ts";
import { aListing } from "../testing/selling.ts";

/** Inboxes and a D1 that count the calls to them. */
function countingBindings() {
  const calls: string[] = [];
  const observe = <Bound extends object>(bound: Bound, isCall: (name: string) => boolean, label: string): Bound =>
    new Proxy(bound, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...args: unknown[]): unknown => {
          if (isCall(String(name))) calls.push(`${label} ${String(name)}`);
          return Reflect.apply(member, target, args);
        };
      },
    });
  const getByName = (id: string) => observe(env.INBOX.getByName(id), () => true, "inbox");
  const INBOX = bindingWith(env.INBOX, { getByName });
  const DB = observe(env.DB, (name) => name === "prepare" || name === "batch", "D1");
  return { bindings: { ...env, INBOX, DB }, calls };
}

const bidCall = (productId: string, bidAmount: number, cookie: string): TestCall => ({
  method: "POST",
  cookie,
  headers: { "idempotency-key": newId() },
  json: { productId, bidAmount },
});
const ENV_WITHOUT_INBOXES = { ...env, INBOX: unreachableInboxes() };
const WATCHLIST = "/user/watchlist";
const isStaleIn = (response: Response) => response.headers.get("warning") === '110 - "Response is Stale"';

it("a page view or a bid with a fresh token makes no session call", async () => {
  const [{ id }, { cookie }] = [await aListing(), await someoneSignedIn()];
  const { bindings, calls } = countingBindings();
  expect((await requestWith(bindings, `/auction/fetchSpecificAuction?auctionId=${id}`, { cookie })).status).toBe(200);
  expect(calls).toEqual([]);
  const watched = await requestWith(bindings, WATCHLIST, { cookie });
  // The only call reads the list.
  expect([watched.status, calls, tokenIn(watched)]).toEqual([200, ["D1 prepare"], null]);
  expect((await requestWith(bindings, "/bid/placeBid", bidCall(id, 100, cookie))).status).toBe(201);
  expect(calls).toEqual(["D1 prepare"]);
});

it("a fresh token is accepted from a clock that is two seconds ahead", async () => {
  const { cookie } = await someoneSignedIn();
  expect((await request(WATCHLIST, { cookie: await ageSession(-2_000, cookie) })).status).toBe(200);
});

it("T7: a fresh token from an ended session can't take over the account", async () => {
  const { id, cookie } = await someoneSignedIn();
  await env.INBOX.getByName(id).endSessions();
  expect((await request(WATCHLIST, { cookie })).status).toBe(200);
  for (const [method, path] of [
    ["PUT", "/user/password"],
    ["POST", "/user/email"],
    ["POST", "/user/passkeys/options"],
    ["GET", "/user/sessions"],
    ["POST", "/user/export"],
    ["DELETE", "/user/delete-account"],
  ]) {
    const other = await someoneSignedIn();
    await env.INBOX.getByName(other.id).endSessions();
    const call = { method: method ?? "", cookie: other.cookie, ...(method === "GET" ? {} : { json: {} }) };
    await expectRefusalIn(await request(path ?? "", call), "not_signed_in", 401);
  }
});

it("one call to the inbox renews a token that is a minute old", async () => {
  const { cookie } = await someoneSignedIn();
  const oldCookie = await ageSession(FRESH_TOKEN_MS, cookie);
  const { bindings, calls } = countingBindings();
  const response = await requestWith(bindings, WATCHLIST, { cookie: oldCookie });
  expect([response.status, calls]).toEqual([200, ["inbox checkSession", "D1 prepare"]]);
  const renewedCookie = cookieOf(tokenIn(response) ?? "");
  expect(isFresh(await sessionIn(renewedCookie), Date.now())).toBe(true);
  expect((await requestWith(bindings, WATCHLIST, { cookie: renewedCookie })).status).toBe(200);
  expect(calls).toEqual(["inbox checkSession", "D1 prepare", "D1 prepare"]);
});

it("all calls from one page share the renewal of a token that is a minute old", async () => {
  const { cookie } = await someoneSignedIn();
  const oldCookie = await ageSession(FRESH_TOKEN_MS, cookie);
  const { bindings, calls } = countingBindings();
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => requestWith(bindings, WATCHLIST, { cookie: oldCookie })),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(calls.filter((call) => call.startsWith("inbox"))).toEqual(["inbox checkSession"]);
});

it("T7: one inbox call is enough to keep rejecting an ended session's old token", async () => {
  const { id, cookie } = await someoneSignedIn();
  await env.INBOX.getByName(id).endSessions();
  const oldCookie = await ageSession(FRESH_TOKEN_MS, cookie);
  const { bindings, calls } = countingBindings();
  for (let tries = 0; tries < 3; tries += 1) {
    await expectRefusalIn(await requestWith(bindings, "/user/trust", { cookie: oldCookie }), "not_signed_in", 401);
  }
  expect(calls).toEqual(["inbox checkSession"]);
});

it("T7: a token can't be renewed again once its session has ended", async () => {
  const { id, cookie } = await someoneSignedIn();
  const old = await ageSession(FRESH_TOKEN_MS, cookie);
  expect((await requestWith(env, WATCHLIST, { cookie: old })).status).toBe(200);
  await env.INBOX.getByName(id).endSessions();
  await expectRefusalIn(await requestWith(env, WATCHLIST, { cookie: old }), "not_signed_in", 401);
});

it("T7: a call that needs the inbox doesn't join a renewal that began before it", async () => {
  const { id, cookie } = await someoneSignedIn();
  const old = await ageSession(FRESH_TOKEN_MS, cookie);
  const inbox = env.INBOX.getByName(id);
  const [confirmed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const checkSession = async (...session: Parameters<typeof inbox.checkSession>) => {
    const answer = await inbox.checkSession(...session);
    confirmed.resolve();
    await ended.promise;
    return answer;
  };
  const reading = requestWith({ ...env, INBOX: inboxesWith({ checkSession }) }, WATCHLIST, { cookie: old });
  await confirmed.promise;
  await inbox.endSessions();
  const exportResponse = await requestWith(env, "/user/export", { method: "POST", cookie: old });
  await expectRefusalIn(exportResponse, "not_signed_in", 401);
  ended.resolve();
  expect((await reading).status).toBe(200);
});

it("an old token can read and bid for ten minutes while inboxes are down", async () => {
  const [{ id }, { cookie }] = [await aListing(), await someoneSignedIn()];
  const old = await ageSession(MAX_STALE_TOKEN_MS - 5_000, cookie);
  const read = await requestWith(ENV_WITHOUT_INBOXES, WATCHLIST, { cookie: old });
  expect([read.status, isStaleIn(read), tokenIn(read)]).toEqual([200, true, null]);
  expect((await requestWith(ENV_WITHOUT_INBOXES, "/bid/placeBid", bidCall(id, 100, old))).status).toBe(201);
  const watch = await requestWith(ENV_WITHOUT_INBOXES, `/user/watchlist/${id}`, { method: "POST", cookie: old });
  const { message } = await expectRefusalIn(watch, "busy", 503);
  expect(message).toBe("We can't check your session right now. Try again in a moment.");
  expect(watch.headers.get("retry-after")).toBe("1");
  const olderCookie = await ageSession(MAX_STALE_TOKEN_MS, cookie);
  await expectRefusalIn(await requestWith(ENV_WITHOUT_INBOXES, WATCHLIST, { cookie: olderCookie }), "busy", 503);
  // Then the inboxes are back.
  expect((await request(`/user/watchlist/${id}`, { method: "POST", cookie: old })).status).toBe(200);
});

it("a call waits 1.5 s for an inbox that hangs, and then accepts an old token", async () => {
  const { cookie } = await someoneSignedIn();
  const old = await ageSession(FRESH_TOKEN_MS, cookie);
  const [called, late] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
  const checkSession = () => (called.resolve(), late.promise);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const reading = requestWith({ ...env, INBOX: inboxesWith({ checkSession }) }, WATCHLIST, { cookie: old });
    await called.promise;
    await vi.advanceTimersByTimeAsync(1_500);
    late.resolve(null);
    const response = await reading;
    expect([response.status, isStaleIn(response)]).toEqual([200, true]);
  } finally {
    vi.useRealTimers();
  }
});

it("signing out while D1 is down ends the session", async () => {
  const { cookie } = await someoneSignedIn();
  const response = await requestWith(envWith({ DB: stalledDatabase() }), "/auth/logout", { method: "POST", cookie });
  expect([response.status, tokenIn(response)]).toEqual([200, ""]);
  await expectRefusalIn(await request("/user/sessions", { cookie }), "not_signed_in", 401);
});

const NEXT_KEY = "the next key of the tests, which also sign sessions";
const PREVIOUS_KEY = env.SESSION_KEY ?? "";

it("changing the key signs no one out, and renewed tokens use the new key", async () => {
  const { cookie } = await someoneSignedIn();
  const envWithBothKeys = { ...env, SESSION_KEY: NEXT_KEY, SESSION_KEY_BEFORE: PREVIOUS_KEY };
  expect((await requestWith(envWithBothKeys, WATCHLIST, { cookie })).status).toBe(200);
  const response = await requestWith(envWithBothKeys, WATCHLIST, { cookie: await ageSession(FRESH_TOKEN_MS, cookie) });
  const renewedCookie = cookieOf(tokenIn(response) ?? "");
  const envWithNextKey = { ...env, SESSION_KEY: NEXT_KEY };
  expect((await requestWith(envWithNextKey, WATCHLIST, { cookie: renewedCookie })).status).toBe(200);
  await expectRefusalIn(await requestWith(envWithNextKey, WATCHLIST, { cookie }), "not_signed_in", 401);
});

it("T6: a token from another deployment is ignored because of its key and host", async () => {
  const session = await sessionIn((await someoneSignedIn()).cookie);
  for (const cookie of [await cookieFor(session, NEXT_KEY), await cookieFor(session, PREVIOUS_KEY, "other.test")]) {
    await expectRefusalIn(await request(WATCHLIST, { cookie }), "not_signed_in", 401);
  }
});
