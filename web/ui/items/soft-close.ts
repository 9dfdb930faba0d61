import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { softCloseWindowFor } from "../../../worker/rules/closing.ts";

/** What determines the window. Standings have the scheduled end, so an open page always has the current window. */
export type SoftCloseTerms = Pick<OwnAuction, "terms" | "startsAt" | "createdAt" | "scheduledEndTime">;

/** Length of an auction's soft-close window in milliseconds. 0 without one. */
export function softCloseWindowOf({ terms, startsAt, createdAt, scheduledEndTime }: SoftCloseTerms): number {
  return softCloseWindowFor(terms.softCloseMs, Date.parse(scheduledEndTime) - Date.parse(startsAt ?? createdAt));
}
