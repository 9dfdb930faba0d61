import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { newId } from "../testing/builders.ts";
import { FAILED_LOGIN_LIMITS } from "./limits.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An account with attempts from several networks. Each one fails unless `succeedFrom` is called. */
function anAccount() {
  const limiter = env.LIMITS.getByName(`account ${newId()}`);
  return {
    attemptFrom: (network: string, device: string | null = null) =>
      limiter.beginLogin(network, FAILED_LOGIN_LIMITS, device),
    /** Returns the device's ID afterwards. */
    succeedFrom: async (network: string, device: string | null = null): Promise<string> => {
      const issuedDevice = newId();
      await limiter.recordLoginSuccess(network, device, { issuedDevice, wasCounted: true });
      return issuedDevice;
    },
    succeedWithGoogleFrom: (network: string) =>
      limiter.recordLoginSuccess(network, null, { issuedDevice: null, wasCounted: false }),
    revokeOthers: (network: string, device: string | null) => limiter.revokeOthers(network, device),
  };
}
type LoginAccount = ReturnType<typeof anAccount>;

function advanceTime(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}
async function expectFree(account: LoginAccount, times: number, network: (index: number) => string) {
  for (let index = 0; index < times; index += 1) expect(await account.attemptFrom(network(index))).toBe(0);
}
const homeNetwork = () => "203.0.113.0/24";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

it("a network gets five free sign-in attempts, then must wait", async () => {
  const account = anAccount();
  await expectFree(account, 5, homeNetwork);
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    expect(await account.attemptFrom(homeNetwork())).toBe(minutes * MINUTE_MS);
    advanceTime(minutes * MINUTE_MS - 1);
    expect(await account.attemptFrom(homeNetwork())).toBe(1);
    advanceTime(1);
    expect(await account.attemptFrom(homeNetwork())).toBe(0);
  }
});

it("sign-in attempts don't affect other networks until there are twenty", async () => {
  const account = anAccount();
  await expectFree(account, 20, (index) => `10.0.${Math.floor(index / 5)}.0/24`);
  expect(await account.attemptFrom("10.0.99.0/24")).toBe(MINUTE_MS);
});

it("failed sign-in attempts count for fifteen minutes", async () => {
  const account = anAccount();
  await expectFree(account, 4, homeNetwork);
  advanceTime(15 * MINUTE_MS);
  await expectFree(account, 4, homeNetwork);
});

it("T10: concurrent sign-in attempts all count, and only five of thirty are free", async () => {
  const account = anAccount();
  const waits = await Promise.all(Array.from({ length: 30 }, () => account.attemptFrom(homeNetwork())));
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
});

it("a successful sign-in clears the failures", async () => {
  const account = anAccount();
  await expectFree(account, 5, homeNetwork);
  await account.succeedFrom(homeNetwork());
  await expectFree(account, 5, homeNetwork);
  expect(await account.attemptFrom(homeNetwork())).toBe(MINUTE_MS);
});

it("a successful sign-in doesn't count toward the limit shared by all networks", async () => {
  const account = anAccount();
  for (let success = 0; success < 25; success += 1) {
    const network = `10.8.${success}.0/24`;
    expect(await account.attemptFrom(network)).toBe(0);
    await account.succeedFrom(network);
  }
  await expectFree(account, 20, (index) => `10.0.${Math.floor(index / 5)}.0/24`);
  expect(await account.attemptFrom("10.0.99.0/24")).toBe(MINUTE_MS);
});

it("signing in without a password doesn't clear the failures of unknown networks", async () => {
  const account = anAccount();
  await expectFree(account, 20, (index) => `10.0.${Math.floor(index / 5)}.0/24`);
  await account.succeedWithGoogleFrom("10.8.0.0/24");
  expect(await account.attemptFrom("10.0.99.0/24")).toBe(MINUTE_MS);
});

it("networks unseen for 90 days are no longer known to an account", async () => {
  const limiter = env.LIMITS.getByName(`account ${newId()}`);
  await limiter.recordLoginSuccess(homeNetwork(), null, { issuedDevice: null, wasCounted: true });
  await limiter.beginLogin(homeNetwork(), FAILED_LOGIN_LIMITS, null);
  advanceTime(89 * DAY_MS);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
  const readSchema = () => runInDurableObject(limiter, (_, { storage }) => storage.kv.get("schema"));
  expect(await readSchema()).toBeDefined();
  advanceTime(2 * DAY_MS);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
  expect(await readSchema()).toBeUndefined();
});

it("an account keeps the fifty networks with the newest sign-ins", async () => {
  const limiter = env.LIMITS.getByName(`account ${newId()}`);
  const networks = Array.from({ length: 52 }, (_, index) => `10.6.${index}.0/24`);
  for (const network of networks) {
    await limiter.recordLoginSuccess(network, null, { issuedDevice: null, wasCounted: true });
    advanceTime(MINUTE_MS);
  }
  const known = await runInDurableObject(limiter, (_, { storage }) =>
    Array.from(storage.sql.exec<{ network: string }>("SELECT network FROM known_networks ORDER BY at")),
  );
  expect(known.map(({ network }) => network)).toEqual(networks.slice(2));
});

it("sign-in attempts for an unknown account are deleted after a day", async () => {
  const limiter = env.LIMITS.getByName(`account ${newId()}`);
  for (let failed = 0; failed < 5; failed += 1) await limiter.beginLogin(homeNetwork(), FAILED_LOGIN_LIMITS, null);
  advanceTime(DAY_MS);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
  const storedSchema = await runInDurableObject(limiter, (_, { storage }) => storage.kv.get("schema"));
  expect(storedSchema).toBeUndefined();
  expect(await limiter.beginLogin(homeNetwork(), FAILED_LOGIN_LIMITS, null)).toBe(0);
});

/** Uses up the shared attempts of unknown networks. */
async function attack(account: LoginAccount) {
  await expectFree(account, 20, (index) => `10.0.${Math.floor(index / 5)}.0/24`);
}

it("T10: known networks and known devices don't wait during an attack", async () => {
  const account = anAccount();
  const device = await account.succeedFrom(homeNetwork());
  await attack(account);
  expect(await account.attemptFrom("10.9.0.0/24")).toBeGreaterThan(0);
  expect(await account.attemptFrom(homeNetwork())).toBe(0);
  expect(await account.attemptFrom("10.9.1.0/24", device)).toBe(0);
});

it("an unknown network's place in the queue allows one sign-in attempt", async () => {
  const account = anAccount();
  await attack(account);
  expect(await account.attemptFrom("10.1.0.0/24")).toBe(MINUTE_MS);
  expect(await account.attemptFrom("10.1.1.0/24")).toBe(2 * MINUTE_MS);
  // Trying again changes nothing, and each additional network waits longer.
  for (const minutes of [3, 4, 5]) {
    expect(await account.attemptFrom(`10.1.${minutes}.0/24`)).toBe(minutes * MINUTE_MS);
    expect(await account.attemptFrom("10.1.1.0/24")).toBe(2 * MINUTE_MS);
  }
  advanceTime(2 * MINUTE_MS);
  expect(await account.attemptFrom("10.1.0.0/24")).toBe(0);
  expect(await account.attemptFrom("10.1.1.0/24")).toBe(0);
  expect(await account.attemptFrom("10.1.1.0/24")).toBe(4 * MINUTE_MS);
});

it("T10: the queue limits guessing, no matter how many networks take part", async () => {
  const account = anAccount();
  await attack(account);
  let passedCount = 0;
  // Each minute five new networks try, and five that have tried before.
  for (let minute = 0; minute < 60; minute += 1) {
    for (let network = 1; network <= 5; network += 1) {
      for (const thirdOctet of [minute, minute >> 1]) {
        if ((await account.attemptFrom(`10.${network}.${thirdOctet}.0/24`)) === 0) passedCount += 1;
      }
    }
    advanceTime(MINUTE_MS);
  }
  expect(passedCount).toBeGreaterThan(0);
  // At most one a minute, and twenty in fifteen minutes.
  expect(passedCount).toBeLessThanOrEqual(60 + (20 * 60) / 15);
});

it("each network gets its own place in the sign-in queue while a day's places last", async () => {
  expect(FAILED_LOGIN_LIMITS.maxQueueMs).toBe(DAY_MS);
  const limiter = env.LIMITS.getByName(`account ${newId()}`);
  const limits = { ...FAILED_LOGIN_LIMITS, maxQueueMs: 5 * MINUTE_MS };
  const attemptFrom = (network: number) => limiter.beginLogin(`10.${network}.0.0/24`, limits, null);
  for (let failed = 0; failed < 20; failed += 1) expect(await attemptFrom(failed)).toBe(0);
  const waits: number[] = [];
  for (let network = 20; network < 27; network += 1) waits.push((await attemptFrom(network)) / MINUTE_MS);
  expect(waits).toEqual([1, 2, 3, 4, 5, 5, 5]);
  advanceTime(5 * MINUTE_MS);
  const networkIfPassed = async (network: number) => ((await attemptFrom(network)) === 0 ? [network] : []);
  expect((await Promise.all([20, 21, 22, 23, 24, 25, 26].map(networkIfPassed))).flat()).toEqual([20, 21, 22, 23, 24]);
});

it("T10: a known device gets five free attempts across all networks, then waits", async () => {
  const account = anAccount();
  const device = await account.succeedFrom(homeNetwork());
  for (let failed = 0; failed < 5; failed += 1)
    expect(await account.attemptFrom(`10.2.${failed}.0/24`, device)).toBe(0);
  expect(await account.attemptFrom("10.2.9.0/24", device)).toBe(MINUTE_MS);
  expect(await account.attemptFrom(homeNetwork())).toBe(0);
});

it("T10: a known device becomes unknown after twenty failures in a row", async () => {
  const account = anAccount();
  const device = await account.succeedFrom(homeNetwork());
  for (let failed = 0; failed < 20; failed += 1) {
    expect(await account.attemptFrom("10.3.0.0/24", device)).toBe(0);
    advanceTime(15 * MINUTE_MS);
  }
  await attack(account);
  expect(await account.attemptFrom("10.3.0.0/24", device)).toBe(MINUTE_MS);
});

it("a known device gets a new ID at each sign-in, and the old ID stops working", async () => {
  const account = anAccount();
  const first = await account.succeedFrom(homeNetwork());
  const second = await account.succeedFrom(homeNetwork(), first);
  await attack(account);
  expect(await account.attemptFrom("10.4.0.0/24", first)).toBeGreaterThan(0);
  expect(await account.attemptFrom("10.4.1.0/24", second)).toBe(0);
});

it("a known device and its network stay known when all others are revoked", async () => {
  const account = anAccount();
  const other = await account.succeedFrom("198.51.100.0/24");
  const device = await account.succeedFrom(homeNetwork());
  await account.revokeOthers(homeNetwork(), device);
  await attack(account);
  expect(await account.attemptFrom("198.51.100.0/24", other)).toBeGreaterThan(0);
  expect(await account.attemptFrom("10.5.0.0/24", device)).toBe(0);
  expect(await account.attemptFrom(homeNetwork())).toBe(0);
});

it("an account keeps at most ten known devices, each for a year", async () => {
  const limiter = env.LIMITS.getByName(`account ${newId()}`);
  const ids = Array.from({ length: 11 }, () => newId());
  for (const id of ids) await limiter.recordLoginSuccess(homeNetwork(), null, { issuedDevice: id, wasCounted: true });
  const known = () =>
    runInDurableObject(limiter, (_, { storage }) =>
      storage.sql
        .exec<{ id: string }>("SELECT id FROM known_devices")
        .toArray()
        .map(({ id }) => id),
    );
  expect((await known()).toSorted()).toEqual(ids.slice(1).toSorted());
  advanceTime(364 * DAY_MS);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
  expect(await known()).toHaveLength(10);
  advanceTime(2 * DAY_MS);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
  expect(await runInDurableObject(limiter, (_, { storage }) => storage.kv.get("schema"))).toBeUndefined();
});
