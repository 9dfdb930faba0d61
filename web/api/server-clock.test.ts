import { beforeEach, describe, expect, it, vi } from "vitest";

import { narrowBounds, offsetMs, ServerClock, UNKNOWN_BOUNDS } from "./server-clock.ts";

vi.unmock("../browser/page-clock.ts");

/** Sent at 1,000 and received at 1,200. So at 1,100 by our clock, the server's clock was at 6,100. */
const good = narrowBounds(UNKNOWN_BOUNDS, 6_100, 1_000, 1_200);

it.each([
  ["from the device's clock before any response", UNKNOWN_BOUNDS, 0],
  ["from half the round trip after a response", good, 5_000],
  ["from the earlier response after a slow one", narrowBounds(good, 20_000, 11_000, 19_000), 5_000],
  [
    "more precisely after a faster response",
    narrowBounds(narrowBounds(UNKNOWN_BOUNDS, 6_400, 1_000, 2_000), 12_010, 7_000, 7_020),
    5_000,
  ],
  ["from the time of an unsolicited message", narrowBounds(UNKNOWN_BOUNDS, 7_000, null, 2_500), 4_500],
  ["afresh once the device's clock has changed", narrowBounds(good, 8_000, 3_602_000, 3_602_200), 8_000 - 3_602_100],
])("the page estimates the server's clock %s", (_when, bounds, expected) => {
  expect(offsetMs(bounds)).toBe(expected);
});

it("an unsolicited message gives only a lower bound for the server's time", () => {
  expect(narrowBounds(good, 7_000, null, 2_500)).toEqual(good);
  expect(narrowBounds(UNKNOWN_BOUNDS, 7_000, null, 2_500)).toEqual({ lowMs: 4_500, highMs: Infinity });
});

describe("a device clock changed while the page is open", () => {
  const HOUR_MS = 3_600_000;
  const SERVER = Date.parse("2026-11-27T12:00:00Z");
  /** The time on each clock. The server's and the page's advance together unless the device sleeps. */
  let server: number;
  let device: number;
  let page: number;
  let requests: string[];
  let clock: ServerClock;

  const advanceTime = (ms: number) => {
    server += ms;
    device += ms;
    page += ms;
  };
  const dateHeader = () => new Date(server).toUTCString();
  const stubFetch = () => {
    vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit = {}) => {
      requests.push(`${method} ${url}`);
      advanceTime(50);
      const headers = { date: dateHeader(), "content-type": "application/json; charset=utf-8" };
      return Promise.resolve(new Response(null, { headers }));
    });
  };
  /** Accurate to within the second that a Date header can't resolve. */
  const expectAccurate = () => expect(Math.abs(clock.serverNow() - server)).toBeLessThanOrEqual(1_000);

  beforeEach(() => {
    [server, device, page, requests] = [SERVER, SERVER, 5_000, []];
    vi.spyOn(Date, "now").mockImplementation(() => device);
    vi.spyOn(performance, "now").mockImplementation(() => page);
    stubFetch();
    clock = new ServerClock();
  });

  it.each([
    ["forward", HOUR_MS],
    ["back", -HOUR_MS],
    ["forward by ten seconds", 10_000],
    ["back by ten seconds", -10_000],
  ])("a device clock set %s changes no countdown", async (_, jumpMs) => {
    device += jumpMs;
    advanceTime(1_000);
    expectAccurate();
    await vi.waitFor(() => expect(requests).toEqual(["HEAD /api/v1/settings"]));
    expectAccurate();
    clock.recordServerTime(server, page);
    expect(clock.serverNow()).toBe(server);
    device -= jumpMs;
    advanceTime(1_000);
    expect(clock.serverNow()).toBe(server);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    await Promise.resolve();
    expect(clock.serverNow()).toBe(server);
  });

  it.each([HOUR_MS, -HOUR_MS])("the first response corrects for a device clock that is %d ms off", (offMs) => {
    device += offMs;
    advanceTime(1_000);
    clock.recordDateHeader(dateHeader(), page - 50);
    expectAccurate();
    device -= offMs;
    advanceTime(3_000);
    expectAccurate();
  });

  const fails = () => Promise.reject(new TypeError("no network"));
  const headers = { date: new Date(0).toUTCString(), "content-type": "text/html" };
  it.each<[string, null | (() => Promise<Response>)]>([
    ["requests the server's time", null],
    ["uses its own clock until there's a network again", fails],
    ["ignores the time in a captive portal's response", async () => new Response(null, { headers })],
  ])("a device that has slept %s", async (_what, fakeFetch) => {
    clock.recordServerTime(server, page);
    if (fakeFetch) vi.stubGlobal("fetch", fakeFetch);
    server += HOUR_MS;
    device += HOUR_MS;
    clock.checkClock();
    await vi.waitFor(expectAccurate);
    // A Date header is accurate only to a second.
    expect(Math.abs(clock.serverNow() - server)).toBeLessThanOrEqual(fakeFetch ? 0 : 1_000);
    expect(requests).toEqual(fakeFetch ? [] : ["HEAD /api/v1/settings"]);
  });

  it("the server time is in whole milliseconds, although the page's clock isn't", () => {
    page += 0.1;
    clock.recordServerTime(server, page);
    for (let nth = 0; nth < 100; nth += 1) {
      page += 1 / 3;
      expect(Number.isInteger(clock.serverNow())).toBe(true);
    }
  });

  it("the clock calls listeners once per clock jump, and never for drift", async () => {
    const listener = vi.fn<() => void>();
    clock.onJump = listener;
    device += 500;
    clock.checkClock();
    device += HOUR_MS;
    clock.checkClock();
    clock.checkClock();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("a device clock set back without a network changes no countdown", async () => {
    clock.recordServerTime(server, page);
    const fakeFetch = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError("no network")));
    vi.stubGlobal("fetch", fakeFetch);
    device -= HOUR_MS;
    clock.checkClock();
    await vi.waitFor(() => expect(fakeFetch).toHaveBeenCalledOnce());
    await Promise.resolve();
    expect(clock.serverNow()).toBe(server);
  });

  it.each([
    ["a response", () => page],
    ["an unsolicited message", () => null],
  ])("the page trusts an exact time from %s more than the device's clock", (_, sentAt) => {
    server += 7_000;
    clock.recordServerTime(server, sentAt());
    expect(clock.serverNow()).toBe(server);
  });

  it.each([
    ["two seconds ahead", 2_000, 0],
    ["three seconds ahead", 3_000, 3_525],
    ["three seconds behind", -3_000, 0],
    ["four seconds behind", -4_000, -3_475],
  ])("a Date header replaces an exact time only if it contradicts that time: %s", (_, aheadMs, movedMs) => {
    clock.recordServerTime(server, page);
    // Sent 50 ms ago. The middle of the possible range is 525 ms after the header's time.
    clock.recordDateHeader(new Date(server + aheadMs).toUTCString(), page - 50);
    expect(clock.serverNow() - server).toBe(movedMs);
  });

  it("a slow response doesn't replace a more accurate clock estimate", () => {
    clock.recordServerTime(server, page);
    const sentAt = page;
    const header = dateHeader();
    advanceTime(20_000);
    clock.recordDateHeader(header, sentAt);
    clock.recordDateHeader("no date", sentAt);
    clock.recordDateHeader(null, sentAt);
    expect(clock.serverNow()).toBe(server);
  });
});
