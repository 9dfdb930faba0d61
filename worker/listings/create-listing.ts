/**
 * Creates a listing: prepares it, with its images in R2, opens its room, and records it in D1. If the room refuses the
 * listing, we delete everything we stored for it. With an idempotency key, the listing's ID is made from the person
 * and the key. So a repeat reaches the same room and gets its first answer. A draft also serves as such a key. No
 * matter how often and from how many pages a draft is published, it becomes one listing.
 */
import type { CreateAuctionInput, OwnAuction } from "../contract/auction.ts";
import { toStoredDetails } from "../contract/listing-details.ts";
import type { RefusalOf } from "../contract/refusals.ts";
import { deriveId, newId } from "../platform/ids.ts";
import { WINDOWS_AFTER_WITHDRAWAL } from "../rules/closing.ts";
import { toMinorOrThrow } from "../rules/money.ts";
import { listingLimits, type Settings } from "../settings/settings.ts";
import { findDraftToPublish } from "./drafts.ts";
import { type ListingRefused, type ImageRefusalCode, prepareImages, type UploadedImages } from "./listing-images.ts";
import { openRoom, type PreparedListing, type ListingSeller } from "./open-room.ts";
import type { ListingPorts } from "./ports.ts";
import { hasOpened } from "./queries/drafts.ts";
import { recordListing } from "./record-listing.ts";

/** The codes with which a room refuses a draft that was published before with other content. */
const PUBLISHED_CODES: ReadonlySet<string> = new Set(["key_reused", "auction_exists"]);

export type ListingSubmission = ListingSeller & {
  readonly input: CreateAuctionInput;
  readonly images: UploadedImages;
  /** The idempotency key, if the call has one. */
  readonly key: string | undefined;
};

type CreateListingRefused = ListingRefused<RefusalOf<"createListing"> | ImageRefusalCode>;

/**
 * `now` is epoch ms. Throws if the room can't be reached. The sweep later checks with the room whether it opened. Until
 * the room has opened, the draft stays unchanged.
 */
export async function createListing(
  ports: ListingPorts,
  settings: Settings,
  listing: ListingSubmission,
  now: number,
): Promise<{ readonly ok: true; readonly auction: OwnAuction } | CreateListingRefused> {
  const prepared = await prepareListing(ports, settings, listing);
  if (!prepared.ok) return prepared;
  const opened = await openRoom(ports, prepared.listing, now);
  if (opened.ok) return recordListing(ports, opened.listing, now);
  const isPublished = listing.input.draft !== undefined && PUBLISHED_CODES.has(opened.failure.code);
  return isPublished ? { ok: false, failure: { code: "draft_published" } } : opened;
}

/** Checks the draft, then the images. The opening then checks the category, and the room the price and the end. */
async function prepareListing(
  ports: ListingPorts,
  settings: Settings,
  {
    input: { draft: draftId, draftVersion = 0, pictures, ...input },
    images,
    key: ownKey,
    ...seller
  }: ListingSubmission,
): Promise<{ readonly ok: true; readonly listing: PreparedListing } | CreateListingRefused> {
  const key = draftId ?? ownKey;
  const isKeyless = key === undefined;
  const auctionId = isKeyless ? newId() : deriveId(seller.actor.id, draftId === undefined ? "listing" : "draft", key);
  const found = await findDraftToPublish(ports.db, auctionId, draftId, draftVersion);
  if (!found.ok) return found;
  const { draft } = found;
  const arrangement = {
    personId: seller.actor.id,
    auctionId,
    current: draft?.imageKeys ?? [],
    isKeyless,
    isOpened: !isKeyless && (await hasOpened(ports.db, auctionId)),
  };
  const preparedImages = await prepareImages(ports, arrangement, images, pictures);
  if (!preparedImages.ok) return preparedImages;

  const { title, description, increments } = input;
  const details = toStoredDetails(input.details ?? {});
  return {
    ok: true,
    listing: {
      ...seller,
      auctionId,
      terms: {
        title,
        description,
        categoryId: input.category,
        imageKeys: preparedImages.imageKeys,
        startingPriceMinor: toMinorOrThrow(input.startingPrice),
        ...(input.startsAt === undefined ? {} : { startsAt: Date.parse(input.startsAt) }),
        endsAt: Date.parse(input.auctionDate),
        increments,
        softCloseMs: input.softClose === "on" ? settings.softCloseMs : 0,
        freezeMs: settings.softCloseMs,
        windowsAfterWithdrawal: WINDOWS_AFTER_WITHDRAWAL,
        ...(input.buyNowPrice === undefined ? {} : { buyNowPriceMinor: toMinorOrThrow(input.buyNowPrice) }),
        ...(details && { details }),
      },
      reserveMinor: input.reservePrice === undefined ? undefined : toMinorOrThrow(input.reservePrice),
      currency: settings.currency,
      limits: listingLimits(settings),
      key,
      fingerprint: JSON.stringify({ input, sent: preparedImages.sourceHashes, order: preparedImages.order }),
      isFromDraft: draft !== null,
      plan: { times: input.relistTimes },
    },
  };
}
