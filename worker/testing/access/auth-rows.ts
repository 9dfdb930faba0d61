/** Sign-up, login and logout. */
import { Authenticator } from "../authenticator.ts";
import { newId } from "../builders.ts";
import { anEmail, PASSWORD, signupFields, someoneSignedIn } from "../http.ts";
import { asSomeone, signedInRow } from "./attempts.ts";
import { forAll, PUBLIC_READ, READS_BODY } from "./cells.ts";
import type { AccessRows } from "./row.ts";

export const AUTH_ROWS: AccessRows = {
  "POST /auth/signup": {
    attempt: () => asSomeone("/auth/signup", { form: signupFields() }),
    // A replay creates another account, which gets the address with its own link.
    cells: { ...forAll("201"), ...READS_BODY },
  },
  "POST /auth/login": {
    // The users in these tests have no password, so every password is wrong.
    attempt: async () => {
      const { email, cookie } = await someoneSignedIn();
      return { path: "/auth/login", call: { json: { email, password: PASSWORD } }, cookie };
    },
    cells: { ...forAll("401 invalid_credentials"), ...READS_BODY },
  },
  "GET /auth/google": signedInRow(forAll("302"), "/auth/google"),
  // No sign-in was started, so the cookie of the attempt is missing.
  "GET /auth/google/callback": signedInRow(forAll("400 malformed_request"), "/auth/google/callback"),
  "POST /auth/google-login": {
    attempt: () => asSomeone("/auth/google-login", { json: { uid: newId() } }),
    cells: { ...forAll("401 google_sign_in_failed"), ...READS_BODY },
  },
  "POST /auth/passkey-options": {
    attempt: () => asSomeone("/auth/passkey-options"),
    cells: PUBLIC_READ,
  },
  // No ceremony was begun, so the challenge isn't ours.
  "POST /auth/passkey-login": {
    attempt: async () => {
      const response = await (await Authenticator.make()).sign({ challenge: "x" });
      return asSomeone("/auth/passkey-login", { json: { response } });
    },
    cells: { ...forAll("401 passkey_refused"), ...READS_BODY },
  },
  "POST /auth/confirm-email": {
    attempt: () => asSomeone("/auth/confirm-email", { json: { token: "x" } }),
    cells: { ...forAll("422 email_link_invalid"), ...READS_BODY },
  },
  // There is no Turnstile here.
  "GET /auth/human-check": signedInRow(forAll("404 not_found"), "/auth/human-check"),
  "POST /auth/human-check": {
    attempt: () => asSomeone("/auth/human-check", { json: { token: "x" } }),
    cells: { ...forAll("404 not_found"), ...READS_BODY },
  },
  "POST /auth/forgot-password": {
    attempt: () => asSomeone("/auth/forgot-password", { json: { email: anEmail() } }),
    cells: { ...forAll("200"), ...READS_BODY },
  },
  "POST /auth/reset-password": {
    attempt: () =>
      asSomeone("/auth/reset-password", { json: { token: "x", password: PASSWORD, confirmPassword: PASSWORD } }),
    cells: { ...forAll("422 reset_link_invalid"), ...READS_BODY },
  },
  "POST /auth/logout": {
    attempt: () => asSomeone("/auth/logout"),
    cells: PUBLIC_READ,
  },
};
