/**
 * Limits on how much a room reads, writes and sends at once, and on how many bids and events it keeps in memory. It
 * always keeps all people and their bid counts. These limits never decide an outcome. So the simulation can run
 * rooms with tiny limits, which a few bids reach.
 */
import { MAX_BIDS_PER_FLUSH, MAX_CATCH_UP } from "../contract/live.ts";
import { MAX_NOTIFICATIONS } from "../contract/notification.ts";

export const ROOM_LIMITS = {
  /** Requests in one transaction. Their facts are inserted as one SQL value, which can be at most two megabytes. */
  requestsPerTurn: 1_000,
  /**
   * How long bids wait for others, to be delivered to D1 and the seller together (in milliseconds). Lists are cached
   * for seconds anyway, and a seller's pages receive every bid over the auction's socket.
   */
  batchWindowMs: 2_000,
  /** Bids written to D1 in one transaction: far below its limits, and fast enough not to delay anyone. */
  bidsPerBatch: 500,
  /** Facts delivered to inboxes in one batch. In a burst, most bids are outdated by then. */
  factsPerBatch: 20_000,
  /**
   * Inboxes called in one batch. The platform limits one event to 10,000 calls, and after a failure these are called
   * again.
   */
  recipientsPerBatch: 1_000,
  /** Standing bids in memory. A page and a snapshot show this many, so they need no others. */
  bidsInMemory: 100,
  /** One person's notices in a delivery. An inbox keeps no more. */
  noticesPerRecipient: MAX_NOTIFICATIONS,
  /** How many idempotency keys older than a day one alarm deletes. It takes tens of milliseconds. */
  keysPerDeletion: 1_000,
  factsPerJournalPage: 1_000,
  /** How many facts a client can catch up on. One that misses more gets a snapshot. */
  maxCatchUp: MAX_CATCH_UP,
  bidsPerFrame: MAX_BIDS_PER_FLUSH,
  /** Events in memory for relays. A relay that is further behind gets them from the journal. */
  eventsInMemory: 500,
};
export type RoomLimits = Readonly<typeof ROOM_LIMITS>;
