/**
 * Placing and editing bids, by person and over all auctions: counted before a room hears of a call, and by the room
 * for what comes over its sockets. (How often on one auction, the room counts exactly: worker/room/commands/bid-pace.ts.)
 */
import { Pace } from "./memory-limiter.ts";

/** Twice as fast as one auction alone takes bids; a minute of that is nobody's hand. */
export const bidding = new Pace({ most: 10, windowMs: 10_000 }, { most: 60, windowMs: 60_000 });
