// @ts-nocheck
import { describe, expect, it } from "vitest";

import { bid, view } from "../../testing/auctions.ts";
import { newsBetween } from "./news.ts";

const before = view([bid("a", 110, "ann")]);

describe("what a listener hears", () => {
  it("is the new price and who bid it", () => {
    const after = view([bid("b", 120, "bob"), bid("a", 110, "ann")]);
    expect(newsBetween(before, after, "ann")).toBe("New current bid: $120 by bob Test.");
    expect(newsBetween(before, after, "bob")).toBe("New current bid: $120 by you.");
  });

  it("is the lower price after a withdrawal", () => {
    const after = view([bid("b", 120, "bob"), bid("a", 110, "ann")]);
    expect(newsBetween(after, before, "ann")).toBe("The current bid is now $110.");
    expect(newsBetween(before, view(), "ann")).toBe("No bid stands any more.");
  });

  it("is the new end when a late bid moved it", () => {
    const after = view([bid("a", 110, "ann")], 1, { auctionEndTime: "2030-11-21T13:02:00.000Z" });
    expect(newsBetween(before, after, "ann")).toMatch(/^The auction now ends Nov 21, 2030, /);
  });

  it("is nothing when only others came to watch", () => {
    expect(newsBetween(before, { ...before, watching: 40 }, "ann")).toBeNull();
  });
});
