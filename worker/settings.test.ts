import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { limitScaleOf, relayAfterOf } from "./platform/object-settings.ts";
import { readSettings } from "./settings.ts";

it("LIMIT_SCALE and RELAY_AFTER may be left out, for the Worker and for Durable Objects alike", () => {
  const without = { ...env, LIMIT_SCALE: undefined, RELAY_AFTER: undefined };
  expect(readSettings(without).limitScale).toBe(1);
  expect([limitScaleOf(without), relayAfterOf(without)]).toEqual([1, 1_000]);
  const chosen = { ...env, LIMIT_SCALE: "7", RELAY_AFTER: "20" };
  expect(readSettings(chosen).limitScale).toBe(7);
  expect([limitScaleOf(chosen), relayAfterOf(chosen)]).toEqual([7, 20]);
});

it.each(["", "0", "-1", "many", "1.5"])("with %o for LIMIT_SCALE or RELAY_AFTER no request is processed", (value) => {
  for (const name of ["LIMIT_SCALE", "RELAY_AFTER"]) {
    expect(() => readSettings({ ...env, [name]: value })).toThrow(`invalid settings: ${name}`);
  }
});
