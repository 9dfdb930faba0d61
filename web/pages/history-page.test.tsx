import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { click } from "../testing/click.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { historyEntry } from "../testing/people.ts";
import HistoryPage from "./history-page.tsx";

const history = [
  historyEntry("a", { type: "won", status: "completed", amount: 3300, title: "Kelly 28" }),
  historyEntry("b", { status: "outbid" }),
  historyEntry("c", { status: "completed" }),
  historyEntry("d", { type: "created", status: "active" }),
];

function counters(): string[] {
  return screen.getAllByRole("term").map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
}

it("the history counts loaded entries by type, and shows amount, badges and date", async () => {
  fakeApi(success({ history, nextCursor: null }));
  showPart(<HistoryPage />);
  expect(screen.getByRole("heading", { name: "Auction History" })).toBeVisible();
  expect(screen.getByText("Loading your history...")).toBeVisible();
  const wonEntry = await screen.findByRole("link", { name: /Kelly 28/ });
  expect(counters()).toEqual(["Total Activities 4", "Items Won 1", "Auctions Created 1", "Bids Placed 2"]);
  expect(wonEntry).toHaveTextContent(/Won ·.*Nov 21, 2026/);
  expect(wonEntry).toHaveTextContent("$3,300");
  for (const words of ["won", "completed"]) expect(within(wonEntry).getByText(words)).toBeVisible();
  expect(screen.getByRole("link", { name: /Lot b/ })).toHaveTextContent("Bid Placed ·");
  expect(screen.getByRole("link", { name: /Lot d/ })).toHaveTextContent("Created ·");
});

it("the history shows why an auction was voided", async () => {
  const entry = historyEntry("v", { status: "voided", voided: { reason: "Stolen goods" } });
  fakeApi(success({ history: [entry], nextCursor: null }));
  showPart(<HistoryPage />);
  const link = await screen.findByRole("link", { name: /Lot v/ });
  expect(within(link).getByText("voided")).toBeVisible();
  expect(link).toHaveTextContent("Voided by our team: Stolen goods");
});

it("the history keeps old entries on screen until the filtered ones arrive", async () => {
  const bids = Promise.withResolvers<Response>();
  const sent = fakeApi(success({ history, nextCursor: null }), () => bids.promise);
  showPart(<HistoryPage />);
  await screen.findByText("Kelly 28");
  expect(screen.getByRole("button", { name: "All Activities" })).toHaveAttribute("aria-pressed", "true");
  await click("Bid");
  expect(screen.getByRole("button", { name: "Bid" })).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByText("Kelly 28")).toBeVisible();
  expect(sent.map(({ path }) => path)).toEqual([
    "/api/v1/user/history?type=all&limit=20",
    "/api/v1/user/history?type=bid&limit=20",
  ]);
  bids.resolve(success({ history: history.slice(1, 3), nextCursor: null })());
  await waitFor(() => expect(screen.queryByText("Kelly 28")).toBeNull());
  expect(counters()).toEqual(["Total Activities 2", "Items Won 0", "Auctions Created 0", "Bids Placed 2"]);
});

it("the history requests and shows your own maximum only for leading bids", async () => {
  const entries = [
    historyEntry("bid-led-7", { auctionId: "led" }),
    historyEntry("bid-led-3", { auctionId: "led", status: "outbid" }),
    historyEntry("won-mine", { auctionId: "mine", type: "created" }),
    historyEntry("bid-exact-2", { auctionId: "exact" }),
  ];
  const sent = fakeApiAt({
    "/user/history": success({ history: entries, nextCursor: null }),
    "/auction/led/maximum": success({ maximum: { bidId: "led-7", maxBid: 250, isPublic: false } }),
    "/auction/exact/maximum": success({ maximum: null }),
  });
  showPart(<HistoryPage />);
  expect(await screen.findByText(/Your maximum: \$250/)).toBeVisible();
  expect(screen.getAllByText(/Your maximum/)).toHaveLength(1);
  expect(sent.filter(({ path }) => path.endsWith("/maximum"))).toHaveLength(2);
});

it.each([
  ["an empty history", success({ history: [], nextCursor: null }), "No History Yet"],
  ["a failed request", refusal(500, "internal_error", "Something went wrong"), "Cannot fetch user history"],
])("the history page explains %s", async (_, answer, heading) => {
  fakeApi(answer);
  showPart(<HistoryPage />);
  expect(await screen.findByRole("heading", { name: heading })).toBeVisible();
  expect(screen.queryAllByText("No History Yet")).toHaveLength(heading === "No History Yet" ? 1 : 0);
});

it("a long history continues on a second page, and the counts include both", async () => {
  const olderEntries = [historyEntry("e", { title: "An older one", status: "outbid" })];
  const sent = fakeApi(
    success({ history, nextCursor: "7-bid-d" }),
    success({ history: olderEntries, nextCursor: null }),
  );
  showPart(<HistoryPage />);
  await screen.findByText("Kelly 28");
  expect(screen.getByText("These counts cover your last 4 activities.")).toBeVisible();
  await click("Show more");
  expect(await screen.findByText("An older one")).toBeVisible();
  expect(screen.getByText("Kelly 28")).toBeVisible();
  expect(sent.at(-1)?.path).toBe("/api/v1/user/history?type=all&limit=20&cursor=7-bid-d");
  expect(counters()).toEqual(["Total Activities 5", "Items Won 1", "Auctions Created 1", "Bids Placed 3"]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  expect(screen.queryByText(/These counts cover/)).toBeNull();
});
