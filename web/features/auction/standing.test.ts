import { describe, expect, it } from "vitest";

import { bid, person, view } from "../../testing/auctions.ts";
import { isClosingSoon, viewerStanding, stageOf } from "./standing.ts";

describe("a user's standing", () => {
  const contested = view([bid("b", 120, "bob"), bid("a", 110, "ann")]);

  it.each([
    ["visitor", undefined],
    ["seller", "sue"],
    ["leading", "bob"],
    ["outbid", "ann"],
    ["watching", "cleo"],
  ] as const)("while bob leads ann in sue's auction, the standing is %s for the user %s", (standing, userId) => {
    expect(viewerStanding(contested, userId, false)).toBe(standing);
  });

  it("a bidder whose bid is too low to be listed counts as outbid", () => {
    expect(viewerStanding(contested, "cleo", true)).toBe("outbid");
  });
});

describe("an auction's stage", () => {
  it("an auction is live until its end, and then closing until the outcome is known", () => {
    expect(stageOf(view(), true, false)).toBe("live");
    expect(stageOf(view(), true, true)).toBe("closing");
    expect(stageOf(view([], 1, { status: "Sold" }), true, true)).toBe("closing");
    expect(stageOf(view([], 1, { status: "Sold", winner: person("ann") }), true, true)).toBe("sold");
    expect(stageOf(view([], 1, { status: "Expired" }), true, true)).toBe("expired");
  });

  it("the clock, not an earlier status, decides whether bidding has begun", () => {
    const upcoming = view([], 1, { status: "Upcoming" });
    expect(stageOf(upcoming, false, false)).toBe("upcoming");
    expect(stageOf(upcoming, true, false)).toBe("live");
    expect(stageOf(upcoming, true, true)).toBe("closing");
  });

  it("an auction that the seller took down is canceled or removed", () => {
    expect(stageOf({ ...view(), gone: "cancelled" }, true, false)).toBe("cancelled");
    expect(stageOf({ ...view(), gone: "removed" }, true, true)).toBe("removed");
  });
});

const END = 1_800_000_000_000;
const DAY_MS = 86_400_000;

describe("closing soon", () => {
  it("an auction is closing soon during its last 24 hours", () => {
    expect(isClosingSoon(END, END - DAY_MS - 1)).toBe(false);
    expect(isClosingSoon(END, END - DAY_MS)).toBe(true);
    expect(isClosingSoon(END, END - 1)).toBe(true);
    expect(isClosingSoon(END, END)).toBe(false);
  });
});
