/**
 * The steps that delete an account, in D1, in the rooms and in R2. First we delete the person's row in D1. Then we
 * remove them from their auctions, delete their images, and delete the other rows about them. Every step may run again
 * after a crash. The inbox's tables list the remaining rooms and images, so a step continues where it stopped.
 */
import { deletePersonData, deletePersonRow, listAuctionIdsOf } from "../../accounts/queries/account-deletion.ts";
import { openDatabase } from "../../db/database.ts";
import { deleteImages } from "../../images/store.ts";
import { listDraftImageKeys } from "../../listings/queries/drafts.ts";
import type { CallProgress, CallBudget } from "../room-calls/call-budget.ts";
import type { PendingCall, PendingCalls } from "../room-calls/pending-calls.ts";
import type { InboxStore } from "../store.ts";
import { DELETION_STEPS, type DeletionStep } from "./stored-deletion.ts";

/** Images deleted in one call. With their sizes, they're 1,000 keys, the most that R2 deletes in one call. */
const IMAGES_PER_CALL = 40;

type DeletionParts = {
  readonly env: Env;
  readonly store: InboxStore;
  readonly pending: PendingCalls;
  readonly userId: string;
};

/** Runs one step, within this event's call budget. `now` is epoch ms. */
export async function runStep(
  step: DeletionStep,
  { env, store, pending, userId }: DeletionParts,
  budget: CallBudget,
  now: number,
): Promise<CallProgress> {
  const db = openDatabase(env.DB);
  switch (step) {
    case "deleteRow": {
      const imageKey = await deletePersonRow(db, userId, now);
      if (imageKey !== null) store.addImagesToDelete([imageKey]);
      return "finished";
    }
    case "leaveAuctions":
      pending.add("removal", "", await listAuctionIdsOf(db, userId));
      // No one can save a draft anymore, and the last step deletes the rows.
      store.addImagesToDelete(await listDraftImageKeys(db, userId));
      return "finished";
    case "callRooms":
      return budget.callEach<PendingCall, void>(
        "removal",
        (last, limit) => pending.listAfter("removal", "", last, limit),
        async () => {},
        async (call) => {
          const { imageKeys } = await env.AUCTION_ROOM.getByName(call.auctionId).removePerson(userId);
          store.addImagesToDelete(imageKeys);
          pending.remove(call);
        },
      );
    case "deletePictures":
      for (
        let keys = store.nextImagesToDelete(IMAGES_PER_CALL);
        keys.length > 0;
        keys = store.nextImagesToDelete(IMAGES_PER_CALL)
      ) {
        if (!budget.trySpend()) return "more";
        await deleteImages(env.IMAGE_BUCKET, keys);
        store.removeImagesToDelete(keys);
      }
      return "finished";
    case "deletePerson":
      await deletePersonData(db, userId);
      return "finished";
  }
}

/** The step after this one, or null after the last. */
export function stepAfter(step: DeletionStep): DeletionStep | null {
  return DELETION_STEPS[DELETION_STEPS.indexOf(step) + 1] ?? null;
}
