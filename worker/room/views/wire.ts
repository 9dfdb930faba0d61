/** Converts a room's state, with names and time, to the public contract's format. Pure. */
import { LRUCache } from "lru-cache";

import type { OwnAuction, SellerTerms } from "../../contract/auction.ts";
import type { PublicBid } from "../../contract/bid.ts";
import type { ListedAuction, Person, Standing } from "../../contract/catalogue.ts";
import { imageOf } from "../../contract/image-sizes.ts";
import { fromStoredDetails } from "../../contract/listing-details.ts";
import type { LiveEvent } from "../../contract/live.ts";
import { fullName } from "../../contract/text/full-name.ts";
import { deletedPerson } from "../../rpc/room-rpc.ts";
import { type Auction, type Bid, minNextBid, priceOf, isReserveMet, reserveOf } from "../../rules/auction.ts";
import { buyNowPriceAt } from "../../rules/buying.ts";
import { statusAt } from "../../rules/closing.ts";
import type { SequencedFact } from "../../rules/facts.ts";
import { toMajor } from "../../rules/money.ts";
import { aliasOf, type Participant, type Participants } from "../storage/participants.ts";

/** The participants, by their IDs in the facts. */
type ParticipantLookup = Pick<Participants, "get">;

/** How many bids each bidder has withdrawn in the auction, by their ID in the facts. */
type WithdrawalCounts = { countWithdrawals(bidderId: string): number };

export type AuctionWithParticipants = {
  readonly auction: Auction;
  readonly participants: ParticipantLookup;
  readonly bidders: WithdrawalCounts;
};

/** Recently formatted times. All facts of a turn share one time, and every bid is sent with the end time. */
const isoTexts = new LRUCache<number, string>({ max: 64 });

export function toIso(at: number): string {
  let text = isoTexts.get(at);
  // Stryker disable next-line ConditionalExpression: a cache miss only costs time.
  if (text === undefined) {
    text = new Date(at).toISOString();
    // Stryker disable next-line CallExpression: as above.
    isoTexts.set(at, text);
  }
  return text;
}

/** A participant as everyone sees them: by name, or by number if they're anonymous. */
export function toPerson(id: string, participants: ParticipantLookup): Person {
  const participant: Participant = participants.get(id) ?? deletedPerson(id);
  if (participant.anonymous && participant.number !== undefined) {
    return { _id: aliasOf(participant.number), firstName: "Bidder", lastName: String(participant.number), image: null };
  }
  return toNamedPerson(participant);
}

/** By name, for people who may see it. */
export function toNamedPerson({ id, firstName, lastName, imageUrl: url }: Participant): Person {
  return { _id: id, firstName, lastName, image: url === null ? null : { url } };
}

/** The public part of a bid. */
type BidWithoutMaximum = Omit<Bid, "maxMinor" | "floorMinor">;

export function toBid(
  bid: BidWithoutMaximum,
  { participants, bidders }: Omit<AuctionWithParticipants, "auction">,
): PublicBid {
  const withdrawals = bidders.countWithdrawals(bid.bidderId);
  return {
    _id: bid.id,
    amount: toMajor(bid.amountMinor),
    bidder: toPerson(bid.bidderId, participants),
    createdAt: toIso(bid.placedAt),
    auto: bid.auto,
    edited: bid.edited,
    ...(bid.reveals && { reveals: bid.reveals }),
    ...(bid.releaseRequested && { releaseRequested: bid.releaseRequested }),
    ...(withdrawals > 0 && { withdrawals }),
  };
}

export function toStanding(auction: Auction, now: number): Standing {
  const base = {
    currentBid: toMajor(priceOf(auction) ?? auction.terms.startingPriceMinor),
    minNextBid: toMajor(minNextBid(auction)),
    bidCount: auction.bidCount,
    auctionEndTime: toIso(auction.endsAt),
    scheduledEndTime: toIso(auction.scheduledEndsAt),
    status: statusAt(auction, now),
    extensions: auction.extensions,
  };
  const standing = auction.reserve === null ? base : { ...base, reserveMet: isReserveMet(auction) };
  if (auction.terms.buyNowPriceMinor === undefined) return standing;
  return { ...standing, buyNowPrice: buyNowPriceOf(auction, now) };
}

/** The price at which someone can buy the item now, in major units, or null. */
function buyNowPriceOf(auction: Auction, now: number): number | null {
  const priceMinor = buyNowPriceAt(auction, now);
  return priceMinor === null ? null : toMajor(priceMinor);
}

export function toListedAuction({ auction, participants }: AuctionWithParticipants, now: number): ListedAuction {
  const { terms } = auction;
  const pictures = terms.imageKeys.map(imageOf);
  return {
    _id: auction.id,
    title: terms.title,
    description: terms.description,
    images: pictures[0] ?? null,
    pictures,
    startingPrice: toMajor(terms.startingPriceMinor),
    currency: auction.currency,
    ...(terms.startsAt === undefined ? {} : { startsAt: toIso(terms.startsAt) }),
    createdAt: toIso(auction.openedAt),
    category: { _id: terms.categoryId, name: terms.categoryName },
    seller: toPerson(auction.sellerId, participants),
    ...toStanding(auction, now),
  };
}

function toSellerTerms(auction: Auction): SellerTerms {
  const { increments, softCloseMs, buyNowPriceMinor, details } = auction.terms;
  const buyNow = buyNowPriceMinor === undefined ? {} : { buyNowPrice: toMajor(buyNowPriceMinor) };
  return { increments, softCloseMs, ...buyNow, ...fromStoredDetails(details) };
}

/** The auction with its terms, which everyone can see. */
export function toAuctionWithTerms(state: AuctionWithParticipants, now: number): OwnAuction {
  return { ...toListedAuction(state, now), terms: toSellerTerms(state.auction) };
}

/** For its seller, who can change the terms and has set the reserve. Invariant: only in responses to the seller. */
export function toOwnAuction(state: AuctionWithParticipants, now: number): OwnAuction {
  const reserveMinor = reserveOf(state.auction);
  return {
    ...toAuctionWithTerms(state, now),
    ...(reserveMinor === null ? {} : { reservePrice: toMajor(reserveMinor) }),
  };
}

/**
 * Data that a changed bid's event needs besides its fact: when it was first placed (epoch ms), whether it was edited,
 * whether withdrawing it would reveal something, and whether its bidder asked for its release.
 */
export type BidFlags = Pick<Bid, "placedAt" | "edited" | "reveals" | "releaseRequested">;

/** A fact as an event of the live protocol. `flagsOf` returns the flags of the bid that the fact changes. */
export function toEvent(
  record: SequencedFact,
  state: AuctionWithParticipants,
  flagsOf: (bidId: string) => BidFlags,
): LiveEvent {
  const { fact, seq, at } = record;
  const { auction, participants, bidders } = state;
  if (auction.hidden) return { seq, type: "hidden" };
  const bidIn = (
    { bidId: id, bidderId, amountMinor }: { bidId: string; bidderId: string; amountMinor: number },
    change: Pick<BidWithoutMaximum, "auto"> & Partial<BidFlags>,
  ) => toBid({ ...flagsOf(id), ...change, id, bidderId, amountMinor }, { participants, bidders });
  switch (fact.type) {
    case "newBid": {
      const bid = bidIn(fact, { placedAt: at, auto: fact.auto, edited: false });
      const { bidder } = bid;
      return {
        seq,
        type: "newBid",
        productId: auction.id,
        bidAmount: bid.amount,
        bid,
        user: fullName(bidder),
        userId: bidder._id,
        bidderEmail: maskedEmailOf(participants.get(fact.bidderId)),
        auto: fact.auto,
        ...(fact.floorMinor !== undefined && { automatic: true }),
        ...(fact.bought && { bought: fact.bought }),
      };
    }
    case "bidEdited":
      return {
        seq,
        type: "bidEdited",
        previousAmount: toMajor(fact.previousMinor),
        bid: bidIn(fact, { auto: false, edited: true }),
        ...(fact.floorMinor !== undefined && { automatic: true }),
        ...(fact.bought && { bought: fact.bought }),
      };
    case "bidAdjusted":
      return { seq, type: fact.type, bid: bidIn(fact, { auto: true }) };
    case "bidWithdrawn":
      return {
        seq,
        type: "bidWithdrawn",
        bidId: fact.bidId,
        bidder: toPerson(fact.bidderId, participants),
        ...(fact.reason && { reason: fact.reason }),
        withdrawals: bidders.countWithdrawals(fact.bidderId),
      };
    case "releaseRequested": {
      const { bidId, bidderId } = fact;
      return { seq, type: fact.type, bidId, bidder: toPerson(bidderId, participants) };
    }
    case "bidVoided": {
      const { bidId, bidderId, by } = fact;
      return { seq, type: fact.type, bidId, bidder: toPerson(bidderId, participants), by };
    }
    case "listingEdited": {
      const { title, description, startingPrice, images, pictures, terms, ...rest } = toAuctionWithTerms(state, at);
      const { startsAt = null, buyNowPrice = null } = rest;
      const listing = { title, description, startingPrice, images, pictures, terms, startsAt, buyNowPrice };
      return { seq, type: "listingEdited", ...listing };
    }
    case "reserveSet":
      return { seq, type: fact.type, reserveMet: false };
    case "reserveRemoved":
      return { seq, type: fact.type, reserveMet: null };
    case "extended":
      return { seq, type: "extended", auctionEndTime: toIso(fact.endsAt), extensions: fact.extensions };
    case "closed":
      return {
        seq,
        type: "closed",
        status: fact.outcome ? "Sold" : "Expired",
        winner: fact.outcome && toPerson(fact.outcome.winnerId, participants),
        finalPrice: fact.outcome && toMajor(fact.outcome.priceMinor),
        ...(auction.bought && { bought: auction.bought }),
      };
    case "voided":
      return { seq, type: "voided", reason: fact.reason };
    // The compiler requires a case for any event that has more than its type.
    default:
      return { seq, type: fact.type };
  }
}

/** Even a masked email address would reveal which numbers belong to one person. */
function maskedEmailOf(participant: Participant | undefined): string {
  return participant === undefined || participant.anonymous ? "" : participant.maskedEmail;
}
