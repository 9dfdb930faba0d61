/** The stage of an auction for a person who bids in it, from its latest data and the server's clock. Pure. */
import { isOpenStatus } from "../../../worker/rules/closing.ts";
import type { JoinedAuctionEntry } from "../../api/joined.ts";

/**
 * `belowReserve`: leading, at a price below the reserve. `closing`: over, but we don't know the
 * outcome yet. `unsold`: ended below its reserve. `unsure`: still open, and we don't know who leads.
 */
export type JoinedStage =
  | "outbid"
  | "unsure"
  | "leading"
  | "belowReserve"
  | "closing"
  | "won"
  | "lost"
  | "unsold"
  | "voided";

/** `now` is epoch ms. */
export function joinedStageOf(
  { status, leads, uncertainStanding, reserveMet, auctionEndTime }: JoinedAuctionEntry,
  now: number,
): JoinedStage {
  if (status === "Voided") return "voided";
  if (status === "Sold") {
    if (uncertainStanding) return "closing";
    return leads ? "won" : "lost";
  }
  if (!isOpenStatus(status)) return "unsold";
  if (now >= Date.parse(auctionEndTime)) return "closing";
  if (uncertainStanding) return "unsure";
  if (!leads) return "outbid";
  return reserveMet === false ? "belowReserve" : "leading";
}

export type JoinedGroups = {
  readonly needsYou: readonly JoinedAuctionEntry[];
  readonly leading: readonly JoinedAuctionEntry[];
  readonly ended: readonly JoinedAuctionEntry[];
};

/** Open auctions, ending soonest first, then ended ones, latest first. */
export function groupsOf(auctions: readonly JoinedAuctionEntry[], now: number): JoinedGroups {
  const inOrder = auctions.toSorted(
    (a, b) => Date.parse(a.auctionEndTime) - Date.parse(b.auctionEndTime) || (a._id < b._id ? -1 : 1),
  );
  const within = (...stages: readonly JoinedStage[]) =>
    inOrder.filter((auction) => stages.includes(joinedStageOf(auction, now)));
  return {
    needsYou: within("outbid", "unsure"),
    leading: within("leading", "belowReserve"),
    ended: within("closing", "won", "lost", "unsold", "voided").toReversed(),
  };
}
