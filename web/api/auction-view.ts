/**
 * One auction as this browser knows it, and how each message of its room changes that. Pure: a view and a message in,
 * a view out. It decides nothing about the auction: price, count, end and status are always the room's own words.
 * The view lives in the query cache, once; the REST answer and the socket both go through here to change it.
 */
import type { AuctionDetails } from "../../worker/contract/auction.ts";
import type { Bid } from "../../worker/contract/bid.ts";
import type { Standing } from "../../worker/contract/catalogue.ts";
import type { LiveEvent, ServerFrame } from "../../worker/contract/live.ts";

/** Bids kept in memory; older ones are fetched again when someone asks for them. A page shows some dozens. */
export const KEPT_BIDS = 1_000;

export type AuctionView = {
  readonly auction: Omit<AuctionDetails, "bids" | "seq" | "serverTime" | "watching">;
  /** The bids that stand, the highest first. */
  readonly bids: readonly Bid[];
  /** Number of the last fact that this view includes. */
  readonly seq: number;
  readonly watching: number;
  /** Set when the seller or the house took the listing away while someone was looking at it. */
  readonly gone: "cancelled" | "removed" | "hidden" | null;
  /** Some bids between the known ones were not told: the list must be fetched again. Price, count and end are exact. */
  readonly hole: boolean;
  /** Where the next older page of bids starts; null at the oldest, undefined before anyone asked. */
  readonly olderCursor: string | null | undefined;
  /** An own bid that the room acknowledged before its fact arrived: no older message may take it back. */
  readonly ahead: { readonly bidId: string; readonly standing: Standing } | null;
};

/** `missed` is true when facts between the view and the message are lacking: ask the room again, after `view.seq`. */
export type Received = { readonly view: AuctionView; readonly missed: boolean };

type AudienceFrame = Exclude<ServerFrame, { type: "ack" }>;

export function viewOf({ bids, seq, serverTime, watching, ...auction }: AuctionDetails): AuctionView {
  return { auction, bids, seq, watching, gone: null, hole: false, olderCursor: undefined, ahead: null };
}

/** A REST answer beside what the socket has made of the cache meanwhile: the later one wins, the fetched one at par. */
export function latest(known: AuctionView | undefined, fetched: AuctionView): AuctionView {
  if (!known) return fetched;
  if (known.seq > fetched.seq) return { ...known, watching: fetched.watching };
  const older = known.seq === fetched.seq && !known.hole ? known : null;
  // What answers after it was taken away is there again: a hidden listing that is shown.
  const gone = known.seq === fetched.seq ? known.gone : null;
  const { ahead } = known;
  return notBehind({ ...fetched, bids: older?.bids ?? fetched.bids, olderCursor: older?.olderCursor, gone, ahead });
}

export function receive(view: AuctionView, frame: AudienceFrame): Received {
  switch (frame.type) {
    case "presence":
      return { view: { ...view, watching: frame.watching }, missed: false };
    case "snapshot": {
      const { auction, bids, seq, watching } = frame;
      const fresh = { auction, bids, seq, watching, gone: null, hole: false, olderCursor: undefined };
      return { view: notBehind({ ...fresh, ahead: view.ahead }), missed: false };
    }
    case "events": {
      if (frame.to <= view.seq) return { view, missed: false };
      if (frame.from > view.seq + 1) return { view, missed: true };
      const events = frame.events.filter(({ seq }) => seq > view.seq).toSorted((a, b) => a.seq - b.seq);
      const told = events.reduce(applied, view);
      const next = {
        ...told,
        auction: rescheduled({ ...told.auction, ...frame.auction }),
        seq: frame.to,
        hole: told.hole || frame.omitted > 0,
      };
      return { view: notBehind(capped(next)), missed: false };
    }
  }
}

/**
 * The answer to an own bid or an own edit. It says where the auction stood just after, so it replaces the standing,
 * unless the fact has already arrived by the socket: then the view is at least as new as the answer.
 */
export function acceptedBid(view: AuctionView, bid: Bid, standing: Standing): AuctionView {
  const known = view.bids.find(({ _id }) => _id === bid._id);
  if (known && known.amount >= bid.amount) return view;
  return {
    ...view,
    auction: { ...view.auction, ...standing },
    bids: withBid(view.bids, bid),
    ahead: { bidId: bid._id, standing },
  };
}

/** The answer to an own withdrawal. */
export function withdrawnBid(view: AuctionView, bidId: string, standing: Standing): AuctionView {
  if (!view.bids.some(({ _id }) => _id === bidId)) return view;
  return { ...withoutBid(view, bidId), auction: { ...view.auction, ...standing } };
}

/** One more page of older bids, below those that are known. */
export function withOlderBids(view: AuctionView, older: readonly Bid[], olderCursor: string | null): AuctionView {
  const known = new Set(view.bids.map(({ _id }) => _id));
  return { ...view, bids: [...view.bids, ...older.filter(({ _id }) => !known.has(_id))], olderCursor };
}

function applied(view: AuctionView, event: LiveEvent): AuctionView {
  switch (event.type) {
    case "opened":
    case "bidderBlocked":
    case "bidderUnblocked":
    case "shown":
      return view;
    case "newBid":
      return view.bids.some(({ _id }) => _id === event.bid._id)
        ? view
        : { ...view, bids: withBid(view.bids, event.bid) };
    case "bidEdited":
      return { ...view, bids: withBid(view.bids, event.bid) };
    case "bidWithdrawn":
      return withoutBid(view, event.bidId);
    case "listingEdited": {
      const { title, description, startingPrice, images, pictures } = event;
      return { ...view, auction: { ...view.auction, title, description, startingPrice, images, pictures } };
    }
    case "extended": {
      const { auctionEndTime, extensions } = event;
      return { ...view, auction: { ...view.auction, auctionEndTime, extensions } };
    }
    case "closed":
      return { ...view, auction: { ...view.auction, status: event.status, winner: event.winner } };
    case "cancelled":
    case "removed":
    case "hidden":
      return { ...view, gone: event.type };
  }
}

/** An end that no late bid has moved is the one that the seller set, also when he has just set another. */
function rescheduled(auction: AuctionView["auction"]): AuctionView["auction"] {
  return auction.extensions > 0 ? auction : { ...auction, scheduledEndTime: auction.auctionEndTime };
}

/** Puts a bid at its place: above every bid that it is not below. An edited one leaves its old place. */
function withBid(bids: readonly Bid[], bid: Bid): readonly Bid[] {
  const others = bids.filter(({ _id }) => _id !== bid._id);
  const place = others.findIndex(({ amount }) => amount <= bid.amount);
  return place < 0 ? [...others, bid] : others.toSpliced(place, 0, bid);
}

function withoutBid(view: AuctionView, bidId: string): AuctionView {
  const ahead = view.ahead?.bidId === bidId ? null : view.ahead;
  return { ...view, bids: view.bids.filter(({ _id }) => _id !== bidId), ahead };
}

function capped(view: AuctionView): AuctionView {
  if (view.bids.length <= KEPT_BIDS) return view;
  return { ...view, bids: view.bids.slice(0, KEPT_BIDS), olderCursor: undefined };
}

/**
 * A message that left the room before an own bid may arrive after its answer. Until a message includes that bid, or
 * tells a price that is as high, the answer's standing is the newer one: the leader must not see himself outbid by
 * the past.
 */
function notBehind(view: AuctionView): AuctionView {
  if (!view.ahead) return view;
  const { standing } = view.ahead;
  if (view.auction.currentBid >= standing.currentBid) return { ...view, ahead: null };
  return view.auction.status === "Live"
    ? { ...view, auction: { ...view.auction, ...standing } }
    : { ...view, ahead: null };
}
