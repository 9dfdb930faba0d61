import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { queryClient } from "../api/query-client.ts";
import { paths } from "../paths.ts";
import { listedAuction } from "../testing/auctions.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import AuctionsPage from "./auctions-page.tsx";
import LandingPage from "./landing-page.tsx";

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[paths.home]}>
        <Routes>
          <Route path={paths.home} element={<LandingPage />} />
          <Route path={paths.auctions} element={<AuctionsPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The button at the top; the footer has a link of the same name. */
async function browseAuctions() {
  const hero = screen.getByRole("heading", { level: 1 }).closest("section");
  if (!hero) throw new Error("the landing page has no first section");
  await userEvent.click(within(hero).getByRole("link", { name: "Browse Auctions" }));
}

it("the landing page prefetches the list that Browse Auctions opens with", async () => {
  const sent = fakeApiAt({
    "/auction/featured": success({ featured: [] }),
    "/auction/getAllCategories": success({ categories: [] }),
    "/auction/fetchAllAuctions": success({ auctions: [listedAuction("a")], nextCursor: null }),
  });
  const lists = () => sent.filter(({ path }) => path.includes("fetchAllAuctions"));
  show();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(lists()).toHaveLength(1);
  await browseAuctions();
  expect(screen.getByRole("heading", { name: "Lot a" })).toBeVisible();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(lists()).toHaveLength(1);
});

it("the landing page says why it has no auctions, and fetches them again when asked", async () => {
  const tooOften = refusal(429, "too_many_requests", "Too many requests: try again in 2 minutes", { retryAfter: 120 });
  const answers = { "/auction/featured": tooOften, "/auction/fetchAllAuctions": tooOften };
  fakeApiAt(answers);
  show();
  expect(await screen.findAllByText("Too many requests: try again in 2 minutes.")).toHaveLength(2);
  expect(screen.queryByText("The next lot is being prepared.")).toBeNull();
  expect(screen.queryByText("No Featured Auctions Yet!!")).toBeNull();
  answers["/auction/featured"] = success({ featured: [listedAuction("a")] });
  const [retry] = screen.getAllByRole("button", { name: "Try again" });
  if (retry) await userEvent.click(retry);
  expect(await screen.findAllByRole("heading", { name: "Lot a" })).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("the list of auctions says after how long it may be fetched again", async () => {
  fakeApiAt({
    "/auction/featured": success({ featured: [] }),
    "/auction/getAllCategories": success({ categories: [] }),
    "/auction/fetchAllAuctions": refusal(429, "too_many_requests", "Too many requests: try again in 40 seconds"),
  });
  show();
  await browseAuctions();
  expect(await screen.findByText("Too many requests: try again in 40 seconds.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
