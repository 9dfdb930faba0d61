/** A person whose email address isn't confirmed until a test confirms it. */
import { announceVerification } from "../api/email-verification.ts";
import { ApiFailure } from "../api/failure.ts";
import { refusal, success } from "./fake-api.ts";
import { account, profile } from "./people.ts";

const details = { address: "j•••@e•••.com" };

/** The server's refusal of a call that needs a confirmed address, as a form receives it. */
export const unverifiedRefusal = refusal(403, "email_not_verified", "No", { details });
export const unverifiedFailure = () => new ApiFailure("email_not_verified", "No", 403, { details });

/** Responds to `GET /user/profile`. A test calls `verify` once the person has confirmed the address in another tab. */
export function unverifiedPerson() {
  let emailVerified = false;
  return {
    profile: () => success({ data: profile({ user: account({ emailVerified }) }) })(),
    isVerified: () => emailVerified,
    verify: () => {
      emailVerified = true;
      announceVerification();
    },
  };
}
