/**
 * How much a room reads, writes, sends and remembers at once. These numbers limit its memory and the length of a turn;
 * no outcome depends on them. So the simulation also runs rooms with tiny ones, in which a few bids reach every limit.
 */
import { MAX_BIDS_PER_FLUSH, MAX_CATCH_UP } from "../contract/live.ts";
import { KEPT_NOTIFICATIONS } from "../contract/notification.ts";

export const ROOM_NUMBERS = {
  /** Requests in one transaction. Their facts are one value of at most two megabytes. */
  requestsPerTurn: 1_000,
  /** Bids written to D1 in one transaction: far below its limits, and fast enough not to delay anyone. */
  bidsPerBatch: 500,
  /** Facts delivered to inboxes in one batch. In a flood, most bids are outdated by then. */
  factsPerBatch: 20_000,
  /**
   * Inboxes called in one batch. The platform limits one event to ten thousand calls, and after a failure these are
   * called again.
   */
  recipientsPerBatch: 1_000,
  /** Standing bids in memory. A page and a snapshot show as many, so they need no other. */
  bidsInMemory: 100,
  /** Notices of one person in a delivery: an inbox keeps no more. */
  keptNotifications: KEPT_NOTIFICATIONS,
  /** Idempotency keys older than a day that one alarm deletes: some tens of milliseconds. */
  keysDeletedAtOnce: 1_000,
  /** Facts in one page of the journal. */
  journalPage: 1_000,
  /** Facts that a client is caught up with; one that misses more gets a snapshot. */
  catchUp: MAX_CATCH_UP,
  bidsPerFrame: MAX_BIDS_PER_FLUSH,
  /** Events kept in memory for relays; a relay that is further behind is served from the journal. */
  recentEvents: 500,
};
export type RoomNumbers = Readonly<typeof ROOM_NUMBERS>;
