/**
 * T21: 300 people behind one IPv4 address, as in an office or at a charity evening, with production's rate limits.
 * They open an auction and reconnect after a deploy, all within a minute. Then a script floods the API from the same
 * address. `web/api` tests how long pages wait before they reconnect. This test runs only with LOTLINE_LONG=1.
 */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { newId } from "../../../worker/testing/builders.ts";
import { someoneSignedIn } from "../../../worker/testing/http.ts";
import { aListing } from "../../../worker/testing/selling.ts";
import { anIpv4Address, requestFrom } from "../../../worker/testing/strict-limits.ts";

const MEMBER_COUNT = 200;
const VISITOR_COUNT = 100;
const CONCURRENCY = 10;
const headers = { upgrade: "websocket" };

// The clock stands still, so that everything happens within one window of every limit.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe.runIf(env.LOTLINE_LONG === "1")("three hundred people behind one IPv4 address", () => {
  it("T21: during a flood from an IP shared by 300 people, we refuse only visitors", { timeout: 600_000 }, async () => {
    const address = anIpv4Address();
    const { id } = await aListing();
    const reads = [`/auction/fetchSpecificAuction?auctionId=${id}`, "/settings", `/auction/${id}/watchers`];
    const ownReads = ["/user/profile", "/auction/notifications"];
    const live = `/auction/${id}/live`;

    /** Whether a socket stays open. It's closed again right after. */
    const canOpen = async (path: string, cookie: string | undefined) => {
      const { webSocket } = await requestFrom(path, { cookie, address, headers });
      if (!webSocket) throw new Error("no socket");
      const closed = new Promise<false>((resolve) => webSocket.addEventListener("close", () => resolve(false)));
      const firstMessage = new Promise<true>((resolve) => webSocket.addEventListener("message", () => resolve(true)));
      webSocket.accept();
      webSocket.send("ping");
      const isOpen = await Promise.race([firstMessage, closed]);
      webSocket.close();
      return isOpen;
    };

    /** Opens the page with its reads and sockets. Returns how many of them were refused. */
    const countRefusals = async (cookie: string | undefined) => {
      const paths = cookie === undefined ? reads : [...reads, ...ownReads];
      const responses = await Promise.all(paths.map((path) => requestFrom(path, { cookie, address })));
      const sockets = await Promise.all(
        (cookie === undefined ? [live] : [live, "/user/live"]).map((path) => canOpen(path, cookie)),
      );
      const refused = responses.filter(({ status }) => status !== 200).length;
      return refused + sockets.filter((isOpen) => !isOpen).length;
    };

    const countAllRefusals = async (cookies: readonly (string | undefined)[]) => {
      let refused = 0;
      for (let from = 0; from < cookies.length; from += CONCURRENCY) {
        for (const one of await Promise.all(cookies.slice(from, from + CONCURRENCY).map(countRefusals))) refused += one;
      }
      return refused;
    };

    const members = await Promise.all(
      Array.from({ length: MEMBER_COUNT }, async () => (await someoneSignedIn()).cookie),
    );
    const people = [...members, ...Array.from({ length: VISITOR_COUNT }, () => undefined)];
    for (let time = 0; time < 2; time += 1) {
      expect(await countAllRefusals(people)).toBe(0);
    }
    for (const [index, cookie] of members.slice(0, 20).entries()) {
      const json = { productId: id, bidAmount: 200 + index * 100 };
      expect((await requestFrom("/bid/placeBid", { method: "POST", cookie, address, json })).status).toBe(201);
    }

    // Each of the script's requests has a cookie of a session that doesn't exist.
    const forged = () => `__Host-session=eyJhbGciOiJIUzI1NiJ9.${newId()}.${newId()}`;
    const acceptedFromScript = { read: 0, opened: 0 };
    for (let sent = 0; sent < 3_200; sent += 1) {
      if ((await requestFrom("/nowhere", { cookie: forged(), address })).status !== 429) acceptedFromScript.read += 1;
    }
    for (let sent = 0; sent < 700; sent += 1) {
      const { status, webSocket } = await requestFrom("/auction/nowhere/live", { cookie: forged(), address, headers });
      webSocket?.accept();
      if (status !== 101) acceptedFromScript.opened += 1;
    }
    // What the visitors left of the network's limits.
    expect(acceptedFromScript.read).toBeLessThanOrEqual(3_000 - 2 * VISITOR_COUNT * reads.length);
    expect(acceptedFromScript.opened).toBeLessThanOrEqual(600 - 2 * VISITOR_COUNT);
    expect(await countAllRefusals(members)).toBe(0);
    expect(await countRefusals(undefined)).toBe(reads.length + 1);
  });
});
