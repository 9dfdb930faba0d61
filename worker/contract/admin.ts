/** The admin pages: data about people, categories, open auctions, actions and the deployment, for admins. */
import * as z from "zod";

import { role, trust } from "./account.ts";
import { image } from "./catalogue.ts";
import { category } from "./category.ts";
import { responseSchema, cursor, cursorField, id, pageSize } from "./fields.ts";
import { MAX_EMAIL_LENGTH } from "./lengths.ts";
import { listCursor } from "./list-cursor.ts";
import { adminActionName, adminAction } from "./moderation.ts";
import { ownSession } from "./security.ts";
import { cleanLine } from "./text/clean-text.ts";

const page = { cursor: listCursor, limit: pageSize(25) };
const nextCursor = z.string().nullable();

export const peopleState = z.enum(["admin", "suspended"]);
export const peopleQuery = z.object({
  /** Part of a name or an email address, or a whole ID. */
  search: z
    .string()
    .overwrite((typed) => cleanLine(typed).trim().slice(0, MAX_EMAIL_LENGTH))
    .optional(),
  state: peopleState.optional(),
  ...page,
});
export type PeopleQuery = z.output<typeof peopleQuery>;

export const personForAdmins = z
  .object({
    _id: z.string(),
    /** Their own name, even while an admin has hidden it. */
    firstName: z.string(),
    lastName: z.string(),
    image: z.nullable(image),
    nameHidden: z.boolean(),
    email: z.string().nullable(),
    role,
    createdAt: z.string(),
    suspended: z.object({ reason: z.string(), at: z.string() }).nullable(),
    /** When too many unpaid deals stopped their bidding and buying. Null while they can bid. */
    biddingStoppedAt: z.nullable(z.string()),
    /** The trust level, and the one that an admin has set, if any. Null if this site doesn't limit new members. */
    trust: z.object({ level: trust, set: z.nullable(trust) }).nullable(),
  })
  .meta({ ref: "PersonForAdmins" });
export type PersonForAdmins = z.infer<typeof personForAdmins>;
export const peopleResponse = responseSchema({ people: z.array(personForAdmins), nextCursor });

/**
 * `current` is the admin's own session. `pendingCalls` counts the calls to rooms that this person's inbox still has to
 * make.
 */
export const personSessionsResponse = responseSchema({ sessions: z.array(ownSession), pendingCalls: z.number() });

export const categoriesForAdminsQuery = z.object({ ...page, cursor });
export const categoryForAdmins = category
  .extend({
    /** One of the eight categories that every deployment has. Admins can hide it, but not rename or merge it. */
    fixed: z.boolean(),
    hidden: z.boolean(),
    mergedInto: z.object({ _id: z.string(), name: z.string() }).nullable(),
    /** Open auctions in the category, counted up to a hundred. */
    openAuctions: z.number(),
  })
  .meta({ ref: "CategoryForAdmins" });
export type CategoryForAdmins = z.infer<typeof categoryForAdmins>;
export const categoriesForAdminsResponse = responseSchema({ categories: z.array(categoryForAdmins), nextCursor });

export const adminActionsQuery = z.object({
  action: adminActionName.optional(),
  by: id.optional(),
  target: id.optional(),
  ...page,
  /** The number of an action. */
  cursor: cursorField((text) => (/^\d{1,15}$/.test(text) ? Number(text) : null)),
});
export type AdminActionsQuery = z.output<typeof adminActionsQuery>;
export const adminActionsResponse = responseSchema({ actions: z.array(adminAction), nextCursor });

export const openAuctionsQuery = z.object(page);
/** The state of a room: its last bid, its number of watchers, and how far behind its subscribers are. */
const auctionHealth = z
  .object({
    lastBidAt: z.string().nullable(),
    watching: z.number(),
    /** Facts that D1 and the inboxes have not received. */
    undelivered: z.object({ catalogue: z.number(), inboxes: z.number() }),
    /** How long D1 or the inboxes have been behind, whichever is longer (ms). 0 if nothing is pending. */
    laggingMs: z.number(),
  })
  .meta({ ref: "AuctionHealth" });
export type AuctionHealth = z.infer<typeof auctionHealth>;
const auctionForAdmins = z
  .object({
    _id: z.string(),
    title: z.string(),
    currency: z.string(),
    currentBid: z.number(),
    bidCount: z.number(),
    auctionEndTime: z.string(),
    hidden: z.boolean(),
    /** How long its end is overdue, in milliseconds. Above 0 only if a room didn't close in time. */
    overdueMs: z.number(),
    /** Null if the room did not answer. */
    health: auctionHealth.nullable(),
  })
  .meta({ ref: "AuctionForAdmins" });
export type AuctionForAdmins = z.infer<typeof auctionForAdmins>;
export const openAuctionsResponse = responseSchema({ auctions: z.array(auctionForAdmins), nextCursor });

export const deploymentResponse = responseSchema({
  deployment: z.object({
    /** The version that served this request. Null if the platform doesn't provide it. */
    version: z.object({ id: z.string(), tag: z.string(), deployedAt: z.string() }).nullable(),
    counts: z.object({
      people: z.number(),
      admins: z.number(),
      suspended: z.number(),
      openAuctions: z.number(),
      hiddenAuctions: z.number(),
      bidsLastHour: z.number(),
      openReports: z.number(),
    }),
    /** Auctions that closed in the last day, and the largest delay among them in milliseconds. */
    closings: z.object({ count: z.number(), late: z.number(), latestMs: z.number() }),
    /** Null before the cron trigger's first run. */
    sweep: z.object({ begunAt: z.string(), tookMs: z.number(), failed: z.number() }).nullable(),
    /**
     * Openings of auctions that haven't reached D1, including refused ones for a few minutes, and unfinished deletions.
     */
    pending: z.object({
      listings: z.number(),
      deletions: z.number(),
      oldestDeletionAt: z.string().nullable(),
      /** Deals in which a side asks us to decide. */
      disputes: z.number(),
    }),
    /** Set while we compare a restored D1 with rooms and inboxes. */
    restoring: z.boolean(),
  }),
});
export type Deployment = z.infer<typeof deploymentResponse>["deployment"];
