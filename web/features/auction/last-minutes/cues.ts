/** The events that play a sound in the last minutes or at a sale, if the person has turned sound on. Pure. */
import type { AuctionScreen } from "../use-auction.ts";
import type { FinalCall } from "./final-calls.ts";

export type Cue = "outbid" | "once" | "twice" | "hammer";

export type CueState = Pick<AuctionScreen, "stage" | "standing" | "finalCall">;

const ORDER: readonly FinalCall[] = ["none", "twoMinutes", "oneMinute", "once", "twice"];

/** The cue for the change from one state to the next, usually null. An extension has no cue. */
export function cueBetween(before: CueState, after: CueState): Cue | null {
  const wasOpen = before.stage === "live" || before.stage === "closing";
  if (after.stage === "sold") return wasOpen ? "hammer" : null;
  if (after.stage !== "live" || after.finalCall === "none") return null;
  if (before.standing === "leading" && after.standing === "outbid") return "outbid";
  const isLater = ORDER.indexOf(after.finalCall) > ORDER.indexOf(before.finalCall);
  return isLater && (after.finalCall === "once" || after.finalCall === "twice") ? after.finalCall : null;
}
