import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { newId } from "../testing/builders.ts";
import { FAILED_LOGINS } from "./numbers.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An account with attempts from several networks; each one fails unless `succeedFrom` is called. */
function anAccount() {
  const limiter = env.LIMITS.getByName(`account ${newId()}`);
  return {
    attemptFrom: (network: string) => limiter.beginLogin(network, FAILED_LOGINS),
    succeedFrom: (network: string) => limiter.loginSucceeded(network),
  };
}
type Account = ReturnType<typeof anAccount>;

function later(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}
async function expectFree(account: Account, times: number, network: (index: number) => string) {
  for (let index = 0; index < times; index += 1) expect(await account.attemptFrom(network(index))).toBe(0);
}
const home = () => "203.0.113.0/24";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

describe("login attempts to one account", () => {
  it("five from one network are free, and further ones have waits of 1, 2, 4, 8, 15 and 15 minutes", async () => {
    const account = anAccount();
    await expectFree(account, 5, home);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(await account.attemptFrom(home())).toBe(minutes * MINUTE_MS);
      later(minutes * MINUTE_MS - 1);
      expect(await account.attemptFrom(home())).toBe(1);
      later(1);
      expect(await account.attemptFrom(home())).toBe(0);
    }
  });

  it("attempts from one network do not affect another one, until there are twenty in all", async () => {
    const account = anAccount();
    await expectFree(account, 20, (index) => `10.0.${Math.floor(index / 5)}.0/24`);
    expect(await account.attemptFrom("10.0.99.0/24")).toBe(MINUTE_MS);
  });

  it("four failures are forgotten after fifteen minutes", async () => {
    const account = anAccount();
    await expectFree(account, 4, home);
    later(15 * MINUTE_MS);
    await expectFree(account, 4, home);
  });

  it("T10: concurrent attempts are all counted: five of thirty are free", async () => {
    const account = anAccount();
    const waits = await Promise.all(Array.from({ length: 30 }, () => account.attemptFrom(home())));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
  });

  it("a success clears the failures", async () => {
    const account = anAccount();
    await expectFree(account, 5, home);
    await account.succeedFrom(home());
    await expectFree(account, 5, home);
    expect(await account.attemptFrom(home())).toBe(MINUTE_MS);
  });

  it("after a hundred failures in a row only networks that have succeeded before may try", async () => {
    const account = anAccount();
    await account.succeedFrom(home());
    for (let failed = 0; failed < 100; failed += 1) {
      expect(await account.attemptFrom(`10.0.${failed}.0/24`)).toBe(0);
      later(15 * MINUTE_MS);
    }
    expect(await account.attemptFrom("10.1.0.0/24")).toBe(15 * MINUTE_MS);
    expect(await account.attemptFrom(home())).toBe(0);
    await account.succeedFrom(home());
    expect(await account.attemptFrom("10.1.0.0/24")).toBe(0);
  });

  it("networks unseen for 90 days are unknown again", async () => {
    const limiter = env.LIMITS.getByName(`account ${newId()}`);
    await limiter.loginSucceeded(home());
    await limiter.beginLogin(home(), FAILED_LOGINS);
    later(89 * DAY_MS);
    expect(await runDurableObjectAlarm(limiter)).toBe(true);
    const stored = () => runInDurableObject(limiter, (_, { storage }) => storage.kv.get("schema"));
    expect(await stored()).toBeDefined();
    later(2 * DAY_MS);
    expect(await runDurableObjectAlarm(limiter)).toBe(true);
    expect(await stored()).toBeUndefined();
  });

  it("attempts at an unknown account are deleted completely after a day", async () => {
    const limiter = env.LIMITS.getByName(`account ${newId()}`);
    for (let failed = 0; failed < 5; failed += 1) await limiter.beginLogin(home(), FAILED_LOGINS);
    later(DAY_MS);
    expect(await runDurableObjectAlarm(limiter)).toBe(true);
    const left = await runInDurableObject(limiter, (_, { storage }) => storage.kv.get("schema"));
    expect(left).toBeUndefined();
    expect(await limiter.beginLogin(home(), FAILED_LOGINS)).toBe(0);
  });
});
