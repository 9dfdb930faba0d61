/** The events of the last minutes that have a sound, if the person has switched sound on. Pure. */
import type { AuctionScreen } from "../use-auction.ts";
import type { FinalCall } from "./final-calls.ts";

export type Cue = "outbid" | "once" | "twice" | "hammer";

export type Situation = Pick<AuctionScreen, "stage" | "standing" | "finalCall">;

const ORDER: readonly FinalCall[] = ["none", "twoMinutes", "oneMinute", "once", "twice"];

/** The cue for a change from one situation to the next. Null for most. An end that moves back is no cue. */
export function cueBetween(before: Situation, after: Situation): Cue | null {
  const wasOpen = before.stage === "live" || before.stage === "closing";
  if (after.stage === "sold") return wasOpen ? "hammer" : null;
  if (after.stage !== "live" || after.finalCall === "none") return null;
  if (before.standing === "leading" && after.standing === "outbid") return "outbid";
  const isLater = ORDER.indexOf(after.finalCall) > ORDER.indexOf(before.finalCall);
  return isLater && (after.finalCall === "once" || after.finalCall === "twice") ? after.finalCall : null;
}
