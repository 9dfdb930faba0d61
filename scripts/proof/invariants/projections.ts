/**
 * Invariant 8: once everything has been delivered, a journal's projections match it. The projections are D1's rows,
 * a room's own table of bids, and inboxes.
 */
import { isDeepStrictEqual } from "node:util";

import { NOTICE_KINDS, type NoticeKind } from "../../../worker/contract/notice-kinds.ts";
import { sameId, type PersonOf } from "../oracle/commands.ts";
import type { Replay } from "./replay.ts";

export type ProjectionRow = Readonly<Record<string, unknown>>;
/** Runs a query on D1 or on a room's own database. */
export type ProjectionQuery = (sql: string, ...values: string[]) => readonly ProjectionRow[];

/** Lists the differences between D1's rows and the journal. Once everything has been delivered, there are none. */
export function databaseViolations(query: ProjectionQuery, replay: Replay, personOf: PersonOf = sameId): string[] {
  const { auction, auctionId, records } = replay;
  if (!auction) return [`${auctionId}: no auction`];
  const found = query(
    `SELECT seq, description, price_minor, min_next_minor, bid_count, leader_id, winner_id, phase, voided_reason, starts_at, ends_at,
       extensions, increments, window_ms, buy_now_minor, details, reserve_minor, reserve_met, closed_at, changed_at
     FROM auctions WHERE id = ?`,
    auctionId,
  );
  const expected = {
    seq: records.length,
    description: auction.terms.description,
    price_minor: auction.price,
    min_next_minor: auction.minNext,
    bid_count: auction.bids.length,
    leader_id: auction.leader ? personOf(auction.leader.bidder) : null,
    winner_id: auction.winner === null || auction.secretlyClosed ? null : personOf(auction.winner),
    phase: auction.hidden && !auction.isGone ? "hidden" : auction.phase,
    voided_reason: auction.voidedReason,
    starts_at: auction.terms.startsAt ?? null,
    ends_at: auction.end,
    extensions: auction.extensions,
    increments: auction.terms.increments,
    window_ms: auction.windowMs,
    buy_now_minor: auction.terms.buyNowPriceMinor ?? null,
    details: auction.terms.details === undefined ? null : JSON.stringify(auction.terms.details),
    reserve_minor: auction.reserve?.amount ?? null,
    // If the buyer was released, no one has won the auction. Lists then show it as ended below its reserve.
    reserve_met: auction.buyerReleased ? 0 : auction.reserveMet === null ? null : Number(auction.reserveMet),
    closed_at: auction.closedAt,
    changed_at: records.at(-1)?.at,
  };
  const bids = query(`${BIDS} WHERE auction_id = ? ORDER BY id`, auctionId);
  return [
    ...differences(`${auctionId} in D1`, found, [expected]),
    ...differences(`the bids of ${auctionId} in D1`, bids, auction.isGone ? [] : expectedBids(replay, personOf)),
  ];
}

/**
 * Checks an auction's deal before anyone has taken a step in it. A sold auction has one newly opened deal, and any
 * other auction has none.
 */
export function dealViolations(query: ProjectionQuery, { auction, auctionId }: Replay): string[] {
  const found = query(
    `SELECT id, buyer_id, price_minor, state, events,
       (SELECT group_concat(seq || ' ' || maker || ' ' || fact) FROM deal_events WHERE deal_id = deals.id) AS recorded
     FROM deals WHERE auction_id = ? ORDER BY id`,
    auctionId,
  );
  const buyer = auction?.phase === "closed" && !auction.secretlyClosed ? auction.winner : null;
  const expected = {
    id: `${auctionId}-1`,
    buyer_id: buyer,
    price_minor: auction?.price,
    state: "open",
    events: 1,
    recorded: '1 clock {"type":"opened"}',
  };
  return differences(`the deals of ${auctionId} in D1`, found, buyer === null ? [] : [expected]);
}

/** Lists the differences between the bids in a room's own tables and its journal. */
export function roomBidViolations(query: ProjectionQuery, replay: Replay): string[] {
  const found = query(`${BIDS} ORDER BY id`);
  const standing = query(`SELECT ${OFFER_COLUMNS} FROM bids WHERE withdrawn = 0 ORDER BY id`);
  return [
    ...differences("the room's bids", found, expectedBids(replay)),
    ...differences("the offers of the room's bids", standing, expectedOffers(replay)),
  ];
}

const OFFER_COLUMNS =
  "id, max_minor AS max, floor_minor AS floor, auto, reveals, release_requested AS releaseRequested";

/** The offers that the room, and only the room, must hold for its standing bids. */
function expectedOffers({ auction }: Replay): ProjectionRow[] {
  return (auction?.bids ?? [])
    .map((bid) => {
      const { id, max, floor, hasMaximum, auto, releaseRequested: requested } = bid;
      const flags = {
        auto: Number(auto),
        reveals: Number(auction?.isRevealing(bid)),
        releaseRequested: Number(requested),
      };
      return { id, max, floor: hasMaximum ? floor : null, ...flags };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const BID_COLUMNS = `id, bidder_id AS bidder, amount_minor AS amount, edited, withdrawn, placed_at AS placedAt, seq`;
/** Selects every bid ever placed, in its state after the bid's last fact. */
const BIDS = `SELECT ${BID_COLUMNS} FROM bids`;

function expectedBids({ records }: Replay, personOf: PersonOf = sameId): ProjectionRow[] {
  const bids = new Map<string, ProjectionRow>();
  for (const { fact, seq, at } of records) {
    if (fact.type === "newBid") {
      const { bidId: id, bidderId, amountMinor: amount } = fact;
      bids.set(id, { id, bidder: personOf(bidderId), amount, edited: 0, withdrawn: 0, placedAt: at, seq });
    }
    if (fact.type === "bidEdited") {
      bids.set(fact.bidId, { ...bids.get(fact.bidId), amount: fact.amountMinor, edited: 1, seq });
    }
    if (fact.type === "bidAdjusted") bids.set(fact.bidId, { ...bids.get(fact.bidId), amount: fact.amountMinor, seq });
    if (fact.type === "maximumChanged") bids.set(fact.bidId, { ...bids.get(fact.bidId), seq });
    if (fact.type === "bidWithdrawn" || fact.type === "bidVoided") {
      bids.set(fact.bidId, { ...bids.get(fact.bidId), withdrawn: 1, seq });
    }
  }
  return Array.from(bids)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, bid]) => bid);
}

function differences(subject: string, found: readonly ProjectionRow[], expected: readonly ProjectionRow[]): string[] {
  const rows = found.map((row) => ({ ...row }));
  if (isDeepStrictEqual(rows, expected)) return [];
  const at = rows.findIndex((row, index) => !isDeepStrictEqual(row, expected[index]));
  const first = Math.max(at, 0);
  return [
    `invariant 8: ${subject}: row ${first} of ${rows.length} is ${JSON.stringify(rows[first])}, not ${JSON.stringify(expected[first])}`,
  ];
}

export type ExpectedNotification = {
  readonly id: string;
  readonly kind: NoticeKind;
  /** When the fact behind the notification happened (epoch ms). */
  readonly at: number;
  /**
   * Set if the notification may be missing. Whether it's sent depends on when the room delivers the fact, which the
   * journal doesn't record.
   */
  readonly isOptional?: true;
};

/**
 * The topic of a kind. Like its wording, the topic is only declared, so it comes from the product's table. The rules
 * that follow from it are implemented a second time here: who gets which kind, and which kind replaces which.
 */
const topicOf = (kind: NoticeKind) => NOTICE_KINDS[kind].topic;

export function isAboutEnd(kind: NoticeKind): boolean {
  return topicOf(kind) === "end";
}

/** One user's notifications about one auction, without those that a later one replaced. */
export function remainingNotifications(notifications: readonly ExpectedNotification[]): ExpectedNotification[] {
  return notifications.filter(
    ({ kind }, index) => !notifications.slice(index + 1).some((later) => isReplaced(kind, later.kind)),
  );
}

/** Whether a later notification of kind `later` replaces one of kind `kind` about the same auction. */
function isReplaced(kind: NoticeKind, later: NoticeKind): boolean {
  if (kind === later) return true;
  if (isAboutEnd(later)) return topicOf(kind) !== "ownBid";
  return isAboutLead(later) && isAboutLead(kind);
}

function isAboutLead(kind: NoticeKind): boolean {
  return topicOf(kind) === "leading" || topicOf(kind) === "notLeading";
}

/** When a bidder withdraws a leading bid, everyone is notified of the lower price, but at most once in this time. */
const NOTICE_INTERVAL_MS = 3_600_000;

/** The notifications that follow from a journal, by user. Each appears once, in the order of the facts. */
export function expectedNotifications(
  { auctionId, auction, records }: Replay,
  personOf: PersonOf = sameId,
): ReadonlyMap<string, ExpectedNotification[]> {
  const expectedByUser = new Map<string, ExpectedNotification[]>();
  const bids = new Map<string, string>();
  const pastBidders = new Set<string>();
  const seller = auction?.seller ?? "";
  const bidders = new Set(records.flatMap(({ fact }) => (fact.type === "newBid" ? [fact.bidderId] : [])));
  const lastHiddenSeq = records.findLast(({ fact }) => fact.type === "hidden")?.seq ?? 0;
  const lostLeads = notifiedLostLeads(records);
  let lastShownSeq = 0;
  for (const { fact, seq, at } of records) {
    const expectNotice = (bidderId: string | null, kind: NoticeKind, isOptional = false) => {
      if (bidderId === null) return;
      const userId = personOf(bidderId);
      const known = expectedByUser.get(userId);
      const notification = { id: `${auctionId}-${seq}`, kind, at, ...(isOptional && { isOptional }) };
      if (known) known.push(notification);
      else expectedByUser.set(userId, [notification]);
    };
    if (fact.type === "shown") lastShownSeq = seq;
    if (fact.type === "newBid") {
      bids.set(fact.bidId, fact.bidderId);
      pastBidders.add(fact.bidderId);
    }
    // A purchase ends the auction, so people are notified of the end instead.
    if ((fact.type === "newBid" || fact.type === "bidEdited") && !fact.bought) {
      expectNotice(seller, "newBid");
      expectNotice(fact.outbidId, "outbid");
    }
    if (fact.type === "releaseRequested") expectNotice(seller, "releaseRequested");
    if (fact.type === "bidWithdrawn" || fact.type === "bidVoided") {
      bids.delete(fact.bidId);
      const isReleased = fact.type === "bidWithdrawn" && fact.reason === "released";
      if (isReleased) expectNotice(fact.bidderId, "bidReleased");
      if (fact.type === "bidVoided") expectNotice(fact.bidderId, "bidVoided");
      // People aren't notified of their own actions.
      const isOwnChange = isReleased || (fact.type === "bidVoided" && fact.by === "seller");
      if (!isOwnChange) expectNotice(seller, "bidWithdrawn");
      expectNotice(fact.newLeaderId, "leading");
      if (lostLeads.includes(seq)) {
        const isNotified = (bidder: string) => bidder !== fact.newLeaderId && bidder !== fact.bidderId;
        // Everyone who has a standing bid at delivery is notified. We can be sure only of people whose bid stands from
        // this fact to the end.
        const surelyNotified = new Set(
          [...bids].filter(([bidId]) => auction?.bids.some(({ id }) => id === bidId)).map(([, who]) => who),
        );
        // A hidden listing shows no price, and a later fact may have hidden it before delivery.
        const mayBeHidden = lastHiddenSeq > lastShownSeq;
        // If another leading bid is removed before this delivery, only that later loss is announced. The two bidders
        // involved get other notices: one now leads, and the other has lost their bid.
        const mayBeReplaced = seq !== lostLeads.at(-1);
        const isOptionalForAll = mayBeHidden || mayBeReplaced;
        for (const bidder of bidders)
          if (isNotified(bidder)) expectNotice(bidder, "priceFell", isOptionalForAll || !surelyNotified.has(bidder));
      }
    }
    if (fact.type === "buyerReleased") expectNotice(fact.bidderId, "buyerReleased");
    const standingBidders = new Set(bids.values());
    if (fact.type === "cancelled") for (const bidder of standingBidders) expectNotice(bidder, "cancelled");
    // The end of a hidden auction is announced when the auction is shown again.
    const end = fact.type === "closed" ? !fact.whileHidden && fact : fact.type === "shown" && fact.closing;
    if (end) {
      expectNotice(seller, end.outcome ? "sold" : "expired");
      for (const bidder of standingBidders) expectNotice(bidder, bidder === end.outcome?.winnerId ? "won" : "lost");
    }
    if (fact.type === "voided") for (const person of [seller, ...pastBidders]) expectNotice(person, "voided");
  }
  return expectedByUser;
}

/** The numbers of the facts that remove a leading bid and that everyone is notified of. */
function notifiedLostLeads(records: Replay["records"]): number[] {
  const notifiedSeqs: number[] = [];
  let notifiedAt = -Infinity;
  for (const { fact, seq, at } of records) {
    if ((fact.type !== "bidWithdrawn" && fact.type !== "bidVoided") || fact.newLeaderId === null) continue;
    const isByBidder = fact.type === "bidWithdrawn" && fact.reason !== "released";
    if (isByBidder && at < notifiedAt + NOTICE_INTERVAL_MS) continue;
    notifiedAt = at;
    notifiedSeqs.push(seq);
  }
  return notifiedSeqs;
}
