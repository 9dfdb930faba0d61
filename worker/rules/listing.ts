/**
 * Opening, editing, deleting and relisting a listing. We check ownership before anything else. Once someone has bid,
 * the terms are frozen and only the description can grow. A listing that an admin has hidden or voided stays as it is,
 * so that its seller can't destroy the evidence. The pages that load first need only `auction.ts` and `closing.ts` to
 * show a listing, so they don't load this file.
 */
import { type Auction, reserveOf } from "./auction.ts";
import { hasStarted, isOpen, refuseUnlessOpen, statusAt } from "./closing.ts";
import { accept, refuse } from "./decision.ts";
import {
  canonicalJson,
  type ItemDetails,
  type FactDraft,
  type ListingChange,
  type SealedReserve,
  type Terms,
} from "./facts.ts";
import type { Refusal } from "./refusal.ts";
import { FREE_WITHDRAWAL_MS } from "./withdrawal-times.ts";

/** The latest start from now, and the latest end after the start: 365 days. */
export const MAX_AUCTION_MS = 365 * 24 * 3_600_000;

/** Each edit is a permanent fact of up to 5 KB. 200 is enough for any seller, and the journal stays small. */
export const MAX_LISTING_EDITS = 200;

/** Covers the call to a new auction's room and the difference between two clocks. */
const OPENING_MS = 60_000;

/** The deployment's limits. They're part of the command, because the rules read no settings. */
export type ListingLimits = { readonly minStartingPriceMinor: number; readonly minAuctionMs: number };

export type OpenAuction = {
  readonly type: "open";
  readonly auctionId: string;
  readonly sellerId: string;
  readonly currency: string;
  readonly terms: Terms;
  readonly limits: ListingLimits;
  readonly reserve?: SealedReserve | undefined;
  /** People the seller had already blocked. They're blocked here from the start. */
  readonly blocked?: { readonly personIds: readonly string[]; readonly salt: string };
};
/** `startsAt` is null if bidding begins right away. */
export type RequestedChange = Omit<ListingChange, "startsAt"> & { readonly startsAt?: number | null };
export type EditListing = {
  readonly type: "editListing";
  readonly sellerId: string;
  readonly change: RequestedChange;
  /** A new hidden reserve, or null for none. Absent if it stays. */
  readonly reserve?: SealedReserve | null | undefined;
  readonly limits: ListingLimits;
};
type DeleteListing = { readonly type: "deleteListing"; readonly sellerId: string };

/**
 * Opens an auction. Amounts are minor units, times are epoch ms. Enforces (in order):
 * 1. the auction does not exist yet: `auction_exists`
 * 2. the starting price is at least the deployment's minimum: `starting_price_too_low`
 * 3. the reserve is at least the starting price, and the Buy It Now price above both: `reserve_too_low`,
 *    `buy_now_too_low`
 * 4. a start is not in the past, and at most `MAX_AUCTION_MS` away: `start_too_soon`, `start_too_late`
 * 5. the end is at least the deployment's minimum duration after the start, or after now: `end_too_soon`
 * 6. it is at most `MAX_AUCTION_MS` after that: `end_too_late`
 *
 * Facts: `opened`; `reserveSet` if there is a reserve.
 */
export function openAuction(auction: Auction | null, command: OpenAuction, now: number) {
  if (auction) return refuse({ code: "auction_exists" });
  const { auctionId, sellerId, currency, terms, limits, reserve } = command;
  const { startingPriceMinor, startsAt = now, endsAt } = terms;
  const refusal =
    refuseStartingPrice(startingPriceMinor, limits) ??
    refusePrices(startingPriceMinor, reserve?.reserveMinor ?? null, terms.buyNowPriceMinor ?? null) ??
    refuseStart(startsAt, now) ??
    refuseEnd(endsAt, startsAt + limits.minAuctionMs, startsAt);
  if (refusal) return refuse(refusal);
  const fact = { type: "opened", auctionId, sellerId, currency, terms } as const;
  const opened = command.blocked ? { fact, secret: command.blocked } : { fact };
  return reserve ? accept(opened, reserveDraft(reserve)) : accept(opened);
}

/**
 * Changes a listing. Amounts are minor units, times are epoch ms. Enforces (in order):
 * 1. the caller is its seller: `not_your_auction`
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is not over: `auction_ended`, `auction_voided`
 * 4. it was changed fewer than `MAX_LISTING_EDITS` times: `too_many_edits`
 * 5. with standing bids, only a description that continues the old one: `terms_frozen`, which lists the other fields
 * 6. without bids, a starting price of at least the minimum: `starting_price_too_low`
 * 7. without bids, a reserve of at least the starting price, and a Buy It Now price above both: `reserve_too_low`,
 *    `buy_now_too_low`
 * 8. without bids, a start that is not in the past and at most `MAX_AUCTION_MS` away: `start_too_soon`,
 *    `start_too_late`
 * 9. without bids, an end after now and at most `MAX_AUCTION_MS` after the later of start and now. Before the start, it
 *    is also at least the minimum duration after it. `end_too_soon`, `end_too_late`
 *
 * Fields that equal the current ones pass, even after the last edit. Facts: `listingEdited` with what differs, and
 * `reserveSet` or `reserveRemoved` if the reserve does. Without a difference there's no fact.
 */
export function editListing(auction: Auction, command: EditListing, now: number) {
  const { sellerId, change, limits } = command;
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (auction.hidden) return refuse({ code: "listing_hidden" });
  const notOpen = refuseUnlessOpen(auction, now);
  if (notOpen) return refuse(notOpen);
  const changed = changedFields(auction, change, now);
  const reserve = isSameReserve(auction, command.reserve) ? undefined : command.reserve;
  if (Object.keys(changed).length === 0 && reserve === undefined) return accept();
  if (auction.edits >= MAX_LISTING_EDITS) return refuse({ code: "too_many_edits" });
  const refusal = auction.top
    ? refuseFrozenTerms(auction, changed, reserve)
    : refuseInvalid(auction, changed, reserve, limits, now);
  if (refusal) return refuse(refusal);
  const edited: FactDraft[] =
    Object.keys(changed).length > 0 ? [{ fact: { type: "listingEdited", change: changed } }] : [];
  return accept(...edited, ...(reserve === undefined ? [] : [reserveDraft(reserve)]));
}

/** The fact that records a new or removed reserve. */
function reserveDraft(reserve: SealedReserve | null): FactDraft {
  return reserve ? { fact: { type: "reserveSet" }, secret: reserve } : { fact: { type: "reserveRemoved" } };
}

/** Whether an edit with this `reserve` leaves the auction's reserve unchanged. */
function isSameReserve(auction: Auction, reserve: SealedReserve | null | undefined): boolean {
  if (!reserve) return reserve === undefined || auction.reserve === null;
  return reserve.reserveMinor === reserveOf(auction);
}

/**
 * Deletes a listing. Enforces (in order):
 * 1. the caller is its seller: `not_your_auction`
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is not voided: `auction_voided`
 * 4. with bids, the auction is not sold, and no buyer of it was released: `auction_sold`
 * 5. with bids, more than `FREE_WITHDRAWAL_MS` are left: `cancel_too_late`
 *
 * "With bids" means standing ones. In a live auction, bids voided by the seller count too. Otherwise blocking every
 * bidder would be a way out of a sale. Fact: `cancelled` with bids; `removed` without, or if it ended without a buyer.
 */
export function deleteListing(auction: Auction, { sellerId }: DeleteListing, now: number) {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (auction.hidden) return refuse({ code: "listing_hidden" });
  if (auction.phase === "voided") return refuse({ code: "auction_voided" });
  if (auction.buyerReleased) return refuse({ code: "auction_sold" });
  const hasBids = auction.top !== null || auction.sellerVoided;
  if (!hasBids || statusAt(auction, now) === "Expired") return accept({ fact: { type: "removed" } });
  if (!isOpen(auction, now)) return refuse({ code: "auction_sold" });
  if (auction.endsAt - now <= FREE_WITHDRAWAL_MS) return refuse({ code: "cancel_too_late" });
  return accept({ fact: { type: "cancelled" } });
}

/**
 * Why the seller can't relist a listing, or null. It's a query, not a command, because the new auction has its own
 * room. Enforces (in order):
 * 1. the caller is its seller: `not_your_auction`
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is not voided: `auction_voided`
 * 4. it has ended without a winner: `not_expired`
 */
export function refuseRelisting(auction: Auction, sellerId: string, now: number) {
  if (sellerId !== auction.sellerId) return { code: "not_your_auction" } as const;
  if (auction.hidden) return { code: "listing_hidden" } as const;
  if (auction.phase === "voided") return { code: "auction_voided" } as const;
  return statusAt(auction, now) === "Expired" ? null : ({ code: "not_expired" } as const);
}

/**
 * The end of an automatic relisting. It keeps the duration, within the limits for a new auction, which an edit may have
 * exceeded. `OPENING_MS` allows for the new room deciding later, perhaps by another clock.
 */
export function endOfRelisting(durationMs: number, { minAuctionMs }: ListingLimits, now: number): number {
  return now + Math.min(Math.max(durationMs, minAuctionMs + OPENING_MS), MAX_AUCTION_MS - OPENING_MS);
}

/** The part of a change that differs from the current listing. */
function changedFields(auction: Auction, { startsAt, ...change }: RequestedChange, now: number): ListingChange {
  const { terms, endsAt } = auction;
  const changed: { -readonly [Field in keyof ListingChange]: ListingChange[Field] } = { ...change };
  const start = startsAt === null ? immediateStart(auction, now) : startsAt;
  if (start !== undefined && start !== terms.startsAt) changed.startsAt = start;
  if (change.title === terms.title) delete changed.title;
  if (change.description === terms.description) delete changed.description;
  if (change.imageKeys?.join() === terms.imageKeys.join()) delete changed.imageKeys;
  if (change.startingPriceMinor === terms.startingPriceMinor) delete changed.startingPriceMinor;
  if (change.increments === terms.increments) delete changed.increments;
  if ((change.buyNowPriceMinor ?? undefined) === terms.buyNowPriceMinor) delete changed.buyNowPriceMinor;
  if (isSameDetails(change.details ?? null, terms.details ?? null)) delete changed.details;
  // Sellers can only turn the soft close on or off. The maximum length is the deployment's setting from when the
  // listing was created.
  if (change.softCloseMs !== undefined && change.softCloseMs > 0 === terms.softCloseMs > 0) delete changed.softCloseMs;
  // The form can send back either the end that the seller set, or the extended one.
  if (change.endsAt === endsAt || change.endsAt === terms.endsAt) delete changed.endsAt;
  return changed;
}

function isSameDetails(details: ItemDetails | null, otherDetails: ItemDetails | null): boolean {
  return canonicalJson(details) === canonicalJson(otherDetails);
}

/** The start of an auction that the seller wants to start right away. Undefined if it has started. */
function immediateStart(auction: Auction, now: number): number | undefined {
  return hasStarted(auction, now) ? undefined : timeOfFact(auction, now);
}

/** The time that a fact gets at `now`. */
function timeOfFact(auction: Auction, now: number): number {
  return Math.max(now, auction.at);
}

/** Undefined if the reserve stays, null if the seller removes it. */
type NewReserve = SealedReserve | null | undefined;

function refuseFrozenTerms(
  auction: Auction,
  changed: ListingChange,
  reserve: NewReserve,
): Refusal<"terms_frozen"> | null {
  const isAppended = changed.description?.startsWith(auction.terms.description);
  const fields = Object.keys(changed).filter((field) => !(field === "description" && isAppended));
  if (reserve !== undefined) fields.push("reserveMinor");
  return fields.length > 0 ? { code: "terms_frozen", fields } : null;
}

function refuseInvalid(
  auction: Auction,
  changed: ListingChange,
  reserve: NewReserve,
  limits: ListingLimits,
  now: number,
) {
  // Unchanged values pass.
  const earliestStart = timeOfFact(auction, now);
  const { startingPriceMinor = limits.minStartingPriceMinor, startsAt = earliestStart } = changed;
  return (
    refuseStartingPrice(startingPriceMinor, limits) ??
    refuseNewPrices(auction, changed, reserve) ??
    refuseStart(startsAt, earliestStart) ??
    refuseNewTimes(auction, changed, limits, now)
  );
}

/** A new starting price can conflict with an unchanged reserve. */
function refuseNewPrices(auction: Auction, changed: ListingChange, reserve: NewReserve) {
  const { terms } = auction;
  const { startingPriceMinor = terms.startingPriceMinor, buyNowPriceMinor = terms.buyNowPriceMinor ?? null } = changed;
  const reserveMinor = reserve === undefined ? reserveOf(auction) : (reserve?.reserveMinor ?? null);
  return refusePrices(startingPriceMinor, reserveMinor, buyNowPriceMinor);
}

/** The reserve and the Buy It Now price are null if there is none. */
function refusePrices(
  startingPriceMinor: number,
  reserveMinor: number | null,
  buyNowPriceMinor: number | null,
): Refusal<"reserve_too_low" | "buy_now_too_low"> | null {
  if (reserveMinor !== null && reserveMinor < startingPriceMinor) {
    return { code: "reserve_too_low", minimumMinor: startingPriceMinor };
  }
  const aboveMinor = reserveMinor ?? startingPriceMinor;
  return buyNowPriceMinor !== null && buyNowPriceMinor <= aboveMinor ? { code: "buy_now_too_low", aboveMinor } : null;
}

/** A new start can conflict with an unchanged end. */
function refuseNewTimes(auction: Auction, changed: ListingChange, limits: ListingLimits, now: number) {
  if (changed.startsAt === undefined && changed.endsAt === undefined) return null;
  const { startsAt = auction.terms.startsAt ?? now, endsAt = auction.endsAt } = changed;
  return startsAt > now ? refuseEnd(endsAt, startsAt + limits.minAuctionMs, startsAt) : refuseEnd(endsAt, now + 1, now);
}

function refuseStartingPrice(
  startingPriceMinor: number,
  { minStartingPriceMinor: minimumMinor }: ListingLimits,
): Refusal<"starting_price_too_low"> | null {
  return startingPriceMinor < minimumMinor ? { code: "starting_price_too_low", minimumMinor } : null;
}

function refuseStart(startsAt: number, earliestAt: number): Refusal<"start_too_soon" | "start_too_late"> | null {
  if (startsAt < earliestAt) return { code: "start_too_soon", earliestAt };
  const latestAt = earliestAt + MAX_AUCTION_MS;
  return startsAt > latestAt ? { code: "start_too_late", latestAt } : null;
}

/** `from` is the start, or now. */
function refuseEnd(endsAt: number, earliestAt: number, from: number): Refusal<"end_too_soon" | "end_too_late"> | null {
  if (endsAt < earliestAt) return { code: "end_too_soon", earliestAt };
  const latestAt = from + MAX_AUCTION_MS;
  return endsAt > latestAt ? { code: "end_too_late", latestAt } : null;
}
