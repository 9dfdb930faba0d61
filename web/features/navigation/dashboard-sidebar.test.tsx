import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";

import { type SitePage, PAGES } from "../../../worker/contract/urls/pages.ts";
import { setSessionUser } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPages, showPart } from "../../testing/page.tsx";
import { account, profile } from "../../testing/people.ts";
import { DashboardSidebar } from "./dashboard-sidebar.tsx";

beforeEach(() => setSessionUser(account({ name: "Mara L." })));

/** The entries for people who aren't admins. */
const ENTRIES = Object.values<SitePage>(PAGES).filter(
  (page) => page.menuLabel !== undefined && page.audience === "members",
);

const statistic = (label: string) => screen.getByText(label).nextElementSibling;

it("the sidebar shows its links and a spinner while the profile loads", async () => {
  const response = Promise.withResolvers<Response>();
  fakeApi(() => response.promise);
  showPart(<DashboardSidebar />);
  expect(screen.getByLabelText("Loading your profile")).toBeVisible();
  expect(ENTRIES[0]).toMatchObject({ menuLabel: "My Profile" });
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
    ENTRIES.map(({ menuLabel, path }) => [menuLabel, path]),
  );
  response.resolve(success({ data: profile() })());
  expect(await screen.findByText("Mara Lindqvist")).toBeVisible();
  expect(screen.getByText("mara@example.com")).toBeVisible();
  expect(screen.queryByLabelText("Loading your profile")).toBeNull();
});

it("the sidebar marks the current page and has an extra entry for admins", async () => {
  fakeApi(success({ data: profile({ user: account({ role: "Admin" }) }) }));
  showPages({ "*": <DashboardSidebar /> }, paths.drafts);
  expect(screen.getByRole("link", { name: "My Auctions" })).toHaveAttribute("aria-current", "page");
  expect(await screen.findByRole("link", { name: "Moderation" })).not.toHaveAttribute("aria-current");
});

it("the sidebar shows how many auctions are active and how many items were won", async () => {
  fakeApi(success({ data: profile() }));
  showPart(<DashboardSidebar />);
  await screen.findByText("Mara Lindqvist");
  expect(screen.getByRole("heading", { name: "Quick Stats" })).toBeInTheDocument();
  expect(statistic("Active Auctions")).toHaveTextContent("5");
  expect(statistic("Won Items")).toHaveTextContent("2");
});

it("the sidebar shows the name without numbers when it can't fetch the profile", async () => {
  fakeApi(refusal(500, "internal_error", "Something went wrong"));
  showPart(<DashboardSidebar />);
  expect(await screen.findByText("Mara L.")).toBeVisible();
  expect(statistic("Active Auctions")).toHaveTextContent("—");
});
