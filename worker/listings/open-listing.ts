/**
 * Opens a listing whose images are stored: D1 notes the opening, then its room decides. Then the room's row is published
 * here, in place of the room's first delivery: the seller finds it in every list. An outage of the room throws, and the
 * sweep looks at the room later. Until it has opened, its draft stays unchanged.
 */
import { actorOf } from "../accounts/actor.ts";
import type { OwnAuction } from "../contract/auction.ts";
import type { RefusalOf } from "../contract/refusals.ts";
import { openCatalogue } from "../db/database.ts";
import { deleteImages } from "../images/store.ts";
import type { Actor, WithOrigin } from "../room-rpc.ts";
import type { Terms } from "../rules/facts.ts";
import { listingLimits, type Settings } from "../settings.ts";
import type { ListingRefused } from "./listing-images.ts";
import { abandonOpening, beginOpening, type Begun, publishOpened } from "./queries/openings.ts";
import type { FirstPlan } from "./queries/relist-plans.ts";

export type ListingToOpen = WithOrigin & {
  readonly auctionId: string;
  readonly actor: Actor;
  /** The session of the actor, if it has to be checked. */
  readonly sessionId?: string;
  readonly terms: Omit<Terms, "categoryName">;
  /** The hidden reserve, if there is one. */
  readonly reserveMinor?: number | undefined;
  readonly currency: string;
  /** The idempotency key, if the call has one. */
  readonly key: string | undefined;
  /** The input that a repeat must have in common with the first call. */
  readonly asked: string;
  readonly hasDraft: boolean;
  readonly plan: FirstPlan;
};

const DELETED_SINCE = "The auction that was created under this idempotency key is gone";

/** `now` is epoch ms. */
export async function openListing(
  env: Env,
  settings: Settings,
  { auctionId, actor, sessionId, terms, reserveMinor, currency, key, asked, hasDraft, plan, ...traced }: ListingToOpen,
  now: number,
): Promise<
  | { readonly ok: true; readonly auction: OwnAuction }
  | ListingRefused<RefusalOf<"open"> | "category_unknown" | "draft_not_found">
> {
  const catalogue = openCatalogue(env.DB);
  const { categoryId, imageKeys } = terms;
  const opening = { auctionId, sellerId: actor.id, imageKeys, createdAt: now };
  const isFirstCall = key === undefined;
  const begun = await beginOpening(catalogue, opening, { categoryId, plan, sessionId, isFirstCall });
  const refused = refusalOf(begun, hasDraft, sessionId !== undefined);
  if (refused) {
    if (key === undefined) await abandon(env, auctionId, imageKeys);
    return { ok: false, failure: { code: refused } };
  }
  // The session may be one that was found a while ago, before a change of the name.
  const seller = begun.session ? actorOf(begun.session) : actor;
  const room = env.AUCTION_ROOM.getByName(auctionId);
  const opened = await room.open({
    ...traced,
    key,
    auctionId,
    actor: seller,
    currency,
    // A repeat gets the first answer, which has the name that the category had then.
    terms: { ...terms, categoryName: begun.categoryName ?? "" },
    reserveMinor,
    asked,
    limits: listingLimits(settings),
    blockedIds: begun.blockedIds,
    again: begun.isOpened,
    publishes: true,
  });
  if (!opened.ok) {
    if (key === undefined) await abandon(env, auctionId, imageKeys);
    if (opened.failure.code !== "auction_not_found") return opened;
    return { ok: false, failure: { code: "auction_not_found", message: DELETED_SINCE } };
  }
  const origins = traced.origin ? [{ ...traced.origin, personId: actor.id, at: now }] : [];
  const { auction, row } = opened.value;
  const published = await publishOpened(env.DB, row, origins, begun.hasDraft);
  // The account was deleted meanwhile: the deletion found no open room to remove the person from.
  if (!published.hasSeller) {
    const removed = await room.removePerson(actor.id);
    await deleteImages(env.IMAGE_BUCKET, removed.imageKeys);
    return { ok: false, failure: { code: "not_signed_in" } };
  }
  // People blocked while the room was opening: that call found no open auction to block them in.
  for (const personId of published.blockedIds) {
    if (!begun.blockedIds.includes(personId)) await room.setBlocked({ sellerId: actor.id, personId, blocked: true });
  }
  return { ok: true, auction };
}

/** Why the room is not opened. */
function refusalOf(begun: Begun, hasDraft: boolean, hasSession: boolean) {
  if (hasSession && !begun.session) return "not_signed_in";
  if (begun.isOpened) return null;
  // Another page may have deleted the draft, and its images with it, before the opening protected them.
  if (hasDraft && !begun.hasDraft) return "draft_not_found";
  return begun.categoryName === null ? "category_unknown" : null;
}

/**
 * The listing was refused. Only without a key: under one, a concurrent call may be opening the same room with the same
 * images, and the sweep removes what neither used.
 */
async function abandon(env: Env, auctionId: string, imageKeys: readonly string[]): Promise<void> {
  await abandonOpening(openCatalogue(env.DB), auctionId);
  await deleteImages(env.IMAGE_BUCKET, imageKeys);
}
