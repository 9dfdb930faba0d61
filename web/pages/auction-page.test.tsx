import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { auctionQuery } from "../api/auction.ts";
import { queryClient } from "../api/query-client.ts";
import { endSession, setSessionUser } from "../api/session.ts";
import { bid, view } from "../testing/auctions.ts";
import AuctionPage from "./auction-page.tsx";

class SilentSocket extends EventTarget {
  readyState = 0;
  close() {}
  send() {}
}

const logIn = (id: string) => act(() => setSessionUser({ _id: id, name: id, image: null }));

/** With the button of the panel: the bar of a phone has another one. */
async function openForm() {
  const [inPanel] = screen.getAllByRole("button", { name: "Place Bid" });
  if (!inPanel) throw new Error("no button to bid with");
  await userEvent.click(inPanel);
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("fetch", () => Promise.withResolvers<Response>().promise);
  logIn("ann");
});
afterEach(() => {
  act(() => endSession());
  queryClient.clear();
  vi.unstubAllGlobals();
});

it("what a person typed into a bid is gone for the next account on the same page", async () => {
  queryClient.setQueryData(auctionQuery("lot").queryKey, view([bid("b", 120, "bob")]));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/auction/lot"]}>
        <Routes>
          <Route path="/auction/:auctionId" element={<AuctionPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await openForm();
  const field = await screen.findByRole("textbox", { name: "Your bid" });
  await userEvent.clear(field);
  await userEvent.type(field, "777");
  // As when another tab logs out and another person logs in there.
  act(() => endSession());
  expect(screen.getByRole("textbox", { name: "Your bid" })).toHaveValue("777");
  logIn("cem");
  expect(screen.queryByRole("dialog")).toBeNull();
  await openForm();
  expect(screen.getByRole("textbox", { name: "Your bid" })).toHaveValue("121");
});
