/**
 * A room's data for one person only: the account behind a bidder, an expired listing, aliases, a maximum, and what
 * prevents the deletion of an account.
 */
import type { OwnMaximumState } from "../../contract/bid.ts";
import { describeRefusal } from "../../contract/describe-refusal.ts";
import type * as rpc from "../../rpc/room-rpc.ts";
import { refusal } from "../../rpc/room-rpc.ts";
import { type Auction, isAutomatic, leaderOf, reserveOf } from "../../rules/auction.ts";
import { isLive, scheduledDurationMs } from "../../rules/closing.ts";
import { refuseRelisting } from "../../rules/listing.ts";
import { toMajor } from "../../rules/money.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import { toNamedPerson, toPerson } from "./wire.ts";

/** Whether someone may see the listing. Only its seller and admins see a hidden one. */
export function canSee({ hidden, sellerId }: Auction, { personId, moderates }: rpc.Requester): boolean {
  return !hidden || moderates || personId === sellerId;
}

/** The account of a bidder, for the seller. */
export function bidderAccount(
  { auction, participants }: RoomState,
  sellerId: string,
  bidderId: string,
): rpc.Answered<rpc.BidderAccount, "not_your_auction" | "bidder_unknown"> {
  if (auction.sellerId !== sellerId) return refusal("not_your_auction");
  const known = bidderId === sellerId ? undefined : participants.findByPublicId(bidderId);
  return known ? { ok: true, value: { personId: known.id } } : refusal("bidder_unknown");
}

/** The listing of an expired auction, for its seller, if `refuseRelisting` allows it. `now` is epoch ms. */
export function expiredListing(
  { auction }: RoomState,
  sellerId: string,
  now: number,
): rpc.AnswerTo<"expiredListing", rpc.ExpiredListing> {
  const { terms, currency } = auction;
  const refused = refuseRelisting(auction, sellerId, now);
  return refused
    ? { ok: false, failure: { ...describeRefusal(refused, currency), code: refused.code } }
    : {
        ok: true,
        value: { terms, reserveMinor: reserveOf(auction), currency, durationMs: scheduledDurationMs(auction) },
      };
}

/** The seller sees everyone behind the aliases, bidders see their own alias, and no one else sees any. */
export function aliasesFor({ auction, participants }: RoomState, personId: string): rpc.Aliases {
  const aliased = participants
    .listAnonymous()
    .map((participant) => ({ alias: toPerson(participant.id, participants)._id, person: toNamedPerson(participant) }));
  const own = aliased.find(({ person }) => person._id === personId)?.alias ?? null;
  return { own, people: personId === auction.sellerId ? aliased : [] };
}

/** The maximum of a person's own leading bid, if it has one. */
export function ownMaximum({ auction, participants }: RoomState, personId: string): OwnMaximumState {
  const leader = leaderOf(auction);
  if (!leader || !isAutomatic(leader) || leader.bidderId !== participants.bidderIdOf({ id: personId })) return null;
  const isPublic = leader.amountMinor === leader.maxMinor || auction.seal?.bidId !== leader.id;
  return { bidId: leader.id, maxBid: toMajor(leader.maxMinor), isPublic };
}

/** Why a person can't delete their account. `bids` are the room's, and `now` is epoch ms. */
export function deletionBlockersOf(
  { auction, participants, bidders }: RoomState,
  bids: Pick<RoomStorage["bids"], "hasRevealingBidFrom">,
  personId: string,
  now: number,
): rpc.DeletionBlockers {
  // No one can finish a hidden listing, so it doesn't block a deletion.
  if (!isLive(auction, now) || auction.hidden) return { leads: false, sellsWithBids: false };
  const bidderId = participants.bidderIdOf({ id: personId });
  // A bid that can't be withdrawn binds like a lead, because it may lead once the one above it goes.
  const isBound = bids.hasRevealingBidFrom(bidders.lastSeqOf(bidderId));
  return {
    leads: leaderOf(auction)?.bidderId === bidderId || isBound,
    sellsWithBids: auction.sellerId === personId && auction.bidCount > 0,
  };
}
