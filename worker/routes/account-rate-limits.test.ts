/** Rate limits of sign-in with Google and of password resets, per network and per e-mail address. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { anEmail } from "../testing/http.ts";
import { someoneWithAPassword } from "../testing/passwords.ts";
import { anAddress, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

function later(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}

/** Every step of a sign-in with Google, and its answer to an empty call within the limit. */
const STEPS = [
  ["beginning", "GET", "/auth/google", 302],
  ["coming back", "GET", "/auth/google/callback", 400],
  ["logging in", "POST", "/auth/google-login", 401],
] as const;

describe("signing in with Google, from one network", () => {
  it.each(STEPS)(
    "is limited at %s to twenty calls in five minutes from an IPv6 /64",
    async (_step, method, path, status) => {
      const address = anAddress();
      const json = method === "POST" ? { json: { uid: "x" } } : {};
      const send = (from: string) => requestFrom(path, { method, address: from, ...json });
      for (let tried = 0; tried < 20; tried += 1) expect((await send(address)).status).toBe(status);
      later(MINUTE_MS);
      expect(await expectTooMany(await send(address))).toBe(240);
      expect((await send(anAddress())).status).toBe(status);
      later(4 * MINUTE_MS);
      expect((await send(address)).status).toBe(status);
    },
  );

  it.each(STEPS.filter(([, method]) => method === "GET"))(
    "shows the limit at %s as an HTML page in the sign-in window",
    async (_step, method, path) => {
      const address = anAddress();
      const send = () => requestFrom(path, { method, address, headers: { accept: "text/html" } });
      for (let tried = 0; tried < 20; tried += 1) expect((await send()).status).toBeLessThan(429);
      const refused = await send();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "300"]);
      expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
      later(5 * MINUTE_MS);
      expect((await send()).status).toBeLessThan(429);
    },
  );
});

describe("links that reset a password", () => {
  const ask = (email: string, address = anAddress()) =>
    requestFrom("/auth/forgot-password", { method: "POST", address, json: { email } });

  it("can be requested three times an hour per e-mail address, whether or not it has an account", async () => {
    for (const email of [(await someoneWithAPassword()).email, anEmail()]) {
      for (let asked = 0; asked < 3; asked += 1) expect((await ask(email)).status).toBe(200);
      later(MINUTE_MS);
      expect(await expectTooMany(await ask(email.toUpperCase()))).toBe(59 * 60);
      expect((await ask(anEmail())).status).toBe(200);
      later(HOUR_MS - MINUTE_MS);
      expect((await ask(email)).status).toBe(200);
    }
  });

  it("can be requested ten times an hour from an IPv6 /64", async () => {
    const address = anAddress();
    for (let asked = 0; asked < 10; asked += 1) expect((await ask(anEmail(), address)).status).toBe(200);
    expect(await expectTooMany(await ask(anEmail(), address))).toBe(3_600);
    expect((await ask(anEmail())).status).toBe(200);
    later(HOUR_MS);
    expect((await ask(anEmail(), address)).status).toBe(200);
  });

  it("can be tried twenty times in five minutes from an IPv6 /64", async () => {
    const address = anAddress();
    const password = "Another kettle 2";
    const json = { token: "A".repeat(43), password, confirmPassword: password };
    const send = () => requestFrom("/auth/reset-password", { method: "POST", address, json });
    for (let tried = 0; tried < 20; tried += 1) expect((await send()).status).toBe(422);
    expect(await expectTooMany(await send())).toBe(300);
    later(5 * MINUTE_MS);
    expect((await send()).status).toBe(422);
  });
});
