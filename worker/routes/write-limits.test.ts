import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { newId } from "../testing/builders.ts";
import { readApiDocument } from "../testing/documented.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { anIpv6Address, expectTooMany, requestFrom, sendCountedAs, useUp } from "../testing/strict-limits.ts";

const SAFE_METHODS = new Set(["get", "head", "options"]);
/** Calls a minute that a network may make without a session. */
const MAX_CALLS_PER_NETWORK = 120;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

type Operation = { readonly method: string; readonly path: string; readonly needsSession: boolean };

/** Every API call that may change something. */
async function unsafeOperations(): Promise<Operation[]> {
  const { paths } = await readApiDocument();
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => !SAFE_METHODS.has(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: template.replace("/api/v1", "").replaceAll(/\{[^}]*\}/g, newId()),
        needsSession: Array.isArray(operation["security"]) && operation["security"].length > 0,
      })),
  );
}

/** How many of at most `max` calls pass before one is refused as too many. Null if none is. */
async function countPassed(max: number, send: () => Promise<Response>): Promise<number | null> {
  for (let sent = 0; sent <= max; sent += 1) {
    if ((await send()).status === 429) return sent;
  }
  return null;
}

const logOut = (address: string) => requestFrom("/auth/logout", { method: "POST", address });

it("calls that change something share one limit per signed-in person", async () => {
  const { id, cookie } = await someoneSignedIn();
  await useUp(id, "writes", 60);
  const operations = (await unsafeOperations()).filter(({ needsSession }) => needsSession);
  expect(operations.length).toBeGreaterThan(15);
  const uncounted: string[] = [];
  for (const { method, path } of operations) {
    // Bids and purchases have a stricter limit, counted in memory: ten in ten seconds.
    const max = path.startsWith("/bid/") || path.endsWith("/buy") ? 10 : 0;
    const send = () => requestFrom(path, { method, cookie, address: anIpv6Address() });
    if ((await countPassed(max, send)) === null) uncounted.push(`${method} ${path}`);
  }
  expect(uncounted).toEqual([]);
});

it("visitors' calls that change something count toward their network's limit", async () => {
  const address = anIpv6Address();
  expect((await sendCountedAs(MAX_CALLS_PER_NETWORK, () => logOut(address))).status).toBe(200);
  expect(await expectTooMany(await logOut(address))).toBe(60);
  expect((await logOut(anIpv6Address())).status).toBe(200);
  // Signed-in people on this network aren't affected.
  const { cookie } = await someoneSignedIn();
  const path = "/auction/notifications/mark-read";
  expect((await requestFrom(path, { method: "PATCH", cookie, address })).status).toBe(200);
  const uncounted: string[] = [];
  for (const { method, path: unsafePath } of await unsafeOperations()) {
    // Signing up, signing in and resetting a password are counted exactly. After at most twenty, the next is refused.
    if ((await countPassed(20, () => requestFrom(unsafePath, { method, address }))) === null) {
      uncounted.push(`${method} ${unsafePath}`);
    }
  }
  expect(uncounted).toEqual([]);
});

it("signing out clears the cookie even if the person has reached their limit", async () => {
  const { id, cookie } = await someoneSignedIn();
  await useUp(id, "writes", 60);
  const response = await requestFrom("/auth/logout", { method: "POST", cookie, address: anIpv6Address() });
  expect(response.status).toBe(429);
  expect(response.headers.getSetCookie().at(-1)).toMatch(/^__Host-session=;.*Max-Age=0/);
});
