/** Auctions, sellers, categories and notifications. */
import { newId } from "../builders.ts";
import { aListing, listingFields } from "../selling.ts";
import { asSomeone, onListing, withNewKey, readRow, upgrade } from "./attempts.ts";
import {
  REFUSES_STRANGERS,
  UPGRADES_EVERYONE,
  READS_BODY,
  READS_PARAMETERS,
  PUBLIC_READ,
  PUBLIC_READ_BY_ID,
  READS_OWN_DATA,
} from "./cells.ts";
import type { AccessRows } from "./row.ts";

export const AUCTION_ROWS: AccessRows = {
  "GET /auction/getAuctions": readRow(READS_OWN_DATA, "/auction/getAuctions"),
  "GET /auction/fetchAllAuctions": readRow(PUBLIC_READ_BY_ID, "/auction/fetchAllAuctions?category=antiques"),
  "GET /auction/featured": readRow(PUBLIC_READ, "/auction/featured"),
  "GET /auction/fetchSpecificAuction": {
    attempt: () => onListing((id) => `/auction/fetchSpecificAuction?auctionId=${id}`),
    cells: PUBLIC_READ_BY_ID,
  },
  "GET /auction/bids": {
    attempt: () => onListing((id) => `/auction/bids?limit=10&auctionId=${id}`),
    cells: PUBLIC_READ_BY_ID,
  },
  "GET /auction/:id/journal": {
    attempt: () => onListing((id) => `/auction/${id}/journal`),
    cells: PUBLIC_READ_BY_ID,
  },
  "GET /auction/:id/head": {
    attempt: () => onListing((id) => `/auction/${id}/head`),
    cells: PUBLIC_READ_BY_ID,
  },
  "GET /auction/:id/certificate": {
    attempt: () => onListing((id) => `/auction/${id}/certificate`),
    // 409 for everyone, because the auction is live.
    cells: {
      visitor: "409 auction_live",
      otherUser: "409 auction_live",
      owner: "409 auction_live",
      endedSession: "409 auction_live",
      deletedAccount: "409 auction_live",
      ...READS_PARAMETERS,
      wrongType: "409 auction_live",
      replayed: "409 auction_live",
    },
  },
  "GET /auction/:id/live": {
    attempt: () => onListing((id) => `/auction/${id}/live`, upgrade),
    cells: {
      ...UPGRADES_EVERYONE,
      malformed: "101",
      wrongType: "400 malformed_request",
      oversized: "101",
      replayed: "101",
    },
  },
  "POST /auction/createAuction": {
    attempt: () => asSomeone("/auction/createAuction", { ...withNewKey(), form: listingFields() }),
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "201", owner: "201", replayed: "201" },
  },
  "PATCH /auction/editAuction/:id": {
    attempt: () =>
      onListing((id) => `/auction/editAuction/${id}`, { ...withNewKey(), form: { title: "A better title" } }),
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "403 not_your_auction", owner: "200", replayed: "200" },
  },
  "DELETE /auction/deleteAuction/:id": {
    attempt: () => onListing((id) => `/auction/deleteAuction/${id}`, withNewKey()),
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_PARAMETERS,
      otherUser: "403 not_your_auction",
      owner: "200",
      replayed: "200",
    },
  },
  "POST /auction/:id/relist": {
    // The auction is live, so its seller is refused.
    attempt: () =>
      onListing((id) => `/auction/${id}/relist`, { json: { auctionEndTime: listingFields()["auctionDate"] } }),
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_BODY,
      otherUser: "403 not_your_auction",
      owner: "409 not_expired",
      replayed: "409 not_expired",
    },
  },
  "GET /auction/:id/relisted": {
    attempt: () => onListing((id) => `/auction/${id}/relisted`),
    cells: PUBLIC_READ_BY_ID,
  },
  "GET /auction/:id/watchers": {
    attempt: () => onListing((id) => `/auction/${id}/watchers`),
    cells: PUBLIC_READ_BY_ID,
  },
  "GET /seller/search": readRow(
    // Any text is a search.
    { ...PUBLIC_READ_BY_ID, malformed: "200", oversized: "200" },
    "/seller/search?search=ann",
  ),
  "GET /seller/:id": {
    attempt: async () => {
      const { seller } = await aListing();
      return { path: `/seller/${seller.id}`, call: {}, cookie: seller.cookie };
    },
    cells: PUBLIC_READ_BY_ID,
  },
  "GET /auction/:id/relist-plan": {
    attempt: () => onListing((id) => `/auction/${id}/relist-plan`),
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_PARAMETERS,
      otherUser: "403 not_your_auction",
      owner: "200",
      replayed: "200",
    },
  },
  "PUT /auction/:id/relist-plan": {
    attempt: () => onListing((id) => `/auction/${id}/relist-plan`, { method: "PUT", json: { times: 2 } }),
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "403 not_your_auction", owner: "200", replayed: "200" },
  },
  "GET /auction/getAllCategories": readRow(PUBLIC_READ, "/auction/getAllCategories"),
  "POST /auction/createCategory": {
    attempt: () =>
      asSomeone("/auction/createCategory", { json: { name: `Lamps ${newId().slice(0, 20)}`, description: "Light." } }),
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "201", owner: "201", replayed: "409 category_exists" },
  },
  "GET /auction/notifications": readRow(READS_OWN_DATA, "/auction/notifications"),
  "PATCH /auction/notifications/mark-read": readRow(READS_OWN_DATA, "/auction/notifications/mark-read"),
  "PATCH /auction/notifications/:id/mark-read": {
    attempt: () => asSomeone(`/auction/notifications/${newId()}-7/mark-read`, { method: "PATCH" }),
    // Marking an unknown notification as read succeeds.
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_PARAMETERS,
      otherUser: "200",
      owner: "200",
      wrongType: "200",
      replayed: "200",
    },
  },
  "DELETE /auction/notifications/clear": readRow(READS_OWN_DATA, "/auction/notifications/clear"),
};
