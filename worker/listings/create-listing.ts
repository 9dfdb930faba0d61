/**
 * Creates a listing: its images in R2, then its room and its row (open-listing.ts). Everything that was stored for a
 * refused listing is removed again. Under an idempotency key the listing's id is made from the person and the key, so a
 * repeat reaches the same room and gets its first answer. A draft serves as such a key: however often and from however
 * many pages it is published, it becomes one listing.
 */
import { idUnderKey, newId } from "../accounts/ids.ts";
import type { CreateAuctionInput, OwnAuction } from "../contract/auction.ts";
import { storedDetails } from "../contract/listing-details.ts";
import type { RefusalOf } from "../contract/refusals.ts";
import { openCatalogue } from "../db/database.ts";
import type { SentKeys } from "../images/arrangement.ts";
import { deleteImages } from "../images/store.ts";
import type { Actor, WithOrigin } from "../room-rpc.ts";
import { WINDOWS_AFTER_WITHDRAWAL } from "../rules/closing.ts";
import type { Terms } from "../rules/facts.ts";
import { minorOf } from "../rules/money.ts";
import type { Settings } from "../settings.ts";
import { keyOfDraft } from "./drafts.ts";
import {
  type ListingRefused,
  orderIn,
  type PicturesRefused,
  placeListingImages,
  refuseHidden,
  type SentImages,
  storeListingImages,
} from "./listing-images.ts";
import { openListing } from "./open-listing.ts";
import { findDraft, hasOpened } from "./queries/drafts.ts";

/** A room's refusal of a draft that was published before with other content. */
const IS_PUBLISHED: ReadonlySet<string> = new Set(["key_reused", "auction_exists"]);

export type NewListing = WithOrigin & {
  readonly actor: Actor;
  readonly sessionId?: string;
  readonly input: CreateAuctionInput;
  readonly images: SentImages;
  /** The idempotency key, if the call has one. */
  readonly key: string | undefined;
};

/**
 * Checks the draft, then the images, then the category, then asks the room, which checks price and end. `now` is epoch
 * ms. An outage of the room throws, and the sweep asks the room later whether it opened. Until the room has opened, the
 * draft stays unchanged.
 */
export async function createListing(
  env: Env,
  settings: Settings,
  {
    actor,
    input: { draft: draftId, draftVersion = 0, pictures, ...input },
    images,
    key: ownKey,
    ...traced
  }: NewListing,
  now: number,
): Promise<
  { readonly ok: true; readonly auction: OwnAuction } | ListingRefused<RefusalOf<"createListing"> | PicturesRefused>
> {
  const catalogue = openCatalogue(env.DB);
  const key = draftId === undefined ? ownKey : keyOfDraft(draftId);
  const auctionId = key === undefined ? newId() : idUnderKey(actor.id, key);
  const [draft, hidden] = await Promise.all([
    draftId === undefined ? null : findDraft(catalogue, auctionId),
    // A repeat may concern a listing that an admin has hidden since.
    key === undefined ? null : refuseHidden(env, auctionId, images),
  ]);
  if (draft && draft.version !== draftVersion) return { ok: false, failure: { code: "draft_conflict" } };
  if (!draft && draftVersion > 0 && !(await hasOpened(catalogue, auctionId))) {
    return { ok: false, failure: { code: "draft_not_found" } };
  }
  if (hidden) return hidden;
  const stored = await storeListingImages(env, auctionId, images);
  if (!stored.ok) return stored;
  const order = orderIn(pictures);
  const current = draft?.imageKeys ?? (await imagesOfRepeat(env, auctionId, draftId));
  const placed = await placeListingImages(env, actor.id, auctionId, current, stored.keys, order);
  if (!placed.ok) {
    if (key === undefined) await deleteImages(env.IMAGE_BUCKET, allOf(stored.keys));
    return placed;
  }
  const imageKeys = placed.keys ?? current;

  const { title, description, increments } = input;
  const details = storedDetails(input.details ?? {});
  const terms: Omit<Terms, "categoryName"> = {
    title,
    description,
    categoryId: input.category,
    imageKeys,
    startingPriceMinor: minorOf(input.startingPrice),
    ...(input.startsAt === undefined ? {} : { startsAt: Date.parse(input.startsAt) }),
    endsAt: Date.parse(input.auctionDate),
    increments,
    softCloseMs: input.softClose === "on" ? settings.softCloseMs : 0,
    freezeMs: settings.softCloseMs,
    windowsAfterWithdrawal: WINDOWS_AFTER_WITHDRAWAL,
    ...(input.buyNowPrice === undefined ? {} : { buyNowPriceMinor: minorOf(input.buyNowPrice) }),
    ...(details && { details }),
  };
  const reserveMinor = input.reservePrice === undefined ? undefined : minorOf(input.reservePrice);
  const asked = JSON.stringify({ input, sent: stored.sent, order });
  const opening = { ...traced, auctionId, actor, terms, reserveMinor, currency: settings.currency, key, asked };
  const plan = { times: input.relistTimes };
  const opened = await openListing(env, settings, { ...opening, hasDraft: draft !== null, plan }, now);
  if (opened.ok || draftId === undefined || !IS_PUBLISHED.has(opened.failure.code)) return opened;
  return { ok: false, failure: { code: "draft_published" } };
}

/** A repeat names the images of its draft, which now belong to the listing. */
async function imagesOfRepeat(env: Env, auctionId: string, draftId: string | undefined): Promise<readonly string[]> {
  if (draftId === undefined) return [];
  const answered = await env.AUCTION_ROOM.getByName(auctionId).images();
  return answered.ok ? answered.value.imageKeys : [];
}

function allOf({ cover, further }: SentKeys): readonly string[] {
  return [...(cover ? [cover] : []), ...further];
}
