import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { AuctionForAdmins, CategoryForAdmins, Deployment, PersonForAdmins } from "../../worker/contract/admin.ts";
import type { DealForAdmins } from "../../worker/contract/deal-moderation.ts";
import { person } from "../testing/auctions.ts";
import { click, clickNext } from "../testing/click.ts";
import { type FakeResponses, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import { account, profile } from "../testing/people.ts";
import AdminPage from "./admin-page.tsx";

const at = "2026-11-21T12:00:00.000Z";

function personForAdmins(firstName: string, more: Partial<PersonForAdmins> = {}): PersonForAdmins {
  return {
    ...person(firstName),
    nameHidden: false,
    email: `${firstName.toLowerCase()}@example.com`,
    role: "User",
    createdAt: at,
    suspended: null,
    biddingStoppedAt: null,
    trust: null,
    ...more,
  };
}

const AUCTION: AuctionForAdmins = {
  _id: "clock",
  title: "Bracket clock",
  currency: "USD",
  currentBid: 120,
  bidCount: 3,
  auctionEndTime: at,
  hidden: false,
  overdueMs: 90_000,
  health: { lastBidAt: at, watching: 7, undelivered: { catalogue: 2, inboxes: 0 }, laggingMs: 60_000 },
};
const CATEGORY: CategoryForAdmins = {
  _id: "clocks",
  name: "Clocks",
  description: "Old ones",
  fixed: false,
  hidden: false,
  mergedInto: null,
  openAuctions: 4,
};
const DEPLOYMENT: Deployment = {
  version: { id: "0f3a", tag: "v1.4.0", deployedAt: at },
  counts: {
    people: 31,
    admins: 2,
    suspended: 1,
    openAuctions: 8,
    hiddenAuctions: 0,
    bidsLastHour: 55,
    openReports: 3,
  },
  closings: { count: 9, late: 1, latestMs: 61_000 },
  sweep: { begunAt: at, tookMs: 140, failed: 0 },
  pending: { listings: 0, deletions: 1, oldestDeletionAt: at, disputes: 2 },
  restoring: false,
};

function show(search = "", responses: FakeResponses = {}, role: "User" | "Admin" = "Admin") {
  const me = success({ data: profile({ user: account({ role }) }) });
  // The test may replace a response later.
  const sent = fakeApiAt(Object.assign(responses, { "/user/profile": me }));
  showPages({ "*": <AdminPage /> }, `/dashboard/admin${search}`);
  return sent;
}

/** Opens the dialog for an action on a category or user. */
async function openAction(label: string, name: string) {
  await clickNext(`${label}: ${name}`);
  return within(await screen.findByRole("dialog", { name: label }));
}

const pathsOf = (sent: ReturnType<typeof show>) => sent.map(({ path }) => path.replace("/api/v1", ""));

it("the admin page searches users on demand, and shows roles and suspension reasons", async () => {
  const people = [
    personForAdmins("Ada", { role: "Admin" }),
    personForAdmins("Pat", { suspended: { reason: "Drives up prices", at }, nameHidden: true }),
  ];
  const sent = show("", { "/moderation/people": success({ people, nextCursor: null }) });
  const list = within(await screen.findByRole("list", { name: "People" }));
  expect(list.getByText("pat@example.com")).toBeVisible();
  expect(list.getByText(/Drives up prices/)).toBeVisible();
  expect(list.getByRole("button", { name: "Restore: Pat Test" })).toBeVisible();
  expect(list.getByRole("button", { name: "Remove admin role: Ada Test" })).toBeVisible();
  expect(list.queryByRole("button", { name: "Suspend: Ada Test" })).not.toBeInTheDocument();
  await userEvent.type(screen.getByRole("searchbox", { name: "Name, email or ID" }), "pat@{Enter}");
  await waitFor(() => expect(pathsOf(sent)).toContain("/moderation/people?search=pat%40"));
});

it("a list says that it couldn't load, has more to search, or is empty", async () => {
  const responses: Record<string, FakeResponses[string]> = {
    "/moderation/people": refusal(503, "busy", "The server is busy. Try again in a moment."),
  };
  show("?search=zoe", responses);
  expect(await screen.findByRole("heading", { name: "We couldn't load this list" })).toBeVisible();
  responses["/moderation/people"] = success({ people: [], nextCursor: "1-x" });
  await click("Try again");
  expect(await screen.findByText("No matches so far. There's more to search.")).toBeVisible();
  responses["/moderation/people"] = success({ people: [], nextCursor: null });
  await click("Show more");
  expect(await screen.findByRole("heading", { name: "No one found" })).toBeVisible();
});

it("an admin views a user's sessions and ends them with a reason", async () => {
  const session = {
    _id: "0f",
    current: false,
    device: "Firefox on Linux",
    network: null,
    createdAt: at,
    lastUsedAt: at,
  };
  const sent = show("", {
    "/moderation/people": success({ people: [personForAdmins("Pat")], nextCursor: null }),
    "/moderation/people/Pat/sessions": success({ sessions: [session], pendingCalls: 2 }),
    "/moderation/people/Pat/endSessions": success(),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Sessions: Pat Test" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Pat Test's sessions" }));
  expect(await dialog.findByText("Firefox on Linux")).toBeVisible();
  expect(dialog.getByText("Pending calls to auctions: 2")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Sign out everywhere: Pat Test" }));
  const reasonDialog = within(await screen.findByRole("dialog", { name: "Sign out everywhere" }));
  await userEvent.type(reasonDialog.getByRole("textbox", { name: "Reason" }), "A stolen laptop");
  await userEvent.click(reasonDialog.getByRole("button", { name: "Sign out everywhere" }));
  await waitFor(() =>
    expect(sent).toContainEqual({
      path: "/api/v1/moderation/people/Pat/endSessions",
      method: "POST",
      body: { reason: "A stolen laptop" },
    }),
  );
});

it("an admin lets a user with too many unpaid deals bid again, with a reason", async () => {
  const people = [personForAdmins("Pat", { biddingStoppedAt: at }), personForAdmins("Ann")];
  const sent = show("", {
    "/moderation/people": success({ people, nextCursor: null }),
    "/moderation/people/Pat/allowBidding": success(),
  });
  const list = within(await screen.findByRole("list", { name: "People" }));
  expect(list.getAllByText("Bidding stopped")).toHaveLength(1);
  expect(list.queryByRole("button", { name: "Allow bidding: Ann Test" })).not.toBeInTheDocument();
  const dialog = await openAction("Allow bidding", "Pat Test");
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "They were in hospital");
  await userEvent.click(dialog.getByRole("button", { name: "Allow bidding" }));
  await waitFor(() =>
    expect(sent).toContainEqual({
      path: "/api/v1/moderation/people/Pat/allowBidding",
      method: "POST",
      body: { reason: "They were in hospital" },
    }),
  );
});

it("the page lists deals with a problem, and how long each has been unchanged", async () => {
  const disputedDeal: DealForAdmins = {
    _id: "clock-1",
    auctionId: "clock",
    title: "Bracket clock",
    buyer: person("Ann"),
    seller: person("Sue"),
    currency: "USD",
    price: 120,
    state: "paid",
    disputedBy: "seller",
    openedAt: at,
    changedAt: new Date(Date.now() - 3.5 * 24 * 3_600_000).toISOString(),
    dueAt: null,
  };
  const recent = { ...disputedDeal, _id: "vase-1", changedAt: new Date(Date.now() - 5.5 * 3_600_000).toISOString() };
  const responses: Record<string, FakeResponses[string]> = {
    "/moderation/deals": success({ deals: [disputedDeal, recent], nextCursor: "1-x" }),
  };
  const sent = show("?view=deals", responses);
  const [first, second] = within(await screen.findByRole("list", { name: "Deals" })).getAllByRole("listitem");
  expect(first).toHaveTextContent("Unchanged for 3 days");
  expect(first).toHaveTextContent("Problem reported by the seller");
  expect(second).toHaveTextContent("Unchanged for 5 hours");
  const link = within(first ?? document.body).getByRole("link", { name: "Bracket clock" });
  expect(link).toHaveAttribute("href", "/dashboard/admin/deals/clock-1");
  responses["/moderation/deals"] = success({ deals: [{ ...disputedDeal, _id: "globe-1" }], nextCursor: null });
  await click("Show more");
  await waitFor(() => expect(screen.getAllByRole("link", { name: "Bracket clock" })).toHaveLength(3));
  expect(pathsOf(sent)).toContain("/moderation/deals?state=disputed&cursor=1-x");
});

it("a state in the URL selects the deals, and the page says that there are none", async () => {
  const sent = show("?view=deals&state=unpaid", { "/moderation/deals": success({ deals: [], nextCursor: null }) });
  expect(await screen.findByRole("heading", { name: "No deals in this state" })).toBeVisible();
  expect(pathsOf(sent)).toContain("/moderation/deals?state=unpaid");
});

it("the list of open auctions shows the state of their rooms and any delays", async () => {
  const auctions = [AUCTION, { ...AUCTION, _id: "vase", title: "Vase", overdueMs: 0, health: null }];
  show("?view=auctions", { "/moderation/auctions": success({ auctions, nextCursor: null }) });
  const [late, silent] = within(await screen.findByRole("list", { name: "Open auctions" })).getAllByRole("listitem");
  expect(late).toHaveTextContent("Late by 90 s");
  expect(late).toHaveTextContent("Delivery late");
  expect(late).toHaveTextContent("Watchers7");
  expect(silent).toHaveTextContent("No answer");
  expect(silent).not.toHaveTextContent("Late by");
});

it("an admin renames a category with a reason, and a taken name shows an error", async () => {
  const sent = show("?view=categories", {
    "/moderation/categories": success({ categories: [CATEGORY], nextCursor: null }),
    "/moderation/categories/clocks/renameCategory": refusal(
      409,
      "category_exists",
      "A category with this name already exists. Choose another name.",
    ),
  });
  const dialog = await openAction("Rename category", "Clocks");
  const name = dialog.getByRole("textbox", { name: "Name" });
  expect(name).toHaveValue("Clocks");
  await userEvent.clear(name);
  await userEvent.type(name, "Antiques");
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "A better name");
  await userEvent.click(dialog.getByRole("button", { name: "Rename category" }));
  expect(await dialog.findByText("A category with this name already exists. Choose another name.")).toBeVisible();
  expect(name).toHaveValue("Antiques");
  expect(sent).toContainEqual({
    path: "/api/v1/moderation/categories/clocks/renameCategory",
    method: "POST",
    body: { name: "Antiques", description: "Old ones", reason: "A better name" },
  });
});

it("a renamed category's dialog starts with its new name", async () => {
  const responses: Record<string, FakeResponses[string]> = {
    "/moderation/categories": success({ categories: [CATEGORY], nextCursor: null }),
    "/moderation/categories/clocks/renameCategory": success(),
  };
  show("?view=categories", responses);
  const dialog = await openAction("Rename category", "Clocks");
  await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), " & Watches");
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "A better name");
  responses["/moderation/categories"] = success({
    categories: [{ ...CATEGORY, name: "Clocks & Watches" }],
    nextCursor: null,
  });
  await userEvent.click(dialog.getByRole("button", { name: "Rename category" }));
  const reopenedDialog = await openAction("Rename category", "Clocks & Watches");
  expect(reopenedDialog.getByRole("textbox", { name: "Name" })).toHaveValue("Clocks & Watches");
  expect(reopenedDialog.getByRole("textbox", { name: "Reason" })).toHaveValue("");
});

it("an admin merges a category into one chosen in the dialog", async () => {
  const categories = [{ _id: "art", name: "Art", description: "Pictures" }];
  const sent = show("?view=categories", {
    "/moderation/categories": success({ categories: [CATEGORY], nextCursor: null }),
    "/auction/getAllCategories": success({ categories }),
    "/moderation/categories/clocks/mergeCategory": success(),
  });
  const dialog = await openAction("Merge category", "Clocks");
  await userEvent.click(dialog.getByRole("combobox", { name: "Into" }));
  await userEvent.click(await screen.findByRole("option", { name: "Art" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Too few");
  await userEvent.click(dialog.getByRole("button", { name: "Merge category" }));
  await waitFor(() =>
    expect(sent).toContainEqual({
      path: "/api/v1/moderation/categories/clocks/mergeCategory",
      method: "POST",
      body: { into: "art", reason: "Too few" },
    }),
  );
});

it("an admin can't rename or merge categories that are fixed or already merged", async () => {
  const categories: CategoryForAdmins[] = [
    { ...CATEGORY, _id: "art", name: "Art", fixed: true },
    { ...CATEGORY, mergedInto: { _id: "art", name: "Art" } },
  ];
  show("?view=categories", { "/moderation/categories": success({ categories, nextCursor: null }) });
  const list = within(await screen.findByRole("list", { name: "Categories" }));
  expect(list.getByText("Merged into Art")).toBeVisible();
  expect(list.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Hide category: Art",
  ]);
});

it("the page shows each action's admin, target and reason, and filters by admin", async () => {
  const actions = [
    { _id: 1, action: "hide", by: person("Ada"), at, reason: "Stolen", target: { _id: "vase", name: "Vase" } },
  ];
  const sent = show("?view=actions&action=hide", { "/moderation/actions": success({ actions, nextCursor: null }) });
  const list = within(await screen.findByRole("list", { name: "Actions" }));
  expect(list.getByRole("listitem")).toHaveTextContent("Ada Test hid Vase: Stolen");
  expect(pathsOf(sent)).toContain("/moderation/actions?action=hide");
  await userEvent.click(list.getByRole("button", { name: "All actions by Ada Test" }));
  await waitFor(() => expect(pathsOf(sent)).toContain("/moderation/actions?action=hide&by=Ada"));
});

it("the page shows the site's metrics, and a warning when the sweep has stopped", async () => {
  show("?view=deployment", { "/moderation/deployment": success({ deployment: DEPLOYMENT }) });
  expect(await screen.findByText("v1.4.0")).toBeVisible();
  expect(screen.getByText("1 of 9")).toBeVisible();
  expect(screen.getByText(/The sweep hasn't run for over five minutes/)).toBeVisible();
  expect(screen.getByText(/The oldest account deletion began/)).toBeVisible();
});
