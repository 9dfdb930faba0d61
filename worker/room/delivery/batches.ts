/**
 * One batch for each subscriber: its facts, and the calls that deliver them. Each method takes the last received fact
 * and returns the new one. If anything fails it rejects, and the same facts are delivered again.
 */
import type { Notice } from "../../contract/notification.ts";
import { withTimeout } from "../../platform/with-timeout.ts";
import { leaderOf } from "../../rules/auction.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import { toStanding } from "../views/wire.ts";
import { type AddressedNotice, type BidderIds, limitNotices, noticesOf } from "./notices.ts";
import { auctionRow, bidRow } from "./rows.ts";
import { SUBSCRIBER_TIMEOUT_MS, type Subscribers } from "./subscribers.ts";

/** Inboxes called before the event loop gets a turn. More calls in a row would delay bids. */
const CALLS_IN_A_ROW = 8;

type Recipient = readonly [userId: string, addressed: readonly AddressedNotice[]];
type InboxDelivery = readonly [userId: string, notices: readonly Notice[]];

/** A seller's notices do not depend on who the bidders are. */
const NO_BIDDERS: BidderIds = { standingBidderIds: () => [], allBidderIds: () => [] };

export class Batches {
  readonly #storage: RoomStorage;
  readonly #subscribers: Subscribers;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(storage: RoomStorage, subscribers: Subscribers, clock: () => number) {
    this.#storage = storage;
    this.#subscribers = subscribers;
    this.#clock = clock;
  }

  async deliverToCatalogue({ auction, participants }: RoomState, seq: number): Promise<number> {
    const { bidsPerBatch } = this.#storage.limits;
    const changed = this.#storage.bids.listChanged(seq, auction.seq, bidsPerBatch);
    const last = changed.length < bidsPerBatch ? auction.seq : (changed.at(-1)?.seq ?? auction.seq);
    const bids = changed.map((bid) => bidRow(auction.id, bid, participants));
    // The row has the current state, but the number of the last fact in this batch. If D1 is restored to a time between
    // two batches, the sweep finds that it's behind and delivers the later facts again.
    const row = { ...auctionRow(auction, participants), seq: last };
    await withTimeout(this.#subscribers.updateCatalogue(row, bids), SUBSCRIBER_TIMEOUT_MS);
    return last;
  }

  /** A seller receives all notices of a batch in one call. */
  async deliverToSeller({ auction }: RoomState, seq: number): Promise<number> {
    const { journal, limits } = this.#storage;
    const { sellerId } = auction;
    const upTo = Math.min(auction.seq, seq + limits.factsPerBatch);
    const records = journal.factsRelevantToSeller(seq, upTo, limits.noticesPerRecipient);
    const all = records.flatMap((record) => noticesOf(record, auction, NO_BIDDERS));
    const sellerNotices = all.filter(({ recipientId }) => recipientId === sellerId);
    const notices = limitNotices(sellerNotices, limits.noticesPerRecipient).map(({ notice }) => notice);
    if (notices.length > 0) await this.#callInboxes([[sellerId, notices]]);
    return upTo;
  }

  async deliverToBidders(state: RoomState, seq: number): Promise<number> {
    const { checkpoints, limits } = this.#storage;
    const { upTo, recipients } = this.#batchAfter(seq, state);
    // Only a batch of a single fact can have more recipients than one call handles.
    const next = recipients.slice(0, limits.recipientsPerBatch);
    await this.#callInboxes(this.#withStandings(state, next));
    const last = next.at(-1);
    if (!last || next.length === recipients.length) return upTo;
    const [upToId, [addressed]] = last;
    checkpoints.moveNotified(addressed?.notice.seq ?? seq, upToId);
    return seq;
  }

  /**
   * The next facts for the bidders, and the notices for each bidder who doesn't have them yet, ordered by bidder ID.
   * Takes facts until they have too many recipients for one batch, but at least one fact.
   */
  #batchAfter(seq: number, { auction, participants, bidders }: RoomState) {
    const { journal, limits, checkpoints } = this.#storage;
    const { notified } = checkpoints;
    let upTo = Math.min(auction.seq, seq + limits.factsPerBatch);
    const all: AddressedNotice[] = [];
    const recipientIds = new Set<string>();
    for (const record of journal.factsRelevantToBidders(seq, upTo)) {
      const notices = noticesOf(record, auction, bidders).flatMap((addressed) => {
        if (addressed.recipientId === auction.sellerId) return [];
        // Facts may identify a bidder by an alias, but an inbox belongs to a person.
        const recipientId = participants.personIdOf(addressed.recipientId);
        const isNotified = record.seq === notified.seq && recipientId <= notified.upToId;
        return isNotified ? [] : [{ ...addressed, recipientId }];
      });
      if (recipientIds.size > 0 && recipientIds.size + notices.length > limits.recipientsPerBatch) {
        upTo = record.seq - 1;
        break;
      }
      for (const addressed of notices) recipientIds.add(addressed.recipientId);
      all.push(...notices);
    }
    const byRecipient = Map.groupBy(limitNotices(all, limits.noticesPerRecipient), ({ recipientId }) => recipientId);
    return { upTo, recipients: Array.from(byRecipient).toSorted(([a], [b]) => (a < b ? -1 : 1)) };
  }

  /**
   * The notices for these bidders. Each bidder's last notice has their current standing, unless the auction is hidden.
   */
  #withStandings({ auction, participants }: RoomState, recipients: readonly Recipient[]): InboxDelivery[] {
    const leader = leaderOf(auction);
    const leaderId = leader && participants.personIdOf(leader.bidderId);
    const standing = { ...toStanding(auction, this.#clock()), seq: auction.seq };
    const hidesStanding = auction.hidden !== null && auction.voided === null;
    return recipients.map(([userId, addressed]) => {
      const notices = addressed.map(({ notice }) => notice);
      const last = notices.at(-1);
      if (!last || hidesStanding) return [userId, notices];
      return [userId, [...notices.slice(0, -1), { ...last, standing: { ...standing, leads: userId === leaderId } }]];
    });
  }

  /** Calls all inboxes, with turns of the event loop in between. Rejects if one fails, after all have answered. */
  async #callInboxes(recipients: readonly InboxDelivery[]): Promise<void> {
    const calls: Promise<{ readonly error: unknown } | null>[] = [];
    for (const [userId, notices] of recipients) {
      const call = withTimeout(this.#subscribers.notifyInbox(userId, notices), SUBSCRIBER_TIMEOUT_MS);
      calls.push(
        call.then(
          () => null,
          (error: unknown) => ({ error }),
        ),
      );
      // The room handles other requests in between.
      if (calls.length % CALLS_IN_A_ROW === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const failed = (await Promise.all(calls)).find((outcome) => outcome !== null);
    if (failed) throw failed.error;
  }
}
