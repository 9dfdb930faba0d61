import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { person } from "../../../testing/auctions.ts";
import { click } from "../../../testing/click.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { BidderMenu } from "./bidder-menu.tsx";

async function open() {
  showPart(<BidderMenu auctionId="lot" bidder={person("Bea")} />);
  await click("More actions for Bea Test");
  return screen.findByRole("dialog", { name: "Block Bea Test?" });
}

it("a seller can block a bidder after confirming", async () => {
  const sent = fakeApi(success());
  const dialog = await open();
  expect(dialog).toHaveTextContent("their bids in your live auctions will no longer count");
  await click("Block bidder");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent).toMatchObject([{ method: "POST", body: { auctionId: "lot", bidderId: "Bea" } }]);
});

it("a refused block shows an error in the popover", async () => {
  fakeApi(refusal(404, "bidder_unknown", "This person hasn't bid on this auction"));
  await open();
  await click("Block bidder");
  expect(await screen.findByText("This person hasn't bid on this auction")).toBeVisible();
});
