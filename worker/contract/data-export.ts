/**
 * The data export: one file with everything that this site stores about a person and can show them. The text of a
 * listing is null if others can't see the listing. Other people's names are null if pages don't show them.
 */
import * as z from "zod";

import { DEAL_STATES, SIDES } from "../rules/deal.ts";
import { role, trust, winning } from "./account.ts";
import { blockedPerson } from "./blocks.ts";
import { image } from "./catalogue.ts";
import { address, publicDealEvent } from "./deal.ts";
import { savedDraft } from "./draft.ts";
import { invoiceContent } from "./invoice.ts";
import { publicDetails } from "./listing-details.ts";
import { notification } from "./notification.ts";
import { passkey } from "./passkeys.ts";
import { ownSession } from "./security.ts";

const profile = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Null while no one has verified the address. */
  emailVerifiedAt: z.nullable(z.string()),
  image: z.nullable(image),
  role,
  createdAt: z.string(),
  /** Whether this person bids anonymously. */
  anonymous: z.boolean(),
  /** While an admin has hidden the name, it is the placeholder that pages show. */
  isNameHidden: z.boolean(),
  hasPassword: z.boolean(),
  signsInWithGoogle: z.boolean(),
  /** When this person first finished a deal with a known member. */
  finishedSaleAt: z.nullable(z.string()),
  /** The level of trust that an admin has set. */
  trust: z.nullable(trust),
  /** A new email address that isn't confirmed yet. */
  newEmail: z.nullable(z.object({ email: z.string(), linkExpiresAt: z.string() })),
});

const listing = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  pictures: z.array(image),
  category: z.nullable(z.string()),
  startingPrice: z.number(),
  reservePrice: z.number().exactOptional(),
  buyNowPrice: z.number().exactOptional(),
  details: publicDetails.exactOptional(),
  currentBid: z.number(),
  currency: z.string(),
  bidCount: z.number(),
  createdAt: z.string(),
  startsAt: z.string().optional(),
  scheduledEndTime: z.string(),
  auctionEndTime: z.string(),
  /** Whether lists show it, and if not, why. */
  state: z.enum(["open", "closed", "voided", "hidden", "cancelled", "removed"]),
  voided: z.object({ reason: z.string() }).optional(),
});

const bid = z.object({
  _id: z.string(),
  auctionId: z.string(),
  title: z.nullable(z.string()),
  amount: z.number(),
  currency: z.nullable(z.string()),
  placedAt: z.string(),
  auto: z.boolean(),
  edited: z.boolean(),
  withdrawn: z.boolean(),
});

const rating = z.object({
  _id: z.string(),
  auctionId: z.string(),
  title: z.nullable(z.string()),
  stars: z.number(),
  text: z.string(),
  ratedAt: z.string(),
  reply: z.nullable(z.string()),
});

export const dataExportFile = z
  .object({
    exportedAt: z.string(),
    profile,
    /** Listings, bids and winnings are sorted oldest first. */
    listings: z.array(listing),
    drafts: z.array(savedDraft),
    bids: z.array(bid),
    /** Only for bids that lead live auctions. Any other maximum is its bid's amount, or was replaced or withdrawn. */
    maxima: z.array(
      z.object({
        auctionId: z.string(),
        bidId: z.string(),
        maxBid: z.number(),
        isPublic: z.boolean(),
        currency: z.string(),
      }),
    ),
    winnings: z.array(winning),
    watched: z.array(z.object({ auctionId: z.string(), title: z.nullable(z.string()), watchedAt: z.string() })),
    reports: z.array(
      z.object({
        auctionId: z.string(),
        title: z.nullable(z.string()),
        reason: z.string(),
        text: z.string(),
        reportedAt: z.string(),
      }),
    ),
    /** The person's own questions about items, with the answers, and their answers as a seller. */
    questions: z.array(
      z.object({
        _id: z.string(),
        auctionId: z.string(),
        title: z.nullable(z.string()),
        text: z.string(),
        askedAt: z.string(),
        answer: z.nullable(z.string()),
      }),
    ),
    answers: z.array(
      z.object({
        questionId: z.string(),
        auctionId: z.string(),
        title: z.string(),
        text: z.string(),
        answeredAt: z.string(),
      }),
    ),
    questionReports: z.array(
      z.object({ questionId: z.string(), reason: z.string(), text: z.string(), reportedAt: z.string() }),
    ),
    noteReports: z.array(
      z.object({
        dealId: z.string(),
        seq: z.number(),
        reason: z.string(),
        text: z.string(),
        reportedAt: z.string(),
      }),
    ),
    /** Both sides' steps, the person's own notes, and the addresses that they gave as a buyer. */
    deals: z.array(
      z.object({
        _id: z.string(),
        auctionId: z.string(),
        title: z.nullable(z.string()),
        side: z.enum(SIDES),
        price: z.number(),
        state: z.enum(DEAL_STATES),
        address: z.nullable(address),
        carrier: z.nullable(z.string()),
        trackingNumber: z.nullable(z.string()),
        events: z.array(publicDealEvent),
      }),
    ),
    /** From the other side, only ratings that are shown. Leaves out what others wrote if admins have hidden it. */
    ratingsGiven: z.array(rating),
    ratingsReceived: z.array(rating),
    ratingReports: z.array(
      z.object({ ratingId: z.string(), reason: z.string(), text: z.string(), reportedAt: z.string() }),
    ),
    /** Issued to this person or by them, as both sides see them. */
    invoices: z.array(invoiceContent.extend({ dealId: z.string(), side: z.enum(SIDES) })),
    /** The saved address, if any, and how they want to be paid. */
    savedAddress: z.array(address),
    paymentInstructions: z.array(z.object({ instructions: z.string(), changedAt: z.string() })),
    blocked: z.array(blockedPerson),
    /** Categories that this person made. */
    categories: z.array(
      z.object({ _id: z.string(), name: z.string(), description: z.string(), createdAt: z.string() }),
    ),
    notifications: z.array(notification),
    sessions: z.array(ownSession.omit({ _id: true })),
    passkeys: z.array(passkey.omit({ _id: true })),
  })
  .meta({ ref: "DataExport" });
export type DataExportFile = z.infer<typeof dataExportFile>;
