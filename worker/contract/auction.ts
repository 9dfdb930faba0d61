/**
 * Auctions: listing an item, an auction's own page, a seller's own auctions, and the filter and order of all lists.
 * The fields of a list entry are in catalogue.ts. Responses that pages check without zod may use only what
 * scripts/build/compiled-schema.ts supports.
 */
import * as z from "zod";

import { publicBid } from "./bid.ts";
import { listedAuction, person } from "./catalogue.ts";
import {
  amount,
  responseSchema,
  cursor,
  draftId,
  draftVersion,
  id,
  dateTime,
  oneOf,
  pageSize,
  text,
} from "./fields.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_SEARCH_LENGTH, MAX_TITLE_LENGTH } from "./lengths.ts";
import { detailsField, listingDetails, publicDetails } from "./listing-details.ts";
import { relistTimes } from "./relist-plan.ts";
import { cleanLines } from "./text/clean-text.ts";

const CATEGORY_REQUIRED_MESSAGE = "Category is required";
const PRICE_REQUIRED_MESSAGE = "Starting price is required";
const END_REQUIRED_MESSAGE = "Auction end date is required";
const START_INVALID_MESSAGE = "Choose when the auction starts";
const RESERVE_INVALID_MESSAGE = "Enter an amount for the reserve price";
const BUY_NOW_INVALID_MESSAGE = "Enter an amount for the Buy Now price";

const title = text(MAX_TITLE_LENGTH, "Title is required");
const description = text(MAX_DESCRIPTION_LENGTH, "Description is required", cleanLines);
const startingPrice = amount(PRICE_REQUIRED_MESSAGE);
const reservePrice = amount(RESERVE_INVALID_MESSAGE);
const buyNowPrice = amount(BUY_NOW_INVALID_MESSAGE);
const increments = z.enum(["flat", "tiered"]);
const softClose = z.enum(["on", "off"]);

/** Longer than the URLs of six images. */
const MAX_IMAGE_ORDER_LENGTH = 2_000;

/**
 * The images in order, cover first, separated by commas. Each is the URL of an existing image, `image` for the cover in
 * this form, or `images` for the next additional image in this form.
 */
export const imageOrder = z.string().max(MAX_IMAGE_ORDER_LENGTH);

/**
 * The text fields of the multipart call. The form also has the cover as `image` and additional images as `images`.
 * `pictures` can list images from the draft, or from the seller's other listings and drafts, which we copy. Each
 * `draft` ID creates at most one auction, and creating it deletes the draft. `draftVersion` is the version that the
 * form shows.
 */
export const createAuctionInput = z.object({
  title,
  description,
  // Checked first, so that a missing choice is reported before an invalid one.
  category: z.string({ error: CATEGORY_REQUIRED_MESSAGE }).min(1, CATEGORY_REQUIRED_MESSAGE).pipe(id),
  startingPrice,
  /** When bidding begins. Without it, bidding begins as soon as the item is listed. */
  startsAt: dateTime(START_INVALID_MESSAGE).optional(),
  auctionDate: dateTime(END_REQUIRED_MESSAGE),
  /** The item's details, as JSON (`listing-details.ts`). */
  details: detailsField.optional(),
  increments: increments.default("flat"),
  softClose: softClose.default("on"),
  /** The hidden reserve. The item doesn't sell below it. At least the starting price. */
  reservePrice: reservePrice.optional(),
  /** Above the starting price, and above the reserve if there is one. */
  buyNowPrice: buyNowPrice.optional(),
  /** How many times it's relisted automatically if it expires. This isn't a term, so only its seller sees it. */
  relistTimes: relistTimes.default(0),
  pictures: imageOrder.optional(),
  draft: draftId.optional(),
  draftVersion: draftVersion.optional(),
});
export type CreateAuctionInput = z.infer<typeof createAuctionInput>;

/**
 * Absent fields stay unchanged. `details` are replaced as a whole. Send `image` empty to remove the cover, `startsAt`
 * empty to start right away, and `reservePrice` or `buyNowPrice` empty for none.
 */
export const editAuctionInput = z.object({
  title: title.optional(),
  description: description.optional(),
  startingPrice: startingPrice.optional(),
  startsAt: z.union([z.literal(""), dateTime(START_INVALID_MESSAGE)]).optional(),
  auctionEndTime: dateTime(END_REQUIRED_MESSAGE).optional(),
  details: detailsField.optional(),
  increments: increments.optional(),
  softClose: softClose.optional(),
  reservePrice: z.union([z.literal(""), reservePrice]).optional(),
  buyNowPrice: z.union([z.literal(""), buyNowPrice]).optional(),
  pictures: imageOrder.optional(),
});
export type EditAuctionInput = z.infer<typeof editAuctionInput>;

/**
 * The seller's terms. The soft-close window is `softCloseMs`, but at most a tenth of the time from the start to the
 * scheduled end. The list of your own auctions has the window itself. Without soft close, `softCloseMs` is 0.
 * `buyNowPrice` is the term. The `buyNowPrice` of the auction itself shows whether you can buy it now.
 */
export const sellerTerms = z
  .object({
    increments,
    softCloseMs: z.number(),
    buyNowPrice: z.number().exactOptional(),
    /** The item's details, absent if its seller gave none. */
    details: publicDetails.exactOptional(),
  })
  .meta({ ref: "SellersTerms" });
export type SellerTerms = z.infer<typeof sellerTerms>;

/** An auction as its seller sees it. */
export const ownAuction = z
  .object({
    ...listedAuction.shape,
    terms: sellerTerms,
    /** The hidden reserve, which we send to no one else. */
    reservePrice: z.number().exactOptional(),
    /** How many times it's relisted automatically if it expires. Absent if it isn't. Only in the seller's own list. */
    relistTimes: z.number().optional(),
    /**
     * The second chance that keeps it from being relisted: `open` while it's under way, `done` once it has sold the
     * item.
     */
    secondSale: z.enum(["open", "done"]).exactOptional(),
    /** The auction that relists this item. Null if that one was deleted. Each auction is relisted at most once. */
    relistedAs: z.nullable(z.string()).exactOptional(),
  })
  .meta({ ref: "OwnAuction" });
export type OwnAuction = z.infer<typeof ownAuction>;

/**
 * One auction's own page: the room's state at `serverTime` (epoch ms), after fact number `seq`. It is compiled without
 * zod, so it has plain types only: no `min`, `transform` or `amount`.
 */
export const auctionDetails = z
  .object({
    ...listedAuction.shape,
    bids: z.array(publicBid),
    seq: z.number(),
    serverTime: z.number(),
    watching: z.number(),
    terms: sellerTerms,
    /** Bids can't be withdrawn this close to the end (ms). */
    freezeMs: z.number(),
    /** Set once it is sold. */
    winner: z.nullable(person),
    /** How many of its bids were withdrawn. Absent if none were. */
    withdrawals: z.number().exactOptional(),
    /** Set once its seller has released a buyer who did not pay. */
    buyerReleased: z.literal(true).exactOptional(),
    /** Set once someone bought it at its Buy It Now price. The highest bid is that purchase. */
    bought: z.literal(true).exactOptional(),
    /** Set while it is hidden from everyone but its seller and admins. */
    hidden: z.object({ reason: z.string() }).optional(),
    /** The same seller's expired auction, which this auction relists. */
    relistOf: z.string().optional(),
    /** Set once an admin has voided it. */
    voided: z.object({ reason: z.string() }).optional(),
  })
  .meta({ ref: "AuctionDetails" });
export type AuctionDetails = z.infer<typeof auctionDetails>;

/** `ending` has the soonest end first, `ended` the latest end first. */
export const sortOrder = oneOf("sort", ["newest", "ending", "ended", "price_asc", "price_desc", "most_bids"]);
/** How soon an auction ends. */
export const endsWithin = oneOf("endsWithin", ["hour", "day"]);
export const statusFilter = oneOf("status", ["Live", "Upcoming", "Sold", "Expired", "all"]);

function singleId(name: string) {
  return z.string({ error: `${name} must be a single ID` }).pipe(id);
}

/** Each parameter can appear once. If we can't read one, the refusal identifies it. We ignore unknown ones. */
export const auctionsQuery = z
  .object({
    /** Any text, as typed or pasted. We use only the beginning of a very long one. */
    search: z
      .string({ error: "search must be a single string" })
      .overwrite((typed) => typed.trim().slice(0, MAX_SEARCH_LENGTH))
      .optional(),
    category: singleId("category").optional(),
    seller: singleId("seller").optional(),
    endsWithin: endsWithin.optional(),
    status: statusFilter.default("Live"),
    condition: listingDetails.shape.condition.unwrap().optional(),
    minPrice: amount("minPrice must be one amount such as 1234.50").optional(),
    maxPrice: amount("maxPrice must be one amount such as 1234.50").optional(),
    sort: sortOrder.default("newest"),
    cursor,
    limit: pageSize(24),
  })
  .refine(({ minPrice = 0, maxPrice = Infinity }) => minPrice <= maxPrice, {
    error: "minPrice must not be above maxPrice",
    path: ["minPrice"],
  });
export type AuctionsQuery = z.input<typeof auctionsQuery>;

export const relistInput = z.object({ auctionEndTime: dateTime(END_REQUIRED_MESSAGE) });
/** The auction that relists an expired one, if everyone can see it. */
export const relistedResponse = responseSchema({
  relistedAs: z.nullable(z.object({ _id: z.string(), title: z.string() })),
});

export const ownAuctionsResponse = responseSchema({ auctions: z.array(ownAuction) });
export const auctionResponse = responseSchema({ auctionDetails });
export const auctionQuery = z.object({ auctionId: id });
export const savedAuctionResponse = responseSchema({ auction: ownAuction });

/** The most auctions on a watchlist, which has no pages. */
export const MAX_WATCHED_AUCTIONS = 1_000;
export const watchlistResponse = responseSchema({ auctions: z.array(listedAuction), count: z.number() });
/** How many people have the auction on their watchlist, up to `MAX_WATCHERS`. */
export const watchersResponse = responseSchema({ watchers: z.number() });
export const watchResponse = responseSchema({ watching: z.boolean() });

/** The settings that the browser needs, such as the currency of live amounts and the limits for listings. */
export const settingsResponse = responseSchema({
  settings: z.object({
    currency: z.string(),
    minStartingPrice: z.number(),
    minAuctionSeconds: z.number(),
    /** The longest soft-close window. 0 if auctions have none. */
    softCloseSeconds: z.number(),
    maxImageBytes: z.number(),
    google: z.boolean(),
  }),
});
