import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, END, standing, view } from "../../../testing/auctions.ts";
import { click } from "../../../testing/click.ts";
import { advanceTimeAsync } from "../../../testing/clock.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { useBidDialogs } from "../bids/use-bid-dialogs.ts";
import { StickyBidBar } from "../sticky-bid-bar.tsx";
import type { AuctionScreen } from "../use-auction.ts";

const endsAt = Date.parse(END);

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, now: endsAt - 60_000 }));

/** The bar of an auction that Bob leads, with a button for each change that a test can make. */
function Bar({ initialScreen: initial }: { initialScreen: Partial<AuctionScreen> }) {
  const [more, setMore] = useState(initial);
  const dialogs = useBidDialogs("ann");
  const auctionScreen = useTestScreen({
    view: view([bid("b", 150, "bob")]),
    standing: "outbid",
    finalCall: "oneMinute",
    ...more,
  });
  const changes: Record<string, Partial<AuctionScreen>> = {
    "Time passes": { finalCall: "oneMinute" },
    "Bob bids": { standing: "outbid", view: view([bid("c", 160, "bob")]) },
    "It ends": { stage: "closing", finalCall: "none" },
    "It is sold": { stage: "sold", finalCall: "none" },
  };
  return (
    <>
      <StickyBidBar screen={auctionScreen} dialogs={dialogs} />
      {Object.entries(changes).map(([name, change]) => (
        <button key={name} type="button" onClick={() => setMore({ ...more, ...change })}>
          {name}
        </button>
      ))}
    </>
  );
}

const accepted = success({ newBid: bid("d", 151), auction: standing(151, 2) });

it.each([
  ["on a page opened in the last minutes", {}],
  ["a few seconds after the button has changed", { finalCall: "none" }],
] as const)("the bar's button bids with one tap %s", async (_when, first) => {
  const sent = fakeApi(accepted);
  showPart(<Bar initialScreen={first} />);
  await click("Time passes");
  await advanceTimeAsync(5_000);
  expect(screen.queryByRole("button", { name: "Place Bid" })).toBeNull();
  await click("Bid $151");
  await advanceTimeAsync(0);
  expect(sent[0]).toMatchObject({ path: "/api/v1/bid/placeBid", body: { bidAmount: 151 } });
});

it("the first tap just after the button has changed only explains the new button", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar initialScreen={{ finalCall: "none" }} />);
  expect(screen.getByRole("button", { name: "Place Bid" })).toBeVisible();
  await click("Time passes");
  await advanceTimeAsync(3_000);
  await click("Bid $151");
  // A double tap counts as one tap.
  await advanceTimeAsync(200);
  await click("Bid $151");
  expect(sent).toEqual([]);
  expect(screen.getByRole("alert")).toHaveTextContent(
    "This button now bids right away, so we didn't send your bid. Tap again to bid $151.",
  );
  await advanceTimeAsync(500);
  await click("Bid $151");
  await advanceTimeAsync(0);
  expect(sent[0]).toMatchObject({ body: { bidAmount: 151 } });
});

it("the bar explains one-tap bidding only once, even if the amount changes", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar initialScreen={{ finalCall: "none" }} />);
  await click("Time passes");
  await click("Bid $151");
  expect(screen.getByRole("alert")).toHaveTextContent("This button now bids right away");
  await advanceTimeAsync(500);
  await click("Bob bids");
  await click("Bid $161");
  expect(screen.getByRole("alert")).toHaveTextContent("The minimum bid has just changed to $161, so");
  await advanceTimeAsync(500);
  await click("Bid $161");
  await advanceTimeAsync(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ body: { bidAmount: 161 } });
});

it("the bar shows a leader no button and ignores a tap right after being outbid", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar initialScreen={{ standing: "leading", view: view([bid("a", 150)]) }} />);
  expect(screen.getByText("You're leading")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Bid \$/ })).toBeNull();
  await click("Bob bids");
  await click("Bid $161");
  expect(sent).toEqual([]);
  expect(screen.getByRole("alert")).toHaveTextContent("The minimum bid has just changed to $161, so");
});

it("the bar shows a refusal next to its button", async () => {
  fakeApi(refusal(409, "bid_too_low", "The minimum bid is $160", { details: { minimum: 160 } }));
  showPart(<Bar initialScreen={{}} />);
  await click("Bid $151");
  await advanceTimeAsync(0);
  expect(screen.getByRole("alert")).toHaveTextContent("The minimum bid is $160");
});

it("the bar shows the result of an auction that ends on screen", async () => {
  showPart(<Bar initialScreen={{}} />);
  await click("It ends");
  expect(screen.getByText("Ended, waiting for the result")).toBeVisible();
  await click("It is sold");
  expect(screen.getByText("Sold for $150")).toBeVisible();
});

it.each<[string, Partial<AuctionScreen>]>([
  ["for the seller", { standing: "seller" }],
  ["if the auction ended long ago", { stage: "sold", finalCall: "none" }],
])("the bar shows neither a button nor a result %s", (_what, first) => {
  showPart(<Bar initialScreen={first} />);
  expect(screen.queryByRole("button", { name: /^(Bid \$|Place)/ })).toBeNull();
  expect(screen.queryByText("Sold for $150")).toBeNull();
});
