import { expect, it } from "vitest";

import type { JoinedAuctionEntry } from "../../api/joined.ts";
import { joinedAuction } from "../../testing/joined.ts";
import { groupsOf, type JoinedStage, joinedStageOf } from "./joined-stage.ts";

const NOW = Date.parse("2030-11-21T09:00:00.000Z");
const endingIn = (minutes: number) => ({ auctionEndTime: new Date(NOW + minutes * 60_000).toISOString() });

it.each<[string, Partial<JoinedAuctionEntry>, JoinedStage]>([
  ["another bidder leads", {}, "outbid"],
  ["another bidder leads below the reserve", { reserveMet: false }, "outbid"],
  ["the user leads", { leads: true }, "leading"],
  ["the user leads with the reserve met", { leads: true, reserveMet: true }, "leading"],
  ["the user leads below the reserve", { leads: true, reserveMet: false }, "belowReserve"],
  ["the end has just passed", { leads: true, ...endingIn(0) }, "closing"],
  ["it was sold to the user", { leads: true, status: "Sold", ...endingIn(-5) }, "won"],
  ["the user bought it before its end", { leads: true, status: "Sold" }, "won"],
  ["it was sold, perhaps to the user", { status: "Sold", uncertainStanding: { seq: 9, until: 0 } }, "closing"],
  ["it was sold to another bidder", { status: "Sold", ...endingIn(-5) }, "lost"],
  ["it ended below its reserve", { leads: true, reserveMet: false, status: "Expired", ...endingIn(-5) }, "unsold"],
  ["it was voided", { leads: true, status: "Voided" }, "voided"],
])("an auction is in the right stage when %s", (_, more, stage) => {
  expect(joinedStageOf(joinedAuction("a", { ...endingIn(30), ...more }), NOW)).toBe(stage);
});

it("outbid auctions come first, then leading ones, and then those that are over", () => {
  const auctions = [
    joinedAuction("late", endingIn(600)),
    joinedAuction("won", { leads: true, status: "Sold", ...endingIn(-90) }),
    joinedAuction("leading", { leads: true, ...endingIn(10) }),
    joinedAuction("soon", endingIn(20)),
    joinedAuction("waiting", { leads: true, ...endingIn(-1) }),
    joinedAuction("unmet", { leads: true, reserveMet: false, ...endingIn(5) }),
  ];
  const ids = Object.entries(groupsOf(auctions, NOW)).map(([name, group]) => [name, group.map(({ _id }) => _id)]);
  expect(Object.fromEntries(ids)).toEqual({
    needsYou: ["soon", "late"],
    leading: ["unmet", "leading"],
    ended: ["waiting", "won"],
  });
});
