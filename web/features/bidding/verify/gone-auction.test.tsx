import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { fakeApiAt, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import GoneAuction from "./gone-auction.tsx";

const record = (seq: number, fact: object) => ({ seq, at: 1_000, fact, hash: "0".repeat(64) });

it("the address of a cancelled auction names it, says so, and offers to verify it", async () => {
  const edited = record(1, { type: "listingEdited", change: { title: "Brass telescope" } });
  const cancelled = record(2, { type: "cancelled" });
  fakeApiAt({ "/auction/lot/journal": success({ records: [edited, cancelled], next: null }) });
  showPart(<GoneAuction auctionId="lot" />);
  expect(await screen.findByRole("heading", { level: 1, name: "Brass telescope" })).toBeVisible();
  expect(await screen.findByText("The seller has cancelled this auction. All bids are void.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Verify this auction" })).toBeVisible();
  expect(screen.queryByText("This auction doesn't exist")).toBeNull();
});

it.each([
  ["there is none", refusal(404, "auction_not_found", "Auction not found")],
  ["the server fails", refusal(500, "internal_error", "Something went wrong")],
])("the address of an auction without a journal says that it does not exist: %s", async (_, answer) => {
  fakeApiAt({ "/auction/lot/journal": answer });
  showPart(<GoneAuction auctionId="lot" />);
  expect(await screen.findByRole("heading", { name: "This auction doesn't exist" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Verify this auction" })).toBeNull();
});
