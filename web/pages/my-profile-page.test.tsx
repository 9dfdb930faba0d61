import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { profile, SETTINGS } from "../testing/people.ts";
import MyProfilePage from "./my-profile-page.tsx";

function show(data = profile()) {
  fakeApiAt({ "/user/profile": success({ data }), "/settings": success({ settings: SETTINGS }) });
  showPart(<MyProfilePage />);
}

/** The visible numbers by label. */
function statistics(): Record<string, string | null> {
  const terms = within(screen.getByRole("tabpanel")).getAllByRole("term");
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? null]));
}

it("the profile shows the user, and numbers that link to their lists", async () => {
  show();
  expect(await screen.findByRole("heading", { name: "Mara Lindqvist" })).toBeVisible();
  expect(screen.getByText("mara@example.com")).toBeVisible();
  expect(screen.getByText("User")).toBeVisible();
  expect(screen.getByText(/^Member since/)).toHaveTextContent("Member since Mar 5, 2026");
  await screen.findByText("$1,234.50");
  expect(statistics()).toEqual({
    "Total Auctions": "7",
    "Items Won": "2",
    "Total Bids": "31",
    "Total Value": "$1,234.50",
    Watchlist: "4",
    "Active Auctions": "5",
  });
  for (const [name, href] of [
    ["View auctions", "/dashboard/my-auctions"],
    ["View winnings", "/dashboard/auctions-won"],
    ["View history", "/dashboard/history"],
    ["View watchlist", "/dashboard/watchlist"],
  ] as const) {
    expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);
  }
});

it("recent activity lists the latest bids", async () => {
  const product = { _id: "clock", title: "Bracket clock" };
  const createdAt = "2026-11-21T09:00:00.000Z";
  show(profile({ recentActivity: [{ _id: "b1", product, amount: 1500, currency: "USD", createdAt }] }));
  await userEvent.click(await screen.findByRole("tab", { name: "Recent Activity" }));
  const entry = screen.getByRole("link", { name: /Bid placed on Bracket clock/ });
  expect(entry).toHaveTextContent("$1,500");
  expect(entry).toHaveTextContent("Nov 21, 2026");
  expect(entry).toHaveAttribute("href", "/auction/clock");
});

it("the profile says that there's no recent activity", async () => {
  show();
  await userEvent.click(await screen.findByRole("tab", { name: "Recent Activity" }));
  expect(screen.getByText("No recent activity")).toBeVisible();
});

it("the statistics show auction performance and a financial summary", async () => {
  show();
  await userEvent.click(await screen.findByRole("tab", { name: "Statistics" }));
  expect(screen.getByRole("heading", { name: "Auction performance" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Financial summary" })).toBeVisible();
  expect(statistics()).toEqual({
    "Auctions created": "7",
    "Active auctions": "5",
    "Completed auctions": "3",
    "Winnings value": "$1,234.50",
    "Bids placed": "31",
    "Watchlist items": "4",
  });
});

it("a user can reload a profile that couldn't be fetched without losing focus", async () => {
  const failedResponse = refusal(500, "internal_error", "Something went wrong");
  const sent = fakeApiAt({ "/user/profile": failedResponse });
  showPart(<MyProfilePage />);
  expect(await screen.findByRole("heading", { name: "Profile Not Found" })).toBeVisible();
  const tryAgain = screen.getByRole("button", { name: "Try again" });
  await userEvent.click(tryAgain);
  await waitFor(() => expect(sent.length).toBeGreaterThan(1));
  await waitFor(() => expect(tryAgain).toHaveAttribute("aria-busy", "false"));
  expect(tryAgain).toHaveFocus();
  fakeApiAt({ "/user/profile": success({ data: profile() }), "/settings": success({ settings: SETTINGS }) });
  await userEvent.click(tryAgain);
  expect(await screen.findByRole("heading", { name: "Mara Lindqvist" })).toBeVisible();
});

it("only the Account tab lets the user delete their account", async () => {
  show();
  const deleteButton = () => screen.queryByRole("button", { name: "Delete account" });
  for (const name of ["Overview", "Recent Activity", "Statistics", "Privacy", "Security"]) {
    await userEvent.click(await screen.findByRole("tab", { name }));
    expect(deleteButton()).toBeNull();
  }
  await userEvent.click(screen.getByRole("tab", { name: "Account" }));
  expect(deleteButton()).toBeVisible();
});
