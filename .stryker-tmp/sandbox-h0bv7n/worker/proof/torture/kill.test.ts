/** The local runtime killed with `kill -9` twenty times while ten people bid: nothing that was acknowledged is lost. */
// @ts-nocheck

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, expect, it } from "vitest";

import { auctionsAnswer } from "../../contract/auction.ts";
import type { JournalRecord } from "../../contract/journal.ts";
import { bidUntilStopped } from "./bidder.ts";
import { freePort } from "./free-port.ts";
import { judge } from "./judge.ts";
import { LocalRuntime } from "./local-runtime.ts";
import { Person } from "./person.ts";
import { randomFrom } from "./random.ts";

const KILLS = 20;
const BIDDERS = 10;
/** How long the runtime lives between two kills. */
const LIFE_MS = { least: 250, most: 900 };
/** Auctions that end while the runtime is down, or soon after, must be closed this soon after it serves again. */
const CLOSED_WITHIN_MS = 5_000;

const stateDir = await mkdtemp(path.join(tmpdir(), "lotline-kill-"));
const runtime = new LocalRuntime({
  port: await freePort(),
  stateDir,
  vars: { LIMIT_SCALE: "100000", MIN_AUCTION_SECONDS: "1", SOFT_CLOSE_SECONDS: "0" },
});

afterAll(async () => {
  await runtime.kill();
  await rm(stateDir, { recursive: true, force: true });
});

it(
  "loses no acknowledged bid through twenty kills, and closes by itself what ended while it was down",
  { timeout: 600_000 },
  async () => {
    const seed = Number(process.env.LOTLINE_SEED ?? Date.now() % 1_000_000);
    console.log(`seed ${seed} (LOTLINE_SEED repeats the choices)`);
    const random = randomFrom(seed);
    await runtime.prepare();
    await runtime.start();
    const seller = new Person(runtime.url, `seller-${seed}@torture.example`);
    await seller.signUp();
    const people: Person[] = [];
    for (let index = 0; index < BIDDERS; index += 1) {
      const person = new Person(runtime.url, `bidder-${index}-${seed}@torture.example`);
      await person.signUp();
      people.push(person);
    }
    const lasting = await Promise.all(
      [1, 2, 3].map((n) => seller.list(`Lasting lot ${n}`, 100, Date.now() + 3_600_000)),
    );
    let up = true;
    let stopped = false;
    const bidding = people.map((person, index) =>
      bidUntilStopped({
        person,
        auctionIds: lasting,
        random: randomFrom(seed + index + 1),
        goesOn: () => !stopped,
        isUp: () => up,
      }),
    );
    const brief: { id: string; endsAt: number; upAt: number }[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least));
      // A lot whose end falls into the time that the runtime is down.
      const endsAt = Date.now() + 1_500;
      const id = await seller.list(`Brief lot ${kill}`, 100, endsAt);
      up = false;
      await runtime.kill();
      await runtime.start();
      up = true;
      brief.push({ id, endsAt, upAt: Date.now() });
    }
    stopped = true;
    const attempts = (await Promise.all(bidding)).flat();
    expect(attempts.every((attempt) => attempt.answeredAt !== null)).toBe(true);
    expect(attempts.some((attempt) => attempt.tries > 1)).toBe(true);

    const read = async (id: string): Promise<JournalRecord[]> => {
      const journal = await seller.journal(id);
      if (!journal.ok) throw new Error(journal.failure.message);
      return journal.value.records;
    };
    let acknowledged = 0;
    for (const id of lasting) {
      const verdict = judge(id, await read(id), attempts);
      expect(verdict).toMatchObject({ lost: 0, altered: 0, phantom: 0, doubled: 0, faults: [] });
      acknowledged += verdict.acknowledged;
    }
    expect(acknowledged).toBeGreaterThan(KILLS * 5);

    await pause(CLOSED_WITHIN_MS);
    const looksAt = Date.now();
    for (const { id, endsAt, upAt } of brief) {
      const closing = (await read(id)).find(({ fact }) => fact.type === "closed");
      expect(closing?.at).toBeGreaterThanOrEqual(endsAt);
      expect(closing?.at).toBeLessThanOrEqual(Math.max(endsAt, upAt) + CLOSED_WITHIN_MS);
      // Nobody had looked at it before: it closed by itself.
      expect(closing?.at).toBeLessThan(looksAt);
    }
    // D1 has caught up with every room.
    const listed = await seller.call("GET", "/auction/fetchAllAuctions?limit=100&status=all", auctionsAnswer);
    if (!listed.ok) throw new Error(listed.failure.message);
    for (const id of lasting) {
      const seen = await seller.see(id);
      if (!seen.ok) throw new Error(seen.failure.message);
      const { currentBid, bidCount } = seen.value.auctionDetails;
      expect(listed.value.auctions.find((auction) => auction._id === id)).toMatchObject({ currentBid, bidCount });
    }
    console.log(`${KILLS} kills, ${acknowledged} acknowledged bids, 0 lost`);
  },
);
