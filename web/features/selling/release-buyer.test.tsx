import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { PAYMENT_MS } from "../../../worker/rules/closing.ts";
import MyAuctionsPage from "../../pages/my-auctions-page.tsx";
import { ownAuction } from "../../testing/auctions.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { isBuyerReleased } from "./buyer-released.ts";

const HOUR_MS = 3_600_000;
const sold = (agoMs: number): OwnAuction =>
  ownAuction("vase", {
    status: "Sold",
    currentBid: 250,
    bidCount: 2,
    auctionEndTime: new Date(Date.now() - agoMs).toISOString(),
  });

async function show(auction: OwnAuction, answer: () => Response = success()) {
  const sent = fakeApiAt({
    "/auction/getAuctions": success({ auctions: [auction] }),
    "/auction/vase/releaseBuyer": answer,
  });
  showPart(<MyAuctionsPage />);
  await screen.findByRole("heading", { name: "Lot vase" });
  return sent;
}
const release = () => screen.queryByRole("button", { name: "Release the buyer of Lot vase" });
const confirm = async () => {
  await userEvent.click(release() ?? document.body);
  await userEvent.click(await screen.findByRole("button", { name: "Release the buyer" }));
};

it("an unpaid buyer is released four days after the end, and the item listed again", async () => {
  const sent = await show(sold(PAYMENT_MS + HOUR_MS));
  await confirm();
  expect(await screen.findByText("Buyer released")).toBeVisible();
  expect(screen.getByText(/^You released the buyer\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "List again" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Contact buyer|Delete/ })).toBeNull();
  expect(sent.filter(({ method }) => method === "POST")).toMatchObject([{ path: "/api/v1/auction/vase/releaseBuyer" }]);
  await waitFor(() => expect(screen.getByRole("link", { name: "Lot vase" })).toHaveFocus());
});

it("within four days the seller reads from when a buyer can be released", async () => {
  await show(sold(PAYMENT_MS - HOUR_MS));
  expect(screen.getByText(/you can release them here/)).toHaveTextContent(/^If the buyer hasn’t paid by .+, you can/);
  expect(release()).toBeNull();
});

it("a refused release of a buyer shows in the dialog, and the sale stays", async () => {
  const message = "Give the buyer four days to pay before you release them";
  await show(sold(PAYMENT_MS + HOUR_MS), refusal(409, "buyer_release_too_soon", message));
  await confirm();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole("button", { name: "Keep the sale" })).toHaveFocus();
});

it.each<[string, Partial<OwnAuction>, boolean]>([
  ["whose buyer was released", { reserveMet: false }, true],
  ["whose buyer was released, above its reserve", { reserveMet: false, reservePrice: 200 }, true],
  ["below its reserve", { reserveMet: false, reservePrice: 300 }, false],
  ["without a bid", { bidCount: 0 }, false],
  ["that is sold", { status: "Sold" }, false],
])("an auction %s is told from the others", (_what, more, expected) => {
  expect(isBuyerReleased({ ...sold(0), status: "Expired", ...more })).toBe(expected);
});
