import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { MAX_IMAGE_BYTES } from "../contract/picture-files.ts";
import { newId } from "../testing/builders.ts";
import { aCookieFor, anEmail, formOf, PASSWORD, signupFields, someoneSignedIn, tokenIn } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { listingFields } from "../testing/selling.ts";
import { anAddress, anIpv4Address, expectTooMany, requestFrom, secondsRefused } from "../testing/strict-limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

function later(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}
/** A form that is refused for its content, after it was counted. Its length is as declared. */
function sendForm(path: string, cookie: string, bytes: number, method = "POST", address = anAddress()) {
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": String(bytes) };
  return requestFrom(path, { method, cookie, address, headers, body: "--x\r\nno form at all" });
}
/** Sends in tens, a minute apart: as often as a listing can be edited. */
async function sendByTens(times: number, status: number, send: () => Promise<Response>) {
  for (let sent = 0; sent < times; sent += 1) {
    if (sent > 0 && sent % 10 === 0) later(MINUTE_MS);
    expect((await send()).status).toBe(status);
  }
  later(MINUTE_MS);
}
async function expectTaken(times: number, send: () => Promise<Response>) {
  for (let sent = 0; sent < times; sent += 1) expect((await send()).status).toBe(400);
}

describe("visitors from one network", () => {
  it("read six hundred times a minute from an IPv6 /64, not counting images", async () => {
    const address = anAddress();
    const read = (path: string) => requestFrom(path, { address });
    for (let asked = 0; asked < 599; asked += 1) expect((await read("/nowhere")).status).toBe(404);
    const imagePath = `/images/auctions/${newId()}/${"a".repeat(64)}`;
    for (let asked = 0; asked < 5; asked += 1) expect((await read(imagePath)).status).toBe(404);
    expect((await read("/settings")).status).toBe(200);
    expect(await expectTooMany(await read("/settings"))).toBe(60);
    expect((await read(imagePath)).status).toBe(404);
    expect((await requestFrom("/settings", { address: anAddress() })).status).toBe(200);
    later(60_000);
    expect((await read("/settings")).status).toBe(200);
  });

  it("read three thousand times a minute from an IPv4 address", async () => {
    const address = anIpv4Address();
    const read = () => requestFrom("/nowhere", { address });
    for (let asked = 0; asked < 3_000; asked += 1) expect((await read()).status).toBe(404);
    expect(await expectTooMany(await read())).toBe(60);
  });

  it.each([
    ["an IPv4 address", anIpv4Address, 600],
    ["an IPv6 /64", anAddress, 120],
  ])("open, from %s, as many sockets a minute as reconnect after a deploy", async (_network, newAddress, most) => {
    const address = newAddress();
    const path = `/auction/${newId()}/live`;
    const open = () => requestFrom(path, { address, headers: { upgrade: "websocket" } });
    for (let opened = 0; opened < most; opened += 1) expect((await open()).status).toBe(404);
    expect(await secondsRefused(await open())).toBe(60);
    expect((await requestFrom("/settings", { address })).status).toBe(200);
    later(60_000);
    expect((await open()).status).toBe(404);
  });

  it("sign up ten times an hour from an IPv6 /64, not counting forms that are not valid", async () => {
    const address = anAddress();
    const invalid = () => sendForm("/auth/signup", "", 100, "POST", address);
    const send = (email = anEmail()) =>
      requestFrom("/auth/signup", { method: "POST", address, form: signupFields({ email }) });
    await expectTaken(20, invalid);
    const { email } = await someoneSignedIn();
    expect((await send()).status).toBe(201);
    // An address that is taken counts: otherwise anyone could look up who has an account.
    for (let sent = 1; sent < 10; sent += 1) expect((await send(email)).status).toBe(409);
    expect(await expectTooMany(await send())).toBe(3_600);
    later(HOUR_MS);
    expect((await send()).status).toBe(201);
  });

  it("T6: send ten forms as large as photos an hour from an IPv6 /64, whether they are valid or not", async () => {
    const address = anAddress();
    const send = (bytes: number) => sendForm("/auth/signup", "", bytes, "POST", address);
    await expectTaken(10, () => send(MAX_IMAGE_BYTES));
    expect(await expectTooMany(await send(MAX_IMAGE_BYTES))).toBe(3_600);
    await expectTaken(1, () => send(100));
  });

  it("send a hundred and twenty forms a minute that are not valid, from an IPv6 /64", async () => {
    const address = anAddress();
    const send = () => sendForm("/auth/signup", "", 100, "POST", address);
    await expectTaken(120, send);
    expect(await expectTooMany(await send())).toBe(60);
  });
});

describe("somebody signed in", () => {
  it("reads three hundred times a minute from any network, whatever others in it do", async () => {
    const [{ id }, { cookie: other }] = [await someoneSignedIn(), await someoneSignedIn()];
    // Of a session that this isolate has not seen yet.
    const cookie = await aCookieFor(id);
    const address = anAddress();
    for (let asked = 0; asked < 599; asked += 1) await requestFrom("/nowhere", { address });
    const read = (by: string, from = anAddress()) => requestFrom("/user/profile", { cookie: by, address: from });
    // So its first call counts for the network.
    expect((await read(cookie, address)).status).toBe(200);
    expect(await expectTooMany(await requestFrom("/nowhere", { address }))).toBe(60);
    for (let asked = 0; asked < 300; asked += 1) {
      expect((await requestFrom("/nowhere", { address, cookie })).status).toBe(404);
    }
    expect(await expectTooMany(await read(cookie))).toBe(60);
    expect((await read(other, address)).status).toBe(200);
  });

  it("is found although the network has used up its reads, by a session that was not seen before", async () => {
    const cookie = await aCookieFor((await someoneSignedIn()).id);
    const address = anAddress();
    for (let asked = 0; asked < 601; asked += 1) await requestFrom("/nowhere", { address });
    expect((await requestFrom("/user/profile", { cookie, address })).status).toBe(200);
  });
});

describe("cookies of sessions that do not exist", () => {
  const forged = () => `__Host-sid=${newId().padEnd(43, "a").slice(0, 43)}`;

  it("T6: count their reads and sockets for their network", async () => {
    const address = anAddress();
    for (let asked = 0; asked < 600; asked += 1) {
      expect((await requestFrom("/nowhere", { address, cookie: forged() })).status).toBe(404);
    }
    expect(await expectTooMany(await requestFrom("/nowhere", { address, cookie: forged() }))).toBe(60);
    const headers = { upgrade: "websocket" };
    const open = () => requestFrom(`/auction/${newId()}/live`, { address, cookie: forged(), headers });
    for (let opened = 0; opened < 120; opened += 1) expect((await open()).status).toBe(404);
    expect(await secondsRefused(await open())).toBe(60);
  });

  it("are looked up in D1 a hundred and twenty times a minute from an IPv6 /64, also when they bid", async () => {
    const address = anAddress();
    const json = { productId: newId(), bidAmount: 100 };
    const send = () => requestFrom("/bid/placeBid", { method: "POST", cookie: forged(), json, address });
    for (let sent = 0; sent < 120; sent += 1) expect((await send()).status).toBe(401);
    expect(await expectTooMany(await send())).toBe(60);
  });

  it("T21: keep nobody from bidding who has just logged in from the same network", async () => {
    const address = anAddress();
    const json = { productId: newId(), bidAmount: 100 };
    const bid = (cookie: string) => requestFrom("/bid/placeBid", { method: "POST", cookie, json, address });
    const credentials = { email: anEmail(), password: PASSWORD };
    const form = signupFields(credentials);
    expect((await requestFrom("/auth/signup", { method: "POST", address, form })).status).toBe(201);
    const response = await requestFrom("/auth/login", { method: "POST", address, json: credentials });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    expect(cookies).toContainEqual(expect.stringContaining("__Host-sid-proof="));
    for (let sent = 0; sent < 121; sent += 1) await bid(forged());
    // This isolate knows the session, and others recognise it by the proof.
    expect((await bid(`__Host-sid=${tokenIn(response)}`)).status).toBe(404);
    expect(await expectTooMany(await bid(forged()))).toBeGreaterThan(0);
  });
});

describe("one user, from any network,", () => {
  it("can create sixty auctions an hour and twice as many a day; refused ones do not count", async () => {
    const { cookie } = await someoneSignedIn();
    const send = async (change: Record<string, string> = {}) => {
      const form = new Response(formOf(listingFields(change)));
      const body = new Uint8Array(await form.arrayBuffer());
      const headers = { "content-type": form.headers.get("content-type") ?? "", "content-length": String(body.length) };
      return requestFrom("/auction/createAuction", { method: "POST", cookie, address: anAddress(), headers, body });
    };
    const list = async (times: number, status: number, change?: Record<string, string>) => {
      for (let sent = 0; sent < times; sent += 1) expect((await send(change)).status).toBe(status);
      later(MINUTE_MS);
    };
    await list(50, 400, { title: "" });
    await list(50, 201);
    await list(50, 422, { startingPrice: "1" });
    await list(10, 201);
    // The window began with the first of them.
    expect(await expectTooMany(await send())).toBe(3_600 - 4 * 60);
    later(HOUR_MS);
    await list(60, 201);
    expect(await expectTooMany(await send())).toBeGreaterThan(20 * 3_600);
  });

  it("can create ten categories an hour", async () => {
    const { cookie } = await someoneSignedIn();
    const send = () => {
      const json = { name: newId(), description: "Things that were found" };
      return requestFrom("/auction/createCategory", { method: "POST", cookie, json, address: anAddress() });
    };
    for (let made = 0; made < 10; made += 1) expect((await send()).status).toBe(201);
    expect(await expectTooMany(await send())).toBe(3_600);
    const { cookie: other } = await someoneSignedIn();
    const json = { name: newId(), description: "Things that were found" };
    const another = await requestFrom("/auction/createCategory", {
      method: "POST",
      cookie: other,
      json,
      address: anAddress(),
    });
    expect(another.status).toBe(201);
  });

  it("can report ten listings an hour", async () => {
    const { cookie } = await someoneSignedIn();
    const report = (by: string) => {
      const json = { reason: "other" };
      return requestFrom(`/auction/${newId()}/report`, { method: "POST", cookie: by, json, address: anAddress() });
    };
    for (let sent = 0; sent < 10; sent += 1) expect((await report(cookie)).status).toBe(404);
    later(HOUR_MS / 2);
    expect(await expectTooMany(await report(cookie))).toBe(1_800);
    expect((await report((await someoneSignedIn()).cookie)).status).toBe(404);
    later(HOUR_MS / 2);
    expect((await report(cookie)).status).toBe(404);
  });

  it("can request their data five times an hour, whether or not the password was right", async () => {
    const { cookie } = await someoneSignedIn();
    const ask = (by: string) =>
      requestFrom("/user/export", { method: "POST", cookie: by, json: {}, address: anAddress() });
    for (let sent = 0; sent < 5; sent += 1) expect((await ask(cookie)).status).toBe(403);
    expect(await expectTooMany(await ask(cookie))).toBe(3_600);
    expect((await ask((await someoneSignedIn()).cookie)).status).toBe(403);
    later(HOUR_MS);
    expect((await ask(cookie)).status).toBe(403);
  });

  it("can upload images ninety times an hour, and still edit texts after that", async () => {
    const { cookie } = await someoneSignedIn();
    const send = (bytes: number) => sendForm(`/auction/editAuction/${newId()}`, cookie, bytes, "PATCH");
    await sendByTens(90, 400, () => send(50_000));
    expect(await expectTooMany(await send(50_000))).toBe(51 * 60);
    expect((await send(2_000)).status).toBe(400);
  });

  it("can edit listings ten times a minute", async () => {
    const { cookie } = await someoneSignedIn();
    const send = () => sendForm(`/auction/editAuction/${newId()}`, cookie, 2_000, "PATCH");
    await expectTaken(10, send);
    expect(await expectTooMany(await send())).toBe(60);
    later(MINUTE_MS);
    expect((await send()).status).toBe(400);
  });

  it("can open sixty sockets a minute", async () => {
    const [{ cookie }, { cookie: other }] = [await someoneSignedIn(), await someoneSignedIn()];
    const open = (by: string) => {
      const headers = { upgrade: "websocket" };
      return requestFrom(`/auction/${newId()}/live`, { address: anAddress(), cookie: by, headers });
    };
    // From then on this isolate has the session in its cache.
    await requestFrom("/user/profile", { address: anAddress(), cookie });
    for (let opened = 0; opened < 60; opened += 1) expect((await open(cookie)).status).toBe(404);
    expect(await secondsRefused(await open(cookie))).toBe(60);
    expect((await open(other)).status).toBe(404);
  });

  it("cannot exceed the upload limit with small images", async () => {
    const { cookie } = await someoneSignedIn();
    const send = async () => {
      const form = new FormData();
      form.set("image", aFile(aPng()));
      const body = new Response(form);
      const headers = { "content-type": body.headers.get("content-type") ?? "" };
      const bytes = new Uint8Array(await body.arrayBuffer());
      const length = { "content-length": String(bytes.length) };
      const path = `/auction/editAuction/${newId()}`;
      const call = { method: "PATCH", cookie, body: bytes, headers: { ...headers, ...length } };
      return requestFrom(path, { ...call, address: anAddress() });
    };
    await sendByTens(90, 404, send);
    expect(await expectTooMany(await send())).toBe(51 * 60);
    expect((await sendForm(`/auction/editAuction/${newId()}`, cookie, 2_000, "PATCH")).status).toBe(400);
  });

  it("T21: can place, edit and withdraw ten bids in ten seconds and sixty a minute, over all auctions", async () => {
    const { cookie } = await someoneSignedIn();
    const place = () => {
      const json = { productId: newId(), bidAmount: 100 };
      return requestFrom("/bid/placeBid", { method: "POST", cookie, json, address: anAddress() });
    };
    const edit = () => {
      const json = { bidAmount: 100 };
      return requestFrom(`/bid/editBid/${newId()}-2`, { method: "PUT", cookie, json, address: anAddress() });
    };
    for (let round = 0; round < 6; round += 1) {
      for (let bids = 0; bids < 5; bids += 1)
        expect([(await place()).status, (await edit()).status]).toEqual([404, 404]);
      expect(await expectTooMany(await place())).toBe(10);
      later(round < 5 ? 10_000 : 9_999);
    }
    expect(await expectTooMany(await edit())).toBe(1);
    const withdrawn = { method: "DELETE", cookie, address: anAddress() };
    expect(await expectTooMany(await requestFrom(`/bid/deleteBid/${newId()}-2`, withdrawn))).toBe(1);
    later(1);
    expect((await place()).status).toBe(404);
  });

  it("can upload 600 MB a day", async () => {
    const { cookie } = await someoneSignedIn();
    const send = () => sendForm(`/auction/editAuction/${newId()}`, cookie, MAX_IMAGE_BYTES, "PATCH");
    await sendByTens(57, 400, send);
    expect(await expectTooMany(await send())).toBe(24 * 3_600 - 6 * 60);
    later(23 * HOUR_MS - 6 * MINUTE_MS);
    expect(await expectTooMany(await send())).toBe(3_600);
    later(HOUR_MS);
    expect((await send()).status).toBe(400);
  });
});
