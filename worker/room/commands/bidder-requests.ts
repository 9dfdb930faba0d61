/**
 * Bidder requests: what each contains, the command it becomes, what identifies a retry, and the response. Pure.
 */
import type { PublicBid } from "../../contract/bid.ts";
import type * as rpc from "../../rpc/room-rpc.ts";
import { findBid, leaderOf } from "../../rules/auction.ts";
import type { Maximum } from "../../rules/bidding.ts";
import type { MinorOffer } from "../../rules/money.ts";
import type { ChainedFact } from "../storage/journal.ts";
import { toBid, toStanding } from "../views/wire.ts";
import { type AcceptedRequest, defineRequestKind, type RequestsOf, type ResponsesOf } from "./request-kind.ts";

/** A request with the salt for the seal of its maximum, if it has one. */
export type WithSealedMaximum<Request> = Omit<Request, "maxMinor"> & { readonly maximum?: Maximum };

/** The most a new member can bid, in minor units. Absent for known members. */
type OfferLimit = { readonly limitMinor?: number | undefined };

export const BIDDER_REQUESTS = {
  /** `maxStandingBids` is the bidder's limit on this auction. Without it, the rules' own limit applies. */
  placeBid: defineRequestKind<
    { readonly maxStandingBids?: number } & OfferLimit & WithSealedMaximum<rpc.PlaceBidRequest>,
    rpc.PlaceBidResult
  >({
    command: ({ actor, amountMinor, maximum, confirmed, limitMinor, maxStandingBids }, turn) => {
      const bidderId = turn.bidderIdOf(actor);
      const bidId = turn.nextBidId(bidderId, { amountMinor, maximum });
      const bid = { bidId, bidderId, personId: actor.id, amountMinor, maximum, confirmed, limitMinor };
      return { type: "placeBid", ...bid, ownStandingBids: turn.countStandingBids(bidderId), maxStandingBids };
    },
    content: offerText,
    response: toPlacedBid,
  }),
  editBid: defineRequestKind<OfferLimit & WithSealedMaximum<rpc.EditBidRequest>, rpc.EditBidResult>({
    command: ({ actor, bidId, amountMinor, maximum, confirmed, limitMinor }, turn) => {
      const bid = { bidId, bidderId: turn.bidderIdOf(actor), personId: actor.id };
      return { type: "editBid", ...bid, amountMinor, maximum, confirmed, limitMinor };
    },
    content: (request) => `${request.bidId} ${offerText(request)}`,
    response: (accepted) => ({ updatedBid: bidOf(accepted), ...standingAndLead(accepted), ...receiptOf(accepted) }),
  }),
  withdrawBid: defineRequestKind<rpc.WithdrawBidRequest, rpc.WithdrawBidResult>({
    command: ({ actor, bidId, reason }, turn) => {
      const bidderId = turn.bidderIdOf(actor);
      const ownWithdrawals = turn.countWithdrawals(bidderId);
      return { type: "withdrawBid", bidId, bidderId, ownWithdrawals, ...(reason && { reason }) };
    },
    content: ({ bidId, reason }) => `${bidId}${reason ? ` ${reason}` : ""}`,
    response: (accepted) => ({ auction: toStanding(accepted.state.auction, accepted.now), ...receiptOf(accepted) }),
  }),
  requestRelease: defineRequestKind<rpc.StandingBidRequest, rpc.RequestReleaseResult>({
    command: ({ actor, bidId }, turn) => ({ type: "requestRelease", bidId, bidderId: turn.bidderIdOf(actor) }),
    content: ({ bidId }) => bidId,
    response: () => ({ requested: true }),
  }),
  buyNow: defineRequestKind<OfferLimit & rpc.BuyNowRequest, rpc.PlaceBidResult>({
    command: ({ actor, priceMinor, limitMinor }, turn) => {
      const bidderId = turn.bidderIdOf(actor);
      const bidId = turn.nextBidId(bidderId, { amountMinor: priceMinor });
      return { type: "buyNow", priceMinor, bidId, bidderId, personId: actor.id, limitMinor };
    },
    content: ({ priceMinor }) => String(priceMinor),
    response: toPlacedBid,
  }),
};
export type BidderRequests = RequestsOf<typeof BIDDER_REQUESTS>;
export type BidderResponses = ResponsesOf<typeof BIDDER_REQUESTS>;

function offerText({ amountMinor, maximum }: WithSealedMaximum<MinorOffer>): string {
  return maximum ? `${amountMinor ?? ""} up to ${maximum.maxMinor}` : String(amountMinor);
}

function toPlacedBid(accepted: AcceptedRequest): rpc.PlaceBidResult {
  return { newBid: bidOf(accepted), ...standingAndLead(accepted), ...receiptOf(accepted) };
}

/** The standing, and whether the bidder leads after this bid. Another bidder's maximum may be higher. */
function standingAndLead({ facts, state: { auction }, now }: AcceptedRequest) {
  const { fact } = ownFact(facts);
  const leads = "bidderId" in fact && leaderOf(auction)?.bidderId === fact.bidderId;
  return { auction: toStanding(auction, now), leads };
}

/** The bid just placed or changed. It's the highest one, unless the leader's maximum beat it. */
function bidOf({ facts, state }: AcceptedRequest): PublicBid {
  const { fact } = ownFact(facts);
  const bid = "bidId" in fact ? findBid(state.auction, fact.bidId) : null;
  // Stryker disable next-line all: never thrown, because the bid was just accepted.
  if (!bid) throw new Error("an accepted bid is a standing bid");
  return toBid(bid, state);
}

function receiptOf({ facts }: AcceptedRequest): rpc.Receipt {
  const { seq, hash } = ownFact(facts);
  return { seq, hash };
}

/** The fact of a bidder's accepted command. The rules may have adjusted the leader's bid before or after it. */
function ownFact(facts: readonly ChainedFact[]): ChainedFact {
  const own = facts.find(({ fact }) => fact.type !== "bidAdjusted");
  // Stryker disable next-line all: never thrown, because every command with a receipt records a fact.
  if (!own) throw new Error("an accepted bid is a fact");
  return own;
}
