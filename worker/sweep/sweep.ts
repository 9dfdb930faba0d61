/**
 * What the clock sweeps up each minute: auctions whose end passed without their alarm, listings and account deletions
 * that an outage left half-done, rows that have lost what their room told them, pictures that nothing points to,
 * sessions that have ended. It decides nothing: it makes the rooms and the inboxes look.
 */
import {
  deletePending,
  hideAuctionWithoutRoom,
  type ListedAuction,
  listOpenWithin,
  listOverSince,
  listPendingSince,
  publishPending,
} from "../catalogue/auctions.ts";
import { type Catalogue, openCatalogue } from "../catalogue/database.ts";
import { deleteExpiredResets } from "../catalogue/password-resets.ts";
import { listDeletionsSince } from "../catalogue/people.ts";
import { deleteExpiredSessions } from "../catalogue/sessions.ts";
import { deleteExpiredSignInTokens } from "../catalogue/sign-in-tokens.ts";
import { removeImages } from "../images/store.ts";
import { describeError } from "../platform/failure-reason.ts";
import { sweepImages } from "./sweep-images.ts";

/** An alarm may be a little late by itself. */
const ALARM_GRACE_MS = 30_000;
/** No request takes that long: a row that still waits for its room was left behind. */
const PENDING_MS = 5 * 60_000;
/** A deletion goes on by itself every few seconds; one that takes this long has lost its alarm. */
const LEAVING_MS = 5 * 60_000;
const LEAVING_AT_A_TIME = 50;
/** Rooms woken at one time. */
const AT_ONCE = 20;
/** What is compared whole is compared part by part, each minute another one: by the first byte of an id, in hex. */
const PARTS = 256;
const MINUTE_MS = 60_000;

export async function sweep(env: Env, now: number): Promise<void> {
  const catalogue = openCatalogue(env.DB);
  const tasks = await Promise.allSettled([
    lookAtOver(env, catalogue, now),
    settlePending(env, catalogue, now),
    deleteExpiredSessions(catalogue, now),
    deleteExpiredSignInTokens(catalogue, now),
    deleteExpiredResets(catalogue, now),
    compareRows(env, catalogue, partAt(now)),
    resumeDeletions(env, catalogue, now),
    sweepImages(env, catalogue, partAt(now), now),
  ]);
  reportFailures(tasks);
}

async function lookAtOver(env: Env, catalogue: Catalogue, now: number): Promise<void> {
  const rows = await listOverSince(catalogue, now - ALARM_GRACE_MS);
  await eachOf(rows, (row) => compare(env, catalogue, row));
}

/** Which part of all ids this minute's sweep compares; all of them take a good four hours. */
function partAt(now: number): string {
  const part = Math.floor(now / MINUTE_MS) % PARTS;
  return part.toString(16).padStart(2, "0");
}

async function compareRows(env: Env, catalogue: Catalogue, part: string): Promise<void> {
  await eachOf(await listOpenWithin(catalogue, part), (row) => compare(env, catalogue, row));
}

/** A row that says less than its room is told again; one that no room stands behind is hidden. */
async function compare(env: Env, catalogue: Catalogue, { id, seq }: ListedAuction): Promise<void> {
  if ((await env.AUCTION_ROOM.getByName(id).look(seq)) === 0) await hideAuctionWithoutRoom(catalogue, id);
}

async function resumeDeletions(env: Env, catalogue: Catalogue, now: number): Promise<void> {
  const ids = await listDeletionsSince(catalogue, now - LEAVING_MS, LEAVING_AT_A_TIME);
  await eachOf(ids, (id) => env.INBOX.getByName(id).deleteAccount(id));
}

/** A room that has opened is listed; one that has not never will, so its row and pictures go. */
async function settlePending(env: Env, catalogue: Catalogue, now: number): Promise<void> {
  const rows = await listPendingSince(catalogue, now - PENDING_MS);
  await eachOf(rows, async ({ id, imageKeys }) => {
    const room = env.AUCTION_ROOM.getByName(id);
    const answered = await room.images();
    if (answered.ok) {
      // Told everything first: a hidden one is never shown in between.
      await room.look(0);
      await publishPending(catalogue, id);
    } else {
      await deletePending(catalogue, id);
      await removeImages(env.IMAGE_BUCKET, imageKeys);
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
