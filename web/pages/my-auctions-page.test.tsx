import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { editedAuctionStore } from "../api/listings.ts";
import { ownAuction as auction } from "../testing/auctions.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import MyAuctionsPage from "./my-auctions-page.tsx";

const threeAuctions = [auction("a"), auction("b", { status: "Sold", currentBid: 250, bidCount: 2 }), auction("c")];

/** A server with the list. Once `a` is deleted, the list no longer has it. */
function fakeServer(deletion: () => Response, auctions = threeAuctions) {
  let remaining = auctions;
  return fakeApiAt({
    "/auction/getAuctions": () => success({ auctions: remaining })(),
    "/auction/deleteAuction/a": () => {
      const response = deletion();
      if (response.ok) remaining = remaining.filter(({ _id }) => _id !== "a");
      return response;
    },
  });
}

function show() {
  return showPart(
    <>
      <MyAuctionsPage />
      <ToastHost />
    </>,
  );
}

function card(title: string) {
  const item = screen
    .getAllByRole("listitem")
    .find((listItem) => within(listItem).queryByRole("heading", { name: title }));
  if (!item) throw new Error(`no card ${title}`);
  return within(item);
}
const deleteButton = (title: string) => card(title).getByRole("button", { name: "Delete" });

it("My Auctions shows that it's loading, and then the counts and each auction", async () => {
  fakeApi(success({ auctions: [...threeAuctions, auction("d", { status: "Expired" })] }));
  show();
  expect(screen.getByText("Loading your auctions...")).toBeVisible();
  await screen.findByRole("heading", { name: "Lot a" });
  const counters = screen.getAllByRole("term").slice(0, 4);
  expect(counters.map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)).toEqual([
    "Total Auctions 4",
    "Live Auctions 2",
    "Sold Items 1",
    "Expired 1",
  ]);
  const sold = card("Lot b");
  expect(sold.getByText("Sold")).toBeVisible();
  const next = sold.getByText("What now?").closest("p");
  expect(next).toHaveTextContent("You arrange payment and delivery in the deal.");
  expect(card("Lot a").queryByText("What now?")).toBeNull();
  expect(sold.getByRole("link", { name: "Go to the deal" })).toHaveAttribute("href", "/dashboard/deals/b");
  expect(card("Lot a").queryByRole("link", { name: "Go to the deal" })).toBeNull();
  expect(sold.getByText("Ticks")).toBeVisible();
  expect(sold.getByText("Starting Price").nextElementSibling).toHaveTextContent("$100");
  expect(sold.getByText("Current Bid").nextElementSibling).toHaveTextContent("$250");
  expect(sold.getByText("Ends").nextElementSibling).toHaveTextContent("Nov 21, 2030");
  expect(card("Lot a").getByText("Current Bid").nextElementSibling).toHaveTextContent("$100");
});

it.each([
  ["No Auctions Yet", "an empty list", success({ auctions: [] })],
  ["Cannot fetch Auctions", "a failed request", refusal(500, "internal_error", "Something went wrong")],
])("My Auctions shows “%s” for %s", async (heading, _, response) => {
  fakeApi(response);
  show();
  expect(await screen.findByRole("heading", { name: heading })).toBeVisible();
  expect(screen.queryAllByText("No Auctions Yet")).toHaveLength(heading === "No Auctions Yet" ? 1 : 0);
});

/** Opens the list, and presses Delete beside auction `a`. */
async function clickDelete() {
  show();
  await screen.findByRole("heading", { name: "Lot a" });
  await userEvent.click(deleteButton("Lot a"));
}
async function clickInDialog(button: "Keep it" | "Delete auction") {
  await userEvent.click(await screen.findByRole("button", { name: button }));
}

it.each([
  [1, "Its bid becomes void, and we notify the bidder."],
  [3, "Its 3 bids become void, and we notify the bidders."],
])("the dialog warns that an auction's bids (%i) become void", async (bidCount, text) => {
  fakeServer(success(), [auction("a", { bidCount })]);
  await clickDelete();
  expect(await screen.findByRole("dialog")).toHaveTextContent(`“Lot a” will be canceled for good. ${text}`);
});

it("focus moves to the next card's title after a confirmed deletion", async () => {
  const sent = fakeServer(success());
  await clickDelete();
  await clickInDialog("Delete auction");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Lot a" })).toBeNull());
  expect(await screen.findByText("Auction Deleted Successfully")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("link", { name: "Lot b" })).toHaveFocus());
  expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

it("focus moves to “Create Auction” after the last auction is deleted", async () => {
  fakeServer(success(), [auction("a")]);
  await clickDelete();
  await clickInDialog("Delete auction");
  expect(await screen.findByRole("heading", { name: "No Auctions Yet" })).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole("link", { name: "Create Auction" })[0]).toHaveFocus());
});

it("a refused deletion shows its reason in the dialog, and the auction stays", async () => {
  const reason = "You can't delete an auction that has bids and less than 12 hours left";
  fakeServer(refusal(409, "cancel_too_late", reason));
  await clickDelete();
  await clickInDialog("Delete auction");
  await waitFor(() => expect(screen.getByRole("dialog")).toHaveTextContent(reason));
  expect(await screen.findByText("Cannot Delete Auction")).toBeVisible();
  await clickInDialog("Keep it");
  await waitFor(() => expect(deleteButton("Lot a")).toHaveFocus());
});

it("the seller can't delete an auction with bids in its last twelve hours", async () => {
  const auctionEndTime = new Date(Date.now() + 11 * 3_600_000).toISOString();
  fakeServer(success({}), [auction("a", { bidCount: 1, auctionEndTime })]);
  await clickDelete();
  const dialog = await screen.findByRole("dialog", { name: "You can no longer delete this auction" });
  expect(dialog).toHaveTextContent("“Lot a” has bids and less than 12 hours left. Bidders are counting on it.");
  expect(within(dialog).queryByRole("button", { name: "Delete auction" })).toBeNull();
  await userEvent.click(within(dialog).getByRole("button", { name: "OK" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it.each([
  ["Live", ["Edit", "Delete"]],
  ["Upcoming", ["Edit", "Delete"]],
  ["Expired", ["Delete"]],
  ["Sold", []],
  ["Voided", []],
] as const)("an auction that is %s offers only the allowed actions: %j", async (status, offered) => {
  fakeServer(success(), [auction("a", { status, startsAt: "2030-01-01T00:00:00.000Z" })]);
  show();
  await screen.findByRole("heading", { name: "Lot a" });
  const visibleActions = ["Edit", "Delete"].filter((name) => card("Lot a").queryByText(name));
  expect(visibleActions).toEqual(offered);
});

it.each([
  ["Sale canceled", "can", {}],
  ["Second chance", "can't", { secondSale: "open" }],
  ["Sold to the next bidder", "can't", { secondSale: "done" }],
] as const)("an item marked %j %s be relisted", async (name, verb, more) => {
  fakeServer(success(), [auction("a", { status: "Expired", bidCount: 2, reserveMet: false, ...more })]);
  show();
  expect(await screen.findByText(name)).toBeVisible();
  expect(card("Lot a").getByRole("link", { name: "Go to the deal" })).toBeVisible();
  expect(card("Lot a").queryByRole("button", { name: "List again" }) !== null).toBe(verb === "can");
});

it.each([
  ["another auction", "b"],
  ["an auction since deleted", null],
] as const)("an auction that was relisted as %s can't be relisted again", async (_which, relistedAs) => {
  fakeServer(success(), [auction("a", { status: "Expired", relistedAs })]);
  show();
  await screen.findByRole("heading", { name: "Lot a" });
  expect(card("Lot a").queryByRole("button", { name: "List again" })).toBeNull();
  const next = card("Lot a").queryByRole("link", { name: "View the new listing" });
  expect(next?.getAttribute("href") ?? null).toBe(relistedAs && "/auction/b");
});

it("Edit stores the auction and opens the edit page", async () => {
  fakeServer(success());
  const stored = editedAuctionStore(show());
  await screen.findByRole("heading", { name: "Lot c" });
  await userEvent.click(card("Lot c").getByRole("link", { name: "Edit" }));
  expect(screen.getByText("elsewhere")).toBeVisible();
  expect(stored.read("c")).toMatchObject({ title: "Lot c" });
  expect(stored.read("a")).toBeNull();
});
