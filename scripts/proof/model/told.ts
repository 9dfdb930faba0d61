/** What the room must answer, worked out from the plain model: the wire's own words, major units, ISO times. */
import type { Answered } from "../../../worker/room/rpc.ts";
import { type ModelAuction, type ModelBid, MOST, type Verdict } from "./law.ts";
import { SELLER, type Who, type Wish } from "./moves.ts";

export type Facts = readonly { readonly type: string; readonly bidId?: unknown }[];

export function actor(id: Who) {
  return { id, firstName: id, lastName: "Example", imageUrl: null, maskedEmail: `${id[0]}•••@e•••.com` };
}

function person(id: string) {
  return { _id: id, firstName: id, lastName: "Example", image: null };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

export function bidTold({ id, amount, bidder, edited, placedAt }: ModelBid) {
  return { _id: id, amount: amount / 100, bidder: person(bidder), createdAt: iso(placedAt), auto: false, edited };
}

export function standingTold(model: ModelAuction, now: number) {
  return {
    currentBid: model.price / 100,
    minNextBid: model.minNext / 100,
    bidCount: model.bids.length,
    auctionEndTime: iso(model.end),
    status: model.status(now),
    extensions: model.extensions,
  };
}

export function auctionTold(id: string, model: ModelAuction, now: number) {
  const { title, description, startingPriceMinor, imageKeys } = model.terms;
  return {
    _id: id,
    title,
    description,
    startingPrice: startingPriceMinor / 100,
    pictures: imageKeys.map((key) => ({ url: `/api/v1/images/${key}` })),
    images: imageKeys.length === 0 ? null : { url: `/api/v1/images/${imageKeys[0]}` },
    currency: "USD",
    scheduledEndTime: iso(model.scheduledEnd),
    createdAt: iso(model.openedAt),
    category: { _id: "antiques", name: "Antiques" },
    seller: person(SELLER),
    ...standingTold(model, now),
  };
}

export function detailsTold(id: string, model: ModelAuction, now: number) {
  return {
    ...auctionTold(id, model, now),
    bids: model.bids.toReversed().slice(0, 100).map(bidTold),
    seq: model.seq,
    serverTime: now,
    watching: 0,
    winner: model.winner === null ? null : person(model.winner),
  };
}

/** The answer to a wish on which the model has just come to this verdict. */
export function answerTold(id: string, model: ModelAuction, wish: Wish, verdict: Verdict, now: number) {
  if (!verdict.ok) return { code: verdict.code, details: verdict.details };
  const auction = standingTold(model, now);
  const { leader } = model;
  switch (wish.kind) {
    case "place":
      return leader && { newBid: bidTold(leader), auction };
    case "edit":
      return leader && { updatedBid: bidTold(leader), auction };
    case "withdraw":
      return { auction };
    case "listing":
      return { auction: auctionTold(id, model, now) };
    case "delete":
      return { imageKeys: model.terms.imageKeys };
  }
}

/** A room's answer without the sentence of a refusal, which says in words what code and details say. */
export function heard(answer: Answered<unknown>): unknown {
  if (answer.ok) return answer.value;
  const { code, details } = answer.failure;
  return { code, details };
}

/** The largest amount that a wish can have over the wire; what is beyond never reaches a room. */
export const MOST_SENT = 2 * MOST;
