import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { auctionQuery } from "../api/auction.ts";
import { createClient } from "../api/query-client.ts";
import { endSession, setSessionUser } from "../api/session.ts";
import type { Intent } from "../intent.ts";
import { SilentSocket } from "../testing/auction-page.tsx";
import { bid, view } from "../testing/auctions.ts";
import { showPages } from "../testing/page.tsx";
import AuctionPage from "./auction-page.tsx";

const queryClient = createClient();

const signInAs = (id: string) => act(() => setSessionUser({ _id: id, name: id, image: null }));

/** Uses the button in the panel, because the phone's bar has one, too. */
async function openForm() {
  const [inPanel] = screen.getAllByRole("button", { name: "Place Bid" });
  if (!inPanel) throw new Error("no button to bid with");
  await userEvent.click(inPanel);
}

/** The page as seen by someone who comes from the login page with this history state. */
function show(state: object) {
  showPages({ "/auction/:auctionId": <AuctionPage /> }, { pathname: "/auction/lot", state }, queryClient);
}
const INTENT: Intent = { action: "bid", amount: 1262, currency: "USD", bidId: null, personId: "ann" };

beforeEach(() => {
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("fetch", () => Promise.withResolvers<Response>().promise);
  signInAs("ann");
});

it("text typed into a bid disappears when another account signs in", async () => {
  queryClient.setQueryData(auctionQuery("lot").queryKey, view([bid("b", 120, "bob")]));
  show({});
  await openForm();
  const field = await screen.findByRole("textbox", { name: "Your bid" });
  await userEvent.clear(field);
  await userEvent.type(field, "777");
  // As when another tab signs out and another person signs in there.
  act(() => endSession());
  expect(screen.getByRole("textbox", { name: "Your bid" })).toHaveValue("777");
  signInAs("cem");
  expect(screen.queryByRole("dialog")).toBeNull();
  await openForm();
  expect(screen.getByRole("textbox", { name: "Your bid" })).toHaveValue("121");
});

it.each<[string, Partial<Intent>, string, string]>([
  ["a bid", {}, "Your bid", "1262"],
  ["a maximum", { action: "maximum" }, "Your maximum", "1262"],
  ["a visitor's bid", { personId: null }, "Your bid", "1262"],
  ["a bid without an amount", { amount: null, personId: null }, "Your bid", "121"],
  ["a changed bid", { action: "edit", bidId: "b" }, "Your bid", "1262"],
])("the dialog for %s reopens after the sign-in", async (_what, more, label, typed) => {
  queryClient.setQueryData(auctionQuery("lot").queryKey, view([bid("b", 120, "bob")]));
  show({ intent: { ...INTENT, ...more } });
  const field = await screen.findByRole("textbox", { name: label });
  expect(field).toHaveValue(typed);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("no dialog opens after another user signs in", async () => {
  queryClient.setQueryData(auctionQuery("lot").queryKey, view([bid("b", 120, "bob")]));
  show({ intent: { ...INTENT, personId: "cem" } });
  await openForm();
  expect(await screen.findByRole("textbox", { name: "Your bid" })).toHaveValue("121");
});
