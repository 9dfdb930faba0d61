/**
 * An open page that applies every message shows the same auction as a page that has just been loaded. A frame has the
 * facts of one or more turns, and arrives right away or some turns later. The responses to the reader's own bids and
 * withdrawals may arrive before the frames, and the page may be loaded again at any time.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";

import {
  type AcceptedBid,
  applyFrame,
  type AuctionView,
  mergeViews,
  viewOf,
  withAcceptedBid,
  withWithdrawnBid,
} from "../../../web/api/auction-view.ts";
import type { EventsFrame } from "../../../worker/contract/live.ts";
import { toDetails } from "../../../worker/room/views/cached-page.ts";
import { frameContextOf, frameOf, type QueuedEvent, toQueuedEvent } from "../../../worker/room/views/frames.ts";
import { toStanding } from "../../../worker/room/views/wire.ts";
import { history, HISTORY_SEED, type HistoryStep, isNightly, playHistory } from "./histories.ts";

/** What the room sends after a turn, and what reaches the page then. */
const delivery = fc.record({
  responds: fc.boolean(),
  sendsFrame: fc.boolean(),
  sendsPage: fc.constantFrom(false, false, true),
  receivedFrames: fc.constantFrom(0, 1, 1, Infinity),
  receivesPage: fc.boolean(),
});
/** Everything arrives at once. */
const ALL = { responds: true, sendsFrame: true, sendsPage: false, receivedFrames: Infinity, receivesPage: true };
const READER = "ann";
const HISTORY_COUNT = isNightly ? 20_000 : 500;

it("an open page that applies every message shows the same data as a reloaded one", () => {
  fc.assert(
    fc.property(history, fc.array(delivery, { maxLength: 100 }), (randomHistory, deliveries) => {
      const [first, ...others] = playHistory(randomHistory).steps;
      if (!first) throw new Error("the history has no opening");
      const page = new SimulatedPage(first);
      for (const [index, step] of others.entries()) page.pass(step, deliveries[index] ?? ALL);
    }),
    { seed: HISTORY_SEED, numRuns: HISTORY_COUNT },
  );
});

/** A page, and everything that the room has sent to it but that hasn't arrived yet. */
class SimulatedPage {
  #view: AuctionView;
  #waiting: QueuedEvent[] = [];
  readonly #frames: EventsFrame[] = [];
  readonly #pages: AuctionView[] = [];

  constructor(opening: HistoryStep) {
    this.#view = loadedAfter(opening);
  }

  pass(step: HistoryStep, { responds, sendsFrame, sendsPage, receivedFrames, receivesPage }: typeof ALL): void {
    const { facts, state, now } = step;
    this.#waiting.push(...facts.map((fact) => toQueuedEvent(fact, state, { find: () => null })));
    if (sendsFrame && this.#waiting.length > 0) {
      this.#frames.push(frameOf(this.#waiting, frameContextOf(state.auction, now)));
      this.#waiting = [];
    }
    if (sendsPage && !state.auction.hidden) this.#pages.push(loadedAfter(step));
    if (responds) this.#view = withOwnResponses(this.#view, step);
    if (this.#view.acked) expectOwnBid(this.#view, step);
    let isCurrent = this.#receiveFrames(receivedFrames);
    if (receivesPage) isCurrent = this.#receivePages() || isCurrent;
    // The page of a listing that's gone or hidden shows the last state before that.
    if (this.#view.gone !== null || state.auction.hidden) return;
    if (this.#view.hasGap) {
      this.#view = mergeViews(this.#view, loadedAfter(step));
      isCurrent = true;
    }
    // Until another message arrives, only the page's own clock shows that the auction begins or ends.
    const isComplete = this.#view.seq === state.auction.seq && this.#frames.length === 0 && this.#pages.length === 0;
    if (isCurrent && isComplete && facts.length > 0) expect(shownIn(this.#view)).toEqual(shownIn(loadedAfter(step)));
  }

  /** Receives up to `count` frames. Returns whether they changed the page. */
  #receiveFrames(count: number): boolean {
    const before = this.#view;
    for (const frame of this.#frames.splice(0, count)) {
      const { view, missed } = applyFrame(this.#view, frame);
      expect(missed).toBe(false);
      this.#view = view;
    }
    return this.#view !== before;
  }

  #receivePages(): boolean {
    const before = this.#view;
    for (const fetched of this.#pages.splice(0)) this.#view = mergeViews(this.#view, fetched);
    return this.#view !== before;
  }
}

function loadedAfter({ state, now }: HistoryStep): AuctionView {
  return viewOf(toDetails(state, 0, now));
}

/** The view after the responses to what the reader did in this turn. */
function withOwnResponses(view: AuctionView, { outcomes, facts, state, now }: HistoryStep): AuctionView {
  const accepted = outcomes.flatMap((outcome): AcceptedBid[] => {
    if (!outcome.ok || !("leads" in outcome.value)) return [];
    const { auction, leads, seq } = outcome.value;
    const bid = "newBid" in outcome.value ? outcome.value.newBid : outcome.value.updatedBid;
    return bid.bidder._id === READER ? [{ bid, auction, leads, seq }] : [];
  });
  const withdrawnIds = facts.flatMap(({ fact }) =>
    fact.type === "bidWithdrawn" && fact.bidderId === READER ? [fact.bidId] : [],
  );
  const next = accepted.reduce(withAcceptedBid, view);
  return withdrawnIds.reduce((current, id) => withWithdrawnBid(current, id, toStanding(state.auction, now)), next);
}

/** The reader sees their newest bid on top if and only if its response says that it leads. */
function expectOwnBid({ bids, acked }: AuctionView, { facts }: HistoryStep): void {
  const newest = acked?.responses.at(-1);
  const hasOthers = bids.some(({ bidder }) => bidder._id !== READER);
  if (!newest || facts.some(({ fact }) => fact.type === "bidWithdrawn")) return;
  if (newest.leads || hasOthers) expect(bids[0]?.bidder._id === READER).toBe(newest.leads);
}

/**
 * What a page shows. An event has null for a start, price or reserve that the item no longer has. No event says which
 * bid reveals something once another one is removed (docs/live-protocol.md).
 */
function shownIn({ auction, bids }: AuctionView) {
  const { startsAt = null, buyNowPrice = null, reserveMet = null, ...others } = auction;
  return {
    auction: { ...others, startsAt, buyNowPrice, reserveMet },
    bids: bids.map(({ reveals: _, ...bid }) => bid),
  };
}
