import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { bid } from "../../testing/auctions.ts";
import { click } from "../../testing/click.ts";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import BidderModeration from "./bidder-moderation.tsx";

const show = (bidderId: string, isLive = true) =>
  showPart(<BidderModeration bid={bid("b", 160, bidderId)} currency="USD" isLive={isLive} />);

async function voidBid(bidderId: string) {
  await click(`Void bid: $160 by ${bidderId} Test`);
  await userEvent.type(screen.getByLabelText("Reason"), "A test account");
  await click("Void bid");
}

it("an admin voids a bid with a reason", async () => {
  const sent = fakeApi(success());
  show("Bea");
  await voidBid("Bea");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toMatchObject([
    { path: "/api/v1/moderation/bids/b/void", method: "POST", body: { reason: "A test account" } },
  ]);
});

it("an admin can't void a bid without a reason", async () => {
  const sent = fakeApi(success());
  show("Bea");
  await click("Void bid: $160 by Bea Test");
  await click("Void bid");
  expect(await screen.findByText("Enter a reason")).toBeVisible();
  expect(sent).toEqual([]);
});

it("a refused voiding shows an error in its dialog", async () => {
  fakeApi(refusal(409, "auction_ended", "This auction has ended"));
  show("Bea");
  await voidBid("Bea");
  expect(await screen.findByText("This auction has ended")).toBeVisible();
});

it("an admin can void an anonymous bid, but can't act on its bidder", () => {
  show("bidder-3");
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Void bid: $160 by bidder-3 Test",
  ]);
});

it("an admin can't void a bid after the end", () => {
  show("Bea", false);
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Moderate Bea Test",
  ]);
});
