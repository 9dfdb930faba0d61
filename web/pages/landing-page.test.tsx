import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { queryClient } from "../api/query-client.ts";
import { paths } from "../paths.ts";
import { listedAuction } from "../testing/auctions.ts";
import { fakeApiAt, success } from "../testing/fake-api.ts";
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
  await userEvent.click(screen.getByRole("link", { name: "Browse Auctions" }));
  expect(screen.getByRole("heading", { name: "Lot a" })).toBeVisible();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(lists()).toHaveLength(1);
});
