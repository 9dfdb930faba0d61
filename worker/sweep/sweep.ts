/**
 * The cron trigger's work each minute. It handles
 * - auctions whose end passed without their alarm
 * - listings that haven't reached D1
 * - account deletions that an outage interrupted, and accounts that no one can reach
 * - expired auctions to relist automatically
 * - rows that have lost facts of their room
 * - bids of auctions that ended long ago, and listings of merged categories
 * - deals with something due
 * - a restored D1, and the audit of one auction
 * - pending notifications about questions, and listings and names that searches can't find yet
 * - old drafts, unused images and expired rows
 *
 * It never changes a room or an inbox itself. It calls them, and they check their own state.
 */
import { listDeletionsBegunBefore } from "../accounts/queries/account-deletion.ts";
import { listUnreachableAccountIds } from "../accounts/queries/email-addresses.ts";
import { deleteExpiredEmailChanges } from "../accounts/queries/email-changes.ts";
import { deleteExpiredOneTimeTokens } from "../accounts/queries/one-time-tokens.ts";
import { deleteExpiredPasswordResets } from "../accounts/queries/password-resets.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { indexPendingTexts } from "../db/search-texts.ts";
import { deleteImages } from "../images/store.ts";
import {
  removeAuctionWithoutRoom,
  type AuctionProjection,
  listAuctionsEndedAfter,
  listUnclosedAuctionsByIdPrefix,
  listUnclosedAuctionsEndedBefore,
} from "../listings/queries/auctions.ts";
import { deleteOldDrafts } from "../listings/queries/drafts.ts";
import { abandonOpening, endOpening, listOpeningsBefore } from "../listings/queries/openings.ts";
import { listAuctionIdsWithDuePlan } from "../listings/queries/relist-plans.ts";
import { relistDueListing } from "../listings/relist-due.ts";
import { moveMergedListings } from "../moderation/queries/categories.ts";
import { recordSweepRun } from "../moderation/queries/deployment.ts";
import { continueNotifying, listDueQuestionNotices } from "../questions/notify.ts";
import { CANCELLED_RETENTION_MS } from "../rules/closing.ts";
import { reconcileAfterRestore } from "./after-restore.ts";
import { archiveBids } from "./archive-bids.ts";
import { auditNextAuction } from "./audit.ts";
import { forEachConcurrently, logFailures } from "./for-each-concurrently.ts";
import { sweepDeals } from "./sweep-deals.ts";
import { moveMisplacedImages, sweepImages } from "./sweep-images.ts";

/** Alarms are sometimes slightly late. */
const ALARM_GRACE_MS = 30_000;
/** A request that has opened a room publishes its row within seconds, or has failed. */
const PUBLISH_GRACE_MS = 60_000;
/** No request takes that long, so a room that hasn't opened by now never will. */
export const OPENING_TIMEOUT_MS = 5 * 60_000;
/** A deletion continues on its own every few seconds. One that takes this long has lost its alarm. */
const DELETION_STALLED_AFTER_MS = 5 * 60_000;
const MAX_DELETIONS = 50;
/** Longer than a link is valid, and longer than a session lasts without use. */
const UNREACHABLE_MS = 2 * 24 * 60 * 60_000;
/** All rows and images are compared in parts, one part a minute. A part is the first byte of an ID, in hex. */
const ID_PREFIX_COUNT = 256;
const MINUTE_MS = 60_000;
/** How long an unchanged draft is kept. */
const DRAFT_RETENTION_MS = 90 * 24 * 60 * MINUTE_MS;
/**
 * A room that lost its alarm after the end may still have pending facts, or still has to be emptied. The sweep calls it
 * for this long after the end, or after the last fact if that is later. An end may be recorded late, and admins may
 * void ended auctions. The sweep calls the room of a canceled auction until its journal is deleted.
 */
const UNFINISHED_MS = 2 * 24 * 60 * MINUTE_MS;

export async function sweep(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB);
  const outcomes = await Promise.allSettled([
    closeEndedAuctions(env, db, now),
    settleAndRelist(env, db, now),
    deleteExpiredOneTimeTokens(db, now),
    deleteExpiredPasswordResets(db, now),
    moveMergedListings(db),
    indexPendingTexts(env.DB),
    deleteExpiredEmailChanges(db, now),
    reconcileRows(env, db, idPrefixAt(now), now),
    resumeDeletions(env, db, now),
    resumeQuestionNotices(env, db, now),
    deleteUnreachableAccounts(env, db, idPrefixAt(now), now),
    reconcileAfterRestore(env, db),
    auditNextAuction(env, db),
    archiveBids(env, db, idPrefixAt(now), now),
    sweepDeals(env, db, idPrefixAt(now), now),
    deleteOldDrafts(db, idPrefixAt(now), now - DRAFT_RETENTION_MS),
    moveMisplacedImages(env, db, idPrefixAt(now)),
    sweepImages(env, db, idPrefixAt(now), now),
  ]);
  const failed = logFailures(outcomes);
  // Only admins read this row, so a failure here doesn't affect the run.
  logFailures(await Promise.allSettled([recordSweepRun(db, { begunAt: now, endedAt: Date.now(), failed })]));
}

/** Relisting comes after the openings are settled, because a new listing that is still opening is one of those. */
async function settleAndRelist(env: Env, db: Database, now: number): Promise<void> {
  try {
    await settleOpenings(env, db, now);
  } finally {
    await relistExpiredAuctions(env, db);
  }
}

async function closeEndedAuctions(env: Env, db: Database, now: number): Promise<void> {
  const rows = await listUnclosedAuctionsEndedBefore(db, now - ALARM_GRACE_MS);
  await forEachConcurrently(rows, (row) => reconcileProjection(env, db, row));
}

/** The ID prefix that this minute's sweep handles. All 256 prefixes take a little over four hours. */
function idPrefixAt(now: number): string {
  const prefixNumber = Math.floor(now / MINUTE_MS) % ID_PREFIX_COUNT;
  return prefixNumber.toString(16).padStart(2, "0");
}

async function reconcileRows(env: Env, db: Database, idPrefix: string, now: number): Promise<void> {
  const rows = await listUnclosedAuctionsByIdPrefix(db, idPrefix);
  const ended = await listAuctionsEndedAfter(db, idPrefix, now - UNFINISHED_MS, CANCELLED_RETENTION_MS);
  await forEachConcurrently([...rows, ...ended], (row) => reconcileProjection(env, db, row));
}

/** A room redelivers the facts that its row lacks. A row without a room is marked as removed. */
async function reconcileProjection(env: Env, db: Database, { id, seq, bidCount }: AuctionProjection): Promise<void> {
  if ((await env.AUCTION_ROOM.getByName(id).reconcile(seq, bidCount)) === 0) await removeAuctionWithoutRoom(db, id);
}

/** Relists auctions whose sellers chose automatic relisting. */
async function relistExpiredAuctions(env: Env, db: Database): Promise<void> {
  await forEachConcurrently(await listAuctionIdsWithDuePlan(db), (id) => relistDueListing(env, id));
}

async function resumeDeletions(env: Env, db: Database, now: number): Promise<void> {
  const ids = await listDeletionsBegunBefore(db, now - DELETION_STALLED_AFTER_MS, MAX_DELETIONS);
  await forEachConcurrently(ids, (id) => env.INBOX.getByName(id).resumeDeletion(id));
}

/** Notifies people of questions and answers if the calls that wrote them couldn't. */
async function resumeQuestionNotices(env: Env, db: Database, now: number): Promise<void> {
  const ports = { db, inboxes: env.INBOX };
  await forEachConcurrently(await listDueQuestionNotices(db, now), (due) => continueNotifying(ports, due, now));
}

/** Accounts that no one can sign in to anymore, because they never got an address or lost it to its owner. */
async function deleteUnreachableAccounts(env: Env, db: Database, idPrefix: string, now: number): Promise<void> {
  const ids = await listUnreachableAccountIds(db, idPrefix, now - UNREACHABLE_MS, MAX_DELETIONS);
  await forEachConcurrently(ids, (id) => env.INBOX.getByName(id).deleteUnreachableAccount(id));
}

/**
 * Writes the rows of auctions whose rooms have opened to D1. If a room hasn't opened within `OPENING_TIMEOUT_MS`, we
 * delete the opening, because the room will never open.
 */
async function settleOpenings(env: Env, db: Database, now: number): Promise<void> {
  const before = now - OPENING_TIMEOUT_MS;
  const rows = await listOpeningsBefore(db, now - PUBLISH_GRACE_MS);
  await forEachConcurrently(rows, async ({ id, sellerId, createdAt, accountId }) => {
    const room = env.AUCTION_ROOM.getByName(id);
    const answered = await room.images();
    if (answered.ok) {
      // The deletion of the seller's account found no open room to remove the person from.
      if (accountId === null) await deleteImages(env.IMAGE_BUCKET, (await room.removePerson(sellerId)).imageKeys);
      await room.reconcile(0);
      await endOpening(db, id);
    } else if (createdAt < before) {
      // Its images are later removed as unused, because another call may be storing the same ones right now.
      await abandonOpening(db, id, before);
    }
  });
}
