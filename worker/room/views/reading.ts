/**
 * What a room answers to who asks: its own page, its bids, its journal, how it ended, and the first frame of a socket.
 * Changes nothing, but that an end which the clock has passed is recorded before anything is said.
 */
import { type LiveEvent, MAX_CATCH_UP } from "../../contract/live.ts";
import { leaderOf, type Recorded } from "../../rules/auction.ts";
import { isLive } from "../../rules/closing.ts";
import { sees, toHiddenDetails } from "../commands/moderating.ts";
import { NOT_FOUND, STILL_LIVE } from "../commands/refusals.ts";
import type { Here } from "../commands/turn-page.ts";
import type { Turns } from "../commands/turns.ts";
import type * as rpc from "../rpc.ts";
import type { Journal } from "../storage/journal.ts";
import { ReadyPage } from "./cached-page.ts";
import { catchUpFrame, type Now, type Told } from "./frames.ts";
import { toBid, toDetails, toEvent, toStanding } from "./wire.ts";

/** Records in one answer of the journal. */
const JOURNAL_PAGE = 1_000;

type Setup = {
  readonly turns: Turns;
  readonly journal: Journal;
  readonly clock: () => number;
  readonly watching: () => number;
};

export class Reading {
  readonly #setup: Setup;
  readonly #readyPage = new ReadyPage();

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  details(): rpc.Answered<rpc.Details> {
    const here = this.#settled();
    const { watching, clock } = this.#setup;
    return here ? { ok: true, value: { details: toDetails(here, watching(), clock()) } } : NOT_FOUND;
  }

  page(): rpc.Answered<string> {
    const here = this.#settled();
    const { watching, clock } = this.#setup;
    return here ? { ok: true, value: this.#readyPage.details(here, watching(), clock()) } : NOT_FOUND;
  }

  /** For who may see it although the house has hidden it: then with the reason. */
  pageFor(onlooker: rpc.Onlooker): rpc.Answered<string> {
    const { turns, watching, clock } = this.#setup;
    turns.settle();
    const here = turns.shown;
    if (!here || !sees(here.auction, onlooker)) return NOT_FOUND;
    return { ok: true, value: JSON.stringify(toHiddenDetails(here, watching(), clock())) };
  }

  bidsBefore(cursor: string | null, limit: number): rpc.Answered<rpc.BidsPage> {
    const { turns, journal } = this.#setup;
    const here = turns.visible;
    if (!here) return NOT_FOUND;
    const before = cursor === null ? here.auction.seq + 1 : Number(cursor);
    const rows = journal.bids.standingBefore(Number.isSafeInteger(before) ? before : 0, limit);
    const last = rows.at(-1);
    const nextCursor = last && rows.length === limit ? String(last.seq) : null;
    return { ok: true, value: { bids: rows.map((bid) => toBid(bid, here.people)), nextCursor } };
  }

  journal(after: number): rpc.Answered<rpc.JournalRead> {
    const here = this.#settled();
    if (!here) return NOT_FOUND;
    const records = this.#setup.journal.publicRecords(after, JOURNAL_PAGE);
    const last = records.at(-1);
    return { ok: true, value: { records, next: last && last.seq < here.auction.seq ? last.seq : null } };
  }

  closing(): rpc.Answered<rpc.Closing> {
    const here = this.#settled();
    if (!here) return NOT_FOUND;
    const record = this.#setup.journal.closing();
    if (record?.fact.type !== "closed") return STILL_LIVE;
    const { outcome, lastHash } = record.fact;
    const { id: auctionId, currency } = here.auction;
    return { ok: true, value: { auctionId, currency, outcome, lastHash, closedAt: record.at } };
  }

  tiesOf(userId: string): rpc.Ties {
    const { turns } = this.#setup;
    turns.settle();
    const here = turns.shown;
    if (!here || !isLive(here.auction, this.#setup.clock())) return { leads: false, sellsWithBids: false };
    const { auction, people } = here;
    return {
      leads: leaderOf(auction)?.bidderId === people.bidderIdOf({ id: userId }),
      sellsWithBids: auction.sellerId === userId && auction.bidCount > 0,
    };
  }

  /** What brings a client that has seen fact `after` up to date; null has seen nothing. */
  firstFrame(here: Here, after: string | null): string {
    const { journal, watching, clock } = this.#setup;
    const { seq } = here.auction;
    const seen = after === null || !/^\d{1,15}$/.test(after) ? null : Number(after);
    if (seen === null || seen > seq || seq - seen > MAX_CATCH_UP) {
      return this.#readyPage.snapshot(here, watching() + 1, clock());
    }
    const events = journal.since(seen, MAX_CATCH_UP).map((record) => this.#event(record, here));
    return JSON.stringify(catchUpFrame(seen, events, this.now(here)));
  }

  /** For watchers elsewhere who have heard everything up to fact `seq`. */
  toldAfter(here: Here, seq: number): Told[] {
    return this.#setup.journal.since(seq, Number.MAX_SAFE_INTEGER).map((record) => this.told(record, here));
  }

  told(record: Recorded, here: Here): Told {
    const { seq } = record;
    if (record.fact.type === "newBid" && !here.auction.hidden) {
      return { seq, isBid: true, event: () => this.#event(record, here) };
    }
    // At once: what an edited bid is asked in the tables may be gone by the time that it is told.
    const event = this.#event(record, here);
    return { seq, isBid: false, event: () => event };
  }

  #event(record: Recorded, here: Here): LiveEvent {
    return toEvent(record, here, (bidId) => this.#setup.journal.bids.find(bidId)?.placedAt ?? record.at);
  }

  now(here: Here): Now {
    const serverTime = this.#setup.clock();
    return here.auction.hidden ? { serverTime } : { auction: toStanding(here.auction, serverTime), serverTime };
  }

  /** Someone is called by another name from now on. */
  forgetNames(): void {
    this.#readyPage.forget();
  }

  #settled(): Here | null {
    this.#setup.turns.settle();
    return this.#setup.turns.visible;
  }
}
