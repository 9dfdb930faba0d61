/**
 * T8 and T9: pages on other sites, in a browser that's signed in here. As the owner, the test makes every call in the
 * API document that may change something, and opens every socket. It does so from every kind of cross-site page.
 * Nothing may change. Then it makes each call once as our own page does, which must succeed.
 */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { ACCESS_ROWS } from "../../../worker/testing/access/access-matrix.ts";
import type { AccessAttempt } from "../../../worker/testing/access/row.ts";
import { readApiDocument } from "../../../worker/testing/documented.ts";
import { expectRefusal, ORIGIN, request } from "../../../worker/testing/http.ts";

const HOST = new URL(ORIGIN).host;
const ORIGINS = [
  "null",
  "https://evil.test",
  `http://${HOST}`,
  `wss://${HOST}`,
  `${ORIGIN}:444`,
  `${ORIGIN}:443`,
  `${ORIGIN}.`,
  `${ORIGIN}/`,
  `${ORIGIN}.evil.test`,
  `${ORIGIN}evil.test`,
  `${ORIGIN}%00.evil.test`,
  `https://evil-${HOST}`,
  `https://evil.test/${HOST}`,
  `https://evil.test?${ORIGIN}`,
  `https://sub.${HOST}`,
  `https://${HOST}@evil.test`,
  `https://evil.test@${HOST}`,
  ORIGIN.toUpperCase(),
  `${ORIGIN} https://evil.test`,
  `${ORIGIN}, ${ORIGIN}`,
  HOST,
  "file://",
  "chrome-extension://abcdefghijklmnop",
];
const SITES = ["cross-site", "same-site", "none", "Same-Origin", "same-origin, cross-site"];
const CROSS_SITE: readonly Readonly<Record<string, string>>[] = [
  ...ORIGINS.map((origin) => ({ origin })),
  ...SITES.map((site) => ({ "sec-fetch-site": site })),
  { origin: "null", "sec-fetch-site": "same-origin" },
];

/** `npm test` tries each call with some of these, a different selection per call. Long runs try all of them. */
const SAMPLE_INTERVAL = 12;
const crossSiteFor = (call: string) =>
  CROSS_SITE.filter((_, index) => env.LOTLINE_LONG === "1" || (index + calls.indexOf(call)) % SAMPLE_INTERVAL === 0);

const SAFE = new Set(["get", "head", "options"]);
const { paths } = await readApiDocument();
/** Calls that may change data or open a socket, with their names in the access matrix. */
const calls = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method, { responses }]) => !SAFE.has(method) || "101" in responses)
    .map(([method]) => `${method.toUpperCase()} ${path.replace("/api/v1", "").replaceAll(/\{(\w+)\}/g, ":$1")}`),
);

/** All of a user's own data that the pages show. */
async function snapshotFor(cookie: string): Promise<unknown[]> {
  const pages = ["/user/profile", "/user/history?limit=100", "/user/watchlist", "/user/drafts", "/auction/getAuctions"];
  const read = async (path: string) => {
    const response = await request(path, { cookie });
    const body: unknown = await response.json();
    return [response.status, body];
  };
  return Promise.all([...pages, "/auction/notifications"].map(read));
}

/** Waits until the room for each ID in `text` has delivered its facts. Some rooms were never opened. */
async function settleRooms(text: string): Promise<void> {
  for (const [id] of text.matchAll(/[0-9a-f]{32}/g)) await env.AUCTION_ROOM.getByName(id).reconcile();
}

/** The call without its idempotency key, because a repeat with the key would get the first answer. */
function unkeyed({ path, cookie, call = {} }: AccessAttempt, method: string) {
  const { "idempotency-key": _key, ...headers } = call.headers ?? {};
  return { path, cookie, call: { ...call, headers, method, cookie } };
}

describe("T8, T9: another site's page", () => {
  it("T8, T9: the cross-site test includes calls that write and both live channels", () => {
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.filter((call) => call.endsWith("/live"))).toHaveLength(2);
  });

  it.each(calls)("T8, T9: other sites can't call %s", async (name) => {
    const row = ACCESS_ROWS[name];
    if (!row) throw new Error(`${name} has no row in the access matrix`);
    const { path, cookie, call } = unkeyed(await row.attempt(), name.split(" ", 1)[0] ?? "");
    await settleRooms(JSON.stringify([path, call.json, call.form]));
    const before = await snapshotFor(cookie);
    for (const headers of crossSiteFor(name)) {
      await expectRefusal("cross_site_request", 403, path, { ...call, headers: { ...call.headers, ...headers } });
    }
    expect(await snapshotFor(cookie)).toEqual(before);
    const own = await request(path, call);
    own.webSocket?.accept();
    own.webSocket?.close();
    expect(`${own.status}`).toBe(row.cells.owner.split(" ", 1)[0]);
  });
});
