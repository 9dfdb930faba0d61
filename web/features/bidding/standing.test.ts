import { describe, expect, it } from "vitest";

import { bid, view } from "../../testing/auctions.ts";
import { isClosingSoon, myStanding, stageOf } from "./standing.ts";

describe("where a person stands", () => {
  const contested = view([bid("b", 120, "bob"), bid("a", 110, "ann")]);

  it.each([
    ["visitor", undefined],
    ["seller", "sue"],
    ["leading", "bob"],
    ["outbid", "ann"],
    ["watching", "cleo"],
  ] as const)("is %s for %s", (standing, userId) => {
    expect(myStanding(contested, userId, false)).toBe(standing);
  });

  it("is outbid also when the own bid is too far down to be listed", () => {
    expect(myStanding(contested, "cleo", true)).toBe("outbid");
  });
});

describe("the stage of an auction", () => {
  it("is live until the end has passed, and then waits for the room's word", () => {
    expect(stageOf(view(), false)).toBe("live");
    expect(stageOf(view(), true)).toBe("closing");
    expect(stageOf(view([], 1, { status: "Sold" }), true)).toBe("sold");
    expect(stageOf(view([], 1, { status: "Expired" }), true)).toBe("expired");
  });

  it("is what the seller did when he took the listing away", () => {
    expect(stageOf({ ...view(), gone: "cancelled" }, false)).toBe("cancelled");
    expect(stageOf({ ...view(), gone: "removed" }, true)).toBe("removed");
  });
});

const END = 1_800_000_000_000;
const DAY_MS = 86_400_000;

describe("closing soon", () => {
  it("is from 24 hours before the end until the end", () => {
    expect(isClosingSoon(END, END - DAY_MS - 1)).toBe(false);
    expect(isClosingSoon(END, END - DAY_MS)).toBe(true);
    expect(isClosingSoon(END, END - 1)).toBe(true);
    expect(isClosingSoon(END, END)).toBe(false);
  });
});
