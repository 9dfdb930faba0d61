/** A person whose email address is not confirmed yet, until a test says so. */
import { announceProof } from "../api/email-proof.ts";
import { ApiFailure } from "../api/failure.ts";
import { refusal, success } from "./fake-api.ts";
import { account, profile } from "./people.ts";

const details = { address: "j•••@e•••.com" };

/** How the server refuses what needs a confirmed address, and how a form gets that. */
export const unproven = refusal(403, "email_not_proven", "No", { details });
export const unprovenFailure = () => new ApiFailure("email_not_proven", "No", 403, { details });

/** The answer to `GET /user/profile`, and what a test calls once the person has opened the link in another tab. */
export function unprovenPerson() {
  let emailProven = false;
  return {
    profile: () => success({ data: profile({ user: account({ emailProven }) }) })(),
    isProven: () => emailProven,
    prove: () => {
      emailProven = true;
      announceProof();
    },
  };
}
