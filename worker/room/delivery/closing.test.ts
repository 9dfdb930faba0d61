import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { aPerson, anAuction, DAY_MS, HOUR_MS, newId } from "../../testing/builders.ts";
import { parsePage } from "../../testing/parse-page.ts";
import { AuctionRoom } from "../auction-room.ts";
import { ROOM_LIMITS } from "../limits.ts";

afterEach(() => {
  vi.useRealTimers();
});

function setTime(now: number) {
  vi.useFakeTimers({ toFake: ["Date"], now });
}

/** Fires the alarm until everything is delivered, so that only the end is still to come. */
async function deliverAll(room: DurableObjectStub<AuctionRoom>, endsAt: number): Promise<void> {
  await vi.waitFor(() =>
    runInDurableObject(room, async (instance, { storage }) => {
      await instance.alarm();
      expect(await storage.getAlarm()).toBe(endsAt);
    }),
  );
}

describe("the auction's end", () => {
  it("the alarm closes an auction once and notifies everyone once", async () => {
    const { id, room, seller } = await anAuction({ endsAt: Date.now() + HOUR_MS });
    const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
    await room.placeBid({ actor: ann, amountMinor: 10_000 });
    await room.placeBid({ actor: bob, amountMinor: 11_000 });
    setTime(Date.now() + 2 * HOUR_MS);
    await runInDurableObject(room, async (woken, { storage: { sql } }) => {
      await woken.alarm();
      expect(sql.exec("SELECT type FROM journal ORDER BY seq DESC LIMIT 1").one()).toEqual({ type: "closed" });
    });
    await room.reconcile();
    expect(parsePage(await room.page())).toMatchObject({
      status: "Sold",
      currentBid: 110,
      winner: { _id: bob.id },
    });
    const journal = await room.journal();
    if (!journal.ok) throw new Error("the journal can be read");
    const closings = journal.value.records.filter((record) => record.fact.type === "closed");
    expect(closings).toHaveLength(1);
    expect(closings[0]).toMatchObject({
      fact: {
        outcome: { winnerId: bob.id, priceMinor: 11_000 },
        lastHash: journal.value.records.at(-2)?.hash,
      },
    });
    const kinds = async (userId: string) =>
      (await env.INBOX.getByName(userId).listNotifications()).notifications
        .filter((notification) => notification.auctionId === id)
        .map((notification) => notification.kind);
    await vi.waitFor(async () => {
      expect(await kinds(bob.id)).toEqual(["won"]);
      expect(await kinds(ann.id)).toEqual(["lost"]);
      expect(await kinds(seller.id)).toEqual(["sold"]);
    });
    const row = await env.DB.prepare("SELECT phase, winner_id FROM auctions WHERE id = ?").bind(id).first();
    expect(row).toEqual({ phase: "closed", winner_id: bob.id });
  });

  it("an end recorded late is logged, but a prompt one isn't", async () => {
    const warnSpy = vi.spyOn(console, "warn");
    const endsAt = Date.now() + HOUR_MS;
    const [late, prompt] = await Promise.all([anAuction({ endsAt }), anAuction({ endsAt })]);
    setTime(endsAt);
    await prompt.room.page();
    setTime(endsAt + 6_000);
    await late.room.page();
    const selfHealLines = warnSpy.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("self_heal"));
    expect(selfHealLines.map((line) => JSON.parse(line))).toEqual([
      { event: "self_heal", auction: late.id, lateMs: 6_000 },
    ]);
    warnSpy.mockRestore();
  });

  it("T25: the sweep's check of a room sets its lost alarm again", async () => {
    const endsAt = Date.now() + HOUR_MS;
    const { room } = await anAuction({ endsAt });
    await deliverAll(room, endsAt);
    await runInDurableObject(room, async (_room, state) => state.storage.deleteAlarm());
    await room.reconcile();
    await runInDurableObject(room, async (_room, state) => {
      expect(await state.storage.getAlarm()).toBe(endsAt);
    });
  });

  it("a failing alarm is set again, with growing delays of up to a minute", async () => {
    const { room } = await anAuction();
    await room.reconcile();
    await runInDurableObject(room, async (failing, { storage }) => {
      setTime(Date.now());
      const waitAfterAlarm = async () => {
        await storage.deleteAlarm();
        await failing.alarm();
        return ((await storage.getAlarm()) ?? 0) - Date.now();
      };
      const exec = storage.sql.exec.bind(storage.sql);
      const failDisk = () =>
        vi.spyOn(storage.sql, "exec").mockImplementation((query, ...bindings) => {
          if (query.includes("responses")) throw new Error("the disk is full");
          return exec(query, ...bindings);
        });
      const first = failDisk();
      const waits: number[] = [];
      for (let count = 0; count < 12; count += 1) waits.push(await waitAfterAlarm());
      expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000, 60_000]);
      first.mockRestore();
      await failing.alarm();
      const second = failDisk();
      expect(await waitAfterAlarm()).toBe(100);
      second.mockRestore();
    });
  });

  it("alarms a second apart delete day-old responses", async () => {
    const endsAt = Date.now() + 72 * HOUR_MS;
    const { room } = await anAuction({ endsAt });
    await room.placeBid({ actor: aPerson(), amountMinor: 10_000, key: "first" });
    await room.placeBid({ actor: aPerson(), amountMinor: 11_000, key: "second" });
    await deliverAll(room, endsAt);
    await runInDurableObject(room, async (_room, state) => {
      setTime(Date.now() + 25 * HOUR_MS);
      const woken = new AuctionRoom(state, env, () => Date.now(), { ...ROOM_LIMITS, keysPerDeletion: 1 });
      const waitAfterAlarm = async () => {
        await state.storage.deleteAlarm();
        await woken.alarm();
        return ((await state.storage.getAlarm()) ?? Infinity) - Date.now();
      };
      expect(await waitAfterAlarm()).toBe(1_000);
      expect(await waitAfterAlarm()).toBeGreaterThan(1_000);
      expect(state.storage.sql.exec("SELECT count(*) AS count FROM responses").one()).toEqual({ count: 0 });
    });
  });

  it("an emptied room stays empty if an alarm fires after its last delivery", async () => {
    const { room, seller } = await anAuction();
    await room.deleteListing({ actor: seller });
    await vi.waitFor(() =>
      runInDurableObject(room, async (emptied, state) => {
        expect(state.storage.kv.get("schema")).toBeUndefined();
        await emptied.alarm();
        expect(await state.storage.getAlarm()).toBeNull();
      }),
    );
  });

  it("a canceled auction leaves only its journal readable, for 90 days", async () => {
    const { id, room, seller } = await anAuction({ endsAt: Date.now() + 3 * DAY_MS });
    const ann = aPerson("Ann");
    await room.placeBid({ actor: ann, amountMinor: 10_000 });
    const cancelledAt = Date.now();
    setTime(cancelledAt);
    expect(await room.deleteListing({ actor: seller })).toMatchObject({ ok: true });
    await vi.waitFor(async () => {
      const row = await env.DB.prepare("SELECT phase FROM auctions WHERE id = ?").bind(id).first();
      expect(row).toEqual({ phase: "cancelled" });
    });
    const notFound = { ok: false, failure: { code: "auction_not_found" } };
    const readJournalAndHead = async () => [await room.journal(), await room.head()];
    setTime(cancelledAt + 90 * DAY_MS - 1);
    expect(await readJournalAndHead()).toMatchObject([
      { ok: true, value: { records: [{ seq: 1 }, { seq: 2 }, { fact: { type: "cancelled" } }], next: null } },
      { ok: true, value: { auctionId: id, seq: 3 } },
    ]);
    for (const refused of [await room.page(), await room.closing(), await room.bidsBefore(null, 10)]) {
      expect(refused).toMatchObject(notFound);
    }
    expect(await room.placeBid({ actor: ann, amountMinor: 20_000 })).toMatchObject(notFound);
    await runInDurableObject(room, async (woken, { storage }) => {
      await storage.deleteAlarm();
      await woken.alarm();
      await vi.waitFor(async () => expect(await storage.getAlarm()).toBe(cancelledAt + 90 * DAY_MS));
      setTime(cancelledAt + 90 * DAY_MS);
      await woken.alarm();
      await vi.waitFor(() => expect(storage.kv.get("schema")).toBeUndefined());
    });
    expect(await readJournalAndHead()).toMatchObject([notFound, notFound]);
  });

  it("a canceled auction's room erases a deleted bidder's name", async () => {
    const { room, seller } = await anAuction({ endsAt: Date.now() + 3 * DAY_MS });
    const ann = aPerson(`Ann${newId()}`);
    await room.placeBid({ actor: ann, amountMinor: 10_000, key: newId() });
    await room.deleteListing({ actor: seller });
    const storedText = () =>
      runInDurableObject(room, (_, { storage: { sql } }) =>
        JSON.stringify([
          sql.exec("SELECT * FROM participants").toArray(),
          sql.exec("SELECT * FROM responses").toArray(),
        ]),
      );
    expect(await storedText()).toContain(ann.firstName);
    await room.removePerson(ann.id);
    expect(await storedText()).not.toContain(ann.firstName);
    expect(await room.journal()).toMatchObject({ ok: true });
  });
});
