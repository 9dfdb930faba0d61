import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { relistInput } from "../../../worker/contract/auction.ts";
import { ownAuction } from "../../testing/auctions.ts";
import { click } from "../../testing/click.ts";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { OwnAuctionCard } from "./own-auction-card.tsx";

const DAY_MS = 24 * 3_600_000;
const EXPIRED = ownAuction("old", { title: "Silver thimble", status: "Expired" });

function card(auction = EXPIRED) {
  showPart(<OwnAuctionCard auction={auction} onDelete={() => undefined} />);
}
async function relist() {
  await click("List again");
  expect(await screen.findByText(/^Ends /)).toBeVisible();
  await userEvent.click(screen.getAllByRole("button", { name: "List again" }).at(-1) ?? document.body);
}

it("the seller relists an expired auction by choosing only a duration", async () => {
  const sent = fakeApi(success({ auction: ownAuction("new") }));
  card();
  const before = Date.now();
  await relist();
  expect(await screen.findByText("elsewhere")).toBeVisible();
  expect(sent[0]).toMatchObject({ method: "POST", path: "/api/v1/auction/old/relist" });
  const { auctionEndTime } = relistInput.parse(sent[0]?.body);
  const days = (Date.parse(auctionEndTime) - before) / DAY_MS;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
});

it("a refused relisting shows the reason and keeps the dialog open", async () => {
  fakeApi(refusal(409, "already_relisted", "This auction has already been listed again"));
  card();
  await relist();
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent("This auction has already been listed again"),
  );
});

it.each(["Live", "Sold", "Voided"] as const)("the seller can copy but not relist an auction that is %s", (status) => {
  card({ ...EXPIRED, status });
  expect(screen.queryByRole("button", { name: "List again" })).toBeNull();
  expect(screen.getByRole("link", { name: "Copy listing" })).toHaveAttribute(
    "href",
    "/dashboard/create-auction?like=old",
  );
});
