/**
 * What the clock sweeps up each minute: auctions whose end passed without their alarm, listings that an outage left
 * half-done, sessions that have ended. It decides nothing: it makes the rooms look.
 */
// @ts-nocheck

import { deletePending, listOverSince, listPendingSince, publishPending } from "./catalogue/auctions.ts";
import { type Catalogue, openCatalogue } from "./catalogue/database.ts";
import { deleteExpiredSessions } from "./catalogue/sessions.ts";
import { describeError } from "./http/log.ts";
import { removePictures } from "./images/store.ts";

/** An alarm may be a little late by itself. */
const ALARM_GRACE_MS = 30_000;
/** No request takes that long: a row that still waits for its room was left behind. */
const PENDING_MS = 5 * 60_000;
/** Rooms woken at one time. */
const AT_ONCE = 20;

export async function sweep(env: Env, now: number): Promise<void> {
  const catalogue = openCatalogue(env.DB);
  const tasks = await Promise.allSettled([
    lookAtOver(env, catalogue, now),
    settlePending(env, catalogue, now),
    deleteExpiredSessions(catalogue, now),
  ]);
  reportFailures(tasks);
}

async function lookAtOver(env: Env, catalogue: Catalogue, now: number): Promise<void> {
  const ids = await listOverSince(catalogue, now - ALARM_GRACE_MS);
  await eachOf(ids, (id) => env.AUCTION_ROOM.getByName(id).look());
}

/** A room that has opened is listed; one that has not never will, so its row and pictures go. */
async function settlePending(env: Env, catalogue: Catalogue, now: number): Promise<void> {
  const rows = await listPendingSince(catalogue, now - PENDING_MS);
  await eachOf(rows, async ({ id, imageKeys }) => {
    const room = env.AUCTION_ROOM.getByName(id);
    const answered = await room.details();
    if (answered.ok) {
      await publishPending(catalogue, id);
      await room.look();
    } else {
      await deletePending(catalogue, id);
      await removePictures(env.IMAGES, imageKeys);
    }
  });
}

/** A failing one does not stop the others; the next sweep finds it again. */
async function eachOf<Item>(items: readonly Item[], task: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    reportFailures(await Promise.allSettled(items.slice(start, start + AT_ONCE).map(task)));
  }
}

function reportFailures(results: readonly PromiseSettledResult<unknown>[]): void {
  for (const result of results) {
    if (result.status === "rejected") {
      console.error(JSON.stringify({ event: "sweep_failed", error: describeError(result.reason) }));
    }
  }
}
