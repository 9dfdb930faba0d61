import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { MAX_IMAGE_BYTES } from "../images/check.ts";
import { newId } from "../testing/builders.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { anAddress, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

const HOUR_MS = 3_600_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

function later(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}
/** A form that is refused for what it holds, which is after it was counted. Its length is what it says. */
function sendForm(path: string, cookie: string, bytes: number, method = "POST", address = anAddress()) {
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": String(bytes) };
  return requestFrom(path, { method, cookie, address, headers, body: "--x\r\nno form at all" });
}
async function expectTaken(times: number, send: () => Promise<Response>) {
  for (let sent = 0; sent < times; sent += 1) expect((await send()).status).toBe(400);
}

describe("what one network may do", () => {
  it("is five sign-ups an hour", async () => {
    const address = anAddress();
    const send = () => sendForm("/auth/signup", "", 100, "POST", address);
    await expectTaken(5, send);
    expect(await expectTooMany(await send())).toBe(3_600);
    later(HOUR_MS);
    expect((await send()).status).toBe(400);
  });
});

describe("what one person may do, from wherever", () => {
  it("is list twenty auctions an hour and a hundred a day", async () => {
    const { cookie } = await someoneSignedIn();
    const send = () => sendForm("/auction/createAuction", cookie, 100);
    for (let hour = 0; hour < 5; hour += 1) {
      await expectTaken(20, send);
      expect(await expectTooMany(await send())).toBe(hour < 4 ? 3_600 : 20 * 3_600);
      later(HOUR_MS);
    }
    expect(await expectTooMany(await send())).toBe(19 * 3_600);
  });

  it("is create ten categories an hour", async () => {
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

  it("is upload six pictures for each of twenty auctions an hour, while changing words goes on", async () => {
    const { cookie } = await someoneSignedIn();
    const send = (bytes: number) => sendForm(`/auction/editAuction/${newId()}`, cookie, bytes, "PATCH");
    await expectTaken(120, () => send(50_000));
    expect(await expectTooMany(await send(50_000))).toBe(3_600);
    expect((await send(2_000)).status).toBe(400);
  });

  it("is upload 200 MB a day", async () => {
    const { cookie } = await someoneSignedIn();
    const send = () => sendForm(`/auction/editAuction/${newId()}`, cookie, MAX_IMAGE_BYTES, "PATCH");
    await expectTaken(19, send);
    expect(await expectTooMany(await send())).toBe(24 * 3_600);
    later(23 * HOUR_MS);
    expect(await expectTooMany(await send())).toBe(3_600);
    later(HOUR_MS);
    expect((await send()).status).toBe(400);
  });
});
