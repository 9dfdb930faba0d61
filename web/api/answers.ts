/**
 * The checks that pages need before a form opens: responses to most calls, refusals, live socket frames, stored
 * entries, and the IDs in URLs. The build replaces this module with the same schemas compiled to plain checks. Pages
 * then work without zod, which loads with the first form. Code used only by pages with a form imports the contract
 * directly.
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

/** Recently viewed items, without prices, because prices go stale. */
export const recentItemsEntry = z.object({
  owner: z.string(),
  lots: z.array(listedAuction.pick({ _id: true, title: true, images: true, category: true })),
});
