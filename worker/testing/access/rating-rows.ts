/** Ratings of deals that are done, and what admins do about them. */
import { aDoneSale, step } from "../deals.ts";
import { anAdmin } from "../http.ts";
import { oncePerFile } from "./attempts.ts";
import { READS_BODY, HIDES_FROM_STRANGERS, PUBLIC_READ_BY_ID, REFUSES_STRANGERS } from "./cells.ts";
import type { AccessRow, AccessRows } from "./row.ts";

const rating = { stars: 4, text: "Well packed." };

/** The buyer's, which is shown because the seller has rated, too. */
async function aRating() {
  const sale = await aDoneSale();
  await step(sale.dealId, sale.buyer, "rating", rating);
  await step(sale.dealId, sale.seller, "rating", { stars: 5 });
  return { ...sale, ratingId: `${sale.dealId}-buyer` };
}

const aModeratedRating = oncePerFile(aRating);

const actionCall = (action: string): AccessRow => ({
  attempt: async () => {
    const { ratingId } = await aModeratedRating();
    const json = { reason: "A telephone number" };
    return { path: `/moderation/ratings/${ratingId}/${action}`, call: { json }, cookie: (await anAdmin()).cookie };
  },
  cells: { ...HIDES_FROM_STRANGERS, ...READS_BODY, owner: "200", replayed: "200" },
});

const OF_A_SIDE = {
  ...REFUSES_STRANGERS,
  ...READS_BODY,
  otherUser: "404 deal_not_found",
  owner: "200",
  replayed: "200",
} as const;

export const RATING_ROWS: AccessRows = {
  "POST /deals/:id/rating": {
    attempt: async () => {
      const { dealId, buyer } = await aDoneSale();
      return { path: `/deals/${dealId}/rating`, call: { json: rating }, cookie: buyer.cookie };
    },
    cells: OF_A_SIDE,
  },
  "POST /deals/:id/rating/reply": {
    attempt: async () => {
      const { dealId, seller } = await aRating();
      return { path: `/deals/${dealId}/rating/reply`, call: { json: { text: "Thanks." } }, cookie: seller.cookie };
    },
    cells: OF_A_SIDE,
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
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "201", owner: "201", replayed: "409 already_reported" },
  },
  "POST /moderation/ratings/:id/hideRating": actionCall("hideRating"),
  "POST /moderation/ratings/:id/showRating": actionCall("showRating"),
  "POST /moderation/ratings/:id/hideReply": actionCall("hideReply"),
  "POST /moderation/ratings/:id/showReply": actionCall("showReply"),
  "POST /moderation/ratings/:id/dismissRating": actionCall("dismissRating"),
};
