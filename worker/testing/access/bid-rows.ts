/** Bids. */
import { aListing } from "../selling.ts";
import { asSomeone, onBid, keyed } from "./attempts.ts";
import { STRANGERS, BODY, PARAMETERS } from "./cells.ts";
import type { Row, Rows } from "./row.ts";

const editing: Row = {
  takes: "json",
  attempt: () => onBid((id) => `/bid/editBid/${id}`, { json: { bidAmount: 150 } }),
  cells: { ...STRANGERS, ...BODY, otherUser: "403 not_your_bid", owner: "200", replayed: "200" },
};

export const BID: Rows = {
  "POST /bid/placeBid": {
    takes: "json",
    // The owner here is the bidder.
    attempt: async () => {
      const { id } = await aListing();
      return asSomeone("/bid/placeBid", { ...keyed(), json: { productId: id, bidAmount: 100 } });
    },
    cells: { ...STRANGERS, ...BODY, otherUser: "201", owner: "201", replayed: "201" },
  },
  "POST /auction/:id/buy": {
    takes: "json",
    // The owner here is the buyer: another person may buy as well.
    attempt: async () => {
      const { id } = await aListing({ buyNowPrice: "500" });
      return asSomeone(`/auction/${id}/buy`, { ...keyed(), json: { price: 500 } });
    },
    cells: { ...STRANGERS, ...BODY, otherUser: "201", owner: "201", replayed: "201" },
  },
  "PUT /bid/editBid/:id": editing,
  "PATCH /bid/editBid/:id": editing,
  "DELETE /bid/deleteBid/:id": {
    takes: "parameters",
    attempt: () => onBid((id) => `/bid/deleteBid/${id}`),
    cells: { ...STRANGERS, ...PARAMETERS, otherUser: "403 not_your_bid", owner: "200", replayed: "200" },
  },
};
