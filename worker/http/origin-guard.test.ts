import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { newId } from "../testing/builders.ts";
import { ORIGIN, expectRefusalIn, request, someoneSignedIn } from "../testing/http.ts";

const SOCKETS = [`/auction/${newId()}/live`, "/user/live"];
const upgrade = { upgrade: "websocket" };

/** What it may not do: scripts/proof/threats/foreign-origins.test.ts. */
describe("a call from elsewhere", () => {
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

  it("T9: opens no socket with someone's session", async () => {
    const { cookie } = await someoneSignedIn();
    for (const path of SOCKETS) {
      const call = new Request(`${ORIGIN}/api/v1${path}`, { headers: { ...upgrade, cookie } });
      await expectRefusalIn(await exports.default.fetch(call), "foreign_origin", 403);
    }
  });
});
