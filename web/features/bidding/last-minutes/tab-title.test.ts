import { expect, it } from "vitest";

import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import { bid, END, person, view } from "../../../testing/auctions.ts";
import { tabTitle, type TitledScreen } from "./tab-title.ts";

const endsAt = Date.parse(END);
const sold = { status: "Sold", winner: person("ann") } as const;

it.each<[string, Partial<TitledScreen>, Partial<AuctionDetails>, string]>([
  ["long before the end", { finalCall: "none" }, {}, "Clock"],
  ["to the leader", { standing: "leading" }, {}, "0:09 · Leading"],
  ["to an outbid bidder", { standing: "outbid" }, {}, "0:09 · Outbid"],
  ["to a user without a bid", { standing: "watching" }, {}, "0:09 · Clock"],
  ["to the seller", { standing: "seller" }, {}, "0:09 · Clock"],
  ["after the end", { stage: "closing", finalCall: "none" }, {}, "Ended · Clock"],
  ["to the winner", { stage: "sold", finalCall: "none" }, sold, "Yours for $150 · Clock"],
  ["to others after the sale", { stage: "sold", finalCall: "none", userId: "bob" }, sold, "Sold for $150 · Clock"],
  [
    "to others who are not signed in",
    { stage: "sold", finalCall: "none", userId: undefined },
    sold,
    "Sold for $150 · Clock",
  ],
  ["after an end without a sale", { stage: "expired", finalCall: "none" }, { status: "Expired" }, "Clock"],
])("the tab shows the right title %s", (_when, more, details, title) => {
  const titledScreen: TitledScreen = {
    view: view([bid("a", 150)], 1, details),
    stage: "live",
    standing: "leading",
    endsAt,
    finalCall: "twice",
    userId: "ann",
    ...more,
  };
  expect(tabTitle(titledScreen, endsAt - 8_200)).toBe(title);
});
