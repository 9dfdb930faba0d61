import { createHash } from "node:crypto";

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { FAILED_LOGIN_LIMITS } from "../rate-limits/limits.ts";
import { anEmail, PASSWORD, request, signupFields } from "../testing/http.ts";
import { anIpv6Address, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

const MINUTE_MS = 60_000;
const WRONG_PASSWORD = "Wrong horse 1";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

function logIn(address: string, email: string, { password = PASSWORD, cookie = "" } = {}) {
  return requestFrom("/auth/login", { method: "POST", address, cookie, json: { email, password } });
}

/** The device cookie that a response sets, with its attributes. Null when it sets none. */
function deviceCookieIn(response: Response) {
  const [pair = "", ...attributes] =
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("__Host-device="))
      ?.split("; ") ?? [];
  return pair === "" ? null : { cookie: pair, attributes };
}

/** Someone who has signed in from one network, on one device. */
async function someoneAtHome() {
  const [email, homeAddress] = [anEmail(), anIpv6Address()];
  expect((await request("/auth/signup", { method: "POST", form: signupFields({ email }) })).status).toBe(201);
  const loggedIn = await logIn(homeAddress, email);
  expect(loggedIn.status).toBe(200);
  const device = deviceCookieIn(loggedIn)?.cookie ?? "";
  const session = loggedIn.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-session="));
  return { email, homeAddress, device, session: session?.split(";")[0] ?? "" };
}

/** Counts twenty wrong passwords from four networks, without the slow password checks. */
async function attack(email: string) {
  const limiter = env.LIMITS.getByName(`account ${createHash("sha256").update(email).digest("hex")}`);
  for (let tried = 0; tried < 20; tried += 1) {
    expect(await limiter.beginLogin(`10.0.${tried % 4}.0/24`, FAILED_LOGIN_LIMITS, null)).toBe(0);
  }
}

it("T10: during an attack, the owner can sign in from known networks and devices", async () => {
  const { email, homeAddress, device } = await someoneAtHome();
  for (let network = 0; network < 4; network += 1) {
    const address = anIpv6Address();
    for (let tried = 0; tried < 5; tried += 1) {
      expect((await logIn(address, email, { password: WRONG_PASSWORD })).status).toBe(401);
    }
  }
  await expectTooMany(await logIn(anIpv6Address(), email));
  expect((await logIn(homeAddress, email)).status).toBe(200);
  expect((await logIn(anIpv6Address(), email, { cookie: device })).status).toBe(200);
});

it("T10: during an attack, the owner can sign in on a new device after one wait", async () => {
  const { email } = await someoneAtHome();
  await attack(email);
  const newAddress = anIpv6Address();
  expect(await expectTooMany(await logIn(newAddress, email))).toBe(60);
  for (let minute = 0; minute < 6; minute += 1) {
    await logIn(anIpv6Address(), email, { password: WRONG_PASSWORD });
    vi.setSystemTime(Date.now() + 10_000);
  }
  expect((await logIn(newAddress, email)).status).toBe(200);
  // The network is known afterwards.
  expect((await logIn(newAddress, email)).status).toBe(200);
});

it("each sign-in sets a known device's cookie to a new value", async () => {
  const { email, homeAddress, device } = await someoneAtHome();
  const nextCookie = deviceCookieIn(await logIn(homeAddress, email, { cookie: device }));
  expect(nextCookie?.attributes.toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=31536000",
    "Path=/",
    "SameSite=Lax",
    "Secure",
  ]);
  expect(nextCookie?.cookie).not.toBe(device);
  expect(deviceCookieIn(await logIn(homeAddress, email, { password: WRONG_PASSWORD }))).toBeNull();
});

it("T10: a known device's cookie doesn't allow unlimited guessing", async () => {
  const { email, device } = await someoneAtHome();
  const guess = () => logIn(anIpv6Address(), email, { cookie: device, password: WRONG_PASSWORD });
  for (let guessed = 0; guessed < 5; guessed += 1) expect((await guess()).status).toBe(401);
  expect(await expectTooMany(await guess())).toBe(60);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect((await guess()).status).toBe(401);
  expect(await expectTooMany(await guess())).toBe(120);
});

it("T10: a known device's cookie doesn't work for another account", async () => {
  const [victim, attacker] = [await someoneAtHome(), await someoneAtHome()];
  await attack(victim.email);
  await logIn(victim.homeAddress, victim.email, { cookie: victim.device });
  const [header = "", content = "", signature = ""] = victim.device.split(".");
  const changed = `${header}.${content}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  for (const cookie of [attacker.device, changed, victim.device, "__Host-device=" + "x".repeat(60_000)]) {
    await expectTooMany(await logIn(anIpv6Address(), victim.email, { cookie }));
  }
});

it("T10: a known device's cookie doesn't raise its network's limit", async () => {
  const { email: ownEmail, device } = await someoneAtHome();
  const address = anIpv6Address();
  const guess = () => logIn(address, anEmail(), { cookie: device, password: WRONG_PASSWORD });
  for (let guessed = 0; guessed < 20; guessed += 1) expect((await guess()).status).toBe(401);
  expect(await expectTooMany(await guess())).toBe(300);
  vi.setSystemTime(Date.now() + 5 * MINUTE_MS);
  expect((await logIn(address, ownEmail, { cookie: device })).status).toBe(200);
});

it("a known device can sign in even if others have used up its network's attempts", async () => {
  const { email, homeAddress, device } = await someoneAtHome();
  const send = () => requestFrom("/auth/login", { method: "POST", address: homeAddress, body: "no json" });
  for (let sent = 0; sent < 20; sent += 1) expect((await send()).status).toBe(415);
  await expectTooMany(await send());
  expect((await logIn(homeAddress, email, { cookie: device })).status).toBe(200);
});

it("changing the password or ending all sessions revokes all other known devices", async () => {
  const changes = [
    { method: "PUT", path: "/user/password", json: { currentPassword: PASSWORD, password: "Another horse 2" } },
    { method: "DELETE", path: "/user/sessions", json: undefined },
  ];
  for (const { method, path, json } of changes) {
    const { email, homeAddress, device, session } = await someoneAtHome();
    const other = anIpv6Address();
    const otherDevice = deviceCookieIn(await logIn(other, email))?.cookie ?? "";
    const body = json && { ...json, confirmPassword: json.password };
    const cookie = `${session}; ${device}`;
    const response = await requestFrom(path, { method, address: homeAddress, cookie, json: body });
    expect(response.status).toBe(200);
    await attack(email);
    await expectTooMany(await logIn(anIpv6Address(), email, { cookie: otherDevice }));
    await expectTooMany(await logIn(other, email));
    const currentDevice = deviceCookieIn(response)?.cookie ?? device;
    expect((await logIn(anIpv6Address(), email, { cookie: currentDevice, password: WRONG_PASSWORD })).status).toBe(401);
  }
});
