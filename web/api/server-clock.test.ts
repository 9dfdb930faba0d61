import { describe, expect, it } from "vitest";

import { narrowed, offsetMs, UNKNOWN } from "./server-clock.ts";

describe("the server's clock", () => {
  it("the device's clock is used until a server time is known", () => {
    expect(offsetMs(UNKNOWN)).toBe(0);
  });

  it("the clock is corrected by half of the round trip", () => {
    // Sent at 1,000, received at 1,200: at 1,100 by our clock the server's clock was at 6,100.
    expect(offsetMs(narrowed(UNKNOWN, 6_100, 1_000, 1_200))).toBe(5_000);
  });

  it("a slow response does not make the clock worse", () => {
    const good = narrowed(UNKNOWN, 6_100, 1_000, 1_200);
    expect(offsetMs(narrowed(good, 20_000, 11_000, 19_000))).toBe(5_000);
  });

  it("a faster response narrows the bounds", () => {
    const rough = narrowed(UNKNOWN, 6_400, 1_000, 2_000);
    expect(offsetMs(narrowed(rough, 12_010, 7_000, 7_020))).toBe(5_000);
  });

  it("an unrequested message gives only a lower bound of the server's time", () => {
    const good = narrowed(UNKNOWN, 6_100, 1_000, 1_200);
    expect(narrowed(good, 7_000, null, 2_500)).toEqual(good);
  });

  it("the bounds start over when the device's clock was set", () => {
    const good = narrowed(UNKNOWN, 6_100, 1_000, 1_200);
    expect(offsetMs(narrowed(good, 8_000, 3_602_000, 3_602_200))).toBe(8_000 - 3_602_100);
  });
});
