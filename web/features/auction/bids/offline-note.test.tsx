import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, view } from "../../../testing/auctions.ts";
import { click } from "../../../testing/click.ts";
import { fakeApi, refusal } from "../../../testing/fake-api.ts";
import { setOnline } from "../../../testing/network.ts";
import { showPart } from "../../../testing/page.tsx";
import { BidActions } from "./bid-actions.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

const LEADING_BOB = view([bid("b1", 120, "bob")], 4);

function Actions() {
  const auctionScreen = useTestScreen({ view: LEADING_BOB, standing: "outbid" });
  return <BidActions screen={auctionScreen} dialogs={useBidDialogs("ann")} onFocusLost={() => {}} />;
}

/** Taps the bid button while the device is offline. */
async function bidOffline() {
  const sent = fakeApi(refusal(409, "bid_too_low", "The minimum bid is $140", {}));
  showPart(<Actions />);
  setOnline(false);
  await click(/^Bid .* now$/);
  await screen.findByText(/You're offline, so we haven't sent your bid/);
  return () => sent.filter(({ path }) => path.includes("placeBid"));
}

it("a bid placed offline waits, and goes out once when the network is back", async () => {
  const bids = await bidOffline();
  expect(bids()).toHaveLength(0);
  setOnline(true);
  await screen.findByText("The minimum bid is $140");
  expect(bids()).toHaveLength(1);
  expect(screen.queryByText(/You're offline/)).toBeNull();
});

it("a bidder can cancel an unsent bid, which is then never sent", async () => {
  const bids = await bidOffline();
  await click("Cancel this bid");
  await screen.findByText("You canceled this bid. It was not sent.");
  setOnline(true);
  await screen.findByRole("button", { name: /^Bid .* now$/ });
  expect(bids()).toHaveLength(0);
});
