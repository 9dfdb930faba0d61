/**
 * Requests to a room and the room's answers. Both are plain data. An expected refusal is a value, because an error
 * thrown across Durable Object RPC loses its class. Amounts in requests are minor units. Answers are in the contract's
 * format, so a route only adds the status.
 */
import type { OwnAuction } from "../contract/auction.ts";
import type { OwnMaximumState, Receipt, PublicBid } from "../contract/bid.ts";
import type { Person, Standing } from "../contract/catalogue.ts";
import { type ErrorCode, ERRORS, tooManyRequestsFields } from "../contract/errors.ts";
import type { Failure } from "../contract/failure.ts";
import { DELETED_NAME } from "../contract/people.ts";
import type { RefusalOf, REFUSALS } from "../contract/refusals.ts";
import { durationInWords } from "../contract/text/duration-in-words.ts";
import type { AuctionRow, BidRow } from "../db/schema.ts";
import { parseStored } from "../platform/parse-stored.ts";
import type { Auction, Bid } from "../rules/auction.ts";
import type { Outcome, PublicRecord, SequencedFact, Terms } from "../rules/facts.ts";
import type { ListingLimits, RequestedChange } from "../rules/listing.ts";
import type { MinorOffer } from "../rules/money.ts";
import { VIEWER_HEADER } from "./internal-headers.ts";

/**
 * The signed-in person behind a command, from their session. The Worker makes it from a token that it has verified, or
 * their inbox does for a bid on a socket. Clients can't send one.
 */
export type Actor = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly imageUrl: string | null;
  /** The bidder's email address as a room has it: `j•••@e•••.com`. */
  readonly maskedEmail: string;
  /** Whether they bid anonymously. Then everyone but the seller sees a number instead of the name. */
  readonly anonymous?: boolean;
  /** When they stop being a new member (epoch ms), if that limits their bids. Absent for everyone else. */
  readonly newUntil?: number;
  /** Set if they have to verify their email address before they bid. */
  readonly unverified?: true;
  /** They have left too many deals unpaid, so they can't bid or buy. */
  readonly biddingStopped?: true;
};

/** A person's name and photo, if they're shown by name. */
export type NameAndPhoto = Pick<Actor, "firstName" | "lastName" | "imageUrl">;

/** The origin of a command, as keyed hashes, for moderation only. */
export type OriginHashes = { readonly network: string; readonly device: string; readonly session: string };
export type WithOrigin = { readonly origin?: OriginHashes };

/**
 * When the Worker, a relay or a socket received a request (epoch ms, by its own clock). The time since then, including
 * the wait in front of the room, counts as waiting time. The room notes when it gets the request (`roomReceivedAt`) by
 * its own clock.
 */
type WithWorkerTime = { readonly workerReceivedAt?: number };

/** A client's idempotency key for one command. Within 24 hours, the same actor and key never make two facts. */
export type WithKey = { readonly key?: string | undefined };

export type OpenRequest = WithKey &
  WithOrigin & {
    readonly auctionId: string;
    readonly actor: Actor;
    readonly currency: string;
    readonly terms: Terms;
    /** The hidden reserve. It is separate from the terms, because those are public. */
    readonly reserveMinor?: number | undefined;
    /**
     * The client's own input as one string, which identifies a retry. The terms can't, because they also depend on how
     * the images were encoded.
     */
    readonly fingerprint?: string;
    readonly limits: ListingLimits;
    /** People from whom the seller accepts no bids. */
    readonly blockedIds?: readonly string[];
    /**
     * Whether the caller already opened an auction with this ID. Then we repeat the first answer and never open it
     * again.
     */
    readonly isRetry?: boolean;
    /**
     * Whether the caller writes the row to D1. The caller has recorded the opening there, so that the sweep checks the
     * room if the caller fails.
     */
    readonly callerWritesRow?: boolean;
  };
/** Whether the bidder confirmed an unusual amount. */
type WithConfirmation = { readonly confirmed?: boolean | undefined };
export type PlaceBidRequest = WithKey &
  WithWorkerTime &
  WithOrigin &
  MinorOffer &
  WithConfirmation & { readonly actor: Actor };
export type EditBidRequest = WithKey &
  WithWorkerTime &
  WithOrigin &
  MinorOffer &
  WithConfirmation & { readonly actor: Actor; readonly bidId: string };
export type WithdrawBidRequest = WithKey & {
  readonly actor: Actor;
  readonly bidId: string;
  /** Set when the bidder undoes a typo. */
  readonly reason?: "mistake";
};
/** For the seller's commands that need no other input. */
export type SellerRequest = WithKey & { readonly actor: Actor };
/** For a bidder's or seller's commands on one standing bid that need no other input. */
export type StandingBidRequest = WithKey & { readonly actor: Actor; readonly bidId: string };
/** `priceMinor` is the Buy It Now price the buyer saw. */
export type BuyNowRequest = WithKey &
  WithWorkerTime &
  WithOrigin & { readonly actor: Actor; readonly priceMinor: number };
export type EditListingRequest = WithKey & {
  readonly actor: Actor;
  readonly change: RequestedChange;
  /** Null removes the hidden reserve. If absent, it stays. */
  readonly reserveMinor?: number | null | undefined;
  /** The client's own input as one string, which identifies a retry, if the change also depends on something else. */
  readonly fingerprint?: string;
  readonly limits: ListingLimits;
};

export type BlockRequest = { readonly sellerId: string; readonly personId: string; readonly blocked: boolean };
/** The account behind a bidder. */
export type BidderAccount = { readonly personId: string };
/** The people behind the aliases: all of them for the seller, only their own alias for a bidder. */
export type Aliases = { readonly own: string | null; readonly people: readonly { alias: string; person: Person }[] };
/** The requester of a listing that may be hidden. */
export type Requester = { readonly personId: string; readonly moderates: boolean };
/** The maximum of the requester's leading bid. */
export type LeadingMaximum = { readonly maximum: OwnMaximumState };
/** Whether a fact was recorded. A command that changes nothing makes none. */
export type ChangeResult = { readonly changed: boolean };

/**
 * Why a person can't delete their account while an auction is live. Either they lead it or have a bid in it that they
 * can't withdraw, or they sell it and it has bids.
 */
export type DeletionBlockers = { readonly leads: boolean; readonly sellsWithBids: boolean };

/** A person whose account was deleted, as everyone sees them. */
export function deletedPerson(id: string): Actor {
  return { id, ...DELETED_NAME, imageUrl: null, maskedEmail: "" };
}

export type Refused<Code extends ErrorCode = ErrorCode> = {
  readonly ok: false;
  readonly failure: { readonly code: Code } & Pick<Failure, "message" | "details" | "retryAfter">;
};
export type Answered<Value, Code extends ErrorCode = ErrorCode> =
  | { readonly ok: true; readonly value: Value }
  | Refused<Code>;
/** The answer to a command whose refusals the contract lists. */
export type AnswerTo<Command extends keyof typeof REFUSALS, Value> = Answered<Value, RefusalOf<Command>>;
/** The answer to a read of an auction. */
export type Found<Value> = Answered<Value, "auction_not_found">;

/** A refusal without numbers. */
export function refusal<Code extends ErrorCode>(code: Code): Refused<Code> {
  return { ok: false, failure: { code, message: ERRORS[code].message } };
}

/** There is no auction here, or the requester can't see it. */
export const NOT_FOUND = refusal("auction_not_found");

/** How many seconds a client should wait before it tries again with a room that is too busy. */
const BUSY_RETRY_SECONDS = 1;

/** The room is too busy now, and nothing was done. */
export const BUSY: Refused<"busy"> = {
  ok: false,
  failure: { ...refusal("busy").failure, retryAfter: BUSY_RETRY_SECONDS },
};

/** `waitMs` is how long to wait before the next try. */
export function tooManyRequests(waitMs: number): Refused<"too_many_requests"> {
  return { ok: false, failure: { code: "too_many_requests", ...tooManyRequestsFields(waitMs) } };
}

/** A new member has begun to bid in `max` auctions within a day. `waitMs` is how long to wait before the next one. */
export function refuseNewAuction(max: number, waitMs: number): Refused<"new_member_auctions"> {
  const { retryAfter } = tooManyRequestsFields(waitMs);
  const auctions = max === 1 ? "1 auction" : `${max} auctions`;
  const message = `New members can start bidding in ${auctions} a day. Try again in ${durationInWords(retryAfter)}.`;
  return { ok: false, failure: { code: "new_member_auctions", message, retryAfter } };
}

export type OpenResult = { readonly auction: OwnAuction };
export type { Receipt };
export type PlaceBidResult = {
  readonly newBid: PublicBid;
  readonly auction: Standing;
  readonly leads: boolean;
} & Receipt;
export type EditBidResult = {
  readonly updatedBid: PublicBid;
  readonly auction: Standing;
  readonly leads: boolean;
} & Receipt;
export type WithdrawBidResult = { readonly auction: Standing } & Receipt;
export type RequestReleaseResult = { readonly requested: true };
/** The answer to a command that changes only an auction's standing, which every page shows. */
export type StandingResult = { readonly auction: Standing };
export type EditListingResult = { readonly auction: OwnAuction };
/** Keys of the images that nothing uses anymore. */
export type DeleteListingResult = { readonly imageKeys: readonly string[] };
/** Keys of the listing's images, the cover first, and whether moderation has hidden them. */
export type ListingImageKeys = { readonly imageKeys: readonly string[]; readonly hidden: boolean };
/** The listing of an expired auction, for its seller to list it again. */
export type ExpiredListing = {
  readonly terms: Terms;
  readonly reserveMinor: number | null;
  readonly currency: string;
  readonly durationMs: number;
};
/**
 * `AuctionDetails` as JSON text without `serverTime`, which is a separate field because a page may be cached for 100 ms
 * or more. `validUntil` is when its status changes by the clock alone. Both are epoch ms.
 */
export type DetailsText = { readonly text: string; readonly serverTime: number; readonly validUntil: number };
export type BidsPage = { readonly bids: readonly PublicBid[]; readonly nextCursor: string | null };
/**
 * How an auction ended. `closedAt` is epoch ms and the price is in minor units. `voided` has the reason if it was
 * voided.
 */
export type AuctionClosing = {
  readonly auctionId: string;
  readonly currency: string;
  readonly outcome: Outcome | null;
  readonly voided: { readonly reason: string } | null;
  readonly lastHash: string;
  readonly closedAt: number;
};
/** The newest fact of an auction at a time (epoch ms). */
export type JournalHead = {
  readonly auctionId: string;
  readonly seq: number;
  readonly hash: string;
  readonly statedAt: number;
};
/** A page of the journal. `next` is the number of its last fact, for the next page, or null at the end. */
export type JournalPage = {
  readonly records: readonly (PublicRecord & { readonly hash: string })[];
  readonly next: number | null;
};

/** How far the subscribers lag behind the journal, for the admin pages. */
export type DeliveryLag = {
  readonly undelivered: { readonly catalogue: number; readonly inboxes: number };
  readonly laggingMs: number;
};
export type RoomHealth = DeliveryLag & { readonly lastBidAt: number | null; readonly watching: number };

/** A page of one person's bids as D1 had them, newest first. `next` is where the older ones begin, 0 after the last. */
export type PlacedBids = { readonly bids: readonly BidRow[]; readonly next: number };

/** A whole fact, with its secret part and its hash, for the sweep's audit only. */
export type AuditedFact = { readonly record: SequencedFact; readonly hash: string };
/** A bid as the room has stored it, and as D1's row should be. */
export type AuditedBid = {
  readonly stored: Bid & { readonly withdrawn: boolean; readonly seq: number };
  readonly row: BidRow;
};
/** A room's stored state for the sweep's audit: the auction without its bids, and the row that D1 should have. */
export type AuditedState = {
  readonly auction: Auction;
  readonly lastHash: string;
  readonly matchesMemory: boolean;
  readonly row: AuctionRow;
};

/** The text of a new watcher's first frame, which brings them up to fact `seq`. */
export type FirstFrame = { readonly text: string; readonly seq: number };
/** The facts from number `from` to `to` as the text of a frame. An empty string only requests a relay's last fact. */
export type RelayFrame = { readonly from: number; readonly to: number; readonly text: string };
/** The last fact that every watcher of a relay has, and the number of its watchers. */
export type RelayProgress = { readonly seq: number; readonly watching: number };

export function relayName(auctionId: string, number: number): string {
  return `${auctionId}/${number}`;
}

/** The auction and the number of a relay, by its name. */
export function parseRelayName(name: string): { readonly auctionId: string; readonly number: number } {
  const [auctionId = "", number] = name.split("/");
  return { auctionId, number: Number(number) };
}

/**
 * JSON in `VIEWER_HEADER`, URI-encoded: the session behind a socket, or absent for a visitor. It includes when the
 * session ends at the latest, and when the person's inbox last confirmed it (both epoch ms).
 */
export type Viewer = WithOrigin & {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly expiresAt: number;
  readonly checkedAt: number;
};

/** The person who opens a socket, as identified by the Worker. Null for a visitor. */
export function parseViewer(request: Request): Viewer | null {
  const header = request.headers.get(VIEWER_HEADER);
  if (header === null) return null;
  return parseStored<Viewer>(decodeURIComponent(header));
}
