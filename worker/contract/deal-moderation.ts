/**
 * Deals as admins see them. Lists don't include what the two sides wrote in the deal. To read a whole deal, an admin
 * must give a reason, which we record.
 */
import * as z from "zod";

import { DEAL_STATES, SIDES } from "../rules/deal.ts";
import { person } from "./catalogue.ts";
import { dealDetails, publicDealEvent } from "./deal.ts";
import { responseSchema, oneOf, pageSize } from "./fields.ts";
import { listCursor } from "./list-cursor.ts";
import { adminAction, sensitiveActionInput } from "./moderation.ts";

/** `disputed` has the deals in which a side asks us to decide, longest waiting first. */
export const ADMIN_DEAL_STATES = ["disputed", ...DEAL_STATES] as const;
export type AdminDealState = (typeof ADMIN_DEAL_STATES)[number];
export const adminDealsQuery = z.object({
  state: oneOf("state", ADMIN_DEAL_STATES).default("disputed"),
  cursor: listCursor,
  limit: pageSize(50),
});

export const dealForAdmins = z
  .object({
    _id: z.string(),
    auctionId: z.string(),
    title: z.string(),
    buyer: person,
    seller: person,
    currency: z.string(),
    price: z.number(),
    state: z.enum(DEAL_STATES),
    disputedBy: z.nullable(z.enum(SIDES)),
    openedAt: z.string(),
    changedAt: z.string(),
    dueAt: z.nullable(z.string()),
  })
  .meta({ ref: "DealForAdmins" });
export type DealForAdmins = z.infer<typeof dealForAdmins>;
export const adminDealsResponse = responseSchema({ deals: z.array(dealForAdmins), nextCursor: z.string().nullable() });

/** The deal as its seller sees it, without possible steps and with hidden notes. */
const dealReadByAdmins = dealDetails
  .omit({
    side: true,
    other: true,
    otherEmail: true,
    needsMe: true,
    nextStep: true,
    steps: true,
    nextOffer: true,
    ratings: true,
  })
  .extend({ events: z.array(publicDealEvent.extend({ hiddenReason: z.nullable(z.string()) })) });

/** `notes` are admins' notes about the deal, newest first. */
export const readDealResponse = responseSchema({
  deal: dealReadByAdmins,
  buyer: person,
  seller: person,
  notes: z.array(adminAction),
});
export type DealDetailsForAdmins = Omit<z.infer<typeof readDealResponse>, "success" | "message">;

export const closeDealInput = sensitiveActionInput.extend({ favor: oneOf("favor", SIDES) });
export type CloseDealInput = z.input<typeof closeDealInput>;
