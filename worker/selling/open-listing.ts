/**
 * Opens a listing whose images are stored: a pending row in D1, then its room, which decides. Then the row is
 * published, so that the seller does not have to wait for the room's delivery. An outage of the room throws and the row
 * stays pending: the sweep asks the room later whether it opened. Until it has opened, its draft stays unchanged.
 */
import { openCatalogue } from "../catalogue/database.ts";
import { deletePending, insertPending, publishOpened } from "../catalogue/pending-auctions.ts";
import type { FirstPlan } from "../catalogue/relist-plans.ts";
import type { OwnAuction } from "../contract/auction.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { deleteImages } from "../images/store.ts";
import type { Actor, WithOrigin } from "../room-rpc.ts";
import { windowOf } from "../rules/closing.ts";
import type { Terms } from "../rules/facts.ts";
import { listingLimits, type Settings } from "../settings.ts";
import type { ListingRefused } from "./listing-images.ts";

export type ListingToOpen = WithOrigin & {
  readonly auctionId: string;
  readonly actor: Actor;
  readonly terms: Terms;
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

/** Refusals of a room that is open already. */
const OPENED_BY_ANOTHER: ReadonlySet<ErrorCode> = new Set(["key_reused", "auction_exists"]);
const DELETED_SINCE = "The auction that was created under this idempotency key is gone";

/** `now` is epoch ms. */
export async function openListing(
  env: Env,
  settings: Settings,
  { auctionId, actor, terms, reserveMinor, currency, key, asked, hasDraft, plan, ...traced }: ListingToOpen,
  now: number,
): Promise<{ readonly ok: true; readonly auction: OwnAuction } | ListingRefused> {
  const catalogue = openCatalogue(env.DB);
  const { title, description, categoryId, imageKeys, increments, startingPriceMinor, startsAt, endsAt } = terms;
  const { phase, blockedIds, ...inserted } = await insertPending(
    catalogue,
    {
      id: auctionId,
      sellerId: actor.id,
      title,
      description,
      categoryId,
      imageKeys,
      currency,
      increments,
      startingPriceMinor,
      priceMinor: startingPriceMinor,
      minNextMinor: startingPriceMinor,
      bidCount: 0,
      createdAt: now,
      startsAt: startsAt ?? null,
      scheduledEndsAt: endsAt,
      endsAt,
      extensions: 0,
      windowMs: windowOf(terms, endsAt - (startsAt ?? now)),
      buyNowMinor: terms.buyNowPriceMinor ?? null,
      reserveMinor: reserveMinor ?? null,
      reserveMet: reserveMinor === undefined ? null : false,
    },
    plan,
  );
  // Another page may have deleted the draft, and its images with it, before the pending row protected them.
  if (hasDraft && !inserted.hasDraft && phase === "pending") {
    await deletePending(catalogue, auctionId);
    return { ok: false, failure: { code: "draft_not_found" } };
  }
  const room = env.AUCTION_ROOM.getByName(auctionId);
  const opened = await room.open({
    ...traced,
    key,
    auctionId,
    actor,
    currency,
    terms,
    reserveMinor,
    asked,
    limits: listingLimits(settings),
    blockedIds,
    again: phase !== "pending",
  });
  if (!opened.ok) {
    // The call that opened it first may not have been delivered to D1 yet: the row belongs to that call.
    if (!OPENED_BY_ANOTHER.has(opened.failure.code)) await deletePending(catalogue, auctionId);
    // Under a key, a concurrent repeat may be using the same images: the sweep removes unused images.
    if (key === undefined) await deleteImages(env.IMAGE_BUCKET, imageKeys);
    if (opened.failure.code !== "auction_not_found") return opened;
    return { ok: false, failure: { code: "auction_not_found", message: DELETED_SINCE } };
  }
  const published = await publishOpened(catalogue, auctionId, actor.id);
  // The account was deleted meanwhile: the deletion found no open room to remove the person from.
  if (!published.hasSeller) {
    const removed = await room.removePerson(actor.id);
    await deleteImages(env.IMAGE_BUCKET, removed.imageKeys);
    return { ok: false, failure: { code: "not_signed_in" } };
  }
  // People blocked while the room was opening: that call found no open auction to block them in.
  for (const personId of published.blockedIds) {
    if (!blockedIds.includes(personId)) await room.setBlocked({ sellerId: actor.id, personId, blocked: true });
  }
  return { ok: true, auction: opened.value.auction };
}
