import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, person, view } from "../../../testing/auctions.ts";
import { fakeApi, success } from "../../../testing/fake-api.ts";
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
  const auctionScreen = useTestScreen({ view: view(BIDS, 5, SOLD), stage: "sold", userId, ...more });
  return <PersonalResult screen={auctionScreen} similar={<p>three similar items</p>} />;
}

const show = (userId: string, more: Partial<AuctionScreen>) => showPart(<Part userId={userId} more={more} />);

it("the winner sees the photo, the price and what to do next", async () => {
  show("bob", { standing: "leading" });
  expect(await screen.findByRole("heading", { name: "Yours for $160" })).toBeVisible();
  expect(document.querySelector(`img[src^="${image.url}"]`)).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to My Winnings" })).toHaveAttribute("href", "/dashboard/auctions-won");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent?.split(" ")[0])).toEqual([
    "Choose",
    "Pay",
    "Once",
  ]);
  expect(screen.getByRole("link", { name: "Go to the deal" })).toHaveAttribute("href", "/dashboard/deals/lot");
  expect(screen.queryByText("three similar items")).toBeNull();
});

const UNMET = { status: "Expired", reserveMet: false } as const;
const RELEASED = { status: "Expired", winner: null, buyerReleased: true } as const;
const BROWSE = ["Browse Auctions", "/auctions"] as const;
const COPY = ["Copy listing", "/dashboard/create-auction?like=lot"] as const;
const AGAIN = ["List it again in My Auctions", "/dashboard/my-auctions"] as const;
it.each([
  ["a losing bidder", "ann", "outbid", SOLD, "So close", /\$10 short\. Thank you/, BROWSE, 0],
  ["a bidder below the reserve", "bob", "leading", UNMET, "No one won", /you owe nothing/, BROWSE, 0],
  [
    "a released buyer",
    "bob",
    "leading",
    RELEASED,
    "Your purchase was canceled",
    /You no longer owe anything/,
    BROWSE,
    0,
  ],
  ["a released buyer's rival", "ann", "outbid", RELEASED, "The sale was canceled", /No one won/, BROWSE, 0],
  ["the seller of a sold item", "sue", "seller", SOLD, "You sold it for $160", /bob Test won\. They choose/, COPY, 1],
  ["the seller of an unsold item", "sue", "seller", UNMET, "Not sold this time", /You can list it again/, AGAIN, 0],
] as const)(
  "%s sees what the result means and a link to the next step",
  async (_who, userId, standing, details, title, text, [name, href], deals) => {
    const stage = details === SOLD ? "sold" : "expired";
    show(userId, { standing, stage, view: view(BIDS, 5, details) });
    const heading = await screen.findByRole("heading", { name: title });
    expect(heading.closest("section")).toHaveTextContent(text);
    expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);
    expect(screen.queryAllByRole("link", { name: "Go to the deal" })).toHaveLength(deals);
    expect(screen.queryAllByText("three similar items")).toHaveLength(href === BROWSE[1] ? 1 : 0);
  },
);

it.each([
  ["no second chance", null, true],
  ["an open second chance", "offered", false],
  ["an accepted second chance", "accepted", false],
  ["a second chance that's over", "over", true],
] as const)("a canceled sale with %s tells its seller whether they can relist", async (_what, state, canRelist) => {
  const secondChance = state && { price: 140, currency: "USD", offeredAt: "2030-12-03T13:00:00.000Z", state };
  fakeApi(success({ secondChance }));
  show("sue", { standing: "seller", stage: "expired", view: view(BIDS, 5, RELEASED) });
  const name = canRelist ? "List it again in My Auctions" : "My Auctions";
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/dashboard/my-auctions");
  expect(screen.queryAllByText(/You can list it again/)).toHaveLength(canRelist ? 1 : 0);
  expect(screen.getByRole("link", { name: "Go to the deal" })).toHaveAttribute("href", "/dashboard/deals/lot");
});

it("“See next steps” moves focus to the result", async () => {
  show("bob", { standing: "leading" });
  const heading = await screen.findByRole("heading", { name: "Yours for $160" });
  showResult();
  expect(heading).toHaveFocus();
});

it("no toast about the item covers its result", async () => {
  const alertTexts = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);
  showPart(
    <>
      <ToastHost />
      <Part userId="bob" more={{ standing: "leading" }} />
    </>,
  );
  toasts.notice("warning", "You were outbid on Clock", "lot");
  toasts.notice("info", "A new bid on Vase", "vase");
  await waitFor(() => expect(alertTexts()).toEqual(["A new bid on Vase"]));
});

it.each(["watching", "visitor"] as const)(
  "a user who neither sold nor bid (%s) sees no personal result",
  (standing) => {
    show("cem", { standing });
    expect(screen.queryByRole("heading")).toBeNull();
  },
);
