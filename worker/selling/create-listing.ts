/**
 * Creates a listing: its images in R2, a pending row in D1, and its room, which decides. Everything that was stored for a
 * refused listing is removed again. Under an idempotency key the listing's id is made from the person and the key, so a repeat
 * reaches the same room and gets its first answer.
 */
import { idUnderKey, newId } from "../accounts/ids.ts";
import { deletePending, insertPending, publishPending } from "../catalogue/auctions.ts";
import { listBlockedIds } from "../catalogue/blocks.ts";
import { findCategory } from "../catalogue/categories.ts";
import { openCatalogue } from "../catalogue/database.ts";
import { accountExists } from "../catalogue/people.ts";
import type { CreateAuctionInput, OwnAuction } from "../contract/auction.ts";
import { arrange } from "../images/arrangement.ts";
import { deleteImages } from "../images/store.ts";
import type { Actor, WithOrigin } from "../room-rpc.ts";
import type { Terms } from "../rules/auction.ts";
import { WINDOWS_AFTER_WITHDRAWAL } from "../rules/closing.ts";
import { minorOf } from "../rules/money.ts";
import { listingLimits, type Settings } from "../settings.ts";
import { type ListingRefused, refuseHidden, type SentImages, storeListingImages } from "./listing-images.ts";

export type NewListing = WithOrigin & {
  readonly actor: Actor;
  readonly input: CreateAuctionInput;
  readonly images: SentImages;
  /** The idempotency key, where the call has one. */
  readonly key: string | undefined;
};

const DELETED_SINCE = "The auction that was created under this idempotency key is gone";

/**
 * Checks the category, then the images, then asks the room, which checks price and end. `now` is epoch ms. An outage of
 * the room throws and the row stays pending: the sweep asks the room later whether it opened.
 */
export async function createListing(
  env: Env,
  settings: Settings,
  { actor, input, images, key, ...traced }: NewListing,
  now: number,
): Promise<{ readonly ok: true; readonly auction: OwnAuction } | ListingRefused> {
  const catalogue = openCatalogue(env.DB);
  const category = await findCategory(catalogue, input.category);
  if (!category) return { ok: false, failure: { code: "category_unknown" } };

  const auctionId = key === undefined ? newId() : idUnderKey(actor.id, key);
  // A repeat may be of a listing that an admin has hidden since.
  const hidden = key === undefined ? null : await refuseHidden(env, auctionId, images);
  if (hidden) return hidden;
  const stored = await storeListingImages(env, auctionId, images);
  if (!stored.ok) return stored;
  const imageKeys = arrange([], stored.keys) ?? [];

  const { title, description, increments } = input;
  const { currency } = settings;
  const startingPriceMinor = minorOf(input.startingPrice);
  const endsAt = Date.parse(input.auctionDate);
  const startsAt = input.startsAt === undefined ? null : Date.parse(input.startsAt);
  const texts = { title, description, categoryId: category.id, imageKeys };
  const phase = await insertPending(catalogue, {
    ...texts,
    id: auctionId,
    sellerId: actor.id,
    currency,
    increments,
    startingPriceMinor,
    priceMinor: startingPriceMinor,
    minNextMinor: startingPriceMinor,
    bidCount: 0,
    createdAt: now,
    startsAt,
    scheduledEndsAt: endsAt,
    endsAt,
    extensions: 0,
  });
  const terms: Terms = {
    ...texts,
    categoryName: category.name,
    startingPriceMinor,
    ...(startsAt === null ? {} : { startsAt }),
    endsAt,
    increments,
    softCloseMs: input.softClose === "on" ? settings.softCloseMs : 0,
    freezeMs: settings.softCloseMs,
    windowsAfterWithdrawal: WINDOWS_AFTER_WITHDRAWAL,
  };
  const blockedIds = await listBlockedIds(catalogue, actor.id);
  const room = env.AUCTION_ROOM.getByName(auctionId);
  const opened = await room.open({
    ...traced,
    key,
    auctionId,
    actor,
    currency,
    terms,
    asked: JSON.stringify({ input, sent: stored.sent }),
    limits: listingLimits(settings),
    blockedIds,
    again: phase !== "pending",
  });
  if (!opened.ok) {
    await deletePending(catalogue, auctionId);
    // Under a key, a concurrent repeat may be using the same images: the sweep removes what nobody uses.
    if (key === undefined) await deleteImages(env.IMAGE_BUCKET, imageKeys);
    if (opened.failure.code !== "auction_not_found") return opened;
    return { ok: false, failure: { code: "auction_not_found", message: DELETED_SINCE } };
  }
  // People blocked while the room was opening: that call found no open auction to block them in.
  for (const personId of await listBlockedIds(catalogue, actor.id)) {
    if (!blockedIds.includes(personId)) await room.setBlocked({ sellerId: actor.id, personId, blocked: true });
  }
  // The account was deleted meanwhile: the deletion found no open room to remove the person from.
  if (!(await accountExists(catalogue, actor.id))) {
    const removed = await room.removePerson(actor.id);
    await deleteImages(env.IMAGE_BUCKET, removed.imageKeys);
    return { ok: false, failure: { code: "not_signed_in" } };
  }
  await publishPending(catalogue, auctionId);
  return { ok: true, auction: opened.value.auction };
}
