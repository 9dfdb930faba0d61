/**
 * The images of a listing: `image` is the cover, and `images` are the others. The code that reads the form has checked
 * the headers of all of them. All are encoded before the first is stored, so that nothing is stored if one is refused.
 * The functions here return keys in R2.
 */
import * as z from "zod";

import type { ErrorCode } from "../contract/errors.ts";
import type { Failure } from "../contract/failure.ts";
import { imageUrl } from "../contract/fields.ts";
import { MAX_IMAGES } from "../contract/image-sizes.ts";
import { arrangeImages, COVER_PART, ADDITIONAL_PART, type UploadedKeys } from "../images/arrangement.ts";
import type { EncodedImage } from "../images/encode.ts";
import { copyImage, deleteImages, type ImageBindings, storeImage } from "../images/store.ts";
import { type ImageFieldValue, imageField, isFile, encodeUpload, type RefusedUpload } from "../images/upload.ts";
import type { ListingPorts } from "./ports.ts";
import { findSellerId } from "./queries/auctions.ts";
import { findDraft } from "./queries/drafts.ts";

const TOO_MANY_IMAGES_MESSAGE = `An auction can have at most ${MAX_IMAGES} photos`;
const MISSING_IMAGE_MESSAGE = "One of these photos no longer exists. Reload the page.";
const UNUSABLE_IMAGE_MESSAGE = "You can no longer use one of these photos. Remove it.";

/** Matches the URL of a listing's image. Captures the image's key, the listing's ID, and the rest of the key. */
const IMAGE_URL = new RegExp(`^${imageUrl("")}(auctions/([\\w-]{1,64})/([0-9a-f]{64}[-0-9a-fx]*))$`);

/** Several parts with one name arrive as a list, and a single part as itself. */
export const listingImages = {
  [COVER_PART]: imageField.optional(),
  [ADDITIONAL_PART]: z.union([imageField, z.array(imageField).max(MAX_IMAGES, TOO_MANY_IMAGES_MESSAGE)]).optional(),
};
export type UploadedImages = {
  readonly image?: ImageFieldValue | undefined;
  readonly images?: ImageFieldValue | readonly ImageFieldValue[] | undefined;
};

/** Why a listing was not saved. `problem` is set when one of its images is at fault. */
export type ListingRefused<Code extends ErrorCode = ErrorCode> = {
  readonly ok: false;
  readonly failure: { readonly code: Code } & Partial<Pick<Failure, "message" | "details" | "fields" | "retryAfter">>;
  readonly problem?: RefusedUpload["problem"];
};
/** The codes that a form's images can be refused with. */
export type ImageRefusalCode = RefusedUpload["failure"]["code"] | "invalid_input";

type StoredImages = {
  readonly ok: true;
  readonly keys: UploadedKeys;
  /**
   * The hashes of the files, which depend only on the form. Keys also depend on the encoder. So a repeated form has the
   * same hashes, even if a key differs by a color that we couldn't determine this time.
   */
  readonly sourceHashes: UploadedKeys;
};

/** The listing whose images a form arranges, and the images that it has. */
type ImageArrangement = {
  readonly personId: string;
  readonly auctionId: string;
  readonly current: readonly string[];
  /** True without an idempotency key. The ID is then new, so no earlier call has used it. */
  readonly isKeyless: boolean;
  /** Whether an earlier call has opened the listing's room. The room then repeats its answer. */
  readonly isOpened: boolean;
};

type PreparedImages = {
  readonly ok: true;
  readonly imageKeys: readonly string[];
  readonly sourceHashes: UploadedKeys;
  readonly order: readonly string[] | undefined;
};

/**
 * Stores and arranges the images of a new listing. If a call without a key is refused, this deletes the images that it
 * uploaded. The sweep deletes copied images, and those of other refused calls.
 */
export async function prepareImages(
  ports: ListingPorts,
  { personId, auctionId, current, isKeyless, isOpened }: ImageArrangement,
  images: UploadedImages,
  pictures: string | undefined,
): Promise<PreparedImages | ListingRefused<ImageRefusalCode | "listing_hidden">> {
  // An admin may have hidden the listing after it opened.
  const refusal = isOpened ? await refuseHiddenListing(ports.rooms, auctionId, images) : null;
  if (refusal) return refusal;
  const stored = await storeListingImages(ports.images, auctionId, images);
  if (!stored.ok) return stored;
  const order = parseOrder(pictures);
  // The images that the form lists may be gone by now.
  if (isOpened) return { ok: true, imageKeys: [], sourceHashes: stored.sourceHashes, order };
  const placed = await arrangeNewListingImages(ports, personId, auctionId, current, stored.keys, order);
  if (!placed.ok) {
    if (isKeyless) await deleteImages(ports.images.IMAGE_BUCKET, allKeysOf(stored.keys));
    return placed;
  }
  return { ok: true, imageKeys: placed.keys ?? current, sourceHashes: stored.sourceHashes, order };
}

function allKeysOf({ cover, additional }: UploadedKeys): readonly string[] {
  return [...(cover ? [cover] : []), ...additional];
}

/** Stores the files under the listing's ID. */
export async function storeListingImages(
  bindings: ImageBindings,
  auctionId: string,
  { image, images }: UploadedImages,
): Promise<StoredImages | ListingRefused<ImageRefusalCode>> {
  const additional = (images === undefined ? [] : Array.isArray(images) ? images : [images]).filter(isFile);
  const cover = isFile(image) ? [image] : [];
  const files = [...cover, ...additional];
  if (files.length > MAX_IMAGES) return refuseImages(TOO_MANY_IMAGES_MESSAGE);

  const encoded: EncodedImage[] = [];
  for (const [at, file] of files.entries()) {
    const upload = await encodeUpload(bindings, file, at < cover.length ? COVER_PART : ADDITIONAL_PART);
    if (!upload.ok) return upload;
    encoded.push(upload.image);
  }
  // A file that was sent twice is stored once, because two concurrent stores wouldn't find each other's key.
  const bySource = new Map(encoded.map((encodedImage) => [encodedImage.sourceHash, encodedImage]));
  const stored = await Promise.all(
    Array.from(
      bySource,
      async ([hash, encodedImage]) => [hash, await storeImage(bindings, "auctions", auctionId, encodedImage)] as const,
    ),
  );
  const keyBySource = new Map(stored);
  const keys = encoded.flatMap(({ sourceHash }) => keyBySource.get(sourceHash) ?? []);
  const byPart = (values: readonly string[]): UploadedKeys => {
    const [first, ...rest] = values;
    if (cover.length > 0 && first !== undefined) return { cover: first, additional: rest };
    return { ...(image === undefined ? {} : { cover: null }), additional: values };
  };
  return { ok: true, keys: byPart(keys), sourceHashes: byPart(encoded.map(({ sourceHash }) => sourceHash)) };
}

/** The entries of an order as a form sends it. */
export function parseOrder(pictures: string | undefined): readonly string[] | undefined {
  return pictures?.split(",").filter((entry) => entry !== "");
}

/**
 * The images that an edited listing will have. Null if the edit doesn't mention them. The room provides the current
 * ones, because rows in D1 may lag behind.
 */
export async function arrangeListingImages(
  rooms: ListingPorts["rooms"],
  auctionId: string,
  sent: UploadedKeys,
  order: readonly string[] | undefined,
): Promise<
  { readonly ok: true; readonly keys: readonly string[] | null } | ListingRefused<"invalid_input" | "auction_not_found">
> {
  if (isEmpty(sent, order)) return { ok: true, keys: null };
  const answered = await rooms.getByName(auctionId).images();
  if (!answered.ok) return answered;
  return arrangeKeys(answered.value.imageKeys, sent, order);
}

/**
 * The images of a draft or new listing whose images so far are `current`. Null if the form doesn't mention images.
 * Images from the person's other listings and drafts are copied under this listing's ID. So each listing can be hidden
 * and deleted separately, and no image is uploaded or encoded twice.
 */
export async function arrangeNewListingImages(
  ports: ListingPorts,
  personId: string,
  auctionId: string,
  current: readonly string[],
  sent: UploadedKeys,
  order: readonly string[] | undefined,
): Promise<{ readonly ok: true; readonly keys: readonly string[] | null } | ListingRefused<"invalid_input">> {
  if (isEmpty(sent, order)) return { ok: true, keys: null };
  if (order === undefined) return arrangeKeys(current, sent, order);
  if (order.length > MAX_IMAGES) return refuseImages(TOO_MANY_IMAGES_MESSAGE);
  const copied: string[] = [];
  const own: string[] = [];
  for (const entry of order) {
    const [, key = "", ownerId = "", name = ""] = IMAGE_URL.exec(entry) ?? [];
    const copy = `auctions/${auctionId}/${name}`;
    if (key === "" || ownerId === auctionId) own.push(entry);
    else {
      // An earlier attempt may have copied the image, and the original's listing may be gone by now.
      const exists = current.includes(copy);
      if (!exists && !(await canUseImage(ports, personId, ownerId, key))) return refuseImages(UNUSABLE_IMAGE_MESSAGE);
      if (!exists && !(await copyImage(ports.images.IMAGE_BUCKET, key, copy)))
        return refuseImages(UNUSABLE_IMAGE_MESSAGE);
      copied.push(copy);
      own.push(imageUrl(copy));
    }
  }
  return arrangeKeys([...current, ...copied], sent, own);
}

/** Whether one of this person's listings or drafts has the image. Hidden listings don't count. */
async function canUseImage(
  { db, rooms }: ListingPorts,
  personId: string,
  ownerId: string,
  key: string,
): Promise<boolean> {
  const draft = await findDraft(db, ownerId);
  if (draft?.userId === personId && draft.imageKeys.includes(key)) return true;
  if ((await findSellerId(db, ownerId)) !== personId) return false;
  const answered = await rooms.getByName(ownerId).images();
  return answered.ok && !answered.value.hidden && answered.value.imageKeys.includes(key);
}

function isEmpty(sent: UploadedKeys, order: readonly string[] | undefined): boolean {
  return sent.cover === undefined && sent.additional.length === 0 && order === undefined;
}

function arrangeKeys(current: readonly string[], sent: UploadedKeys, order: readonly string[] | undefined) {
  const keys = arrangeImages(current, sent, order);
  if (keys === null) return refuseImages(MISSING_IMAGE_MESSAGE);
  return keys.length > MAX_IMAGES ? refuseImages(TOO_MANY_IMAGES_MESSAGE) : ({ ok: true, keys } as const);
}

/** Refuses new images for a hidden listing, before they're stored where everyone could see them. Null otherwise. */
export async function refuseHiddenListing(
  rooms: ListingPorts["rooms"],
  auctionId: string,
  { image, images }: UploadedImages,
) {
  if (image === undefined && images === undefined) return null;
  const answered = await rooms.getByName(auctionId).images();
  return answered.ok && answered.value.hidden ? ({ ok: false, failure: { code: "listing_hidden" } } as const) : null;
}

/**
 * Removes the images that a refused edit stored, except those that the listing already had, because the same file has
 * the same key. A hidden listing's images are stored elsewhere.
 */
export async function removeUnusedImages(
  { rooms, images }: ListingPorts,
  auctionId: string,
  keys: UploadedKeys,
): Promise<void> {
  const stored = allKeysOf(keys);
  if (stored.length === 0) return;
  const answered = await rooms.getByName(auctionId).images();
  if (!answered.ok) return;
  const used = new Set(answered.value.hidden ? [] : answered.value.imageKeys);
  await deleteImages(
    images.IMAGE_BUCKET,
    stored.filter((key) => !used.has(key)),
  );
}

function refuseImages(message: string): ListingRefused<"invalid_input"> {
  return { ok: false, failure: { code: "invalid_input", message, fields: { [ADDITIONAL_PART]: [message] } } };
}
