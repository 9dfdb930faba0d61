/**
 * The text that identifies a retry of a request, and the response that both the request and its retries get.
 * `listing-requests.ts` has the parts for sellers and moderation. Pure.
 */
import type { PublicBid } from "../../contract/bid.ts";
import type { Receipt } from "../../room-rpc.ts";
import { type Auction, findBid, leaderOf } from "../../rules/auction.ts";
import type { ChainedFact } from "../storage/journal.ts";
import { type NamedAuction, toBid, toStanding } from "../views/wire.ts";
import { listingFingerprint, listingResponse } from "./listing-requests.ts";
import type { Request, Requests, Responses } from "./requests.ts";

function offerText({ amountMinor, maximum }: Requests["placeBid" | "editBid"]): string {
  return maximum ? `${amountMinor ?? ""} up to ${maximum.maxMinor}` : String(amountMinor);
}

/**
 * The content of a request as one text, which a retry of its key must match. Leaves out actor, origin, confirmation
 * and limits.
 */
export function fingerprintOf(request: Request): string {
  switch (request.type) {
    case "placeBid":
      return `placeBid ${offerText(request)}`;
    case "editBid":
      return `editBid ${request.bidId} ${offerText(request)}`;
    case "withdrawBid":
      return `withdrawBid ${request.bidId}${request.reason ? ` ${request.reason}` : ""}`;
    case "requestRelease":
      return `requestRelease ${request.bidId}`;
    case "buyNow":
      return `buyNow ${request.priceMinor}`;
    default:
      return listingFingerprint(request);
  }
}

/**
 * The response to an accepted request. `state` is the state after the request, and `facts` are its own. `now` is epoch
 * ms.
 */
export function responseTo(
  request: Request,
  facts: readonly ChainedFact[],
  state: NamedAuction,
  now: number,
): Responses[keyof Responses] {
  const standing = () => toStanding(state.auction, now);
  const receipt = () => receiptOf(facts);
  const leads = () => isOfLeader(state.auction, facts);
  switch (request.type) {
    case "placeBid":
    case "buyNow": {
      const own = ownFact(facts);
      return { newBid: bidOf(state, facts), auction: standing(), leads: leads(), seq: own.seq, hash: own.hash };
    }
    case "editBid":
      return { updatedBid: bidOf(state, facts), auction: standing(), leads: leads(), ...receipt() };
    case "withdrawBid":
      return { auction: standing(), ...receipt() };
    case "requestRelease":
      return { requested: true };
    default:
      return listingResponse(request, facts.length > 0, state, now);
  }
}

/** The fact of a bidder's accepted command. The rules may have adjusted the leader's bid before or after it. */
function ownFact(facts: readonly ChainedFact[]): ChainedFact {
  const own = facts.find(({ fact }) => fact.type !== "bidAdjusted");
  // Stryker disable next-line all: never thrown, because every command with a receipt records a fact.
  if (!own) throw new Error("an accepted bid is a fact");
  return own;
}

function receiptOf(facts: readonly ChainedFact[]): Receipt {
  const { seq, hash } = ownFact(facts);
  return { seq, hash };
}

/** The bid just placed or changed. It's the highest one, unless the leader's maximum beat it. */
function bidOf(state: NamedAuction, facts: readonly ChainedFact[]): PublicBid {
  const { fact } = ownFact(facts);
  const bid = "bidId" in fact ? findBid(state.auction, fact.bidId) : null;
  // Stryker disable next-line all: never thrown, because the bid was just accepted.
  if (!bid) throw new Error("an accepted bid is a standing bid");
  return toBid(bid, state);
}

/** Whether the bidder leads after this bid. Another bidder's maximum may be higher. */
function isOfLeader(auction: Auction, facts: readonly ChainedFact[]): boolean {
  const { fact } = ownFact(facts);
  return "bidderId" in fact && leaderOf(auction)?.bidderId === fact.bidderId;
}
