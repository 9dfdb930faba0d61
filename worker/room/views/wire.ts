/** A room's state in the public contract's format. Pure: state, names and time in, wire format out. */
import { LRUCache } from "lru-cache";

import type { OwnAuction, SellersTerms } from "../../contract/auction.ts";
import type { Bid as WireBid } from "../../contract/bid.ts";
import type { Auction as WireAuction, Person, Standing as WireStanding } from "../../contract/catalogue.ts";
import { detailsIn } from "../../contract/listing-details.ts";
import { type LiveEvent, MAX_BIDS_PER_FLUSH, type ServerFrame } from "../../contract/live.ts";
import { imageOf } from "../../contract/pictures.ts";
import { deletedPerson } from "../../room-rpc.ts";
import { type Auction, type Bid, findBid, minNextBid, priceOf, reserveMet, reserveOf } from "../../rules/auction.ts";
import { buyNowOffer } from "../../rules/buying.ts";
import { statusAt, windowMs } from "../../rules/closing.ts";
import type { Recorded } from "../../rules/facts.ts";
import { toMajor } from "../../rules/money.ts";
import { aliasOf, type Participant, type Participants } from "../storage/participants.ts";

/** The participants, by their ids in the facts. */
type Names = Pick<Participants, "get">;

/** How many bids someone has taken back in the auction, by their id in the facts. */
type Counts = { takenBackOf(bidderId: string): number };

export type NamedAuction = {
  readonly auction: Auction;
  readonly participants: Names;
  /** Absent where nothing is shown of a bidder but one answer. */
  readonly bidders?: Counts;
};

/** The texts of recent times: all facts of a turn have one time, and the end is sent with each bid. */
const isoTexts = new LRUCache<number, string>({ max: 64 });

export function toIso(at: number): string {
  let text = isoTexts.get(at);
  // Stryker disable next-line ConditionalExpression: without the kept text the same one is made, more slowly.
  if (text === undefined) {
    text = new Date(at).toISOString();
    // Stryker disable next-line CallExpression: as above.
    isoTexts.set(at, text);
  }
  return text;
}

/** A participant as everyone sees them: by name, or by number if they prefer not to be named. */
export function toPerson(id: string, names: Names): Person {
  const participant: Participant = names.get(id) ?? deletedPerson(id);
  if (participant.anonymous && participant.number !== undefined) {
    return { _id: aliasOf(participant.number), firstName: "Bidder", lastName: String(participant.number), image: null };
  }
  return toNamedPerson(participant);
}

/** By name, for people who may know it. */
export function toNamedPerson({ id, firstName, lastName, imageUrl: url }: Participant): Person {
  return { _id: id, firstName, lastName, image: url === null ? null : { url } };
}

/** What everyone may see of a bid. */
type ShownBid = Omit<Bid, "maxMinor" | "floorMinor">;

export function toBid(bid: ShownBid, { participants, bidders }: Omit<NamedAuction, "auction">): WireBid {
  const takenBack = bidders?.takenBackOf(bid.bidderId) ?? 0;
  return {
    _id: bid.id,
    amount: toMajor(bid.amountMinor),
    bidder: toPerson(bid.bidderId, participants),
    createdAt: toIso(bid.placedAt),
    auto: bid.auto,
    edited: bid.edited,
    ...(takenBack > 0 && { takenBack }),
    ...(bid.reveals && { reveals: bid.reveals }),
    ...(bid.releaseAsked && { releaseAsked: bid.releaseAsked }),
  };
}

export function toStanding(auction: Auction, now: number): WireStanding {
  const always = {
    currentBid: toMajor(priceOf(auction) ?? auction.terms.startingPriceMinor),
    minNextBid: toMajor(minNextBid(auction)),
    bidCount: auction.bidCount,
    auctionEndTime: toIso(auction.endsAt),
    status: statusAt(auction, now),
    extensions: auction.extensions,
  };
  const standing = auction.reserve === null ? always : { ...always, reserveMet: reserveMet(auction) };
  if (auction.terms.buyNowPriceMinor === undefined) return standing;
  return { ...standing, buyNowPrice: buyNowPriceOf(auction, now) };
}

/** The price at which it can be bought now, in major units; null where it cannot. */
function buyNowPriceOf(auction: Auction, now: number): number | null {
  const offerMinor = buyNowOffer(auction, now);
  return offerMinor === null ? null : toMajor(offerMinor);
}

export function toAuction({ auction, participants }: NamedAuction, now: number): WireAuction {
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
    scheduledEndTime: toIso(auction.scheduledEndsAt),
    createdAt: toIso(auction.openedAt),
    category: { _id: terms.categoryId, name: terms.categoryName },
    seller: toPerson(auction.sellerId, participants),
    ...toStanding(auction, now),
  };
}

export function toSellersTerms(auction: Auction): SellersTerms {
  const { increments, buyNowPriceMinor, details } = auction.terms;
  const buyNow = buyNowPriceMinor === undefined ? {} : { buyNowPrice: toMajor(buyNowPriceMinor) };
  return { increments, softCloseMs: windowMs(auction), ...buyNow, ...detailsIn(details) };
}

/** With its terms, for everyone. */
export function toListing(named: NamedAuction, now: number): OwnAuction {
  return { ...toAuction(named, now), terms: toSellersTerms(named.auction) };
}

/**
 * For its seller, who may change the terms and has set the reserve. Invariant: it is used only in answers to the
 * seller.
 */
export function toOwnAuction(named: NamedAuction, now: number): OwnAuction {
  const reserveMinor = reserveOf(named.auction);
  return { ...toListing(named, now), ...(reserveMinor === null ? {} : { reservePrice: toMajor(reserveMinor) }) };
}

/**
 * What the event of a changed bid shows besides its fact: when it was first placed (epoch ms), and whether it was
 * edited.
 */
export type KnownBid = Pick<Bid, "placedAt" | "edited" | "reveals" | "releaseAsked">;

/** A fact as an event of the live protocol; `known` finds the bid that the fact changes. */
export function toEvent(record: Recorded, named: NamedAuction, known: (bidId: string) => KnownBid): LiveEvent {
  const { fact, seq, at } = record;
  const { auction, participants, bidders } = named;
  if (auction.hidden) return { seq, type: "hidden" };
  const bidIn = (
    { bidId: id, bidderId, amountMinor }: { bidId: string; bidderId: string; amountMinor: number },
    change: Pick<ShownBid, "auto"> & Partial<KnownBid>,
  ) => toBid({ ...known(id), ...change, id, bidderId, amountMinor }, { participants, ...(bidders && { bidders }) });
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
        // As in contract/full-name.ts: a person who has one name has no last one.
        user: `${bidder.firstName} ${bidder.lastName}`.trim(),
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
      };
    case "releaseAsked": {
      const { bidId, bidderId } = fact;
      return { seq, type: fact.type, bidId, bidder: toPerson(bidderId, participants) };
    }
    case "bidVoided": {
      const { bidId, bidderId, by } = fact;
      return { seq, type: fact.type, bidId, bidder: toPerson(bidderId, participants), by };
    }
    case "listingEdited": {
      const { title, description, startingPrice, images, pictures, terms, ...shown } = toListing(named, at);
      const { startsAt = null, buyNowPrice = null } = shown;
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
    case "buyerReleased":
    case "opened":
    case "maximumChanged":
    case "bidderBlocked":
    case "bidderUnblocked":
    case "hidden":
    case "shown":
    case "cancelled":
    case "removed":
      return { seq, type: fact.type };
  }
}

/** Even a masked e-mail address would reveal which numbers belong to one person. */
function maskedEmailOf(participant: Participant | undefined): string {
  return participant === undefined || participant.anonymous ? "" : participant.maskedEmail;
}

/** The auction's standing when a frame is made, unless it is hidden; `serverTime` is epoch ms. */
export type Now = { readonly auction?: WireStanding; readonly serverTime: number };

export function nowOf(auction: Auction, serverTime: number): Now {
  return auction.hidden ? { serverTime } : { auction: toStanding(auction, serverTime), serverTime };
}

export type EventsFrame = Extract<ServerFrame, { type: "events" }>;

/** A fact that is to be published. The event of a bid is made only if it is sent: in a flood most bids are not. */
export type QueuedEvent = { readonly seq: number; readonly isBid: boolean; readonly event: () => LiveEvent };

/** A fact that is to be published; `bids` finds bids that are not in memory, which the fact may change. */
export function queued(
  record: Recorded,
  named: NamedAuction,
  bids: { find(bidId: string): KnownBid | null },
): QueuedEvent {
  const { seq } = record;
  const unknown = { placedAt: record.at, edited: false, reveals: false, releaseAsked: false };
  // Raised bids are on top, and so in memory.
  const known = (bidId: string) => findBid(named.auction, bidId) ?? bids.find(bidId) ?? unknown;
  if (record.fact.type === "newBid" && !named.auction.hidden) {
    // Without the tables, which may be gone when it is sent; a bid that is no longer in memory has no news.
    const held = (bidId: string) => findBid(named.auction, bidId) ?? unknown;
    return { seq, isBid: true, event: () => toEvent(record, named, held) };
  }
  // Made at once, because the tables in which an edited bid is looked up may be gone when it is sent.
  const event = toEvent(record, named, known);
  // A leader may be raised by every bid of a flood.
  return { seq, isBid: event.type === "bidAdjusted", event: () => event };
}

/** Facts in one frame: a relay that is far behind gets several. */
export const MAX_FRAME_FACTS = 5_000;
/** Characters of events in one frame: each of thousands of watchers gets a copy. One event may be longer. */
export const MAX_FRAME_TEXT = 256 * 1_024;

/**
 * The first facts of a run that fit into one frame. Bids are short, and at most `MAX_BIDS_PER_FLUSH` of them are sent.
 */
export function fittingPart(run: readonly QueuedEvent[]): readonly QueuedEvent[] {
  let characters = 0;
  const end = run.findIndex(({ isBid, event }, index) => {
    if (!isBid) characters += JSON.stringify(event()).length;
    return index > 0 && (characters > MAX_FRAME_TEXT || index >= MAX_FRAME_FACTS);
  });
  return end === -1 ? run : run.slice(0, end);
}

/**
 * One frame for the facts of a run, or for the first of them: as many as fit. It names the newest `maxBids` of its
 * bids.
 */
export function frameOf(whole: readonly QueuedEvent[], now: Now, maxBids = MAX_BIDS_PER_FLUSH): EventsFrame {
  const run = fittingPart(whole);
  const bids = run.reduce((count, { isBid }) => count + Number(isBid), 0);
  const omitted = Math.max(0, bids - maxBids);
  let toSkip = omitted;
  const events = run.filter(({ isBid }) => !isBid || toSkip-- <= 0).map(({ event }) => event());
  // Stryker disable next-line OptionalChaining: a frame has at least one fact.
  return { type: "events", from: run[0]?.seq ?? 0, to: run.at(-1)?.seq ?? 0, omitted, ...now, events };
}

/** Everything after fact `after`, for a client that reconnects; a frame without events if it missed nothing. */
export function catchUpFrame(after: number, events: readonly LiveEvent[], now: Now): EventsFrame {
  return { type: "events", from: after + 1, to: after + events.length, omitted: 0, ...now, events: [...events] };
}

/** The part of a frame that is new to a client which has fact `received`, one of the frame's. */
export function restOf(frame: EventsFrame, received: number): EventsFrame {
  const events = frame.events.filter(({ seq }) => seq > received);
  return { ...frame, from: received + 1, omitted: frame.to - received - events.length, events };
}

/** Any unit that is not ASCII; of a surrogate pair each by itself, as JSON escapes them. */
const NOT_ASCII = /[^\0-\x7f]/g;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * JSON for many sockets, in ASCII only. Each socket's copy is encoded by itself, and V8 does that many times faster
 * when a string takes one byte a character: one "•" in a masked e-mail address makes it two for the whole frame.
 */
export function asciiJson(frame: ServerFrame): string {
  const text = JSON.stringify(frame);
  const escaped = text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // Decoded again, because a string cut from one with two bytes a character keeps two bytes a character.
  // Stryker disable next-line ConditionalExpression: the text is the same either way.
  return escaped === text ? text : decoder.decode(encoder.encode(escaped));
}
