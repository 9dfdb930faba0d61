/** The model's state as the API must show it, in the contract's fields, with amounts in major units and ISO times. */
import type { Standing } from "../../../worker/contract/catalogue.ts";
import type { Answered } from "../../../worker/rpc/room-rpc.ts";
import type { ModelBid, ModelAuction, ModelState, ModelResult } from "./auction.ts";
import { SELLER_COMMANDS, type UserCommand } from "./commands.ts";

/** Returns a person as everyone sees them, from their ID in the facts. */
export type WirePersonOf = (bidderId: string) => object;

/** A test user, as everyone sees them. */
export function wirePerson(id: string) {
  return { _id: id, firstName: id, lastName: "Example", image: null };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function wireBid(model: ModelAuction, bid: ModelBid, personOf: WirePersonOf = wirePerson) {
  const { id, amount, bidder, edited, auto, placedAt, releaseRequested: requested } = bid;
  const withdrawals = model.withdrawalsBy(bidder);
  return {
    _id: id,
    amount: amount / 100,
    bidder: personOf(bidder),
    createdAt: iso(placedAt),
    auto,
    edited,
    ...(withdrawals > 0 ? { withdrawals } : {}),
    ...(model.isRevealing(bid) ? { reveals: true } : {}),
    ...(requested ? { releaseRequested: true } : {}),
  };
}

/** An auction's standing, without the status, which depends on the time of the request. */
function wireStanding({ price, minNext, count, end, scheduledEnd, extensions, reserveMet }: ModelState) {
  return {
    ...(reserveMet === null ? {} : { reserveMet }),
    currentBid: price / 100,
    minNextBid: minNext / 100,
    bidCount: count,
    auctionEndTime: iso(end),
    scheduledEndTime: iso(scheduledEnd),
    extensions,
  };
}

/** Whether an answer shows the auction as it was in this state. */
export function matchesState(standing: Standing, state: ModelState): boolean {
  const { buyNowOffer } = state;
  // Buy It Now is available only while the auction is live, which depends on the clock.
  const offered = standing.status === "Live" ? buyNowOffer : null;
  const buyNowPrice = typeof offered === "number" ? offered / 100 : null;
  const isOffered = buyNowOffer === undefined ? !("buyNowPrice" in standing) : standing.buyNowPrice === buyNowPrice;
  return (
    isOffered && Object.entries(wireStanding(state)).every(([name, value]) => Reflect.get(standing, name) === value)
  );
}

function wireBuyNow(model: ModelAuction, now: number) {
  const offered = model.buyNowPrice(now);
  return model.terms.buyNowPriceMinor === undefined ? {} : { buyNowPrice: offered === null ? null : offered / 100 };
}

function wireAuction(model: ModelAuction, now: number, personOf: WirePersonOf = wirePerson) {
  const { title, description, startingPriceMinor, imageKeys, categoryId, categoryName, increments } = model.terms;
  const { buyNowPriceMinor, details } = model.terms;
  return {
    _id: model.id,
    title,
    description,
    startingPrice: startingPriceMinor / 100,
    pictures: imageKeys.map((key) => ({ url: `/api/v1/images/${key}` })),
    images: imageKeys.length === 0 ? null : { url: `/api/v1/images/${imageKeys[0]}` },
    currency: "USD",
    ...(model.terms.startsAt === undefined ? {} : { startsAt: iso(model.start) }),
    createdAt: iso(model.openedAt),
    category: { _id: categoryId, name: categoryName },
    seller: personOf(model.seller),
    ...wireStanding(model.state()),
    ...wireBuyNow(model, now),
    status: model.status(now),
    terms: {
      increments,
      softCloseMs: model.terms.softCloseMs,
      ...(buyNowPriceMinor === undefined ? {} : { buyNowPrice: buyNowPriceMinor / 100 }),
      ...(details === undefined ? {} : { details }),
    },
  };
}

/** The auction's own page. */
export function wireDetails(model: ModelAuction, now: number, personOf: WirePersonOf = wirePerson) {
  const newest = model.bids.toReversed().slice(0, 100);
  return {
    ...wireAuction(model, now, personOf),
    freezeMs: model.terms.freezeMs,
    bids: newest.map((bid) => wireBid(model, bid, personOf)),
    seq: model.seq,
    serverTime: now,
    watching: 0,
    winner: model.winner === null ? null : personOf(model.winner),
    ...(model.allWithdrawals > 0 ? { withdrawals: model.allWithdrawals } : {}),
    ...(model.buyerReleased ? { buyerReleased: true } : {}),
    ...(model.bought ? { bought: true } : {}),
    ...(model.voidedReason === null ? {} : { voided: { reason: model.voidedReason } }),
  };
}

/** The answer to a command with this result from the model. It has no hash, because the model computes none. */
export function wireAnswer(model: ModelAuction, command: UserCommand, result: ModelResult, now: number): object | null {
  if (!result.ok) return { code: result.code, details: result.details };
  const auction = { ...wireStanding(model.state()), ...wireBuyNow(model, now), status: model.status(now) };
  // The bidder's own fact comes first, unless the leader loses the lead. Then a fact that raises the leader's bid to
  // its maximum precedes it.
  const ownIndex = result.facts.findIndex(({ type }) => type !== "bidAdjusted");
  const seq = model.seq - result.facts.length + 1 + Math.max(ownIndex, 0);
  const own = result.facts[ownIndex];
  const bid = own && "bidId" in own ? model.bids.find(({ id }) => id === own.bidId) : undefined;
  const leads = model.leader?.bidder === bid?.bidder;
  const changed = result.facts.length > 0;
  switch (command.type) {
    case "placeBid":
    case "buyNow":
      return bid ? { newBid: wireBid(model, bid), auction, leads, seq } : null;
    case "editBid":
      return bid ? { updatedBid: wireBid(model, bid), auction, leads, seq } : null;
    case "withdrawBid":
      return { auction, seq };
    case "requestRelease":
      return { requested: true };
    case "releaseBid":
      return { auction };
    case "editListing":
      return {
        auction: {
          ...wireAuction(model, now),
          // Only the seller sees this.
          ...(model.reserve ? { reservePrice: model.reserve.amount / 100 } : {}),
        },
      };
    case "hideListing":
    case "showListing":
    case "voidAuction":
    case "block":
    case "unblock":
    case "voidBid":
    case "suspend":
      return { changed };
    default: {
      const { answer } = SELLER_COMMANDS[command.type];
      return { [answer]: { auction, changed, imageKeys: model.terms.imageKeys }[answer] };
    }
  }
}

/** A room's answer without the message of a refusal, which only restates its code and details. */
export function withoutMessage(answer: Answered<unknown>): unknown {
  if (answer.ok) return answer.value;
  const { code, details } = answer.failure;
  return { code, details };
}
