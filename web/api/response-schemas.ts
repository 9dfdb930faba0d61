/**
 * The checks that pages need before a form opens: responses to most calls, refusals, live socket frames, stored
 * entries, and the IDs in URLs. The build replaces this module with the same schemas compiled to plain checks. Pages
 * then work without zod, which loads with the first form. Code used only by pages with a form imports the contract
 * directly.
 */
import * as z from "zod";

import { listedAuction } from "../../worker/contract/catalogue.ts";

export {
  historyResponse,
  loginResponse,
  profileResponse,
  profileChangedResponse,
  trustResponse,
} from "../../worker/contract/account.ts";
export {
  auctionResponse,
  ownAuctionsResponse,
  relistedResponse,
  savedAuctionResponse,
  settingsResponse,
  watchResponse,
  watchersResponse,
  watchlistResponse,
} from "../../worker/contract/auction.ts";
export {
  bidsResponse,
  deleteBidResponse,
  editBidResponse,
  ownMaximumResponse,
  placeBidResponse,
  standingResponse,
} from "../../worker/contract/bid.ts";
export { blocksResponse } from "../../worker/contract/blocks.ts";
export { categoriesResponse, createCategoryResponse } from "../../worker/contract/category.ts";
export { dealCountsResponse, secondChanceResponse } from "../../worker/contract/deal.ts";
export { doneResponse, id } from "../../worker/contract/fields.ts";
export { joinedResponse } from "../../worker/contract/joined-auction.ts";
export { serverFrame } from "../../worker/contract/live.ts";
export { aliasesResponse, privacyResponse } from "../../worker/contract/privacy.ts";
export { sellerResponse, sellersResponse } from "../../worker/contract/seller.ts";

/** Recently viewed items, without prices, because prices go stale. */
export const recentItemsEntry = z.object({
  owner: z.string(),
  lots: z.array(listedAuction.pick({ _id: true, title: true, images: true, category: true })),
});
