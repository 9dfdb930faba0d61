/** Ratings of deals that are done, and the admin actions on them. */
import { aDoneSale, takeStep } from "../deals.ts";
import { actionRow, oncePerFile } from "./attempts.ts";
import { ownersOnly, PUBLIC_READ_BY_ID, READS_BODY } from "./cells.ts";
import type { AccessRows } from "./row.ts";

const rating = { stars: 4, text: "Well packed." };

/** The buyer's rating, which is shown because the seller has rated, too. */
async function aRating() {
  const sale = await aDoneSale();
  await takeStep(sale.dealId, sale.buyer, "rating", rating);
  await takeStep(sale.dealId, sale.seller, "rating", { stars: 5 });
  return { ...sale, ratingId: `${sale.dealId}-buyer` };
}

const aModeratedRating = oncePerFile(aRating);

const ratingActionRow = (action: string) =>
  actionRow(async () => `ratings/${(await aModeratedRating()).ratingId}/${action}`);

const SIDE_CELLS = ownersOnly("404 deal_not_found", READS_BODY);

export const RATING_ROWS: AccessRows = {
  "POST /deals/:id/rating": {
    attempt: async () => {
      const { dealId, buyer } = await aDoneSale();
      return { path: `/deals/${dealId}/rating`, call: { json: rating }, cookie: buyer.cookie };
    },
    cells: SIDE_CELLS,
  },
  "POST /deals/:id/rating/reply": {
    attempt: async () => {
      const { dealId, seller } = await aRating();
      return { path: `/deals/${dealId}/rating/reply`, call: { json: { text: "Thanks." } }, cookie: seller.cookie };
    },
    cells: SIDE_CELLS,
  },
  "GET /seller/:id/ratings": {
    attempt: async () => {
      const { seller } = await aModeratedRating();
      return { path: `/seller/${seller.id}/ratings`, cookie: seller.cookie };
    },
    cells: PUBLIC_READ_BY_ID,
  },
  "POST /rating/:id/report": {
    attempt: async () => {
      const { ratingId, seller } = await aRating();
      return { path: `/rating/${ratingId}/report`, call: { json: { reason: "other" } }, cookie: seller.cookie };
    },
    cells: { ...ownersOnly("201", READS_BODY, "201"), replayed: "409 already_reported" },
  },
  "POST /moderation/ratings/:id/hideRating": ratingActionRow("hideRating"),
  "POST /moderation/ratings/:id/showRating": ratingActionRow("showRating"),
  "POST /moderation/ratings/:id/hideReply": ratingActionRow("hideReply"),
  "POST /moderation/ratings/:id/showReply": ratingActionRow("showReply"),
  "POST /moderation/ratings/:id/dismissRating": ratingActionRow("dismissRating"),
};
