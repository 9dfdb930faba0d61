/** Human checks for a network that has used up a limit. A stand-in for Turnstile verifies them. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { humanCheckInput } from "../contract/security.ts";
import { newId } from "../testing/builders.ts";
import { anEmail, expectRefusalIn, ORIGIN, request, signupFields } from "../testing/http.ts";
import { openPage } from "../testing/pages.ts";
import {
  anIpv6Address,
  expectTooMany,
  type CallFrom,
  envWithHumanCheck,
  requestFrom,
  secondsUntilRetry,
  sendCountedAs,
  TURNSTILE,
} from "../testing/strict-limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);
const send = (path: string, from: CallFrom) => requestFrom(path, { bindings: envWithHumanCheck, ...from });
/** A token like the stand-in's widget issues, on our own page or on another. */
const aToken = (hostname = new URL(ORIGIN).hostname, action = "human-check") =>
  `human ${hostname} ${action} ${newId()}`;
const sendCheck = (address: string, token = aToken()) =>
  send("/auth/human-check", { method: "POST", address, json: humanCheckInput.parse({ token }) });

/** The cookie with a browser's pass for this network. */
async function passIn(address: string): Promise<string> {
  const response = await sendCheck(address);
  expect(response.status).toBe(200);
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-human=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  return cookie.split(";")[0] ?? "";
}

/** Tries to sign in with a wrong password. */
async function failToLogIn(address: string, cookie?: string): Promise<Response> {
  const json = { email: anEmail(), password: "Wrong horse 1" };
  return send("/auth/login", { method: "POST", address, cookie, json });
}

const useUpLogins = async (address: string) => {
  for (let failed = 0; failed < 20; failed += 1) expect((await failToLogIn(address)).status).toBe(401);
};

const detailsOf = async (response: Response) => (await expectRefusalIn(response, "too_many_requests", 429)).details;

it("a rate limit refusal offers a human check only if Turnstile is configured", async () => {
  const address = anIpv6Address();
  await useUpLogins(address);
  expect(await detailsOf(await failToLogIn(address))).toEqual({ humanCheck: true });
  const json = { email: anEmail(), password: "Wrong horse 1" };
  expect(await detailsOf(await requestFrom("/auth/login", { method: "POST", address, json }))).toBeUndefined();
});

it("T10: a pass lets a browser try to sign in, with up to five failures", async () => {
  const address = anIpv6Address();
  await useUpLogins(address);
  await expectTooMany(await failToLogIn(address));
  for (let passes = 0; passes < 8; passes += 1) {
    const pass = await passIn(address);
    for (let failed = 0; failed < 5; failed += 1) expect((await failToLogIn(address, pass)).status).toBe(401);
    expect(await detailsOf(await failToLogIn(address, pass))).toEqual({ humanCheck: true });
  }
  // The network gets sixty tries in all, no matter how many passes. A try over that limit doesn't use up the pass.
  const pass = await passIn(address);
  for (let refused = 0; refused < 6; refused += 1) {
    expect(await expectTooMany(await failToLogIn(address, pass))).toBeGreaterThan(200);
  }
  advanceTime(5 * MINUTE_MS);
  for (let failed = 0; failed < 5; failed += 1) expect((await failToLogIn(address, pass)).status).toBe(401);
});

it("a browser with a pass has its own limits for sign-ups, resets, reads and sockets", async () => {
  const address = anIpv6Address();
  const pass = await passIn(address);
  const signUp = (cookie?: string) => send("/auth/signup", { method: "POST", address, cookie, form: signupFields() });
  for (let signUps = 0; signUps < 10; signUps += 1) expect((await signUp()).status).toBe(201);
  expect(await detailsOf(await signUp())).toEqual({ humanCheck: true });
  for (let signUps = 0; signUps < 3; signUps += 1) expect((await signUp(pass)).status).toBe(201);
  await expectTooMany(await signUp(pass));

  const requestReset = (cookie?: string) =>
    send("/auth/forgot-password", { method: "POST", address, cookie, json: { email: anEmail() } });
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await requestReset()).status).toBe(200);
  await expectTooMany(await requestReset());
  expect((await requestReset(pass)).status).toBe(200);

  const read = (cookie?: string) => send("/nowhere", { address, cookie });
  await sendCountedAs(600, read);
  expect(await detailsOf(await read())).toEqual({ humanCheck: true });
  expect((await read(pass)).status).toBe(404);
  const open = (cookie?: string) =>
    send("/auction/nowhere/live", { address, cookie, headers: { upgrade: "websocket" } });
  await sendCountedAs(120, open);
  expect(await secondsUntilRetry(await open())).toBe(60);
  expect((await open(pass)).status).toBe(404);
});

it("T10: a pass isn't valid on another network, if changed, or after an hour", async () => {
  const address = anIpv6Address();
  const pass = await passIn(address);
  await sendCountedAs(600, () => send("/nowhere", { address }));
  const read = async (cookie: string, callerAddress = address) =>
    (await send("/nowhere", { address: callerAddress, cookie })).status;
  expect(await read(pass)).toBe(404);
  const changedPass = pass.slice(0, -3) + (pass.endsWith("AAA") ? "BBB" : "AAA");
  expect(await read(changedPass)).toBe(429);
  const otherAddress = anIpv6Address();
  await sendCountedAs(600, () => send("/nowhere", { address: otherAddress }));
  expect(await read(pass, otherAddress)).toBe(429);
  expect((await sendCountedAs(299, () => send("/nowhere", { address, cookie: pass }))).status).toBe(404);
  expect(await read(pass)).toBe(429);
  advanceTime(HOUR_MS);
  await sendCountedAs(600, () => send("/nowhere", { address }));
  expect(await read(pass)).toBe(429);
});

it("a pass is issued once for each token that Turnstile confirms", async () => {
  const address = anIpv6Address();
  const token = aToken();
  expect((await sendCheck(address, token)).status).toBe(200);
  for (const refused of [token, "robot"]) {
    const response = await sendCheck(address, refused);
    expect(response.headers.getSetCookie()).toEqual([]);
    await expectRefusalIn(response, "human_check_not_passed", 403);
  }
});

it("T10: no pass is issued for a token from another site or widget", async () => {
  for (const token of [aToken("evil.example"), aToken("sub.lotline.test"), aToken(undefined, "newsletter"), "human"]) {
    await expectRefusalIn(await sendCheck(anIpv6Address(), token), "human_check_not_passed", 403);
  }
});

it("no pass is issued if Turnstile can't be reached", async () => {
  const bindings = { ...envWithHumanCheck, TURNSTILE_URL: "http://127.0.0.1:9" };
  const json = { token: aToken() };
  const response = await requestFrom("/auth/human-check", { method: "POST", address: anIpv6Address(), json, bindings });
  await expectRefusalIn(response, "human_check_not_passed", 403);
});

it("an IPv6 /64 can request a pass ten times a minute", async () => {
  const address = anIpv6Address();
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await sendCheck(address, "robot")).status).toBe(403);
  const response = await sendCheck(address);
  expect((await expectRefusalIn(response, "too_many_requests", 429)).details).toBeUndefined();
  advanceTime(MINUTE_MS);
  expect((await sendCheck(address)).status).toBe(200);
});

it("the human check page has the site key and runs only our scripts and Turnstile's", async () => {
  const address = anIpv6Address();
  await sendCountedAs(601, () => send("/nowhere", { address }));
  const page = await send("/auth/human-check", { address });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('data-sitekey="local-site-key"');
  expect(html).toContain('data-action="human-check"');
  expect(html).toContain(`src="${envWithHumanCheck.TURNSTILE_URL}/api.js"`);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain(`script-src 'self' ${envWithHumanCheck.TURNSTILE_URL};`);
});

it("the human check page exists only if Turnstile is configured", async () => {
  const { response } = await openPage("/", TURNSTILE);
  expect(response.headers.get("content-security-policy")).toMatch(/; frame-src 'self'$/);
  const plain = await openPage("/");
  expect(plain.response.headers.get("content-security-policy")).not.toContain("frame-src");
  expect((await request("/auth/human-check")).status).toBe(404);
  const json = { token: "human" };
  expect((await request("/auth/human-check", { method: "POST", json })).status).toBe(404);
});
