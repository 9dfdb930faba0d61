/** The user's own account. */
import { sessionsResponse } from "../../contract/security.ts";
import { Authenticator } from "../authenticator.ts";
import { newId } from "../builders.ts";
import { anEmail, requestJson, PASSWORD, someoneSignedIn } from "../http.ts";
import { aListing, bid } from "../selling.ts";
import { asSomeone, listingRow, signedInRow, upgrade } from "./attempts.ts";
import { allUsers, ownersOnly, READS_BODY, READS_OWN_DATA, READS_PARAMETERS } from "./cells.ts";
import type { AccessRows } from "./row.ts";

/** The call needs the password, which this attempt does not have. */
const REQUIRES_PASSWORD = ownersOnly("403 wrong_password", READS_BODY, "403 wrong_password");

export const USER_ROWS: AccessRows = {
  "GET /user/profile": signedInRow(READS_OWN_DATA, "/user/profile"),
  "PATCH /user/profile": {
    attempt: () => asSomeone("/user/profile", { form: { firstName: "Joanna", lastName: "Roe" } }),
    cells: allUsers(READS_BODY),
  },
  "GET /user/history": signedInRow(allUsers(READS_PARAMETERS), "/user/history?type=all"),
  "GET /user/trust": signedInRow(READS_OWN_DATA, "/user/trust"),
  "GET /user/winnings": signedInRow(READS_OWN_DATA, "/user/winnings"),
  "GET /user/bids": signedInRow(READS_OWN_DATA, "/user/bids"),
  "GET /user/watchlist": signedInRow(READS_OWN_DATA, "/user/watchlist"),
  "POST /user/watchlist/:auctionId": listingRow(allUsers(READS_PARAMETERS), (id) => `/user/watchlist/${id}`),
  "DELETE /user/watchlist/:auctionId": listingRow(allUsers(READS_PARAMETERS), (id) => `/user/watchlist/${id}`),
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
  "GET /user/passkeys": signedInRow(READS_OWN_DATA, "/user/passkeys"),
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
    cells: ownersOnly("401 passkey_refused", READS_BODY, "401 passkey_refused"),
  },
  "DELETE /user/passkeys/:passkeyId": {
    attempt: () => asSomeone(`/user/passkeys/${newId().slice(0, 16)}`, { json: { password: PASSWORD } }),
    cells: ownersOnly("404 not_found", READS_BODY, "404 not_found"),
  },
  "GET /user/sessions": signedInRow(READS_OWN_DATA, "/user/sessions"),
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
    cells: { ...ownersOnly("404 not_found", READS_PARAMETERS), replayed: "401 not_signed_in" },
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
    cells: allUsers(READS_BODY),
  },
  "GET /auction/:id/aliases": listingRow(allUsers(READS_PARAMETERS), (id) => `/auction/${id}/aliases`),
  "GET /auction/:id/maximum": listingRow(allUsers(READS_PARAMETERS), (id) => `/auction/${id}/maximum`),
  "GET /user/blocks": signedInRow(READS_OWN_DATA, "/user/blocks"),
  "POST /user/blocks": {
    // The owner here is the seller.
    attempt: async () => {
      const { id, seller } = await aListing();
      const bidder = await someoneSignedIn();
      await bid(id, 100, bidder.cookie);
      return { path: "/user/blocks", call: { json: { auctionId: id, bidderId: bidder.id } }, cookie: seller.cookie };
    },
    cells: ownersOnly("403 not_your_auction", READS_BODY),
  },
  "DELETE /user/blocks/:id": {
    attempt: () => asSomeone(`/user/blocks/${newId()}`),
    cells: allUsers(READS_PARAMETERS),
  },
  "GET /user/drafts": signedInRow(READS_OWN_DATA, "/user/drafts"),
  "PUT /user/drafts/:id": {
    // Each person has separate drafts. When another person saves one, it becomes that person's own draft.
    attempt: () => asSomeone(`/user/drafts/${newId()}`, { form: { version: "0", fields: '{"title":"A clock"}' } }),
    cells: allUsers(READS_BODY),
  },
  "DELETE /user/drafts/:id": {
    attempt: () => asSomeone(`/user/drafts/${newId()}`),
    cells: allUsers(READS_PARAMETERS),
  },
  "GET /user/live": {
    attempt: () => asSomeone("/user/live", upgrade),
    cells: {
      ...ownersOnly("101", { malformed: "101", wrongType: "400 malformed_request" }, "101"),
      oversized: "101",
    },
  },
};
