import { expect, it } from "vitest";

import type { JoinedAuctionEntry } from "../../api/joined.ts";
import { joinedAuction } from "../../testing/joined.ts";
import { groupsOf, type JoinedStage, joinedStageOf } from "./joined-stage.ts";

const NOW = Date.parse("2030-11-21T09:00:00.000Z");
const endingIn = (minutes: number) => ({ auctionEndTime: new Date(NOW + minutes * 60_000).toISOString() });

it.each<[string, JoinedStage, Partial<JoinedAuctionEntry>]>([
  ["another bidder leads", "outbid", {}],
  ["another bidder leads below the reserve", "outbid", { reserveMet: false }],
  ["the user leads", "leading", { leads: true }],
  ["the user leads with the reserve met", "leading", { leads: true, reserveMet: true }],
  ["the user leads below the reserve", "belowReserve", { leads: true, reserveMet: false }],
  ["the end has just passed", "closing", { leads: true, ...endingIn(0) }],
  ["it was sold to the user", "won", { leads: true, status: "Sold", ...endingIn(-5) }],
  ["the user bought it before its end", "won", { leads: true, status: "Sold" }],
  ["it was sold, perhaps to the user", "closing", { status: "Sold", uncertainStanding: { seq: 9, until: 0 } }],
  ["it was sold to another bidder", "lost", { status: "Sold", ...endingIn(-5) }],
  ["it ended below its reserve", "unsold", { leads: true, reserveMet: false, status: "Expired", ...endingIn(-5) }],
  ["it was voided", "voided", { leads: true, status: "Voided" }],
])("when %s, an auction's stage is %s", (_, stage, more) => {
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
