import { createHash } from "node:crypto";

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { anEmail, PASSWORD, request, signupFields } from "../testing/http.ts";
import { anIpv6Address, anIpv4Address, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

const MINUTE_MS = 60_000;

function logIn(address: string, email: string, password = PASSWORD) {
  return requestFrom("/auth/login", { method: "POST", address, json: { email, password } });
}
async function someoneSignedUp(): Promise<string> {
  const email = anEmail();
  const signedUp = await request("/auth/signup", { method: "POST", form: signupFields({ email }) });
  expect(signedUp.status).toBe(201);
  return email;
}

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

it("T10: sign-ins are refused after five wrong passwords, with the wait time", async () => {
  const [address, email] = [anIpv6Address(), await someoneSignedUp()];
  for (let failed = 0; failed < 5; failed += 1) {
    expect((await logIn(address, email, "Wrong horse 1")).status).toBe(401);
  }
  expect(await expectTooMany(await logIn(address, email.toUpperCase()))).toBe(60);
  expect((await logIn(anIpv6Address(), email)).status).toBe(200);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect((await logIn(address, email)).status).toBe(200);
  expect((await logIn(address, email, "Wrong horse 1")).status).toBe(401);
});

it("T11: sign-in attempts don't reveal whether the account exists", async () => {
  const [address, email] = [anIpv6Address(), anEmail()];
  for (let failed = 0; failed < 5; failed += 1) expect((await logIn(address, email)).status).toBe(401);
  expect(await expectTooMany(await logIn(address, email))).toBe(60);
});

it("T10: sign-in attempts from one network are refused after twenty failures", async () => {
  for (const address of [anIpv6Address(), anIpv4Address()]) {
    const email = await someoneSignedUp();
    for (let failed = 0; failed < 10; failed += 1) expect((await logIn(address, anEmail())).status).toBe(401);
    for (let success = 0; success < 15; success += 1) expect((await logIn(address, email)).status).toBe(200);
    for (let failed = 0; failed < 10; failed += 1) expect((await logIn(address, anEmail())).status).toBe(401);
    expect(await expectTooMany(await logIn(address, anEmail()))).toBe(300);
  }
});

it("T10: sign-in attempts from one IPv6 /64 are refused after sixty in five minutes", async () => {
  const [address, email] = [anIpv6Address(), await someoneSignedUp()];
  for (let success = 0; success < 60; success += 1) expect((await logIn(address, email)).status).toBe(200);
  expect(await expectTooMany(await logIn(address, email))).toBe(300);
});

const limiterOf = (email: string) =>
  env.LIMITS.getByName(`account ${createHash("sha256").update(email).digest("hex")}`);
const tablesOf = (email: string) =>
  runInDurableObject(limiterOf(email), (_, { storage }) =>
    storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE name = 'counts'").toArray(),
  );
const alarmOf = (email: string) => runInDurableObject(limiterOf(email), (_, { storage }) => storage.getAlarm());

it("T15: sign-in counts for an unknown email are deleted after fifteen minutes", async () => {
  const [address, email, now] = [anIpv6Address(), anEmail(), Date.now()];
  expect((await logIn(address, email)).status).toBe(401);
  vi.setSystemTime(now + 5 * MINUTE_MS);
  expect((await logIn(address, email)).status).toBe(401);
  expect([await alarmOf(email), await tablesOf(email)]).toEqual([now + 15 * MINUTE_MS, [{ name: "counts" }]]);
  vi.setSystemTime(now + 15 * MINUTE_MS);
  expect(await runDurableObjectAlarm(limiterOf(email))).toBe(true);
  expect([await alarmOf(email), await tablesOf(email)]).toEqual([null, []]);
});

it("T10: a later failed sign-in brings a longer wait even once earlier ones expire", async () => {
  const [address, email] = [anIpv6Address(), await someoneSignedUp()];
  expect((await logIn(address, email)).status).toBe(200);
  const attacker = anIpv6Address();
  for (let failed = 0; failed < 5; failed += 1) await logIn(attacker, email, "Wrong horse 1");
  vi.setSystemTime(Date.now() + 15 * MINUTE_MS);
  expect(await runDurableObjectAlarm(limiterOf(email))).toBe(true);
  expect(await alarmOf(email)).toBe(Date.now() + 24 * 60 * MINUTE_MS);
  expect((await logIn(attacker, email, "Wrong horse 1")).status).toBe(401);
  // The second wait, not the first one again.
  expect(await expectTooMany(await logIn(attacker, email))).toBe(120);
});
