/**
 * An entry in a list of auctions. auction.ts (`auctionsQuery`) has the filters and orders. The browser's first page
 * checks these responses without zod. Its build compiles them, so they may use only what
 * scripts/build/compiled-schema.ts supports.
 */
import * as z from "zod";

/** The image's full size, in the orientation it's shown in, and `tint`, its mean color. Absent if unknown. */
export const image = z
  .object({
    url: z.string(),
    width: z.exactOptional(z.number()),
    height: z.exactOptional(z.number()),
    tint: z.exactOptional(z.string()),
  })
  .register(z.globalRegistry, { ref: "Image" });
export type Image = z.infer<typeof image>;

/** A person as everyone can see them. Never includes an email address. */
export const person = z
  .object({ _id: z.string(), firstName: z.string(), lastName: z.string(), image: z.nullable(image) })
  .register(z.globalRegistry, { ref: "Person" });
export type Person = z.infer<typeof person>;

/** The auction's price, end and status after an accepted command, so that a page can show them immediately. */
export const standing = z
  .object({
    currentBid: z.number(),
    minNextBid: z.number(),
    bidCount: z.number(),
    auctionEndTime: z.string(),
    /** The end without extensions. */
    scheduledEndTime: z.string(),
    status: z.enum(["Upcoming", "Live", "Sold", "Expired", "Voided"]),
    extensions: z.number(),
    /** Whether the hidden reserve is met. Absent or null if there is no reserve. */
    reserveMet: z.exactOptional(z.nullable(z.boolean())),
    /** The price to buy it now. Absent or null if that isn't possible. */
    buyNowPrice: z.exactOptional(z.nullable(z.number())),
  })
  .register(z.globalRegistry, { ref: "Standing" });
export type Standing = z.infer<typeof standing>;

export const listedAuction = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    /** The cover. */
    images: z.nullable(image),
    /** All images, the cover first. */
    pictures: z.array(image),
    startingPrice: z.number(),
    currency: z.string(),
    /** When bidding begins. Absent or null if it began with the listing. */
    startsAt: z.exactOptional(z.nullable(z.string())),
    createdAt: z.string(),
    category: z.nullable(z.object({ _id: z.string(), name: z.string() })),
    seller: person,
    /** In lists, how many people watch it, up to `MAX_WATCHERS`. Absent if no one does. */
    watchers: z.exactOptional(z.number()),
    ...standing.shape,
  })
  .register(z.globalRegistry, { ref: "Auction" });
export type ListedAuction = z.infer<typeof listedAuction>;

/** Every successful response has these two fields beside its content. */
const success = { success: z.literal(true), message: z.string() };

export const auctionsResponse = z.object({
  ...success,
  auctions: z.array(listedAuction),
  /**
   * How many auctions match on all pages, sent with the first page. `MAX_COUNTED_AUCTIONS` means that many or more.
   * Absent if counting would read too many rows for few matches.
   */
  total: z.exactOptional(z.number()),
  nextCursor: z.nullable(z.string()),
  /** A similar search that finds something, if this one found nothing. */
  didYouMean: z.exactOptional(z.string()),
});
export const featuredResponse = z.object({ ...success, featured: z.array(listedAuction) });
