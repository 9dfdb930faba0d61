/** The user's own account. */
import { sessionsResponse } from "../../contract/security.ts";
import { Authenticator } from "../authenticator.ts";
import { newId } from "../builders.ts";
import { anEmail, requestJson, PASSWORD, someoneSignedIn } from "../http.ts";
import { aListing, bid } from "../selling.ts";
import { asSomeone, onListing, readRow, upgrade } from "./attempts.ts";
import { REFUSES_STRANGERS, READS_BODY, READS_PARAMETERS, ALLOWS_ALL_USERS, READS_OWN_DATA } from "./cells.ts";
import type { AccessRows } from "./row.ts";

/** The call needs the password, which this attempt does not have. */
const REQUIRES_PASSWORD = {
  ...REFUSES_STRANGERS,
  ...READS_BODY,
  otherUser: "403 wrong_password",
  owner: "403 wrong_password",
  replayed: "403 wrong_password",
} as const;

export const USER_ROWS: AccessRows = {
  "GET /user/profile": readRow(READS_OWN_DATA, "/user/profile"),
  "PATCH /user/profile": {
    attempt: () => asSomeone("/user/profile", { form: { firstName: "Joanna", lastName: "Roe" } }),
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, ...ALLOWS_ALL_USERS },
  },
  "GET /user/history": readRow(
    { ...REFUSES_STRANGERS, ...READS_PARAMETERS, ...ALLOWS_ALL_USERS },
    "/user/history?type=all",
  ),
  "GET /user/trust": readRow(READS_OWN_DATA, "/user/trust"),
  "GET /user/winnings": readRow(READS_OWN_DATA, "/user/winnings"),
  "GET /user/bids": readRow(READS_OWN_DATA, "/user/bids"),
  "GET /user/watchlist": readRow(READS_OWN_DATA, "/user/watchlist"),
  "POST /user/watchlist/:auctionId": {
    attempt: () => onListing((id) => `/user/watchlist/${id}`),
    cells: { ...REFUSES_STRANGERS, ...READS_PARAMETERS, ...ALLOWS_ALL_USERS },
  },
  "DELETE /user/watchlist/:auctionId": {
    attempt: () => onListing((id) => `/user/watchlist/${id}`),
    cells: { ...REFUSES_STRANGERS, ...READS_PARAMETERS, ...ALLOWS_ALL_USERS },
  },
  "PUT /user/password": {
    attempt: () => asSomeone("/user/password", { json: { password: PASSWORD, confirmPassword: PASSWORD } }),
    cells: REQUIRES_PASSWORD,
  },
  "POST /user/email": {
    attempt: () => asSomeone("/user/email", { json: { email: anEmail(), password: PASSWORD } }),
    cells: REQUIRES_PASSWORD,
  },
  "POST /user/email/verification": {
    attempt: () => asSomeone("/user/email/verification"),
    cells: READS_OWN_DATA,
  },
  "GET /user/passkeys": readRow(READS_OWN_DATA, "/user/passkeys"),
  "POST /user/passkeys/options": {
    attempt: () => asSomeone("/user/passkeys/options", { json: { password: PASSWORD } }),
    cells: REQUIRES_PASSWORD,
  },
  // No ceremony was begun, so the challenge isn't ours.
  "POST /user/passkeys": {
    attempt: async () => {
      const response = await (await Authenticator.make()).register({ user: { id: "x" }, challenge: "x" });
      return asSomeone("/user/passkeys", { json: { response } });
    },
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_BODY,
      otherUser: "401 passkey_refused",
      owner: "401 passkey_refused",
      replayed: "401 passkey_refused",
    },
  },
  "DELETE /user/passkeys/:passkeyId": {
    attempt: () => asSomeone(`/user/passkeys/${newId().slice(0, 16)}`, { json: { password: PASSWORD } }),
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_BODY,
      otherUser: "404 not_found",
      owner: "404 not_found",
      replayed: "404 not_found",
    },
  },
  "GET /user/sessions": readRow(READS_OWN_DATA, "/user/sessions"),
  "DELETE /user/sessions": {
    attempt: () => asSomeone("/user/sessions"),
    cells: { ...READS_OWN_DATA, replayed: "401 not_signed_in" },
  },
  "DELETE /user/sessions/:sessionId": {
    // The owner ends their own session, so a retry is refused.
    attempt: async () => {
      const { cookie } = await someoneSignedIn();
      const { sessions } = await requestJson(sessionsResponse, "/user/sessions", { cookie });
      return { path: `/user/sessions/${sessions[0]?._id}`, cookie };
    },
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_PARAMETERS,
      otherUser: "404 not_found",
      owner: "200",
      replayed: "401 not_signed_in",
    },
  },
  "POST /user/export": {
    attempt: () => asSomeone("/user/export", { json: { password: PASSWORD } }),
    cells: REQUIRES_PASSWORD,
  },
  "DELETE /user/delete-account": {
    attempt: () => asSomeone("/user/delete-account", { json: { password: PASSWORD } }),
    cells: REQUIRES_PASSWORD,
  },
  "PATCH /user/privacy": {
    attempt: () => asSomeone("/user/privacy", { json: { anonymous: true } }),
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, ...ALLOWS_ALL_USERS },
  },
  "GET /auction/:id/aliases": {
    attempt: () => onListing((id) => `/auction/${id}/aliases`),
    cells: { ...REFUSES_STRANGERS, ...READS_PARAMETERS, ...ALLOWS_ALL_USERS },
  },
  "GET /auction/:id/maximum": {
    attempt: () => onListing((id) => `/auction/${id}/maximum`),
    cells: { ...REFUSES_STRANGERS, ...READS_PARAMETERS, ...ALLOWS_ALL_USERS },
  },
  "GET /user/blocks": readRow(READS_OWN_DATA, "/user/blocks"),
  "POST /user/blocks": {
    // The owner here is the seller.
    attempt: async () => {
      const { id, seller } = await aListing();
      const bidder = await someoneSignedIn();
      await bid(id, 100, bidder.cookie);
      return { path: "/user/blocks", call: { json: { auctionId: id, bidderId: bidder.id } }, cookie: seller.cookie };
    },
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "403 not_your_auction", owner: "200", replayed: "200" },
  },
  "DELETE /user/blocks/:id": {
    attempt: () => asSomeone(`/user/blocks/${newId()}`),
    cells: { ...REFUSES_STRANGERS, ...READS_PARAMETERS, ...ALLOWS_ALL_USERS },
  },
  "GET /user/drafts": readRow(READS_OWN_DATA, "/user/drafts"),
  "PUT /user/drafts/:id": {
    // Each person has separate drafts. When another person saves one, it becomes that person's own draft.
    attempt: () => asSomeone(`/user/drafts/${newId()}`, { form: { version: "0", fields: '{"title":"A clock"}' } }),
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, ...ALLOWS_ALL_USERS },
  },
  "DELETE /user/drafts/:id": {
    attempt: () => asSomeone(`/user/drafts/${newId()}`),
    cells: { ...REFUSES_STRANGERS, ...READS_PARAMETERS, ...ALLOWS_ALL_USERS },
  },
  "GET /user/live": {
    attempt: () => asSomeone("/user/live", upgrade),
    cells: {
      ...REFUSES_STRANGERS,
      malformed: "101",
      wrongType: "400 malformed_request",
      oversized: "101",
      otherUser: "101",
      owner: "101",
      replayed: "101",
    },
  },
};
