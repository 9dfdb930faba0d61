// @ts-nocheck
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { newId } from "../testing/builders.ts";
import { ORIGIN, expectRefusal, expectRefusalIn, request, someoneSignedIn } from "../testing/http.ts";

const HOSTILE = [
  "null",
  "https://evil.test",
  "http://lotline.test",
  `${ORIGIN}:444`,
  `${ORIGIN}.evil.test`,
  `${ORIGIN}/`,
  "https://evil-lotline.test",
  "https://sub.lotline.test",
  "HTTPS://LOTLINE.TEST",
];
const UNSAFE: readonly (readonly [method: string, path: string])[] = [
  ["POST", "/auth/login"],
  ["POST", "/auth/signup"],
  ["POST", "/auth/logout"],
  ["POST", "/auction/createAuction"],
  ["PATCH", `/auction/editAuction/${newId()}`],
  ["DELETE", `/auction/deleteAuction/${newId()}`],
  ["POST", "/auction/createCategory"],
  ["PATCH", "/auction/notifications/mark-read"],
  ["DELETE", "/auction/notifications/clear"],
  ["POST", "/bid/placeBid"],
  ["PUT", `/bid/editBid/${newId()}-2`],
  ["PATCH", `/bid/editBid/${newId()}-2`],
  ["DELETE", `/bid/deleteBid/${newId()}-2`],
  ["POST", `/user/watchlist/${newId()}`],
  ["DELETE", `/user/watchlist/${newId()}`],
];
const SOCKETS = [`/auction/${newId()}/live`, "/user/live"];
const upgrade = { upgrade: "websocket" };

describe("a call from elsewhere", () => {
  it.each(UNSAFE)("%s %s is refused from every foreign origin, session or not", async (method, path) => {
    const { cookie } = await someoneSignedIn();
    for (const origin of HOSTILE)
      await expectRefusal("foreign_origin", 403, path, { method, cookie, headers: { origin } });
    for (const site of ["cross-site", "same-site", "none"]) {
      await expectRefusal("foreign_origin", 403, path, { method, cookie, headers: { "sec-fetch-site": site } });
    }
  });

  it.each(SOCKETS)("%s opens no socket for it", async (path) => {
    const { cookie } = await someoneSignedIn();
    for (const origin of HOSTILE)
      await expectRefusal("foreign_origin", 403, path, { cookie, headers: { ...upgrade, origin } });
    const headers = { ...upgrade, "sec-fetch-site": "cross-site" };
    await expectRefusal("foreign_origin", 403, path, { cookie, headers });
  });

  it("may read what everyone may read, and gets no CORS headers for it", async () => {
    const response = await request("/settings", {
      headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
    });
    expect(response.status).toBe(200);
    expect(Array.from(response.headers.keys()).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("a call of our own", () => {
  it("passes with our origin, with Sec-Fetch-Site, and with both", async () => {
    for (const headers of [
      {},
      { "sec-fetch-site": "same-origin" },
      { origin: ORIGIN, "sec-fetch-site": "same-origin" },
    ]) {
      expect((await request("/auth/logout", { method: "POST", headers })).status).toBe(200);
    }
  });
});

describe("a call that says nothing of its origin", () => {
  it("comes from no browser and passes", async () => {
    const response = await exports.default.fetch(new Request(`${ORIGIN}/api/v1/auth/logout`, { method: "POST" }));
    expect(response.status).toBe(200);
  });

  it("opens no socket with someone's session", async () => {
    const { cookie } = await someoneSignedIn();
    for (const path of SOCKETS) {
      const call = new Request(`${ORIGIN}/api/v1${path}`, { headers: { ...upgrade, cookie } });
      await expectRefusalIn(await exports.default.fetch(call), "foreign_origin", 403);
    }
  });
});
