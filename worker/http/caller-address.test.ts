import { Hono } from "hono";
import { expect, it } from "vitest";

import { networkOf, prefixOf } from "./caller-address.ts";
import type { HttpEnv } from "./context.ts";

const addressApp = new Hono<HttpEnv>().get("/", (c) => c.json([networkOf(c), prefixOf(c)]));

async function networkAndPrefixOf(address: string): Promise<unknown> {
  return (await addressApp.request("/", { headers: { "cf-connecting-ip": address } })).json();
}

it.each([
  ["203.0.113.9", "203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1::/48"],
  ["2001:0DB8:0001:0002::6", "2001:db8:1:2", "2001:db8:1::/48"],
  ["2001:db8::6", "2001:db8:0:0", "2001:db8:0::/48"],
  ["2001::2:3:4:5:6:7", "2001:0:2:3", "2001:0:2::/48"],
  ["::1", "0:0:0:0", "0:0:0::/48"],
  ["::ffff:7f00:1", "127.0.0.1", "127.0.0.0/24"],
  ["::FFFF:CB00:7109", "203.0.113.9", "203.0.113.0/24"],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9", "203.0.113.0/24"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0", "64:ff9b:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0", "fe80:0:0::/48"],
])("%s has the network %s and prefix %s", async (address, network, prefix) => {
  expect(await networkAndPrefixOf(address)).toEqual([network, prefix]);
});

it("missing and malformed addresses share one network", async () => {
  const response = await addressApp.request("/");
  expect(await response.json()).toEqual(["unknown", null]);
  for (const text of ["", "::::", "203.0.113.999", "example.com"]) {
    expect(await networkAndPrefixOf(text)).toEqual(["unknown", null]);
  }
});
