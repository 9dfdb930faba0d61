/**
 * One auction as this browser sees it, and how each message from its room changes it. Pure: a view and a message go in,
 * a view comes out. Price, bid count, end and status always come from the room. The only copy is in the query cache,
 * and REST responses and the socket both change it through these functions.
 */
import type { AuctionDetails } from "../../worker/contract/auction.ts";
import type { PublicBid } from "../../worker/contract/bid.ts";
import type { Person, Standing } from "../../worker/contract/catalogue.ts";
import type { LiveEvent, ServerFrame } from "../../worker/contract/live.ts";

/** Bids kept in memory. Older ones are fetched again on demand. A page shows a few dozen. */
export const MAX_BIDS = 1_000;

export type AuctionView = {
  readonly auction: Omit<AuctionDetails, "bids" | "seq" | "serverTime" | "watching">;
  /** The standing bids, highest first. */
  readonly bids: readonly PublicBid[];
  /** Sequence number of the last fact in this view. */
  readonly seq: number;
  readonly watching: number;
  /** Set if the listing was taken down while it was on screen. `unavailable` if we don't know who did it. */
  readonly gone: "cancelled" | "removed" | "hidden" | "unavailable" | null;
  /** The list of bids isn't complete or current, so it must be refetched. Price, count and end are exact. */
  readonly hasGap: boolean;
  /** The start of the next older page of bids. Null at the oldest, undefined before the first request. */
  readonly olderCursor: string | null | undefined;
  /** Sequence number of the last fact that may have changed the leading bid's maximum. */
  readonly maximumSeq: number;
  /** The last bid that was undone, released or voided. Cleared by the next bid or withdrawal. */
  readonly withdrawal: Withdrawal | null;
  /**
   * Responses to the user's own bids whose events haven't arrived yet, and the bids as they were without those
   * responses. A message sent before a response can't undo it.
   */
  readonly acked: { readonly responses: readonly AcceptedBid[]; readonly bids: readonly PublicBid[] } | null;
};

/** The room's response to a new or changed bid: the auction's state just after it, and the bid's sequence number. */
export type AcceptedBid = {
  readonly bid: PublicBid;
  readonly auction: Standing;
  readonly leads: boolean;
  readonly seq: number;
};

/**
 * A bid that no longer counts, its bidder, and why. They undid it, the seller released it, or the seller or an admin
 * voided it.
 */
export type Withdrawal = {
  readonly bidId: string;
  readonly bidder: Person;
  readonly reason: "mistake" | "released" | "voided";
};

/** `missed` is true when facts are missing between the view and the message. Reconnect with `after=view.seq`. */
type FrameResult = { readonly view: AuctionView; readonly missed: boolean };

type BroadcastFrame = Exclude<ServerFrame, { type: "ack" }>;

/** The initial values of the fields that the server doesn't send. */
const INITIAL_STATE = { gone: null, hasGap: false, olderCursor: undefined, withdrawal: null } as const;

export function viewOf({ bids, seq, serverTime, watching, ...auction }: AuctionDetails): AuctionView {
  return { auction, bids, seq, watching, maximumSeq: seq, ...INITIAL_STATE, acked: null };
}

/**
 * Merges a REST response with the view that the socket may have updated. The later one wins. On a tie the response
 * does.
 */
export function mergeViews(known: AuctionView | undefined, fetched: AuctionView): AuctionView {
  if (!known) return fetched;
  if (known.seq > fetched.seq) return { ...known, watching: fetched.watching };
  // If a listing that's gone has later facts, it was hidden and an admin has shown it again. Only people who can see a
  // hidden listing get its page.
  const gone = known.seq === fetched.seq && !fetched.auction.hidden ? known.gone : null;
  const older = known.seq === fetched.seq && !known.hasGap ? withoutResponses(known) : null;
  const merged = {
    ...fetched,
    // Names can change without a new fact, so the response's names replace the known ones. The response has only the
    // newest bids, so older ones stay.
    bids: older ? [...fetched.bids, ...older.bids.slice(fetched.bids.length)] : fetched.bids,
    olderCursor: older?.olderCursor,
    withdrawal: known.bids[0]?._id === fetched.bids[0]?._id ? known.withdrawal : null,
    gone,
    maximumSeq: known.seq === fetched.seq ? known.maximumSeq : fetched.maximumSeq,
  };
  return withResponses(merged, responsesIn(known));
}

export function applyFrame(view: AuctionView, frame: BroadcastFrame): FrameResult {
  switch (frame.type) {
    case "presence":
      return { view: { ...view, watching: frame.watching }, missed: false };
    case "snapshot": {
      const { auction, bids, seq, watching } = frame;
      const fresh = { auction, bids, seq, watching, maximumSeq: seq, ...INITIAL_STATE, acked: null };
      return { view: withResponses(fresh, responsesIn(view)), missed: false };
    }
    case "events": {
      if (frame.to <= view.seq) return { view, missed: false };
      if (frame.from > view.seq + 1) return { view, missed: true };
      const events = frame.events.filter(({ seq }) => seq > view.seq).toSorted((a, b) => a.seq - b.seq);
      const updated = events.reduce(applyEvent, withoutResponses(view));
      const next = {
        ...updated,
        auction: { ...updated.auction, ...frame.auction },
        seq: frame.to,
        hasGap: updated.hasGap || frame.omitted > 0,
      };
      return { view: withResponses(capBids(next), responsesIn(view)), missed: false };
    }
  }
}

/**
 * Applies the response to the user's own bid or edit. Its standing replaces the known one, unless the socket has
 * already delivered the event.
 */
export function withAcceptedBid(view: AuctionView, response: AcceptedBid): AuctionView {
  if (view.seq >= response.seq) return view;
  return withResponses({ ...withoutResponses(view), withdrawal: null }, [...responsesIn(view), response]);
}

/**
 * The view with the responses whose events it lacks. A message sent before the user's own bid may arrive after that
 * bid's response. The response wins until a message includes the bid. Otherwise an old message would show the leader as
 * outbid.
 */
function withResponses(view: AuctionView, responses: readonly AcceptedBid[]): AuctionView {
  const pending = responses.filter(({ seq }) => seq > view.seq).toSorted((a, b) => a.seq - b.seq);
  if (pending.length === 0) return { ...view, acked: null };
  return { ...pending.reduce(withResponse, view), acked: { responses: pending, bids: view.bids } };
}

/**
 * The view as a response describes it. A bid above its price no longer stands. If the user's bid doesn't lead, the
 * leader's maximum is at least as high, and the leader's bid is at the price. The view then shows the highest other
 * bidder as the leader.
 */
function withResponse(view: AuctionView, { bid, auction: standing, leads }: AcceptedBid): AuctionView {
  const standingBids = view.bids.filter(({ amount }) => amount <= standing.currentBid);
  const leader = leads ? undefined : standingBids.find(({ bidder }) => bidder._id !== bid.bidder._id);
  const raised = leader ? [{ ...leader, amount: standing.currentBid, auto: true }] : [];
  const bids = [bid, ...raised].reduce(withBid, standingBids);
  return { ...view, auction: { ...view.auction, ...standing }, bids };
}

/** The view without pending responses, as the room's messages describe it. Other changes apply to this view. */
function withoutResponses(view: AuctionView): AuctionView {
  return view.acked ? { ...view, bids: view.acked.bids, acked: null } : view;
}

function responsesIn({ acked }: AuctionView): readonly AcceptedBid[] {
  return acked?.responses ?? [];
}

/** Applies the response to a withdrawal or a release. `reason` is set if the bid was undone as a typo, or released. */
export function withWithdrawnBid(
  view: AuctionView,
  bidId: string,
  standing: Standing,
  reason: "mistake" | "released" | null = null,
): AuctionView {
  const bid = view.bids.find(({ _id }) => _id === bidId);
  if (!bid) return view;
  const withdrawal = reason && { bidId, bidder: bid.bidder, reason };
  const others = responsesIn(view).filter((response) => response.bid._id !== bidId);
  const next = withResponses(withoutBid(withoutResponses(view), bidId), others);
  return { ...next, auction: { ...next.auction, ...standing }, withdrawal };
}

/** Marks a bid whose bidder asked the seller to release it. */
export function withReleaseRequested(view: AuctionView, bidId: string): AuctionView {
  const withRequest = (bid: PublicBid): PublicBid => (bid._id === bidId ? { ...bid, releaseRequested: true } : bid);
  const known = withoutResponses(view);
  return withResponses({ ...known, bids: known.bids.map(withRequest) }, responsesIn(view));
}

/** As in the rules, a new maximum on the leading bid ends its bidder's release request. */
function withoutRequest([leading, ...others]: readonly PublicBid[]): readonly PublicBid[] {
  if (!leading) return others;
  const { releaseRequested: _, ...bid } = leading;
  return [bid, ...others];
}

/** The seller released a buyer who didn't pay, so no one has won. */
function withReleasedBuyer(view: AuctionView): AuctionView {
  return { ...view, auction: { ...view.auction, status: "Expired", winner: null, buyerReleased: true } };
}

/** Appends a page of older bids. */
export function withOlderBids(view: AuctionView, older: readonly PublicBid[], olderCursor: string | null): AuctionView {
  const known = withoutResponses(view);
  const ids = new Set(known.bids.map(({ _id }) => _id));
  const bids = [...known.bids, ...older.filter(({ _id }) => !ids.has(_id))];
  return withResponses({ ...known, bids, olderCursor }, responsesIn(view));
}

function applyEvent(view: AuctionView, event: LiveEvent): AuctionView {
  switch (event.type) {
    case "maximumChanged":
      return { ...view, bids: withoutRequest(view.bids), maximumSeq: event.seq };
    case "shown":
      // The listing was hidden until now, perhaps earlier in this same frame. The events in between arrived only as
      // `hidden`.
      return { ...view, gone: null, hasGap: true, maximumSeq: event.seq };
    case "newBid":
      return { ...view, bids: withBid(markRevealing(view.bids, event), event.bid), withdrawal: null };
    case "bidEdited":
      return {
        ...view,
        bids: withBid(markRevealing(view.bids, event), event.bid),
        withdrawal: null,
        maximumSeq: event.seq,
      };
    case "bidAdjusted":
      return { ...view, bids: withBid(markRevealing(view.bids, event), event.bid) };
    case "bidWithdrawn": {
      const { bidId, bidder, reason } = event;
      return { ...withWithdrawal(view, event), withdrawal: reason ? { bidId, bidder, reason } : null };
    }
    case "releaseRequested":
      return withReleaseRequested(view, event.bidId);
    case "bidVoided": {
      const { bidId, bidder, seq: maximumSeq } = event;
      return { ...withoutBid(view, bidId), withdrawal: { bidId, bidder, reason: "voided" }, maximumSeq };
    }
    case "buyerReleased":
      return withReleasedBuyer(view);
    case "reserveSet":
    case "reserveRemoved": {
      const { reserveMet } = event;
      return { ...view, auction: { ...view.auction, reserveMet } };
    }
    case "listingEdited": {
      const { seq: _, type: _edited, ...listing } = event;
      return { ...view, auction: { ...view.auction, ...listing } };
    }
    case "extended": {
      const { auctionEndTime, extensions } = event;
      return { ...view, auction: { ...view.auction, auctionEndTime, extensions } };
    }
    case "closed": {
      const { status, winner, bought } = event;
      return { ...view, auction: { ...view.auction, status, winner, ...(bought && { bought }) } };
    }
    case "voided": {
      const { reason } = event;
      return { ...view, auction: { ...view.auction, status: "Voided", winner: null, voided: { reason } } };
    }
    case "hidden":
      return view.auction.hidden ? view : { ...view, gone: event.type };
    case "cancelled":
    case "removed":
      return { ...view, gone: event.type };
    // Everything that other events change on the page is in the frame's standing.
    default:
      return view;
  }
}

/**
 * As in the rules, sets `reveals` on the leading bid when another bidder's automatic bid is placed, edited or raised.
 * The rules also set it on a bid when one above it is removed, but the page can't tell whether the leader's bid is
 * automatic.
 */
function markRevealing(
  bids: readonly PublicBid[],
  event: Extract<LiveEvent, { type: "newBid" | "bidEdited" | "bidAdjusted" }>,
): readonly PublicBid[] {
  const [top, ...others] = bids;
  const reveals = event.type === "bidAdjusted" || event.automatic;
  return top && reveals && top.bidder._id !== event.bid.bidder._id ? [{ ...top, reveals: true }, ...others] : bids;
}

/** The view without a withdrawn bid, with updated withdrawal counts for the auction and the bidder. */
function withWithdrawal(
  view: AuctionView,
  { bidId, bidder, withdrawals, seq }: Extract<LiveEvent, { type: "bidWithdrawn" }>,
): AuctionView {
  const rest = withoutBid(view, bidId);
  const withCount = (bid: PublicBid): PublicBid => (bid.bidder._id === bidder._id ? { ...bid, withdrawals } : bid);
  const auction = { ...view.auction, withdrawals: (view.auction.withdrawals ?? 0) + 1 };
  // The bid may have exposed the maximum that now leads again.
  return { ...rest, auction, bids: rest.bids.map(withCount), maximumSeq: seq };
}

/** Inserts a bid above all bids that aren't higher. An edited bid loses its old position. */
function withBid(bids: readonly PublicBid[], bid: PublicBid): readonly PublicBid[] {
  const others = bids.filter(({ _id }) => _id !== bid._id);
  const index = others.findIndex(({ amount }) => amount <= bid.amount);
  return index < 0 ? [...others, bid] : others.toSpliced(index, 0, bid);
}

function withoutBid(view: AuctionView, bidId: string): AuctionView {
  return { ...view, bids: view.bids.filter(({ _id }) => _id !== bidId) };
}

function capBids(view: AuctionView): AuctionView {
  if (view.bids.length <= MAX_BIDS) return view;
  return { ...view, bids: view.bids.slice(0, MAX_BIDS), olderCursor: undefined };
}
