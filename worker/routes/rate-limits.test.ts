import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import { MAX_IMAGE_BYTES } from "../contract/images/image-formats.ts";
import { Authenticator } from "../testing/authenticator.ts";
import { newId } from "../testing/builders.ts";
import {
  aCookieFor,
  anEmail,
  formOf,
  PASSWORD,
  signupFields,
  someoneSignedIn,
  tokenIn,
  ageSession,
  cookieOf,
} from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { listingFields } from "../testing/selling.ts";
import {
  anIpv6Address,
  anIpv4Address,
  expectTooMany,
  type CallFrom,
  requestFrom,
  secondsUntilRetry,
  sendCountedAs,
  useUp,
} from "../testing/strict-limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

function advanceTime(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}
/** A form that's refused for its content after it has been counted. Only its declared length is this many bytes. */
function sendForm(path: string, cookie: string, bytes: number, method = "POST", address = anIpv6Address()) {
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": String(bytes) };
  return requestFrom(path, { method, cookie, address, headers, body: "--x\r\nno form at all" });
}
async function expectCounted(times: number, send: () => Promise<Response>) {
  for (let sent = 0; sent < times; sent += 1) expect((await send()).status).toBe(400);
}

type LimitCaller = Pick<CallFrom, "address" | "cookie">;
type Limit = [
  of: "one person" | "an IPv4 address" | "an IPv6 /64",
  act: string,
  max: number,
  seconds: number,
  /** The status of a call within the limit. */
  status: number,
  call: string,
  content?: () => Omit<CallFrom, keyof LimitCaller>,
];

const aForm = (bytes: number, body = "--x\r\nno form at all") => ({
  headers: { "content-type": "multipart/form-data; boundary=x", "content-length": String(bytes) },
  body,
});
const socketCall = () => ({ headers: { upgrade: "websocket" } });
const categoryCall = () => ({ json: { name: newId(), description: "Things that were found" } });
const newPassword = { token: "A".repeat(43), password: PASSWORD, confirmPassword: PASSWORD };
const signed = { response: await (await Authenticator.make()).sign({ challenge: "x" }) };
const error = { kind: "error", page: "/", message: "x is undefined", place: "/assets/page.js:1:2" };

const LIMITS: readonly Limit[] = [
  ["one person", "create categories", 10, 3_600, 201, "POST /auction/createCategory", categoryCall],
  ["one person", "report listings", 10, 3_600, 404, "POST /auction/:id/report", () => ({ json: { reason: "other" } })],
  ["one person", "ask questions", 20, 3_600, 404, "POST /auction/:id/questions", () => ({ json: { text: "Why?" } })],
  ["one person", "answer questions", 50, 3_600, 404, "POST /question/:id/answer", () => ({ json: { text: "So." } })],
  ["one person", "request their data with a wrong password", 5, 3_600, 403, "POST /user/export", () => ({ json: {} })],
  ["one person", "edit listings", 10, 60, 400, "PATCH /auction/editAuction/:id", () => aForm(2_000)],
  ["one person", "change name and photo", 20, 3_600, 200, "PATCH /user/profile", () => aForm(7, "--x--\r\n")],
  ["one person", "save drafts", 30, 60, 400, "PUT /user/drafts/:id", () => aForm(1_000)],
  ["one person", "make any other change", 60, 60, 200, "PATCH /auction/notifications/mark-read"],
  ["an IPv6 /64", "sign in without JSON", 20, 300, 415, "POST /auth/login", () => ({ body: "no json" })],
  ["an IPv6 /64", "sign in with passkeys", 20, 300, 401, "POST /auth/passkey-login", () => ({ json: signed })],
  ["an IPv6 /64", "sign in with Google", 20, 300, 401, "POST /auth/google-login", () => ({ json: { uid: "x" } })],
  [
    "an IPv6 /64",
    "request password reset links",
    10,
    3_600,
    200,
    "POST /auth/forgot-password",
    () => ({ json: { email: anEmail() } }),
  ],
  ["an IPv6 /64", "try password reset links", 20, 300, 422, "POST /auth/reset-password", () => ({ json: newPassword })],
];

/** Counted in the isolate's memory. */
const LIMITS_IN_MEMORY: readonly Limit[] = [
  ["one person", "open sockets", 60, 60, 404, "GET /auction/:id/live", socketCall],
  ["an IPv6 /64", "open sockets", 120, 60, 404, "GET /auction/:id/live", socketCall],
  ["an IPv6 /64", "send invalid forms", 120, 60, 400, "POST /auth/signup", () => aForm(100)],
  ["an IPv6 /64", "report browser errors", 15, 60, 200, "POST /browser-errors", () => ({ json: error })],
  ["an IPv4 address", "open sockets", 600, 60, 404, "GET /auction/:id/live", socketCall],
  ["an IPv4 address", "read", 3_000, 60, 404, "GET /nowhere"],
];

/** Callers of one kind: a new person at changing addresses, or the hosts of a new network. */
async function callerOf(kind: Limit[0]): Promise<() => LimitCaller> {
  if (kind === "one person") {
    const { cookie } = await someoneSignedIn();
    // A page makes a call like this before it opens a socket.
    await requestFrom("/user/profile", { address: anIpv6Address(), cookie });
    return () => ({ cookie, address: anIpv6Address() });
  }
  const address = kind === "an IPv4 address" ? anIpv4Address() : anIpv6Address();
  let host = 0;
  return () => ({ address: address.replace("::1", () => `::${(host += 1).toString(16)}`) });
}

async function sendEach(times: number, send: () => Promise<Response>): Promise<Response> {
  for (let sent = 1; sent < times; sent += 1) await send();
  return send();
}

async function expectLimit(sendAll: typeof sendCountedAs, limit: Limit) {
  const [callerKind, , max, seconds, status, call, content] = limit;
  const [nextCaller, other] = [await callerOf(callerKind), await callerOf(callerKind)];
  const [method = "", path = ""] = call.split(" ");
  const send = (by: LimitCaller) => requestFrom(path.replace(":id", newId()), { method, ...content?.(), ...by });
  expect((await sendAll(max, () => send(nextCaller()))).status).toBe(status);
  advanceTime(1_000);
  const refused = await send(nextCaller());
  expect(await (refused.webSocket ? secondsUntilRetry(refused) : expectTooMany(refused))).toBe(seconds - 1);
  expect((await send(other())).status).toBe(status);
  advanceTime((seconds - 1) * 1_000);
  expect((await send(nextCaller())).status).toBe(status);
}

it.each(LIMITS)("%s can %s %d times in %d seconds", (...limit) => expectLimit(sendEach, limit));

it.each(LIMITS_IN_MEMORY)("%s can %s %d times in %d seconds, counted in memory", (...limit) =>
  expectLimit(sendCountedAs, limit),
);

describe("visitors from one network", () => {
  it("an IPv6 /64 can read six hundred times a minute, not counting images", async () => {
    const address = anIpv6Address();
    const read = (path: string) => requestFrom(path, { address });
    expect((await sendCountedAs(599, () => read("/nowhere"))).status).toBe(404);
    const imagePath = `/images/auctions/${newId()}/${"a".repeat(64)}`;
    for (let reads = 0; reads < 5; reads += 1) expect((await read(imagePath)).status).toBe(404);
    expect((await read("/settings")).status).toBe(200);
    expect(await expectTooMany(await read("/settings"))).toBe(60);
    expect((await read(imagePath)).status).toBe(404);
    expect((await requestFrom("/settings", { address: anIpv6Address() })).status).toBe(200);
    advanceTime(60_000);
    expect((await read("/settings")).status).toBe(200);
  });

  it("an IPv6 /64 can sign up ten times an hour, not counting rejected forms", async () => {
    const address = anIpv6Address();
    const invalid = () => sendForm("/auth/signup", "", 100, "POST", address);
    const send = (email = anEmail()) =>
      requestFrom("/auth/signup", { method: "POST", address, form: signupFields({ email }) });
    await expectCounted(20, invalid);
    const { email } = await someoneSignedIn();
    expect((await send()).status).toBe(201);
    // A taken address counts, because otherwise anyone could look up who has an account.
    for (let sent = 1; sent < 10; sent += 1) expect((await send(email)).status).toBe(409);
    expect(await expectTooMany(await send())).toBe(3_600);
    advanceTime(HOUR_MS);
    expect((await send()).status).toBe(201);
  });

  it("T6: an IPv6 /64 can send ten photo-sized forms an hour, valid or not", async () => {
    const address = anIpv6Address();
    const send = (bytes: number) => sendForm("/auth/signup", "", bytes, "POST", address);
    await expectCounted(10, () => send(MAX_IMAGE_BYTES));
    expect(await expectTooMany(await send(MAX_IMAGE_BYTES))).toBe(3_600);
    await expectCounted(1, () => send(100));
  });
});

describe("someone signed in", () => {
  it("a signed-in person can read 300 times a minute, unaffected by others", async () => {
    const [{ id }, { cookie: other }] = [await someoneSignedIn(), await someoneSignedIn()];
    const cookie = await aCookieFor(id);
    const address = anIpv6Address();
    await sendCountedAs(600, () => requestFrom("/nowhere", { address }));
    const read = (readerCookie: string, from = anIpv6Address()) =>
      requestFrom("/user/profile", { cookie: readerCookie, address: from });
    expect((await read(cookie, address)).status).toBe(200);
    expect(await expectTooMany(await requestFrom("/nowhere", { address }))).toBe(60);
    expect((await sendCountedAs(299, () => requestFrom("/nowhere", { address, cookie }))).status).toBe(404);
    expect(await expectTooMany(await read(cookie))).toBe(60);
    expect((await read(other, address)).status).toBe(200);
  });

  it("a signed-in person's counter can't be used up by their ended sessions", async () => {
    const { id, cookie } = await someoneSignedIn();
    const [oldCookie, address] = [await ageSession(FRESH_TOKEN_MS, cookie), anIpv6Address()];
    await sendCountedAs(601, () => requestFrom("/nowhere", { address }));
    expect((await requestFrom("/user/profile", { cookie: oldCookie, address })).status).toBe(200);
    await env.INBOX.getByName(id).endSessions();
    await sendCountedAs(300, () => requestFrom("/nowhere", { cookie: oldCookie, address }));
    await expectTooMany(await requestFrom("/nowhere", { cookie: oldCookie, address }));
    const other = await aCookieFor(id);
    expect((await requestFrom("/user/profile", { cookie: other, address })).status).toBe(200);
  });

  it("a signed-in person's counter isn't used up by a session they've just ended", async () => {
    const { id, cookie } = await someoneSignedIn();
    const address = anIpv6Address();
    expect((await requestFrom("/auth/logout", { method: "POST", cookie, address })).status).toBe(200);
    await sendCountedAs(300, () => requestFrom("/nowhere", { cookie, address }));
    await expectTooMany(await requestFrom("/nowhere", { cookie, address }));
    const other = await aCookieFor(id);
    expect((await requestFrom("/user/profile", { cookie: other, address })).status).toBe(200);
  });
});

describe("forged session cookies", () => {
  const forgedCookie = () => `__Host-session=eyJhbGciOiJIUzI1NiJ9.${newId()}.${newId()}`;

  it("T6: reads and sockets with forged sessions count toward their network's limit", async () => {
    const address = anIpv6Address();
    for (const times of [1, 599]) {
      const read = () => requestFrom("/nowhere", { address, cookie: forgedCookie() });
      expect((await sendCountedAs(times, read)).status).toBe(404);
    }
    expect(await expectTooMany(await requestFrom("/nowhere", { address, cookie: forgedCookie() }))).toBe(60);
    const headers = { upgrade: "websocket" };
    const open = () => requestFrom(`/auction/${newId()}/live`, { address, cookie: forgedCookie(), headers });
    for (const times of [1, 119]) expect((await sendCountedAs(times, open)).status).toBe(404);
    expect(await secondsUntilRetry(await open())).toBe(60);
  });

  it("T21: forged sessions don't keep someone who just signed in from bidding", async () => {
    const address = anIpv6Address();
    const json = { productId: newId(), bidAmount: 100 };
    const bid = (cookie: string) => requestFrom("/bid/placeBid", { method: "POST", cookie, json, address });
    const credentials = { email: anEmail(), password: PASSWORD };
    const form = signupFields(credentials);
    expect((await requestFrom("/auth/signup", { method: "POST", address, form })).status).toBe(201);
    const response = await requestFrom("/auth/login", { method: "POST", address, json: credentials });
    await sendCountedAs(121, () => bid(forgedCookie()));
    expect((await bid(cookieOf(tokenIn(response) ?? ""))).status).toBe(404);
    expect(await expectTooMany(await bid(forgedCookie()))).toBeGreaterThan(0);
  });
});

describe("one signed-in user, from any network", () => {
  it("a user can create 60 auctions an hour and 120 a day, not counting refused ones", async () => {
    const { id, cookie } = await someoneSignedIn();
    const send = async (change: Record<string, string> = {}) => {
      const form = new Response(formOf(listingFields(change)));
      const body = new Uint8Array(await form.arrayBuffer());
      const headers = { "content-type": form.headers.get("content-type") ?? "", "content-length": String(body.length) };
      return requestFrom("/auction/createAuction", { method: "POST", cookie, address: anIpv6Address(), headers, body });
    };
    expect((await send()).status).toBe(201);
    advanceTime(MINUTE_MS);
    await useUp(id, "auctions", 58);
    expect((await send({ title: "" })).status).toBe(400);
    expect((await send({ startingPrice: "1" })).status).toBe(422);
    expect((await send()).status).toBe(201);
    // The window started with the first auction.
    expect(await expectTooMany(await send())).toBe(3_600 - 60);
    advanceTime(HOUR_MS);
    await useUp(id, "auctions", 59);
    expect((await send()).status).toBe(201);
    advanceTime(HOUR_MS);
    expect(await expectTooMany(await send())).toBeGreaterThan(20 * 3_600);
  });

  it("a user can upload images 90 times an hour and edit text even after that", async () => {
    const { id, cookie } = await someoneSignedIn();
    const send = async () => {
      const form = new FormData();
      form.set("image", aFile(aPng()));
      const body = new Response(form);
      const headers = { "content-type": body.headers.get("content-type") ?? "" };
      const bytes = new Uint8Array(await body.arrayBuffer());
      const lengthHeader = { "content-length": String(bytes.length) };
      const path = `/auction/editAuction/${newId()}`;
      const call = { method: "PATCH", cookie, body: bytes, headers: { ...headers, ...lengthHeader } };
      return requestFrom(path, { ...call, address: anIpv6Address() });
    };
    await useUp(id, "uploads", 89);
    advanceTime(MINUTE_MS);
    expect((await send()).status).toBe(404);
    expect(await expectTooMany(await send())).toBe(59 * 60);
    expect((await sendForm(`/auction/editAuction/${newId()}`, cookie, 2_000, "PATCH")).status).toBe(400);
  });

  it("T21: a user can place, edit and withdraw 10 bids in 10 s and 60 a minute", async () => {
    const { cookie } = await someoneSignedIn();
    const place = () => {
      const json = { productId: newId(), bidAmount: 100 };
      return requestFrom("/bid/placeBid", { method: "POST", cookie, json, address: anIpv6Address() });
    };
    const edit = () => {
      const json = { bidAmount: 100 };
      return requestFrom(`/bid/editBid/${newId()}-2`, { method: "PUT", cookie, json, address: anIpv6Address() });
    };
    for (let round = 0; round < 6; round += 1) {
      for (let bids = 0; bids < 5; bids += 1)
        expect([(await place()).status, (await edit()).status]).toEqual([404, 404]);
      expect(await expectTooMany(await place())).toBe(10);
      advanceTime(round < 5 ? 10_000 : 9_999);
    }
    expect(await expectTooMany(await edit())).toBe(1);
    const withdrawCall = { method: "DELETE", cookie, address: anIpv6Address() };
    expect(await expectTooMany(await requestFrom(`/bid/deleteBid/${newId()}-2`, withdrawCall))).toBe(1);
    advanceTime(1);
    expect((await place()).status).toBe(404);
  });

  it("a user can upload 600 MB a day", async () => {
    const { id, cookie } = await someoneSignedIn();
    const send = () => sendForm(`/auction/editAuction/${newId()}`, cookie, MAX_IMAGE_BYTES, "PATCH");
    await useUp(id, "uploadBytes", 600_000_000 - MAX_IMAGE_BYTES);
    advanceTime(MINUTE_MS);
    expect((await send()).status).toBe(400);
    expect(await expectTooMany(await send())).toBe(24 * 3_600 - 60);
    advanceTime(24 * HOUR_MS - MINUTE_MS);
    expect((await send()).status).toBe(400);
  });
});
