/**
 * The steps that delete an account, in D1, in the rooms and in R2. First all sessions end, then the auctions remove the
 * person, then their images are deleted, then their rows. Every step may run again after a crash.
 */
import { deletePerson, listAuctionIdsOf, lockOutPerson } from "../catalogue/account-deletion.ts";
import { openCatalogue } from "../catalogue/database.ts";

/** Stored in the inbox's KV under these names: do not rename. */
export const DELETION_STEPS = ["lockOut", "leaveAuctions", "deletePictures", "deletePerson"] as const;
export type DeletionStep = (typeof DELETION_STEPS)[number];

/** The remaining work of a deletion; stored until it is done. */
export type Deletion = {
  readonly step: DeletionStep;
  readonly imageKeys: readonly string[];
  /** Auctions whose rooms know a session of this person: D1 may not have their bids there yet. */
  readonly auctionIds: readonly string[];
};

export function newDeletion(auctionIds: readonly string[]): Deletion {
  return { step: "lockOut", imageKeys: [], auctionIds };
}

/** Whether the person leads a live auction or sells one with bids. D1 says which rooms to ask; the rooms decide. */
export async function isBoundToAuction(env: Env, userId: string, otherIds: readonly string[]): Promise<boolean> {
  const auctionIds = await auctionIdsOf(env, userId, otherIds);
  const blockers = await Promise.all(auctionIds.map((id) => env.AUCTION_ROOM.getByName(id).deletionBlockersOf(userId)));
  return blockers.some(({ leads, sellsWithBids }) => leads || sellsWithBids);
}

/** Runs one step and returns what remains, or null when nothing does. `now` is epoch ms. */
export async function runStep(env: Env, userId: string, deletion: Deletion, now: number): Promise<Deletion | null> {
  const catalogue = openCatalogue(env.DB);
  switch (deletion.step) {
    case "lockOut": {
      const imageKey = await lockOutPerson(catalogue, userId, now);
      const imageKeys = imageKey === null ? deletion.imageKeys : [...deletion.imageKeys, imageKey];
      return { ...deletion, step: "leaveAuctions", imageKeys };
    }
    case "leaveAuctions": {
      const auctionIds = await auctionIdsOf(env, userId, deletion.auctionIds);
      const removed = await Promise.all(auctionIds.map((id) => env.AUCTION_ROOM.getByName(id).removePerson(userId)));
      const imageKeys = [...deletion.imageKeys, ...removed.flatMap((listing) => listing.imageKeys)];
      return { ...deletion, step: "deletePictures", imageKeys };
    }
    case "deletePictures":
      if (deletion.imageKeys.length > 0) await env.IMAGE_BUCKET.delete([...deletion.imageKeys]);
      return { ...deletion, step: "deletePerson" };
    case "deletePerson":
      await deletePerson(catalogue, userId);
      return null;
  }
}

async function auctionIdsOf(env: Env, userId: string, otherIds: readonly string[]): Promise<string[]> {
  const ids = await listAuctionIdsOf(openCatalogue(env.DB), userId);
  return Array.from(new Set([...ids, ...otherIds]));
}
