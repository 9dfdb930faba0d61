/**
 * Opens the room of a listing whose images are stored. First records the opening in D1, then the room decides. If
 * the room doesn't answer, this throws, and the sweep checks the room later.
 */
import { actorOfAccount } from "../accounts/actor.ts";
import type { OwnAuction } from "../contract/auction.ts";
import type { RefusalOf } from "../contract/refusals.ts";
import type { AuctionRow } from "../db/schema.ts";
import { deleteImages } from "../images/store.ts";
import type { Actor, WithOrigin } from "../rpc/room-rpc.ts";
import type { Terms } from "../rules/facts.ts";
import type { ListingLimits } from "../rules/listing.ts";
import type { ListingRefused } from "./listing-images.ts";
import type { ListingPorts } from "./ports.ts";
import { abandonOpening, beginOpening, type BegunOpening } from "./queries/openings.ts";
import type { FirstPlan } from "./queries/relist-plans.ts";

/** The person who opens a listing, and whether they're the caller, whose account has to be checked. */
export type ListingSeller = WithOrigin & { readonly actor: Actor; readonly isCaller?: true };

/** A listing whose images are stored and whose terms are known. */
export type PreparedListing = ListingSeller & {
  readonly auctionId: string;
  readonly terms: Omit<Terms, "categoryName">;
  /** The hidden reserve, if there is one. */
  readonly reserveMinor: number | undefined;
  readonly currency: string;
  readonly limits: ListingLimits;
  /** The idempotency key, if the call has one. */
  readonly key: string | undefined;
  /** The input that a retry must have in common with the first call. */
  readonly fingerprint: string;
  readonly isFromDraft: boolean;
  readonly plan: FirstPlan;
};

/** A listing whose room is open, with D1's data from the start of the opening, and the room's answer. */
export type OpenedListing = PreparedListing &
  Pick<BegunOpening, "hasDraft" | "blockedIds"> & { readonly auction: OwnAuction; readonly row: AuctionRow };

const DELETED_AUCTION_MESSAGE = "The auction created with this idempotency key is gone";

/** `now` is epoch ms. */
export async function openRoom(
  ports: ListingPorts,
  listing: PreparedListing,
  now: number,
): Promise<
  | { readonly ok: true; readonly listing: OpenedListing }
  | ListingRefused<RefusalOf<"open"> | "category_unknown" | "draft_not_found">
> {
  const { auctionId, actor, isCaller = false, terms, plan, key } = listing;
  const opening = { auctionId, sellerId: actor.id, imageKeys: terms.imageKeys, createdAt: now };
  const isKeyless = key === undefined;
  const details = { categoryId: terms.categoryId, plan, isCaller, isKeyless };
  const begun = await beginOpening(ports.db, opening, details);
  const refused = refusalOf(begun, listing);
  if (refused) {
    if (isKeyless) await abandonListing(ports, listing);
    return { ok: false, failure: { code: refused } };
  }
  const opened = await ports.rooms.getByName(auctionId).open(requestOf(listing, begun));
  if (opened.ok) {
    const { hasDraft, blockedIds } = begun;
    return { ok: true, listing: { ...listing, hasDraft, blockedIds, ...opened.value } };
  }
  if (isKeyless) await abandonListing(ports, listing);
  if (opened.failure.code !== "auction_not_found") return opened;
  return { ok: false, failure: { code: "auction_not_found", message: DELETED_AUCTION_MESSAGE } };
}

/** Why the room can't be opened. Null if it can. */
function refusalOf(begun: BegunOpening, { isFromDraft, isCaller }: PreparedListing) {
  if (isCaller && !begun.seller) return "not_signed_in";
  if (begun.isOpened) return null;
  // Another page may have deleted the draft, and its images with it, before the opening protected them.
  if (isFromDraft && !begun.hasDraft) return "draft_not_found";
  return begun.categoryName === null ? "category_unknown" : null;
}

function requestOf({ auctionId, actor, origin, terms, ...listing }: PreparedListing, begun: BegunOpening) {
  const { reserveMinor, currency, limits, key, fingerprint } = listing;
  return {
    auctionId,
    // The session may be up to a minute old and have an earlier name.
    actor: begun.seller ? actorOfAccount(begun.seller) : actor,
    ...(origin && { origin }),
    // A retry gets the first answer, which has the name that the category had then.
    terms: { ...terms, categoryName: begun.categoryName ?? "" },
    reserveMinor,
    currency,
    limits,
    key,
    fingerprint,
    blockedIds: begun.blockedIds,
    isRetry: begun.isOpened,
    callerWritesRow: true,
  };
}

/**
 * Cleans up after a refused listing that had no idempotency key. If it had a key, a concurrent call may be opening the
 * same room with the same images. Then the sweep removes what neither call used.
 */
async function abandonListing({ db, images }: ListingPorts, { auctionId, terms }: PreparedListing): Promise<void> {
  await abandonOpening(db, auctionId);
  await deleteImages(images.IMAGE_BUCKET, terms.imageKeys);
}
