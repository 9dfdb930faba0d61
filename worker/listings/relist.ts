/**
 * Relists an expired auction as a new one, with the same text, images and terms and a new end. The new one's ID is made
 * from the old one's. So each auction is relisted at most once, no matter how often its seller or the sweep tries. The
 * new one can be relisted again.
 */
import type { OwnAuction } from "../contract/auction.ts";
import { imageUrl } from "../contract/fields.ts";
import type { RefusalOf } from "../contract/refusals.ts";
import { deriveId } from "../platform/ids.ts";
import { endOfRelisting } from "../rules/listing.ts";
import { listingLimits, type Settings } from "../settings/settings.ts";
import { type ListingRefused, arrangeNewListingImages } from "./listing-images.ts";
import { openRoom, type ListingSeller } from "./open-room.ts";
import type { ListingPorts } from "./ports.ts";
import { findCategoryId, findSecondSale } from "./queries/auctions.ts";
import { hasOpened } from "./queries/drafts.ts";
import { recordListing } from "./record-listing.ts";

export type Relisting = ListingSeller & {
  readonly expiredAuctionId: string;
  /** Epoch ms. Null for an automatic relisting, which has the same duration as before. */
  readonly endsAt: number | null;
};

const SOLD_LATER_MESSAGE = "The next bidder bought this item, so you can't list it again.";
const CATEGORY_GONE_MESSAGE = "Its category is no longer available. Use “Copy listing” and choose another one.";

/** Reads the old listing from its room, then opens the new one. `now` is epoch ms. */
export async function relist(
  ports: ListingPorts,
  settings: Settings,
  { expiredAuctionId, endsAt, ...seller }: Relisting,
  now: number,
): Promise<
  { readonly ok: true; readonly auction: OwnAuction } | ListingRefused<RefusalOf<"relist"> | "invalid_input">
> {
  const { db, rooms } = ports;
  const { actor } = seller;
  const categoryId = await findCategoryId(db, expiredAuctionId);
  if (categoryId === null) return { ok: false, failure: { code: "auction_not_found" } };
  const expired = await rooms.getByName(expiredAuctionId).expiredListing(actor.id);
  if (!expired.ok) return expired;
  const sale = await findSecondSale(db, expiredAuctionId, now);
  if (sale === "open") return { ok: false, failure: { code: "deal_open" } };
  if (sale === "done") return { ok: false, failure: { code: "not_expired", message: SOLD_LATER_MESSAGE } };

  const auctionId = deriveId(actor.id, "relisting", expiredAuctionId);
  if (await hasOpened(db, auctionId)) return { ok: false, failure: { code: "already_relisted" } };
  // The new one starts right away.
  const { currency, reserveMinor, durationMs } = expired.value;
  const { startsAt: _past, relistedByItself: _before, categoryName: _then, ...terms } = expired.value.terms;

  const order = terms.imageKeys.map(imageUrl);
  const placed = await arrangeNewListingImages(ports, actor.id, auctionId, [], { additional: [] }, order);
  if (!placed.ok) return placed;
  const limits = listingLimits(settings);
  const opened = await openRoom(
    ports,
    {
      ...seller,
      auctionId,
      terms: {
        ...terms,
        categoryId,
        imageKeys: placed.keys ?? [],
        endsAt: endsAt ?? endOfRelisting(durationMs, limits, now),
        relistOf: expiredAuctionId,
        ...(endsAt === null ? { relistedByItself: true } : {}),
      },
      reserveMinor: reserveMinor ?? undefined,
      currency,
      limits,
      key: expiredAuctionId,
      // A later automatic attempt counts as the same request, although its end is later.
      fingerprint: JSON.stringify({ endsAt }),
      isFromDraft: false,
      plan: { relistOf: expiredAuctionId, isAutomatic: endsAt === null },
    },
    now,
  );
  if (opened.ok) return recordListing(ports, opened.listing, now);
  const { code } = opened.failure;
  switch (code) {
    case "category_unknown":
      return { ok: false, failure: { code, message: CATEGORY_GONE_MESSAGE } };
    // The room has refused a second relisting, which has a different end.
    case "key_reused":
    case "auction_exists":
    case "auction_not_found":
      return { ok: false, failure: { code: "already_relisted" } };
    case "draft_not_found":
    case "start_too_soon":
    case "start_too_late":
      throw new Error(`a relisting has no draft and no start, and was refused with ${code}`);
    default:
      return { ok: false, failure: { ...opened.failure, code } };
  }
}
