import { screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, it, vi } from "vitest";

import { setSessionUser } from "../../../api/session.ts";
import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, view } from "../../../testing/auctions.ts";
import { click } from "../../../testing/click.ts";
import { fakeApiAt, success } from "../../../testing/fake-api.ts";
import { setOnline } from "../../../testing/network.ts";
import { showPart } from "../../../testing/page.tsx";
import { BidActions } from "./bid-actions.tsx";
import { BidDialogs } from "./bid-dialogs.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

const LEADING_BOB = view([bid("b1", 120, "bob")], 4);

function Actions() {
  const auctionScreen = useTestScreen({ view: LEADING_BOB, standing: "outbid" });
  const dialogs = useBidDialogs("ann");
  const listRef = useRef<HTMLElement>(null);
  return (
    <>
      <BidActions screen={auctionScreen} dialogs={dialogs} onFocusLost={() => {}} />
      <BidDialogs screen={auctionScreen} dialogs={dialogs} listRef={listRef} />
    </>
  );
}

it("the bid dialog shows a new member's limit", async () => {
  setSessionUser({ _id: "ann", name: "Ann", image: null });
  fakeApiAt({
    "/user/trust": success({ trust: { level: "new", maximum: 200, auctionsPerDay: null, until: null } }),
  });
  showPart(<Actions />);
  await click("Place Bid");
  await vi.waitFor(() => expect(screen.getByRole("dialog")).toHaveTextContent("New members can bid up to $200."));
});

it("the bid dialog lets a bidder cancel a bid that waits for the network", async () => {
  fakeApiAt({});
  showPart(<Actions />);
  setOnline(false);
  await click("Place Bid");
  await click("Place Bid");
  await click("Cancel this bid");
  expect(await screen.findByText("You canceled this bid. It was not sent.")).toBeVisible();
});
