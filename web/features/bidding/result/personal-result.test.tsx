import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, person, view } from "../../../testing/auctions.ts";
import { showPart } from "../../../testing/page.tsx";
import { ToastHost } from "../../../ui/toast-host.tsx";
import { toasts } from "../../../ui/toast.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { PersonalResult } from "./personal-result.tsx";
import { showResult } from "./show-result.ts";

const image = { url: "/images/clock.webp" };
const BIDS = [bid("b", 160, "bob"), bid("a", 150, "ann")];
const SOLD = { status: "Sold", winner: person("bob"), images: image } as const;

function Part({ more, userId }: { more: Partial<AuctionScreen>; userId: string }) {
  const part = useTestScreen({ view: view(BIDS, 5, SOLD), stage: "sold", userId, ...more });
  return <PersonalResult screen={part} similar={<p>three similar lots</p>} />;
}

const show = (userId: string, more: Partial<AuctionScreen>) => showPart(<Part userId={userId} more={more} />);

it("the winner gets the picture, the price and what to do now", async () => {
  show("bob", { standing: "leading" });
  expect(await screen.findByRole("heading", { name: "Yours for $160" })).toBeVisible();
  expect(document.querySelector(`img[src^="${image.url}"]`)).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to My Winnings" })).toHaveAttribute("href", "/dashboard/auctions-won");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent?.split(" ")[0])).toEqual([
    "Say",
    "Pay",
    "Once",
  ]);
  expect(screen.getByRole("link", { name: "Go to the deal" })).toHaveAttribute("href", "/dashboard/deals/lot");
  expect(screen.queryByText("three similar lots")).toBeNull();
});

it("a bidder who did not win reads how far below the price their bid was, and gets similar lots", async () => {
  show("ann", { standing: "outbid" });
  expect(await screen.findByRole("heading", { name: "So close" })).toBeVisible();
  expect(screen.getByText(/\$10 short\. Thank you/)).toBeVisible();
  expect(screen.getByText("three similar lots")).toBeVisible();
});

it("a bidder below the reserve reads that they owe nothing, and gets similar lots", async () => {
  const unmet = view(BIDS, 5, { status: "Expired", reserveMet: false });
  show("bob", { standing: "leading", stage: "expired", view: unmet });
  expect(await screen.findByRole("heading", { name: "No one won" })).toBeVisible();
  expect(screen.getByText("three similar lots")).toBeVisible();
});

it.each([
  ["sold", SOLD, "You sold it for $160", "Copy listing", "/dashboard/create-auction?like=lot"],
  ["expired", { status: "Expired" }, "Not sold this time", "List it again in My Auctions", "/dashboard/my-auctions"],
] as const)("the seller of an auction that is %s gets the next step", async (stage, details, title, link, href) => {
  show("sue", { standing: "seller", stage, view: view(BIDS, 5, details) });
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByRole("link", { name: link })).toHaveAttribute("href", href);
  expect(screen.queryAllByRole("link", { name: "Go to the deal" })).toHaveLength(stage === "sold" ? 1 : 0);
  expect(screen.queryByText("three similar lots")).toBeNull();
});

it("“What now?” brings the focus to the result", async () => {
  show("bob", { standing: "leading" });
  const heading = await screen.findByRole("heading", { name: "Yours for $160" });
  showResult();
  expect(heading).toHaveFocus();
});

it("no toast about the lot covers its result", async () => {
  const shown = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);
  showPart(
    <>
      <ToastHost />
      <Part userId="bob" more={{ standing: "leading" }} />
    </>,
  );
  toasts.notice("warning", "You were outbid on Clock", "lot");
  toasts.notice("info", "A new bid on Vase", "vase");
  await waitFor(() => expect(shown()).toEqual(["A new bid on Vase"]));
});

it.each(["watching", "visitor"] as const)("a user who neither sold nor bid (%s) sees nothing", (standing) => {
  show("cem", { standing });
  expect(screen.queryByRole("heading")).toBeNull();
});

const RELEASED = view(BIDS, 5, { status: "Expired", winner: null, buyerReleased: true });

it.each([
  ["bob", "leading", "Your purchase was cancelled", /You no longer owe anything/],
  ["ann", "outbid", "The sale was cancelled", /didn’t pay in time, so no one won/],
  ["sue", "seller", "The sale is off", /You can list it again/],
] as const)("after the buyer was released %s reads what that means", async (userId, standing, title, text) => {
  show(userId, { standing, stage: "expired", view: RELEASED });
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryAllByRole("link", { name: "Go to the deal" })).toHaveLength(standing === "seller" ? 1 : 0);
});
