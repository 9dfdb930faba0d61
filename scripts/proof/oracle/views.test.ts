/**
 * An open page that applies every frame shows the same auction as a page that has just been loaded. A frame has the
 * facts of one turn or of several. The responses to the reader's own bids arrive before the frames, and the page may be
 * loaded again at any time.
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
} from "../../../web/api/auction-view.ts";
import { toDetails } from "../../../worker/room/views/cached-page.ts";
import { frameContextOf, frameOf, type QueuedEvent, toQueuedEvent } from "../../../worker/room/views/frames.ts";
import { history, HISTORY_SEED, type HistoryStep, isLong, playHistory } from "./histories.ts";

/** What reaches the page after a turn. A frame has all facts since the last one. */
const delivery = fc.record({
  responses: fc.boolean(),
  frame: fc.constantFrom(true, true, false),
  loads: fc.constantFrom(false, false, true),
});
const READER = "ann";
const HISTORIES = isLong ? 20_000 : 500;

it("an open page that applies every frame shows the same as a new page", () => {
  fc.assert(
    fc.property(history, fc.array(delivery, { minLength: 20, maxLength: 100 }), (randomHistory, deliveries) => {
      const [first, ...others] = playHistory(randomHistory).steps;
      if (!first) throw new Error("a history without its opening");
      let view = loadedAfter(first);
      let waiting: QueuedEvent[] = [];
      for (const [index, step] of others.entries()) {
        const { facts, state, now } = step;
        const { responses, frame, loads } = deliveries[index % deliveries.length] ?? {
          responses: false,
          frame: true,
          loads: false,
        };
        waiting.push(...facts.map((fact) => toQueuedEvent(fact, state, { find: () => null })));
        if (responses) view = ownBidsIn(step).reduce(withAcceptedBid, view);
        let isNew = false;
        if (frame && waiting.length > 0) {
          const updated = applyFrame(view, frameOf(waiting, frameContextOf(state.auction, now)));
          expect(updated.missed).toBe(false);
          isNew = updated.view !== view;
          view = updated.view;
          waiting = [];
        }
        // A page of a listing that's gone or hidden shows the last state before.
        if (view.gone !== null || state.auction.hidden) continue;
        if (loads || view.hasGap) {
          view = mergeViews(view, loadedAfter(step));
          isNew = true;
        }
        // Without a frame or a new page, only the page's own clock shows that the auction begins or ends.
        if (isNew) expect(shownIn(view)).toEqual(shownIn(loadedAfter(step)));
      }
    }),
    { seed: HISTORY_SEED, numRuns: HISTORIES },
  );
});

function loadedAfter({ state, now }: HistoryStep): AuctionView {
  return viewOf(toDetails(state, 0, now));
}

/** The responses to the reader's bids and edits in this turn. */
function ownBidsIn({ outcomes }: HistoryStep): AcceptedBid[] {
  return outcomes.flatMap((outcome): AcceptedBid[] => {
    if (!outcome.ok || !("leads" in outcome.value)) return [];
    const { auction, leads, seq } = outcome.value;
    const bid = "newBid" in outcome.value ? outcome.value.newBid : outcome.value.updatedBid;
    return bid.bidder._id === READER ? [{ bid, auction, leads, seq }] : [];
  });
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
