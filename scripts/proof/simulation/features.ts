/**
 * The parts of the product that a simulation uses. Each is on in half of the seeds, because some bugs show up only when
 * another feature is off.
 */
import { CALL_LIMITS, type CallLimits } from "../../../worker/inbox/room-calls/call-budget.ts";
import { ROOM_LIMITS, type RoomLimits } from "../../../worker/room/limits.ts";
import { Random } from "../../seed/random.ts";

const FEATURES = [
  /** Rooms and inboxes with tiny limits, so that a few bids reach every one of them. */
  "tiny",
  /** A room serves only one watcher itself, and each relay serves one more. */
  "relays",
  /** Two or three auctions, and people in several of them. */
  "auctions",
  /** The cron trigger's sweep, running while faults strike. */
  "sweep",
  /** People who sign out, and bids with sessions that have ended. */
  "sessions",
  /** People who delete their accounts. */
  "deletion",
  /** Sellers who block people. */
  "blocking",
  /** Listings that moderation hides, shows and voids. */
  "hiding",
  /** People who bid anonymously. */
  "anonymity",
  /** The production rate limits, instead of limits that no one reaches. */
  "limits",
  /** D1 is restored to an earlier time. */
  "restore",
  /** Bidders who set maximums. */
  "maximums",
  /** Hidden reserves, and Buy It Now prices. */
  "reserves",
] as const;
export type Feature = (typeof FEATURES)[number];

const TINY_ROOM_LIMITS: RoomLimits = {
  ...ROOM_LIMITS,
  requestsPerTurn: 2,
  bidsPerBatch: 3,
  factsPerBatch: 9,
  recipientsPerBatch: 2,
  bidsInMemory: 2,
  noticesPerRecipient: 3,
  keysPerDeletion: 2,
  factsPerJournalPage: 3,
  maxCatchUp: 2,
  bidsPerFrame: 2,
  eventsInMemory: 2,
};

export class Features {
  readonly #enabled: ReadonlySet<Feature>;

  constructor(seed: number) {
    const random = new Random(`features of ${seed}`);
    this.#enabled = new Set(FEATURES.filter(() => random.chance(0.5)));
  }

  has(feature: Feature): boolean {
    return this.#enabled.has(feature);
  }

  /** How many rooms an inbox calls in parallel, and how many in one event. */
  get callLimits(): CallLimits {
    return this.has("tiny") ? { concurrency: 2, perEvent: 3 } : CALL_LIMITS;
  }

  get roomLimits(): RoomLimits {
    return this.has("tiny") ? TINY_ROOM_LIMITS : ROOM_LIMITS;
  }
}
