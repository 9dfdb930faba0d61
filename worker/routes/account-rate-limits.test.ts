/** Rate limits for sign-in with Google and for password resets, per network and per email address. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { anEmail } from "../testing/http.ts";
import { someoneWithAPassword } from "../testing/passwords.ts";
import { anIpv6Address, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

function advanceTime(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}

it.each(["/auth/google", "/auth/google/callback"])(
  "the Google window shows a rate limit on %s as an HTML page",
  async (path) => {
    const address = anIpv6Address();
    const send = () => requestFrom(path, { address, headers: { accept: "text/html" } });
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await send()).status).toBeLessThan(429);
    const refused = await send();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "300"]);
    expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
    advanceTime(5 * MINUTE_MS);
    expect((await send()).status).toBeLessThan(429);
  },
);

const requestReset = (email: string, address = anIpv6Address()) =>
  requestFrom("/auth/forgot-password", { method: "POST", address, json: { email } });

it("password reset links can be requested three times an hour per email address", async () => {
  for (const email of [(await someoneWithAPassword()).email, anEmail()]) {
    for (let requestNumber = 0; requestNumber < 3; requestNumber += 1)
      expect((await requestReset(email)).status).toBe(200);
    advanceTime(MINUTE_MS);
    expect(await expectTooMany(await requestReset(email.toUpperCase()))).toBe(59 * 60);
    expect((await requestReset(anEmail())).status).toBe(200);
    advanceTime(HOUR_MS - MINUTE_MS);
    expect((await requestReset(email)).status).toBe(200);
  }
});
