// @ts-nocheck
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { auctionPhase } from "./catalogue/schema.ts";
import { sweep } from "./sweep.ts";
import { anAuction, DAY_MS, newId } from "./testing/builders.ts";
import { auctionRow, listed } from "./testing/catalogue.ts";

const MINUTE_MS = 60_000;

async function phaseOf(id: string): Promise<(typeof auctionPhase)[number] | undefined> {
  const row = await env.DB.prepare("SELECT phase FROM auctions WHERE id = ?")
    .bind(id)
    .first<{ phase: (typeof auctionPhase)[number] }>();
  return row?.phase;
}
async function insertPending(id: string, createdAt: number, imageKeys: readonly string[] = []) {
  await listed({ ...auctionRow(), id, phase: "pending", seq: 0, createdAt, imageKeys });
}

describe("the sweep", () => {
  it("makes a room look whose end passed without its alarm", async () => {
    const { id } = await anAuction();
    await vi.waitFor(async () => expect(await phaseOf(id)).toBe("open"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY_MS });
    await sweep(env, Date.now());
    vi.useRealTimers();
    expect(await phaseOf(id)).toBe("closed");
  });

  it("lists what an outage left pending, when its room has opened", async () => {
    const { id } = await anAuction();
    await env.DB.prepare("UPDATE auctions SET phase = 'pending', created_at = ? WHERE id = ?")
      .bind(Date.now() - 6 * MINUTE_MS, id)
      .run();
    await sweep(env, Date.now());
    expect(await phaseOf(id)).toBe("open");
  });

  it("drops what an outage left pending, with its picture, when its room never opened", async () => {
    const id = newId();
    const key = `auctions/${id}/${"a".repeat(64)}`;
    await env.IMAGES.put(key, "picture");
    await insertPending(id, Date.now() - 6 * MINUTE_MS, [key]);
    await sweep(env, Date.now());
    expect(await phaseOf(id)).toBeUndefined();
    expect(await env.IMAGES.head(key)).toBeNull();
  });

  it("leaves alone what is being made just now", async () => {
    const id = newId();
    await insertPending(id, Date.now() - 4 * MINUTE_MS);
    await sweep(env, Date.now());
    expect(await phaseOf(id)).toBe("pending");
  });
});
