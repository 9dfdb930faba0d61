import { expect, it } from "vitest";

import { MAX_STANDING_BIDS } from "../rules/bidding.ts";
import { MAX_AUCTION_MS, MAX_LISTING_EDITS } from "../rules/listing.ts";
import { RATING_MS } from "../rules/ratings.ts";
import { UNDO_MS, FREE_WITHDRAWAL_MS } from "../rules/withdrawal-times.ts";
import { MAX_DRAFTS } from "./draft.ts";
import { ERRORS, tooManyRequestsFields } from "./errors.ts";
import { MAX_PASSKEYS } from "./passkeys.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

it.each([
  [1, 1, "1 second"],
  [9.2 * SECOND_MS, 10, "10 seconds"],
  [119 * SECOND_MS, 119, "119 seconds"],
  [120 * SECOND_MS, 120, "2 minutes"],
  [121 * SECOND_MS, 121, "3 minutes"],
  [HOUR_MS, 3_600, "60 minutes"],
  [2 * HOUR_MS, 7_200, "2 hours"],
  [23.1 * HOUR_MS, 83_160, "24 hours"],
])("the rate limit error rounds the wait up: %d ms", (waitMs, retryAfter, durationInWords) => {
  expect(tooManyRequestsFields(waitMs)).toEqual({
    retryAfter,
    message: `Too many requests. Try again in ${durationInWords}.`,
  });
});

// The messages can't import these limits, because every page loads the messages, and most files with the limits need
// zod.
const LIMITS_IN_MESSAGES = [
  ["too_many_passkeys", MAX_PASSKEYS],
  ["too_many_drafts", MAX_DRAFTS],
  ["too_many_bids", MAX_STANDING_BIDS],
  ["undo_too_late", UNDO_MS / SECOND_MS],
  ["start_too_late", MAX_AUCTION_MS / DAY_MS],
  ["end_too_late", MAX_AUCTION_MS / DAY_MS],
  ["too_many_edits", MAX_LISTING_EDITS],
  ["cancel_too_late", FREE_WITHDRAWAL_MS / HOUR_MS],
  ["rating_too_late", RATING_MS / DAY_MS],
] as const;

it.each(LIMITS_IN_MESSAGES)("the error message for %s states the enforced limit: %d", (code, limit) => {
  expect(ERRORS[code].message.match(/\d[\d,]*/g)).toEqual([limit.toLocaleString("en")]);
});

it("every error message with a number is checked against its limit", () => {
  const codesWithNumber = Object.entries(ERRORS).flatMap(([code, { message }]) => (/\d/.test(message) ? [code] : []));
  expect(codesWithNumber.toSorted()).toEqual(LIMITS_IN_MESSAGES.map(([code]) => code).toSorted());
});
