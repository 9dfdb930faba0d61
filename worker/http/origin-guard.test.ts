import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";

import { newId } from "../testing/builders.ts";
import { ORIGIN, expectRefusalIn, request, someoneSignedIn } from "../testing/http.ts";

const SOCKETS = [`/auction/${newId()}/live`, "/user/live"];
const upgrade = { upgrade: "websocket" };

/** scripts/proof/threats/cross-site.test.ts tests the calls that are refused. */

it("a call from another origin may read public data, but gets no CORS headers", async () => {
  const response = await request("/settings", {
    headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
  });
  expect(response.status).toBe(200);
  expect(Array.from(response.headers.keys()).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

it("a call from the site's origin passes with Origin, Sec-Fetch-Site, or both", async () => {
  for (const headers of [
    {},
    { "sec-fetch-site": "same-origin" },
    { origin: ORIGIN, "sec-fetch-site": "same-origin" },
  ]) {
    expect((await request("/auth/logout", { method: "POST", headers })).status).toBe(200);
  }
});

it("a call without Origin or Sec-Fetch-Site passes, as it's not from a browser", async () => {
  const response = await exports.default.fetch(new Request(`${ORIGIN}/api/v1/auth/logout`, { method: "POST" }));
  expect(response.status).toBe(200);
});

it("T9: a call without Origin and Sec-Fetch-Site can't open a signed-in socket", async () => {
  const { cookie } = await someoneSignedIn();
  for (const path of SOCKETS) {
    const call = new Request(`${ORIGIN}/api/v1${path}`, { headers: { ...upgrade, cookie } });
    await expectRefusalIn(await exports.default.fetch(call), "cross_site_request", 403);
  }
});
