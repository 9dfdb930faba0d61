/**
 * The checks that pages need before any form is open: the answers to most calls, refusals, the frames of the live
 * socket, what this browser keeps, and the IDs in addresses. The build replaces this module with the same schemas
 * compiled to plain checks, so that pages work without zod, which loads with the first form. Code that only pages with
 * a form need imports the contract directly, in the file of its call.
 */
import * as z from "zod";

import { listedAuction } from "../../worker/contract/catalogue.ts";

export {
  historyAnswer,
  loginAnswer,
  profileAnswer,
  profileChangedAnswer,
  trustAnswer,
} from "../../worker/contract/account.ts";
export {
  auctionAnswer,
  ownAuctionsAnswer,
  relistedAnswer,
  savedAuctionAnswer,
  settingsAnswer,
  watchAnswer,
  watchersAnswer,
  watchlistAnswer,
} from "../../worker/contract/auction.ts";
export {
  bidsAnswer,
  deleteBidAnswer,
  editBidAnswer,
  ownMaximumAnswer,
  placeBidAnswer,
} from "../../worker/contract/bid.ts";
export { blocksAnswer } from "../../worker/contract/blocks.ts";
export { categoriesAnswer, createCategoryAnswer } from "../../worker/contract/category.ts";
export { dealCountsAnswer, secondChanceAnswer } from "../../worker/contract/deal.ts";
export { doneAnswer, id } from "../../worker/contract/fields.ts";
export { joinedAnswer } from "../../worker/contract/joined-auction.ts";
export { serverFrame } from "../../worker/contract/live.ts";
export { aliasesAnswer, privacyAnswer } from "../../worker/contract/privacy.ts";
export { sellerAnswer, sellersAnswer } from "../../worker/contract/seller.ts";

/** Recently viewed items, without prices, which would be out of date. */
export const recentLotsEntry = z.object({
  owner: z.string(),
  lots: z.array(listedAuction.pick({ _id: true, title: true, images: true, category: true })),
});
