import { expect, it } from "vitest";

import { NetworkLimiter } from "./network-limiter.ts";

it("IPv4 and IPv6 networks have separate limits", () => {
  const minute = (max: number) => ({ max, windowMs: 60_000 });
  const limiter = new NetworkLimiter({ ipv4: minute(2), ipv6: minute(1) });
  const waits = (network: string) => [1, 2, 3].map(() => limiter.count(network, 0, 1));
  expect(waits("203.0.113.1")).toEqual([0, 0, 60_000]);
  expect(waits("2001:db8:0:1")).toEqual([0, 60_000, 60_000]);
});
