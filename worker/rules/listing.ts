/**
 * Opening, editing, deleting and relisting a listing. Ownership is checked before anything else. Once someone has bid, the terms
 * are frozen: only the description may grow. What an admin has hidden or voided is kept as it is: a seller cannot change
 * or delete what they are accused of.
 */
import type { Auction, ListingChange, Terms } from "./auction.ts";
import { WITHDRAW_FREELY_MS } from "./bidding.ts";
import { isLive, notLive, statusAt } from "./closing.ts";
import { accept, type Decision, refuse, type Refusal } from "./refusal.ts";

/** An auction may end at most this long from now: 365 days. */
export const MAX_AUCTION_MS = 365 * 24 * 3_600_000;

/** Each edit is a fact for ever, of up to five kilobytes: enough for any seller, and little for every reader of the journal. */
export const MAX_LISTING_EDITS = 200;

/** What the deployment allows; part of the command, because the rules read no settings. */
export type ListingLimits = { readonly minStartingPriceMinor: number; readonly minAuctionMs: number };

export type OpenAuction = {
  readonly type: "open";
  readonly auctionId: string;
  readonly sellerId: string;
  readonly currency: string;
  readonly terms: Terms;
  readonly limits: ListingLimits;
  /** People whom the seller blocked before: blocked here from the start. */
  readonly blocked?: { readonly personIds: readonly string[]; readonly salt: string };
};
export type EditListing = {
  readonly type: "editListing";
  readonly sellerId: string;
  readonly change: ListingChange;
  readonly limits: ListingLimits;
};
export type DeleteListing = { readonly type: "deleteListing"; readonly sellerId: string };

/**
 * Opens an auction. Amounts are minor units, times are epoch ms. Enforces (in order):
 * 1. there is none yet: `auction_exists`
 * 2. the starting price is at least the deployment's minimum: `starting_price_too_low`
 * 3. the end is at least the deployment's minimum duration away: `end_too_soon`
 * 4. the end is at most `MAX_AUCTION_MS` away: `end_too_late`
 *
 * Fact: `opened`.
 */
export function openAuction(auction: Auction | null, command: OpenAuction, now: number): Decision {
  if (auction) return refuse({ code: "auction_exists" });
  const { auctionId, sellerId, currency, terms, limits } = command;
  const refusal =
    priceBelow(terms.startingPriceMinor, limits) ?? endOutside(terms.endsAt, now + limits.minAuctionMs, now);
  if (refusal) return refuse(refusal);
  const fact = { type: "opened", auctionId, sellerId, currency, terms } as const;
  return accept(command.blocked ? { fact, secret: command.blocked } : { fact });
}

/**
 * Changes a listing. Amounts are minor units, times are epoch ms. Enforces (in order):
 * 1. the caller is its seller: `not_your_auction`
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is live: `auction_ended`, `auction_voided`
 * 4. it was changed fewer than `MAX_LISTING_EDITS` times: `too_many_edits`
 * 5. with standing bids, only a description that continues the old one: `terms_frozen`, with every other field
 * 6. without bids, a starting price of at least the minimum: `starting_price_too_low`
 * 7. without bids, an end later than now and at most `MAX_AUCTION_MS` away: `end_too_soon`, `end_too_late`
 *
 * Fields that equal the current ones pass, also after the last edit. Fact: `listingEdited` with what differs, none when nothing does.
 */
export function editListing(auction: Auction, { sellerId, change, limits }: EditListing, now: number): Decision {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (auction.hidden) return refuse({ code: "listing_hidden" });
  const over = notLive(auction, now);
  if (over) return refuse(over);
  const changed = changedFields(auction, change);
  if (Object.keys(changed).length === 0) return accept();
  if (auction.edits >= MAX_LISTING_EDITS) return refuse({ code: "too_many_edits" });
  const refusal = auction.top ? frozen(auction, changed) : invalid(changed, limits, now);
  return refusal ? refuse(refusal) : accept({ fact: { type: "listingEdited", change: changed } });
}

/**
 * Deletes a listing. Enforces (in order):
 * 1. the caller is its seller: `not_your_auction`
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is not voided: `auction_voided`
 * 4. with standing bids, the auction is live: `auction_sold`
 * 5. with standing bids, more than `WITHDRAW_FREELY_MS` are left: `cancel_too_late`
 *
 * Fact: `removed` without standing bids, live or not; `cancelled` with them.
 */
export function deleteListing(auction: Auction, { sellerId }: DeleteListing, now: number): Decision {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (auction.hidden) return refuse({ code: "listing_hidden" });
  if (auction.phase === "voided") return refuse({ code: "auction_voided" });
  if (!auction.top) return accept({ fact: { type: "removed" } });
  if (!isLive(auction, now)) return refuse({ code: "auction_sold" });
  if (auction.endsAt - now <= WITHDRAW_FREELY_MS) return refuse({ code: "cancel_too_late" });
  return accept({ fact: { type: "cancelled" } });
}

/**
 * Why a listing may not be offered once more; null when it may. It is a question, not a command: the new auction has a room
 * of its own. Enforces (in order):
 * 1. the caller is its seller: `not_your_auction`
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is not voided: `auction_voided`
 * 4. it has ended and nobody's bid stands: `not_expired`
 */
export function refuseRelisting(auction: Auction, sellerId: string, now: number): Refusal | null {
  if (sellerId !== auction.sellerId) return { code: "not_your_auction" };
  if (auction.hidden) return { code: "listing_hidden" };
  if (auction.phase === "voided") return { code: "auction_voided" };
  return statusAt(auction, now) === "Expired" ? null : { code: "not_expired" };
}

/** The part of a change that differs from the current listing. */
function changedFields({ terms, endsAt }: Auction, change: ListingChange): ListingChange {
  const changed: { -readonly [Field in keyof ListingChange]: ListingChange[Field] } = { ...change };
  if (change.title === terms.title) delete changed.title;
  if (change.description === terms.description) delete changed.description;
  if (change.imageKeys?.join() === terms.imageKeys.join()) delete changed.imageKeys;
  if (change.startingPriceMinor === terms.startingPriceMinor) delete changed.startingPriceMinor;
  // The form may send back the end that the seller set or the end that extensions have made of it.
  if (change.endsAt === endsAt || change.endsAt === terms.endsAt) delete changed.endsAt;
  return changed;
}

function frozen(auction: Auction, changed: ListingChange): Refusal | null {
  const grows = changed.description?.startsWith(auction.terms.description);
  const fields = Object.keys(changed).filter((field) => !(field === "description" && grows));
  return fields.length > 0 ? { code: "terms_frozen", fields } : null;
}

function invalid(changed: ListingChange, limits: ListingLimits, now: number): Refusal | null {
  const earliestAt = now + 1;
  // What is not changed passes.
  const { startingPriceMinor = limits.minStartingPriceMinor, endsAt = earliestAt } = changed;
  return priceBelow(startingPriceMinor, limits) ?? endOutside(endsAt, earliestAt, now);
}

function priceBelow(
  startingPriceMinor: number,
  { minStartingPriceMinor: minimumMinor }: ListingLimits,
): Refusal | null {
  return startingPriceMinor < minimumMinor ? { code: "starting_price_too_low", minimumMinor } : null;
}

function endOutside(endsAt: number, earliestAt: number, now: number): Refusal | null {
  if (endsAt < earliestAt) return { code: "end_too_soon", earliestAt };
  const latestAt = now + MAX_AUCTION_MS;
  return endsAt > latestAt ? { code: "end_too_late", latestAt } : null;
}
