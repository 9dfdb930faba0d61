/** Edits a listing. New images are stored first, then its room decides. If the room refuses, we delete them. */
import type { EditAuctionInput, OwnAuction } from "../contract/auction.ts";
import { toStoredDetails } from "../contract/listing-details.ts";
import type { RefusalOf } from "../contract/refusals.ts";
import type { Actor } from "../rpc/room-rpc.ts";
import type { RequestedChange } from "../rules/listing.ts";
import { toMinorOrThrow } from "../rules/money.ts";
import { listingLimits, type Settings } from "../settings/settings.ts";
import {
  arrangeListingImages,
  type ListingRefused,
  parseOrder,
  type ImageRefusalCode,
  refuseHiddenListing,
  removeUnusedImages,
  type UploadedImages,
  storeListingImages,
} from "./listing-images.ts";
import type { ListingPorts } from "./ports.ts";
import { findSellerId } from "./queries/auctions.ts";

type ListingEdit = {
  readonly actor: Actor;
  readonly auctionId: string;
  readonly input: EditAuctionInput;
  readonly images: UploadedImages;
  /** The idempotency key, if the call has one. */
  readonly key: string | undefined;
};

/** Checks the seller, then the images and their order, then calls the room, which checks the seller again. */
export async function editListing(
  ports: ListingPorts,
  settings: Settings,
  { actor, auctionId, input, images, key }: ListingEdit,
): Promise<
  { readonly ok: true; readonly auction: OwnAuction } | ListingRefused<RefusalOf<"editListing"> | ImageRefusalCode>
> {
  const sellerId = await findSellerId(ports.db, auctionId);
  if (sellerId === null) return { ok: false, failure: { code: "auction_not_found" } };
  if (sellerId !== actor.id) return { ok: false, failure: { code: "not_your_auction" } };

  const refusal = await refuseHiddenListing(ports.rooms, auctionId, images);
  if (refusal) return refusal;

  const stored = await storeListingImages(ports.images, auctionId, images);
  if (!stored.ok) return stored;
  const order = parseOrder(input.pictures);
  const arranged = await arrangeListingImages(ports.rooms, auctionId, stored.keys, order);
  if (!arranged.ok) {
    await removeUnusedImages(ports, auctionId, stored.keys);
    return arranged;
  }

  const change = changeOf(input, settings);
  const reserveMinor = changedPrice(input.reservePrice);
  const edited = await ports.rooms.getByName(auctionId).editListing({
    actor,
    change: { ...change, ...(arranged.keys === null ? {} : { imageKeys: arranged.keys }) },
    reserveMinor,
    // A retry sends the same input, although the resulting images may have changed since then.
    fingerprint: JSON.stringify({ change, reserveMinor, sent: stored.sourceHashes, order }),
    limits: listingLimits(settings),
    key,
  });
  if (!edited.ok) {
    await removeUnusedImages(ports, auctionId, stored.keys);
    return edited;
  }
  return { ok: true, auction: edited.value.auction };
}

/** A price in minor units. Null if the form removes it, undefined if it stays. */
function changedPrice(price: number | "" | undefined): number | null | undefined {
  return price === "" ? null : price && toMinorOrThrow(price);
}

function changeOf(
  { title, description, startingPrice, startsAt, auctionEndTime, increments, softClose, ...input }: EditAuctionInput,
  { softCloseMs }: Settings,
): RequestedChange {
  const buyNowPriceMinor = changedPrice(input.buyNowPrice);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(startingPrice === undefined ? {} : { startingPriceMinor: toMinorOrThrow(startingPrice) }),
    ...(startsAt === undefined ? {} : { startsAt: startsAt === "" ? null : Date.parse(startsAt) }),
    ...(auctionEndTime === undefined ? {} : { endsAt: Date.parse(auctionEndTime) }),
    ...(increments === undefined ? {} : { increments }),
    ...(softClose === undefined ? {} : { softCloseMs: softClose === "on" ? softCloseMs : 0 }),
    ...(buyNowPriceMinor === undefined ? {} : { buyNowPriceMinor }),
    ...(input.details && { details: toStoredDetails(input.details) }),
  };
}
