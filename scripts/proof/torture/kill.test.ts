/** The local runtime killed with `kill -9` twenty times while ten people bid: nothing that was acknowledged is lost. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, expect, it, vi } from "vitest";

import { auctionsAnswer } from "../../../worker/contract/catalogue.ts";
import type { JournalRecord } from "../../../worker/contract/journal.ts";
import { notificationsAnswer } from "../../../worker/contract/notification.ts";
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
/** A brief lot ends this long after it is listed: about when the runtime is down. */
const BRIEF_MS = 2_500;
/** How long the last closings may take to be told, on a machine that does much else. */
const TOLD_WITHIN_MS = 60_000;

const stateDir = await mkdtemp(path.join(tmpdir(), "lotline-kill-"));
const runtime = new LocalRuntime({
  port: await freePort(),
  stateDir,
  vars: { LIMIT_SCALE: "100000", MIN_AUCTION_SECONDS: "0", SOFT_CLOSE_SECONDS: "0" },
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
    // An inbox keeps its newest 200 notes, and the bids on the lasting lots are more: the brief ones are another's.
    const briefSeller = new Person(runtime.url, `brief-seller-${seed}@torture.example`);
    await briefSeller.signUp();
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
    const brief: { id: string; endsAt: number }[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least));
      // A lot whose end falls into the time that the runtime is down.
      const endsAt = Date.now() + BRIEF_MS;
      const id = await briefSeller.list(`Brief lot ${kill}`, 100, endsAt);
      up = false;
      await runtime.kill();
      await runtime.start();
      up = true;
      brief.push({ id, endsAt });
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

    // Nobody looks at the brief lots: that they closed is heard from their seller's inbox alone.
    await vi.waitFor(
      async () => {
        const heard = await briefSeller.call("GET", "/auction/notifications", notificationsAnswer);
        if (!heard.ok) throw new Error(heard.failure.message);
        const expired = heard.value.data.filter(({ kind }) => kind === "expired").map(({ auctionId }) => auctionId);
        expect(expired.toSorted()).toEqual(brief.map(({ id }) => id).toSorted());
      },
      { timeout: TOLD_WITHIN_MS, interval: 250 },
    );
    for (const { id, endsAt } of brief) {
      const closings = (await read(id)).filter(({ fact }) => fact.type === "closed");
      expect(closings).toHaveLength(1);
      expect(closings[0]?.at).toBeGreaterThanOrEqual(endsAt);
    }
    // D1 catches up with every room.
    for (const id of lasting) {
      const seen = await seller.see(id);
      if (!seen.ok) throw new Error(seen.failure.message);
      const { currentBid, bidCount } = seen.value.auctionDetails;
      await vi.waitFor(
        async () => {
          const listed = await seller.call("GET", "/auction/fetchAllAuctions?limit=100&status=all", auctionsAnswer);
          if (!listed.ok) throw new Error(listed.failure.message);
          expect(listed.value.auctions.find((auction) => auction._id === id)).toMatchObject({ currentBid, bidCount });
        },
        { timeout: TOLD_WITHIN_MS, interval: 250 },
      );
    }
    console.log(`${KILLS} kills, ${acknowledged} acknowledged bids, 0 lost`);
  },
);
