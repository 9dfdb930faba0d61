/**
 * Saves and deletes drafts. A draft's images are stored where its auction's will be, so publishing moves nothing. We
 * refuse a save that is based on an older version, unless its content is already stored. So a retried save whose
 * response was lost isn't a conflict.
 */
import { isDeepStrictEqual } from "node:util";

import type { DraftInput, SavedDraft } from "../contract/draft.ts";
import type { RefusalOf } from "../contract/refusals.ts";
import type { Database } from "../db/database.ts";
import type { DraftRow } from "../db/schema.ts";
import { deleteImages } from "../images/store.ts";
import { deriveId } from "../platform/ids.ts";
import {
  type ListingRefused,
  parseOrder,
  type ImageRefusalCode,
  arrangeNewListingImages,
  type UploadedImages,
  storeListingImages,
} from "./listing-images.ts";
import type { ListingPorts } from "./ports.ts";
import { deleteDraft, findDraft, hasOpened, insertDraft, toDraft, updateDraft } from "./queries/drafts.ts";

export function auctionIdOfDraft(userId: string, draftId: string): string {
  return deriveId(userId, "draft", draftId);
}

/** The draft that a form based on this version publishes, or null. Its auction may already be open. */
export async function findDraftToPublish(
  db: Database,
  auctionId: string,
  draftId: string | undefined,
  version: number,
): Promise<
  { readonly ok: true; readonly draft: DraftRow | null } | ListingRefused<"draft_conflict" | "draft_not_found">
> {
  const draft = draftId === undefined ? null : await findDraft(db, auctionId);
  if (draft && draft.version !== version) return { ok: false, failure: { code: "draft_conflict" } };
  if (!draft && version > 0 && !(await hasOpened(db, auctionId))) {
    return { ok: false, failure: { code: "draft_not_found" } };
  }
  return { ok: true, draft };
}

type DraftSave = {
  readonly userId: string;
  readonly draftId: string;
  readonly input: DraftInput;
  readonly images: UploadedImages;
};

/** `draft_not_found`: it was saved before, and is now deleted. `not_signed_in`: the account is being deleted. */
export async function saveDraft(
  ports: ListingPorts,
  { userId, draftId, input, images }: DraftSave,
  now: number,
): Promise<
  { readonly ok: true; readonly draft: SavedDraft } | ListingRefused<RefusalOf<"saveDraft"> | ImageRefusalCode>
> {
  const { db } = ports;
  const auctionId = auctionIdOfDraft(userId, draftId);
  if (await hasOpened(db, auctionId)) return { ok: false, failure: { code: "draft_published" } };
  const stored = await storeListingImages(ports.images, auctionId, images);
  if (!stored.ok) return stored;

  const existing = await findDraft(db, auctionId);
  const isStale = input.version !== (existing?.version ?? 0);
  const current = existing?.imageKeys ?? [];
  const placed = await arrangeNewListingImages(
    ports,
    userId,
    auctionId,
    current,
    stored.keys,
    parseOrder(input.pictures),
  );
  if (!placed.ok) return isStale ? refuseChanged(db, auctionId, existing) : placed;

  const row: DraftRow = {
    auctionId,
    id: draftId,
    userId,
    fields: input.fields,
    imageKeys: placed.keys ?? current,
    version: (existing?.version ?? 0) + 1,
    createdAt: existing?.createdAt ?? now,
    updatedAt: now,
  };
  if (existing && hasSameContent(existing, row)) return { ok: true, draft: toDraft(existing) };
  // We leave a refused save's images to the sweep, because another save may be using them.
  if (isStale) return refuseChanged(db, auctionId, existing);
  if (existing) return (await updateDraft(db, row)) ? { ok: true, draft: toDraft(row) } : resolveLostWrite(db, row);
  switch (await insertDraft(db, row)) {
    case "added":
      return { ok: true, draft: toDraft(row) };
    case "exists":
      return resolveLostWrite(db, row);
    case "full":
      return { ok: false, failure: { code: "too_many_drafts" } };
    case "gone":
      await deleteImages(ports.images.IMAGE_BUCKET, row.imageKeys);
      return { ok: false, failure: { code: "not_signed_in" } };
  }
}

/** Another call was first. If it stored the same content, it's the same save, sent twice. */
async function resolveLostWrite(db: Database, row: DraftRow) {
  const stored = await findDraft(db, row.auctionId);
  if (stored && hasSameContent(stored, row)) return { ok: true, draft: toDraft(stored) } as const;
  return refuseChanged(db, row.auctionId, stored);
}

/** Refuses a save whose draft was listed, changed or deleted in the meantime. */
async function refuseChanged(db: Database, auctionId: string, stored: DraftRow | null) {
  if (await hasOpened(db, auctionId)) return { ok: false, failure: { code: "draft_published" } } as const;
  return { ok: false, failure: { code: stored ? "draft_conflict" : "draft_not_found" } } as const;
}

function hasSameContent(one: DraftRow, other: DraftRow): boolean {
  return isDeepStrictEqual([one.fields, one.imageKeys], [other.fields, other.imageKeys]);
}

/** Deletes a draft with its images. Succeeds even if it doesn't exist. */
export async function removeDraft({ db, images }: ListingPorts, userId: string, draftId: string): Promise<void> {
  const imageKeys = await deleteDraft(db, auctionIdOfDraft(userId, draftId));
  await deleteImages(images.IMAGE_BUCKET, imageKeys);
}
