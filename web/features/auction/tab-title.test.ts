import { expect, it } from "vitest";

import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import { bid, END, person, view } from "../../testing/auctions.ts";
import { tabTitle, type TitledScreen } from "./tab-title.ts";

const endsAt = Date.parse(END);
const sold = { status: "Sold", winner: person("ann") } as const;

it.each<[string, string, Partial<TitledScreen>, Partial<AuctionDetails>]>([
  ["long before the end", "Clock", { finalCall: "none" }, {}],
  ["for the leader", "0:09 · Leading", { standing: "leading" }, {}],
  ["for an outbid bidder", "0:09 · Outbid", { standing: "outbid" }, {}],
  ["for a user without a bid", "0:09 · Clock", { standing: "watching" }, {}],
  ["for the seller", "0:09 · Clock", { standing: "seller" }, {}],
  ["after the end", "Ended · Clock", { stage: "closing", finalCall: "none" }, {}],
  ["for the winner", "Yours for $150 · Clock", { stage: "sold", finalCall: "none" }, sold],
  ["for others after the sale", "Sold for $150 · Clock", { stage: "sold", finalCall: "none", userId: "bob" }, sold],
  [
    "for others who are not signed in",
    "Sold for $150 · Clock",
    { stage: "sold", finalCall: "none", userId: undefined },
    sold,
  ],
  ["after an end without a sale", "Clock", { stage: "expired", finalCall: "none" }, { status: "Expired" }],
])("%s, the tab's title is “%s”", (_when, title, more, details) => {
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
