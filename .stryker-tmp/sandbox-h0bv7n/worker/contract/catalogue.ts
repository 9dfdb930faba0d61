/**
 * What lists of auctions show. The browser's first page needs these schemas and no others, so they are written in zod's
 * small dialect, which brings a third of the code. They are zod schemas like all others and fit into them.
 */
// @ts-nocheck

import * as z from "zod/mini";

export const image = z.object({ url: z.string() }).register(z.globalRegistry, { ref: "Image" });

/** A person as everyone may see them. Never an e-mail. */
export const person = z
  .object({ _id: z.string(), firstName: z.string(), lastName: z.string(), image: z.nullable(image) })
  .register(z.globalRegistry, { ref: "Person" });
export type Person = z.infer<typeof person>;

/** Where the auction stands after an accepted command: what a page needs to be right at once. */
export const standing = z
  .object({
    currentBid: z.number(),
    minNextBid: z.number(),
    bidCount: z.number(),
    auctionEndTime: z.string(),
    status: z.enum(["Live", "Sold", "Expired"]),
    extensions: z.number(),
  })
  .register(z.globalRegistry, { ref: "Standing" });
export type Standing = z.infer<typeof standing>;

export const auction = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    images: z.nullable(image),
    startingPrice: z.number(),
    currency: z.string(),
    scheduledEndTime: z.string(),
    createdAt: z.string(),
    category: z.nullable(z.object({ _id: z.string(), name: z.string() })),
    seller: person,
    ...standing.shape,
  })
  .register(z.globalRegistry, { ref: "Auction" });
export type Auction = z.infer<typeof auction>;

/** Every successful answer carries these two beside what was asked for. */
const success = { success: z.literal(true), message: z.string() };

export const auctionsAnswer = z.object({
  ...success,
  auctions: z.array(auction),
  nextCursor: z.nullable(z.string()),
});
export const featuredAnswer = z.object({ ...success, featured: z.array(auction) });
