/** Auctions, sellers, categories and notifications. */
import { newId } from "../builders.ts";
import { aListing, listingFields } from "../selling.ts";
import { asSomeone, listingRow, onListing, signedInRow, upgrade, withNewKey } from "./attempts.ts";
import {
  allUsers,
  forAll,
  ownersOnly,
  READS_BODY,
  READS_PARAMETERS,
  PUBLIC_READ,
  PUBLIC_READ_BY_ID,
  READS_OWN_DATA,
} from "./cells.ts";
import type { AccessRows } from "./row.ts";

export const AUCTION_ROWS: AccessRows = {
  "GET /auction/getAuctions": signedInRow(READS_OWN_DATA, "/auction/getAuctions"),
  "GET /auction/fetchAllAuctions": signedInRow(PUBLIC_READ_BY_ID, "/auction/fetchAllAuctions?category=antiques"),
  "GET /auction/featured": signedInRow(PUBLIC_READ, "/auction/featured"),
  "GET /auction/fetchSpecificAuction": listingRow(
    PUBLIC_READ_BY_ID,
    (id) => `/auction/fetchSpecificAuction?auctionId=${id}`,
  ),
  "GET /auction/bids": listingRow(PUBLIC_READ_BY_ID, (id) => `/auction/bids?limit=10&auctionId=${id}`),
  "GET /auction/:id/journal": listingRow(PUBLIC_READ_BY_ID, (id) => `/auction/${id}/journal`),
  "GET /auction/:id/head": listingRow(PUBLIC_READ_BY_ID, (id) => `/auction/${id}/head`),
  "GET /auction/:id/certificate": listingRow(
    { ...forAll("409 auction_live"), ...READS_PARAMETERS, wrongType: "409 auction_live" },
    (id) => `/auction/${id}/certificate`,
  ),
  "GET /auction/:id/live": listingRow(
    {
      ...forAll("101"),
      wrongType: "400 malformed_request",
    },
    (id) => `/auction/${id}/live`,
    upgrade,
  ),
  "POST /auction/createAuction": {
    attempt: () => asSomeone("/auction/createAuction", { ...withNewKey(), form: listingFields() }),
    cells: ownersOnly("201", READS_BODY, "201"),
  },
  "PATCH /auction/editAuction/:id": {
    attempt: () =>
      onListing((id) => `/auction/editAuction/${id}`, { ...withNewKey(), form: { title: "A better title" } }),
    cells: ownersOnly("403 not_your_auction", READS_BODY),
  },
  "DELETE /auction/deleteAuction/:id": {
    attempt: () => onListing((id) => `/auction/deleteAuction/${id}`, withNewKey()),
    cells: ownersOnly("403 not_your_auction", READS_PARAMETERS),
  },
  "POST /auction/:id/relist": {
    // The auction is live, so its seller is refused.
    attempt: () =>
      onListing((id) => `/auction/${id}/relist`, { json: { auctionEndTime: listingFields()["auctionDate"] } }),
    cells: ownersOnly("403 not_your_auction", READS_BODY, "409 not_expired"),
  },
  "GET /auction/:id/relisted": listingRow(PUBLIC_READ_BY_ID, (id) => `/auction/${id}/relisted`),
  "GET /auction/:id/watchers": listingRow(PUBLIC_READ_BY_ID, (id) => `/auction/${id}/watchers`),
  "GET /seller/search": signedInRow(
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
  "GET /auction/:id/relist-plan": listingRow(
    ownersOnly("403 not_your_auction", READS_PARAMETERS),
    (id) => `/auction/${id}/relist-plan`,
  ),
  "PUT /auction/:id/relist-plan": listingRow(
    ownersOnly("403 not_your_auction", READS_BODY),
    (id) => `/auction/${id}/relist-plan`,
    { method: "PUT", json: { times: 2 } },
  ),
  "GET /auction/getAllCategories": signedInRow(PUBLIC_READ, "/auction/getAllCategories"),
  "POST /auction/createCategory": {
    attempt: () =>
      asSomeone("/auction/createCategory", { json: { name: `Lamps ${newId().slice(0, 20)}`, description: "Light." } }),
    cells: { ...ownersOnly("201", READS_BODY, "201"), replayed: "409 category_exists" },
  },
  "GET /auction/notifications": signedInRow(READS_OWN_DATA, "/auction/notifications"),
  "PATCH /auction/notifications/mark-read": signedInRow(
    allUsers(READS_PARAMETERS),
    "/auction/notifications/mark-read?upTo=2027-06-01T18:00:00.000Z",
  ),
  "PATCH /auction/notifications/:id/mark-read": {
    attempt: () => asSomeone(`/auction/notifications/${newId()}-7/mark-read`, { method: "PATCH" }),
    // Marking an unknown notification as read succeeds.
    cells: allUsers(READS_PARAMETERS),
  },
  "DELETE /auction/notifications/clear": signedInRow(
    allUsers(READS_PARAMETERS),
    "/auction/notifications/clear?upTo=2027-06-01T18:00:00.000Z",
  ),
};
