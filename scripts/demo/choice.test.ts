import { describe, expect, it } from "vitest";

import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { chooseAmount, chooseAuction, chooseBidder } from "./choice.ts";

const person = (_id: string) => ({ _id, firstName: "", lastName: "", image: null });

function anAuction(_id: string): ListedAuction {
  return {
    _id,
    title: "",
    description: "",
    images: null,
    pictures: [],
    startingPrice: 100,
    currency: "USD",
    scheduledEndTime: "",
    createdAt: "",
    category: null,
    seller: person("seller"),
    currentBid: 100,
    minNextBid: 101,
    bidCount: 1,
    auctionEndTime: "",
    status: "Live",
    extensions: 0,
  };
}

const bidBy = (bidderId: string) => ({
  _id: "bid",
  amount: 100,
  bidder: person(bidderId),
  createdAt: "",
  auto: false,
  edited: false,
});
const guest = (_id: string) => ({ account: { _id } });

describe("choosing an auction for demo bidders", () => {
  const live = ["a", "b", "c"].map(anAuction);

  it("demo bidders mostly choose the auction with the most watchers", () => {
    const watching = new Map([
      ["b", 1],
      ["c", 5],
    ]);
    expect(chooseAuction(live, watching, () => 0.1)?._id).toBe("c");
    expect(chooseAuction(live, watching, () => 0.9)?._id).not.toBe(undefined);
  });

  it("demo bidders choose an auction that ends soon when no one is watching", () => {
    expect(chooseAuction(live, new Map(), () => 0.1)?._id).toBe("a");
    expect(chooseAuction(live, new Map(), () => 0.9)?._id).toBe("c");
  });

  it("demo bidders choose no auction when none is live", () => {
    expect(chooseAuction([], new Map([["gone", 3]]), () => 0)).toBeNull();
  });
});

describe("choosing a demo bidder", () => {
  it.each([0, 0.4, 0.99])("the chosen demo bidder is never the seller or the leader (random %d)", (chance) => {
    const auction = { seller: person("ann"), bids: [bidBy("bob")] };
    const bidders = [guest("ann"), guest("bob"), guest("cem")];
    expect(chooseBidder(bidders, auction, () => chance)).toEqual(guest("cem"));
    expect(chooseBidder([guest("ann"), guest("bob")], auction, () => chance)).toBeNull();
  });
});

describe("choosing a demo bid's amount", () => {
  it.each([
    [102.5, 0.1, 102.5],
    [102.5, 0.9, 103],
    [642, 0.9, 650],
    [100, 0.9, 100],
    [200_100, 0.9, 205_000],
  ])("the demo bid for a minimum of %d (random %d) is %d", (minNextBid, chance, expected) => {
    expect(chooseAmount({ minNextBid }, () => chance)).toBe(expected);
  });
});
