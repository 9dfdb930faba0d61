/**
 * Compares D1 with inboxes and rooms after D1 has been restored to an earlier time, since they weren't restored. The
 * operator starts it with `npm run d1:restored` (`docs/deploy.md`). It compares hundreds a minute until it's done.
 */
import type { Database } from "../db/database.ts";
import {
  findRestore,
  finishRestore,
  listAuctionIdsAfter,
  listPersonIdsAfter,
  saveRestoreProgress,
} from "../db/restores.ts";
import { removeAuctionWithoutRoom, listAuctionIdsWithoutRow } from "../listings/queries/auctions.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";

/** Each person is one call to an inbox, and one to each of their rooms whose row is missing. */
const PEOPLE_PER_SWEEP = 300;
const AUCTIONS_PER_SWEEP = 200;
/** How many auctions without a row one run can redeliver for one person. Each is one call to a room. */
const MAX_REDELIVERED_AUCTIONS = 20;

export async function reconcileAfterRestore(env: Env, db: Database): Promise<void> {
  const restore = await findRestore(db);
  if (!restore) return;
  const personIds = await listPersonIdsAfter(db, restore.peopleUpTo, PEOPLE_PER_SWEEP);
  const peopleFailed = await forEachConcurrently(personIds, (id) => reconcilePerson(env, db, id));
  const auctionIds = await listAuctionIdsAfter(db, restore.auctionsUpTo, AUCTIONS_PER_SWEEP);
  const auctionsFailed = await forEachConcurrently(auctionIds, async (id) => {
    // Redelivers everything, regardless of the row, because a newer fact in it says nothing about earlier changes to
    // bids. Rows that D1 still has are not written.
    if ((await env.AUCTION_ROOM.getByName(id).reconcile(0)) === 0) await removeAuctionWithoutRoom(db, id);
  });
  // If any failed, the next run compares the whole group again.
  const [lastPersonId, lastAuctionId] = [personIds.at(-1), auctionIds.at(-1)];
  if (lastPersonId !== undefined && peopleFailed === 0)
    await saveRestoreProgress(db, restore, { peopleUpTo: lastPersonId });
  if (lastAuctionId && auctionsFailed === 0) await saveRestoreProgress(db, restore, { auctionsUpTo: lastAuctionId });
  if (personIds.length + auctionIds.length > 0) return;
  await finishRestore(db, restore);
  console.log(JSON.stringify({ event: "restore_settled" }));
}

async function reconcilePerson(env: Env, db: Database, id: string): Promise<void> {
  const inbox = env.INBOX.getByName(id);
  const { auctionIds, hasAdminActions } = await inbox.reconcileAfterRestore(id);
  if (hasAdminActions) {
    // The same as after the actions themselves. Until now the person could sign in with the rights from before those
    // actions.
    await inbox.endSessions();
    await inbox.updateNameAndPhoto(id, []);
  }
  // Listed after the time that D1 was restored to, so the room redelivers everything.
  let delivered = 0;
  for (const auctionId of await listAuctionIdsWithoutRow(db, auctionIds)) {
    if (delivered === MAX_REDELIVERED_AUCTIONS) throw new Error("more auctions to deliver again at the next run");
    const seq = await env.AUCTION_ROOM.getByName(auctionId).reconcile(0);
    // 0 means that the auction has since been deleted, so D1 never gets its row.
    if (seq > 0) delivered += 1;
  }
}
