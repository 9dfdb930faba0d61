/**
 * D1's tables. For auctions and bids, D1 is only a read model. The rooms decide, and keep the copies in `auctions` and
 * `bids` up to date, guarded by each fact's sequence number. Times are epoch milliseconds, and money is in minor units.
 */
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

import type { Address } from "../contract/deal.ts";
import type { DraftFields } from "../contract/draft.ts";
import { ADMIN_ACTION_NAMES } from "../contract/moderation.ts";
import { DEAL_STATES, type DealFact, DELIVERY_METHODS, DEAL_ACTORS, SIDES } from "../rules/deal.ts";
import type { ItemDetails } from "../rules/facts.ts";

export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** As the contract's `email` returns it. */
    email: text(),
    /** PHC string. Null for a person who signed up with Google and hasn't set a password. */
    passwordHash: text(),
    /** Issuer and subject of a Google identity. */
    googleIssuer: text(),
    googleSubject: text(),
    imageKey: text(),
    role: text({ enum: ["User", "Admin"] }).notNull(),
    createdAt: integer().notNull(),
    /** Set while the account is suspended by an admin. */
    suspendedAt: integer(),
    /** Their own name while an admin has hidden it. `firstName` and `lastName` are then placeholders. */
    hiddenFirstName: text(),
    hiddenLastName: text(),
    /** Their own name, even while it is hidden, as searches compare it (worker/contract/text/normalize-text.ts). */
    searchName: text().notNull(),
    /** Whether other bidders see `Bidder 7` instead of the name. */
    anonymous: integer({ mode: "boolean" }).notNull().default(false),
    /** When the owner verified the email address. Null while no one has. */
    emailVerifiedAt: integer(),
    /** When a known member first said that a sale or purchase with this person was finished. */
    finishedSaleAt: integer(),
    /** The level that an admin has set. Null if it follows from the columns above (`worker/rules/trust.ts`). */
    trust: text({ enum: ["new", "known"] }),
    /** When too many unpaid deals stopped their bidding and buying. Null while they can bid. */
    biddingStoppedAt: integer(),
    /** When an admin last let the person bid again. Earlier unpaid deals no longer count. */
    unpaidForgivenAt: integer(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    uniqueIndex("users_google").on(table.googleIssuer, table.googleSubject),
    index("users_hidden_names")
      .on(table.createdAt)
      .where(sql`hidden_first_name IS NOT NULL`),
    index("users_newest").on(table.createdAt, table.id),
    index("users_admins")
      .on(table.createdAt, table.id)
      .where(sql`role = 'Admin'`),
    index("users_suspended")
      .on(table.createdAt, table.id)
      .where(sql`suspended_at IS NOT NULL`),
  ],
);

/** Account deletions in progress. The person's own row is deleted first. */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    userId: text().primaryKey(),
    begunAt: integer().notNull(),
  },
  (table) => [index("account_deletions_age").on(table.begunAt)],
);

/**
 * One row after D1 has been restored, until every person and every auction has been compared with its inbox or room.
 */
export const restores = sqliteTable("restores", {
  id: integer().primaryKey(),
  begunAt: integer().notNull(),
  /** All IDs up to here are compared. */
  peopleUpTo: text().notNull(),
  auctionsUpTo: text().notNull(),
});

export const passwordResets = sqliteTable(
  "password_resets",
  {
    /** SHA-256 of the link's token, hex. The token itself is only in the email. */
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** Null until it is used. */
    usedAt: integer(),
  },
  (table) => [index("password_resets_user").on(table.userId), index("password_resets_expiry").on(table.expiresAt)],
);

/** Passkeys. We store only the data that verifies a sign-in, which can't create one. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** SHA-256 of the credential's ID, hex, because an authenticator's own IDs may be 1,000 bytes long. */
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In base64url, as browsers send it. */
    credentialId: text().notNull(),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** The authenticator's signature counter. 0 if it has none. */
    counter: integer().notNull(),
    /** How browsers reach the authenticator. */
    transports: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** Browser and system on which it was added. */
    device: text(),
    createdAt: integer().notNull(),
    /** Null until it is used. */
    lastUsedAt: integer(),
  },
  (table) => [index("passkeys_user").on(table.userId, table.createdAt)],
);

/** Email address changes that haven't been confirmed yet, only the newest for each person. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the link's token, hex. The token itself is only in the email. */
    id: text().notNull(),
    /** The new address, as the contract's `email` returns it. */
    email: text().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [uniqueIndex("email_changes_link").on(table.id), index("email_changes_expiry").on(table.expiresAt)],
);

/**
 * Google sign-in tokens that have opened a session, and used passkey challenges. Kept until they would have expired.
 */
export const usedSignInTokens = sqliteTable(
  "used_sign_in_tokens",
  {
    /** The token's `jti`. */
    id: text().primaryKey(),
    expiresAt: integer().notNull(),
  },
  (table) => [index("used_sign_in_tokens_expiry").on(table.expiresAt)],
);

export const categories = sqliteTable(
  "categories",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull(),
    /** Position of a fixed category. Null for those that people created. */
    position: integer(),
    createdBy: text(),
    createdAt: integer().notNull(),
    /** Set while an admin has hidden it. Forms don't offer it, and lists don't show its name. */
    hiddenAt: integer(),
    /** The category that an admin merged it into. Never one that is merged itself. */
    mergedInto: text(),
  },
  (table) => [
    uniqueIndex("categories_name").on(sql`lower(${table.name})`),
    index("categories_merged")
      .on(table.mergedInto)
      .where(sql`merged_into IS NOT NULL`),
  ],
);

/**
 * Lists show `open` and `closed`. An admin makes an auction `voided`, which leaves it only in the lists of its seller
 * and of people who bid on it. An admin can also make it `hidden`, whether open, closed or voided. Then only its seller
 * and someone who had won it still have it in their lists. `cancelled` and `removed` are in no list.
 */
export const AUCTION_PHASES = ["open", "closed", "voided", "hidden", "cancelled", "removed"] as const;

/**
 * An item's condition, written as in the index on it. Doesn't use `json_extract`, because drizzle-kit would split the
 * expression at its comma.
 */
export function itemConditionIn(details: SQLWrapper): SQL<string | null> {
  return sql`(${details} ->> '$.condition')`;
}

export const auctions = sqliteTable(
  "auctions",
  {
    id: text().primaryKey(),
    sellerId: text().notNull(),
    categoryId: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** Keys of the images as a JSON array, the cover first. */
    imageKeys: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    currency: text().notNull(),
    increments: text({ enum: ["flat", "tiered"] }).notNull(),
    startingPriceMinor: integer().notNull(),
    /** The current price, or the starting price without a bid. Lists sort and filter by it. */
    priceMinor: integer().notNull(),
    minNextMinor: integer().notNull(),
    bidCount: integer().notNull(),
    leaderId: text(),
    winnerId: text(),
    phase: text({ enum: AUCTION_PHASES }).notNull(),
    /** Why an admin has voided it. Null if it isn't voided. */
    voidedReason: text(),
    createdAt: integer().notNull(),
    /** When bidding begins. Null if it began with the listing. */
    startsAt: integer(),
    scheduledEndsAt: integer().notNull(),
    endsAt: integer().notNull(),
    extensions: integer().notNull(),
    /** How long the soft-close window is. 0 if there is none. */
    windowMs: integer().notNull(),
    /** The Buy It Now price. Null if there is none. */
    buyNowMinor: integer(),
    /** The item's details, as JSON. Null if its seller gave none. */
    details: text({ mode: "json" }).$type<ItemDetails>(),
    /** The hidden reserve, only for the seller's own lists. Null if there is none. */
    reserveMinor: integer(),
    /** Whether the price has reached the reserve. Null if there is no reserve. */
    reserveMet: integer({ mode: "boolean" }),
    closedAt: integer(),
    /** When the last fact in this row was recorded. */
    changedAt: integer().notNull(),
    /** The number of the room's last fact that this row includes. A stale delivery changes nothing. */
    seq: integer().notNull(),
  },
  (table) => [
    index("auctions_newest").on(table.phase, table.createdAt, table.id),
    index("auctions_ending").on(table.phase, table.endsAt, table.id),
    index("auctions_upcoming")
      .on(table.phase, table.startsAt, table.id)
      .where(sql`starts_at IS NOT NULL`),
    index("auctions_price").on(table.phase, table.priceMinor, table.id),
    index("auctions_bids").on(table.phase, table.bidCount, table.id),
    index("auctions_category_newest").on(table.categoryId, table.phase, table.createdAt, table.id),
    index("auctions_category_ending").on(table.categoryId, table.phase, table.endsAt, table.id),
    index("auctions_category_price").on(table.categoryId, table.phase, table.priceMinor, table.id),
    index("auctions_category_bids").on(table.categoryId, table.phase, table.bidCount, table.id),
    index("auctions_unmet")
      .on(table.phase, table.bidCount, table.id)
      .where(sql`reserve_met = 0`),
    index("auctions_condition")
      .on(itemConditionIn(table.details), table.phase, table.endsAt, table.id)
      .where(sql`details IS NOT NULL`),
    index("auctions_seller").on(table.sellerId, table.createdAt),
    index("auctions_winner").on(table.winnerId, table.closedAt),
    index("auctions_voided")
      .on(table.leaderId)
      .where(sql`voided_reason IS NOT NULL`),
  ],
);

/**
 * The primary key and `WITHOUT ROWID` keep a bid small, with one row here and one in an index. The migration adds
 * `WITHOUT ROWID`, which drizzle can't express.
 */
export const bids = sqliteTable(
  "bids",
  {
    /** Number of the fact that placed it. */
    placedSeq: integer().notNull(),
    auctionId: text().notNull(),
    id: text()
      .notNull()
      .generatedAlwaysAs(sql`auction_id || '-' || placed_seq`),
    bidderId: text().notNull(),
    amountMinor: integer().notNull(),
    auto: integer({ mode: "boolean" }).notNull(),
    edited: integer({ mode: "boolean" }).notNull(),
    withdrawn: integer({ mode: "boolean" }).notNull(),
    placedAt: integer().notNull(),
    /** The last fact about this bid. */
    seq: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.auctionId, table.placedSeq] }),
    index("bids_bidder").on(table.bidderId, table.placedAt),
  ],
);

/**
 * The archive of an auction's bids long after its end, one row per bidder (`bid-archive.ts`). `bids` gets no bid in an
 * auction that has a row here, because its room has them all. The migration makes this a table without rowids, which
 * drizzle can't express.
 */
export const archivedBids = sqliteTable(
  "archived_bids",
  {
    auctionId: text().notNull(),
    bidderId: text().notNull(),
    /** How many bids the bidder placed in the auction, and how many of these are withdrawn. */
    bids: integer().notNull(),
    withdrawn: integer().notNull(),
    firstPlacedAt: integer().notNull(),
    lastPlacedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.auctionId, table.bidderId] }),
    index("archived_bids_bidder").on(table.bidderId, table.lastPlacedAt, table.auctionId),
  ],
);

/**
 * Auctions whose rooms are about to open. Until D1 has the auction's row, the sweep finds it here, and its images are
 * kept. It's a separate table, because a row in `auctions` is in many indexes.
 */
export const openings = sqliteTable(
  "openings",
  {
    auctionId: text().primaryKey(),
    sellerId: text().notNull(),
    /** Keys of the images as a JSON array. */
    imageKeys: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** When the room was about to open. */
    createdAt: integer().notNull(),
  },
  (table) => [index("openings_seller").on(table.sellerId), index("openings_age").on(table.createdAt)],
);

/**
 * The deals after a sale, one row for each buyer: the winner, and the person with a second chance. All decisions follow
 * from the events (`worker/rules/deal.ts`). The columns from `state` on are for lists and the sweep.
 */
export const deals = sqliteTable(
  "deals",
  {
    /** The auction's ID with the chance: `…-1`, `…-2`. */
    id: text().primaryKey(),
    auctionId: text().notNull(),
    /** 1 for the winner, 2 for the second chance. */
    chance: integer().notNull(),
    buyerId: text().notNull(),
    sellerId: text().notNull(),
    priceMinor: integer().notNull(),
    /** Shipping, returns and location as the listing declared them when the deal began, as JSON. */
    details: text({ mode: "json" }).$type<ItemDetails>(),
    /** How long the buyer has to pay. */
    paymentMs: integer().notNull(),
    /** How many events it has, so that two concurrent steps can't both add the next one. */
    events: integer().notNull(),
    state: text({ enum: DEAL_STATES }).notNull(),
    /** When the clock changes the state. Null while nothing is due. */
    dueAt: integer(),
    /** The side that asked to cancel, and the side that asks the admins to decide. */
    cancelSide: text({ enum: SIDES }),
    disputeSide: text({ enum: SIDES }),
    openedAt: integer().notNull(),
    /** When the last event happened. */
    changedAt: integer().notNull(),
    /** Set once it is done, closed or canceled. */
    endedAt: integer(),
    /**
     * When the buyer missed the payment deadline. Stays set if the deal is closed because of that. Cleared if the deal
     * doesn't count as unpaid after all.
     */
    unpaidAt: integer(),
    /** The last event that the two sides were notified of. */
    notified: integer().notNull(),
    /** When the buyer is next reminded to pay. Null without a reminder. */
    remindAt: integer(),
    /** Set until the auction's room records that it no longer has a buyer. */
    releaseDue: integer({ mode: "boolean" }).notNull(),
    /** The buyer's choice. With pickup there's no shipping to pay. */
    delivery: text({ enum: DELIVERY_METHODS }),
    /** The delivery address, as JSON. Null for pickup, and once it's erased. */
    address: text({ mode: "json" }).$type<Address>(),
    carrier: text(),
    trackingNumber: text(),
    /** When we erased what people wrote. */
    erasedAt: integer(),
  },
  (table) => [
    index("deals_auction").on(table.auctionId, table.chance),
    index("deals_buyer").on(table.buyerId, table.changedAt, table.id),
    index("deals_seller").on(table.sellerId, table.changedAt, table.id),
    index("deals_due")
      .on(table.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index("deals_reminders")
      .on(table.remindAt)
      .where(sql`remind_at IS NOT NULL`),
    index("deals_unnotified")
      .on(table.changedAt)
      .where(sql`notified < events`),
    index("deals_release")
      .on(table.changedAt)
      .where(sql`release_due`),
    index("deals_unpaid")
      .on(table.buyerId, table.unpaidAt)
      .where(sql`unpaid_at IS NOT NULL`),
    index("deals_texts")
      .on(table.endedAt)
      .where(sql`ended_at IS NOT NULL AND erased_at IS NULL`),
    index("deals_state").on(table.state, table.changedAt, table.id),
    index("deals_disputed")
      .on(table.changedAt, table.id)
      .where(sql`dispute_side IS NOT NULL`),
  ],
);

/** The events of each deal, without what people wrote. Append-only: triggers refuse anything else. */
export const dealEvents = sqliteTable(
  "deal_events",
  {
    dealId: text().notNull(),
    /** 1, 2, 3 … in each deal. */
    seq: integer().notNull(),
    at: integer().notNull(),
    maker: text({ enum: DEAL_ACTORS }).notNull(),
    /** As JSON (`DealFact` in worker/rules/deal.ts). */
    fact: text({ mode: "json" }).$type<DealFact>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.seq] })],
);

/** A side's note on an event of its deal. Erased 180 days after the deal has ended. */
export const dealNotes = sqliteTable(
  "deal_notes",
  {
    dealId: text().notNull(),
    seq: integer().notNull(),
    text: text().notNull(),
    /** Why an admin has hidden it from both sides. Null if it isn't hidden. */
    hiddenReason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.seq] }),
    index("deal_notes_hidden")
      .on(table.dealId)
      .where(sql`hidden_reason IS NOT NULL`),
  ],
);

/** Each side's rating of the other once their deal is done. */
export const ratings = sqliteTable(
  "ratings",
  {
    /** The deal's ID with the side that rated: `…-1-buyer`. */
    id: text().primaryKey(),
    dealId: text().notNull(),
    auctionId: text().notNull(),
    /** The side that rated. A buyer's rating is about a sale. */
    side: text({ enum: SIDES }).notNull(),
    raterId: text().notNull(),
    ratedId: text().notNull(),
    stars: integer().notNull(),
    /** May be empty. */
    text: text().notNull(),
    ratedAt: integer().notNull(),
    /** When it is shown: once both sides have rated, or rating has ended. */
    shownAt: integer().notNull(),
    /** Null until the rated person replies. */
    reply: text(),
    repliedAt: integer(),
    /** Why an admin has hidden the rating or the reply. Null if it isn't hidden. */
    hiddenReason: text(),
    replyHiddenReason: text(),
    /** When it was given or replied to, until the other side has been notified. Null after that. */
    noticeDueAt: integer(),
  },
  (table) => [
    index("ratings_rated").on(table.ratedId, table.side, table.shownAt, table.id),
    index("ratings_rater").on(table.raterId, table.id),
    index("ratings_due")
      .on(table.noticeDueAt)
      .where(sql`notice_due_at IS NOT NULL`),
    index("ratings_hidden")
      .on(table.ratedAt)
      .where(sql`coalesce(hidden_reason, reply_hidden_reason) IS NOT NULL`),
  ],
);

/**
 * One invoice for each deal whose payment the seller confirmed, as it was then. Sellers number theirs 1, 2, 3 … without
 * a gap.
 * Names and addresses are erased with their account, and addresses also 180 days after the deal has ended. The rest
 * stays.
 */
export const invoices = sqliteTable(
  "invoices",
  {
    dealId: text().primaryKey(),
    auctionId: text().notNull(),
    buyerId: text().notNull(),
    sellerId: text().notNull(),
    number: integer().notNull(),
    paidAt: integer().notNull(),
    title: text().notNull(),
    currency: text().notNull(),
    priceMinor: integer().notNull(),
    shippingMinor: integer().notNull(),
    buyerName: text(),
    sellerName: text(),
    /** As JSON. Null if there was none, and once it's erased. */
    buyerAddress: text({ mode: "json" }).$type<Address>(),
    sellerAddress: text({ mode: "json" }).$type<Address>(),
  },
  (table) => [
    uniqueIndex("invoices_number").on(table.sellerId, table.number),
    index("invoices_buyer").on(table.buyerId, table.paidAt, table.dealId),
  ],
);

/** The address that a person has saved for their deals. */
export const addresses = sqliteTable("addresses", {
  userId: text().primaryKey(),
  /** As JSON. */
  address: text({ mode: "json" }).$type<Address>().notNull(),
});

/** How a seller wants to be paid. Shown only inside their deals. */
export const paymentInstructions = sqliteTable("payment_instructions", {
  userId: text().primaryKey(),
  instructions: text().notNull(),
  changedAt: integer().notNull(),
});

/** Listings that their sellers have not published yet. */
export const drafts = sqliteTable(
  "drafts",
  {
    /**
     * The ID of the auction that it becomes. It's derived from the person's ID and the draft's, so a draft becomes at
     * most one auction.
     */
    auctionId: text().primaryKey(),
    id: text().notNull(),
    userId: text().notNull(),
    /** As JSON, checked when it's saved. A new field of the form needs no column. */
    fields: text({ mode: "json" }).$type<DraftFields>().notNull(),
    /** Keys of the images as a JSON array, cover first. They're stored under `auctionId`. */
    imageKeys: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** Starts at 1 and increases by one with each change. */
    version: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [index("drafts_user").on(table.userId, table.updatedAt)],
);

/** Expired auctions that were relisted, each at most once. The new one can be relisted again. */
export const relistings = sqliteTable(
  "relistings",
  {
    oldId: text().primaryKey(),
    newId: text().notNull(),
  },
  (table) => [uniqueIndex("relistings_new").on(table.newId)],
);

/**
 * How many times an expired auction is relisted automatically, as its seller chose. Only D1 has this, because everyone
 * can read rooms and journals. An auction without a row isn't relisted.
 */
export const relistPlans = sqliteTable(
  "relist_plans",
  {
    auctionId: text().primaryKey(),
    /** How many relistings are left, counting from this auction. Each relisting has one fewer. */
    times: integer().notNull(),
    /** The most its seller can choose. An automatic relisting gets no more than it began with. */
    most: integer().notNull(),
    /** When the auction was closed, until the sweep has handled it. Null before and after. */
    dueAt: integer(),
  },
  (table) => [
    index("relist_plans_due")
      .on(table.dueAt)
      .where(sql`due_at IS NOT NULL`),
  ],
);

export const watches = sqliteTable(
  "watches",
  {
    userId: text().notNull(),
    auctionId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.auctionId] }),
    // A removed listing leaves every watchlist.
    index("watches_auction").on(table.auctionId),
  ],
);

/** People from whom a seller accepts no bids. The rooms of the seller's live auctions have copies. */
export const blocks = sqliteTable(
  "blocks",
  {
    sellerId: text().notNull(),
    personId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sellerId, table.personId] }),
    // Deleting an account also deletes other sellers' blocks of that person.
    index("blocks_person").on(table.personId),
  ],
);

/** Reports to the admins, one for each person and reported thing. */
export const reports = sqliteTable(
  "reports",
  {
    /** An answer is reported with its question, and a reply with its rating. */
    kind: text({ enum: ["listing", "question", "rating", "note"] }).notNull(),
    /** An ID. For a note in a deal, see `note-subject.ts`. */
    subjectId: text().notNull(),
    reporterId: text().notNull(),
    reason: text().notNull(),
    text: text().notNull(),
    createdAt: integer().notNull(),
    /** Null until an admin has dealt with it. */
    closedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.reporterId] }),
    index("reports_reporter").on(table.reporterId, table.kind, table.subjectId),
    index("reports_open")
      .on(table.kind, table.createdAt)
      .where(sql`closed_at IS NULL`),
  ],
);

/** Questions about items, with their answers. Everyone can read them, except those that admins have hidden. */
export const questions = sqliteTable(
  "questions",
  {
    id: text().primaryKey(),
    auctionId: text().notNull(),
    askerId: text().notNull(),
    text: text().notNull(),
    askedAt: integer().notNull(),
    /** Null until the seller answers. */
    answer: text(),
    answeredAt: integer(),
    /** Why an admin has hidden the question or the answer. Null if it isn't hidden. */
    hiddenReason: text(),
    answerHiddenReason: text(),
    /** When it was asked or answered, until everyone concerned has been notified. Null after that. */
    noticeDueAt: integer(),
    /** The rowid of the last watch whose person has been notified of the answer. */
    noticeUpTo: integer().notNull().default(0),
  },
  (table) => [
    index("questions_auction").on(table.auctionId, table.askedAt, table.id),
    index("questions_asker").on(table.askerId, table.auctionId),
    index("questions_due")
      .on(table.noticeDueAt)
      .where(sql`notice_due_at IS NOT NULL`),
    index("questions_hidden")
      .on(table.askedAt)
      .where(sql`coalesce(hidden_reason, answer_hidden_reason) IS NOT NULL`),
  ],
);

/** The admin actions, with their reasons. Append-only: triggers refuse anything else. */
export const adminActions = sqliteTable(
  "admin_actions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actorId: text().notNull(),
    action: text({ enum: ADMIN_ACTION_NAMES }).notNull(),
    /** An auction, a deal, a person, a category, a question or a rating, depending on the action. */
    targetId: text().notNull(),
    reason: text().notNull(),
  },
  (table) => [
    index("admin_actions_target").on(table.targetId, table.id),
    index("admin_actions_actor").on(table.actorId, table.id),
    index("admin_actions_action").on(table.action, table.id),
  ],
);

/** One row with the last run of the sweep, for the admin pages. */
export const sweepRuns = sqliteTable("sweep_runs", {
  id: integer().primaryKey(),
  begunAt: integer().notNull(),
  endedAt: integer().notNull(),
  /** How many of its tasks failed. */
  failed: integer().notNull(),
});

/** Bid origins, as keyed hashes, for moderation only. One row for each new combination in an auction. */
export const bidOrigins = sqliteTable(
  "bid_origins",
  {
    auctionId: text().notNull(),
    personId: text().notNull(),
    network: text().notNull(),
    device: text().notNull(),
    session: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.auctionId, table.personId, table.network, table.device, table.session] }),
    index("bid_origins_person").on(table.personId),
    index("bid_origins_network").on(table.network, table.personId),
    index("bid_origins_device").on(table.device, table.personId),
  ],
);

export type DealRow = typeof deals.$inferSelect;
export type RatingRow = typeof ratings.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type DraftRow = typeof drafts.$inferSelect;
export type AuctionRow = typeof auctions.$inferSelect;
export type BidRow = typeof bids.$inferSelect;
export type QuestionRow = typeof questions.$inferSelect;
export type ReportRow = typeof reports.$inferSelect;
export type ArchivedBidsRow = typeof archivedBids.$inferSelect;
