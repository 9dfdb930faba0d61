/** Who can call the routes for bids, and what everyone else gets. */
import { request, someoneSignedIn } from "../http.ts";
import { aListing, bid } from "../selling.ts";
import { asSomeone, onBid, withNewKey } from "./attempts.ts";
import { ownersOnly, READS_BODY, READS_PARAMETERS } from "./cells.ts";
import type { AccessRow, AccessRows } from "./row.ts";

const editRow: AccessRow = {
  attempt: () => onBid((id) => `/bid/editBid/${id}`, { json: { bidAmount: 150 } }),
  cells: ownersOnly("403 not_your_bid", READS_BODY),
};

export const BID_ROWS: AccessRows = {
  "POST /bid/placeBid": {
    // The owner here is the bidder.
    attempt: async () => {
      const { id } = await aListing();
      return asSomeone("/bid/placeBid", { ...withNewKey(), json: { productId: id, bidAmount: 100 } });
    },
    cells: ownersOnly("201", READS_BODY, "201"),
  },
  "POST /auction/:id/buy": {
    // The owner here is the buyer. Another person may buy as well.
    attempt: async () => {
      const { id } = await aListing({ buyNowPrice: "500" });
      return asSomeone(`/auction/${id}/buy`, { ...withNewKey(), json: { price: 500 } });
    },
    cells: ownersOnly("201", READS_BODY, "201"),
  },
  "PUT /bid/editBid/:id": editRow,
  "PATCH /bid/editBid/:id": editRow,
  "DELETE /bid/deleteBid/:id": {
    attempt: () => onBid((id) => `/bid/deleteBid/${id}`),
    cells: ownersOnly("403 not_your_bid", READS_PARAMETERS),
  },
  "POST /bid/requestRelease/:id": {
    attempt: () => onBid((id) => `/bid/requestRelease/${id}`, { method: "POST" }),
    cells: ownersOnly("403 not_your_bid", READS_PARAMETERS),
  },
  "POST /bid/releaseBid/:id": {
    // The owner here is the seller.
    attempt: async () => {
      const { id, seller } = await aListing();
      const { cookie } = await someoneSignedIn();
      const { newBid } = await bid(id, 100, cookie);
      await request(`/bid/requestRelease/${newBid._id}`, { method: "POST", cookie });
      return {
        path: `/bid/releaseBid/${newBid._id}`,
        call: { method: "POST", ...withNewKey() },
        cookie: seller.cookie,
      };
    },
    cells: ownersOnly("403 not_your_auction", READS_PARAMETERS),
  },
};
