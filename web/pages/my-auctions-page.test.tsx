import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { editedAuctionStore } from "../api/listings.ts";
import { listedAuction as auction } from "../testing/auctions.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import MyAuctionsPage from "./my-auctions-page.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const three = [auction("a"), auction("b", { status: "Sold", currentBid: 250, bidCount: 2 }), auction("c")];

/** A server with the list and the deletion of `a`, which is not in the list afterwards. */
function fakeServer(deletion: () => Response, auctions = three) {
  let left = auctions;
  return fakeApiAt({
    "/auction/getAuctions": () => success({ auctions: left })(),
    "/auction/deleteAuction/a": () => {
      const answer = deletion();
      if (answer.ok) left = left.filter(({ _id }) => _id !== "a");
      return answer;
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
  const item = screen.getAllByRole("listitem").find((one) => within(one).queryByRole("heading", { name: title }));
  if (!item) throw new Error(`no card ${title}`);
  return within(item);
}
const remove = (title: string) => card(title).getByRole("button", { name: "Delete" });

it("My Auctions shows that it is loading, then the counters and each auction", async () => {
  fakeApi(success({ auctions: [...three, auction("d", { status: "Expired" })] }));
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
  expect(sold.getByText("What now?").closest("p")).toHaveTextContent("The buyer pays you $250.");
  expect(card("Lot a").queryByText("What now?")).toBeNull();
  expect(sold.getByText("Ticks")).toBeVisible();
  expect(sold.getByText("Starting Price").nextElementSibling).toHaveTextContent("$100");
  expect(sold.getByText("Current Bid").nextElementSibling).toHaveTextContent("$250");
  expect(sold.getByText("Ends").nextElementSibling).toHaveTextContent("Nov 21, 2030");
  expect(card("Lot a").getByText("Current Bid").nextElementSibling).toHaveTextContent("$100");
});

it("an empty list of own auctions says so", async () => {
  fakeApi(success({ auctions: [] }));
  show();
  expect(await screen.findByRole("heading", { name: "No Auctions Yet" })).toBeVisible();
  expect(screen.getByText("Start by creating your first auction")).toBeVisible();
});

it("a failed request is not shown as an empty list of auctions", async () => {
  fakeApi(refusal(500, "internal_error", "Something went wrong"));
  show();
  expect(await screen.findByRole("heading", { name: "Cannot fetch Auctions" })).toBeVisible();
  expect(screen.queryByText("No Auctions Yet")).toBeNull();
});

it("an auction is deleted without confirmation, and the focus moves to the next card's title", async () => {
  fakeServer(success());
  show();
  await screen.findByRole("heading", { name: "Lot a" });
  await userEvent.click(remove("Lot a"));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Lot a" })).toBeNull());
  expect(await screen.findByText("Auction Deleted Successfully")).toBeVisible();
  expect(screen.getByRole("link", { name: "Lot b" })).toHaveFocus();
});

it("a double click deletes only one auction", async () => {
  // No time passes between the clicks, however slow the machine is.
  vi.useFakeTimers({ toFake: ["performance"] });
  const sent = fakeServer(success());
  show();
  await screen.findByRole("heading", { name: "Lot a" });
  await userEvent.click(remove("Lot a"));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Lot a" })).toBeNull());
  await userEvent.click(remove("Lot b"));
  expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

it("a refused deletion shows its reason on the card and keeps the focus", async () => {
  const reason = "With bids and less than 12 hours left, an auction can no longer be deleted";
  fakeServer(refusal(409, "cancel_too_late", reason));
  show();
  await screen.findByRole("heading", { name: "Lot a" });
  await userEvent.click(remove("Lot a"));
  expect(await card("Lot a").findByRole("alert")).toHaveTextContent(reason);
  expect(remove("Lot a")).toHaveFocus();
  expect(await screen.findByText("Cannot Delete Auction")).toBeVisible();
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
