import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { expect, it } from "vitest";

import { createClient } from "../../api/query-client.ts";
import { endSession, setSessionUser } from "../../api/session.ts";
import { listedAuction } from "../../testing/auctions.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPages } from "../../testing/page.tsx";
import { SearchButton } from "./search-button.tsx";

const RESPONSES = {
  "/seller/search": success({ sellers: [] }),
  "/auction/fetchAllAuctions": success({ auctions: [listedAuction("a"), listedAuction("b")], nextCursor: null }),
  "/auction/getAllCategories": success({
    categories: [
      { _id: "lots", name: "Lots of land", description: "" },
      { _id: "art", name: "Art", description: "" },
    ],
  }),
};

const page = { leave: () => {} };
function AddressBar() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    page.leave = () => void navigate("/elsewhere");
  }, [navigate]);
  return <p>{`At ${pathname}${search}`}</p>;
}

function show(responses: Parameters<typeof fakeApiAt>[0] = RESPONSES) {
  const sent = fakeApiAt(responses);
  const parts = (
    <>
      <SearchButton />
      <input aria-label="Something else" />
      <AddressBar />
    </>
  );
  showPages({ "*": parts }, "/", createClient());
  return sent;
}

const field = () => screen.findByRole("combobox", { name: "Search auctions" });
async function open() {
  await userEvent.click(screen.getByRole("button", { name: "Search auctions" }));
  return field();
}

it("Enter searches for the typed text and saves it as a recent search", async () => {
  show();
  await userEvent.type(await open(), " gold watch {Enter}");
  expect(await screen.findByText("At /auctions?search=gold%20watch")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.type(await open(), "Gold Watch{Enter}");
  await open();
  expect(within(screen.getByRole("group", { name: "Recent searches" })).getAllByRole("option")).toHaveLength(1);
  await userEvent.click(screen.getByRole("option", { name: "Gold Watch" }));
  expect(await screen.findByText("At /auctions?search=Gold%20Watch")).toBeVisible();
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Clear recent searches" }));
  expect(screen.queryByRole("option", { name: "Gold Watch" })).toBeNull();
  expect(await field()).toHaveFocus();
});

it("the search suggests categories and live items, which open by key or click", async () => {
  const sent = show();
  const input = await open();
  await userEvent.type(input, "lot");
  expect(await screen.findByText("3 suggestions")).toBeVisible();
  expect(screen.getAllByRole("option")).toHaveLength(3);
  expect(screen.getByRole("option", { name: /Lot b/ })).toBeVisible();
  const lists = sent.filter(({ path }) => path.includes("fetchAllAuctions"));
  expect(lists.at(-1)?.path).toContain("search=lot&status=Live&sort=ending&limit=5");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(await screen.findByText("At /auctions?category=lots")).toBeVisible();
  await userEvent.type(await open(), "lot");
  await userEvent.click(await screen.findByRole("option", { name: /Lot a/ }));
  expect(await screen.findByText("At /auction/a")).toBeVisible();
});

it("the dialog says that it couldn't fetch suggestions, and still searches", async () => {
  show({ ...RESPONSES, "/auction/fetchAllAuctions": refusal(503, "busy", "The server is busy", {}) });
  await userEvent.type(await open(), "lamp");
  expect(await screen.findByText("We can't show suggestions right now. Press Enter to search.")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("At /auctions?search=lamp")).toBeVisible();
});

it("the search dialog says that it found no live auctions", async () => {
  show({ ...RESPONSES, "/auction/fetchAllAuctions": success({ auctions: [], nextCursor: null }) });
  await userEvent.type(await open(), "lamp");
  expect(await screen.findByText("No live auctions found")).toBeVisible();
});

it("the search opens with Control or Command and K, and closes on a new page", async () => {
  show();
  await userEvent.type(screen.getByRole("textbox", { name: "Something else" }), "k");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(await field()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.keyboard("{Meta>}k{/Meta}");
  expect(await field()).toHaveFocus();
  act(() => page.leave());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it.each([
  ["a click on the button", () => fireEvent.click(screen.getByRole("button", { name: "Search auctions" }))],
  ["Control and K", () => fireEvent.keyDown(document.body, { key: "k", ctrlKey: true })],
])("text typed right after %s reaches the search field in order", async (_way, start) => {
  show();
  start();
  for (const key of ["w", "a", "x", "Backspace", "t", "c"]) {
    expect(fireEvent.keyDown(document.activeElement ?? document.body, { key })).toBe(false);
  }
  const input = await field();
  await waitFor(() => expect(input).toHaveFocus());
  await userEvent.keyboard("h");
  expect(input).toHaveValue("watch");
});

it("pressing Enter before the field has focus searches for the typed text", async () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Search auctions" }));
  for (const key of ["o", "a", "k", "Enter"]) fireEvent.keyDown(document.body, { key });
  expect(await screen.findByText("At /auctions?search=oak")).toBeVisible();
});

it("the dialog says “Searching…” until the search has finished", async () => {
  show({ ...RESPONSES, "/auction/fetchAllAuctions": success({ auctions: [], nextCursor: null }) });
  await userEvent.type(await open(), "x");
  expect(screen.getByText("Searching…")).toBeVisible();
  expect(await screen.findByText("No live auctions found")).toBeVisible();
});

it("the next user of the browser doesn't see earlier searches", async () => {
  setSessionUser({ _id: "ann", name: "Ann Example", image: null });
  show();
  await userEvent.type(await open(), "gift for Bob{Enter}");
  await open();
  expect(screen.getByRole("option", { name: "gift for Bob" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(() => endSession());
  await open();
  expect(screen.queryByRole("option", { name: "gift for Bob" })).toBeNull();
});

it("before the user types anything, the search dialog suggests items ending soon", async () => {
  const sent = show();
  await open();
  const group = await screen.findByRole("group", { name: "Ending soon" });
  expect(within(group).getAllByRole("option")).toHaveLength(2);
  expect(sent.at(-1)?.path).toContain("status=Live&sort=ending");
  await userEvent.click(within(group).getByRole("option", { name: /Lot b/ }));
  expect(await screen.findByText("At /auction/b")).toBeVisible();
});

it("a repeated search replaces an earlier spelling of it among the recent searches", async () => {
  show();
  await userEvent.type(await open(), "T-Shirt Möbel{Enter}");
  await userEvent.type(await open(), "t shirt mobel{Enter}");
  await open();
  const group = screen.getByRole("group", { name: "Recent searches" });
  expect(
    within(group)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["t shirt mobel"]);
});

it("the search suggests sellers by name and links to their pages", async () => {
  const sellers = [{ _id: "sue", firstName: "Sue", lastName: "Doe", image: null }];
  const sent = show({ ...RESPONSES, "/seller/search": success({ sellers }) });
  await userEvent.type(await open(), "sue");
  const group = await screen.findByRole("group", { name: "Sellers" });
  expect(sent.some(({ path }) => path.endsWith("/seller/search?search=sue"))).toBe(true);
  await userEvent.click(within(group).getByRole("option", { name: "Sue Doe" }));
  expect(await screen.findByText("At /seller/sue")).toBeVisible();
});

it("a search without results suggests a similar one", async () => {
  const nothing = success({ auctions: [], nextCursor: null, didYouMean: "watch" });
  show({ ...RESPONSES, "/auction/fetchAllAuctions": nothing });
  await userEvent.type(await open(), "wtach");
  const group = await screen.findByRole("group", { name: "Did you mean" });
  await userEvent.click(within(group).getByRole("option", { name: "watch" }));
  expect(await screen.findByText("At /auctions?search=watch")).toBeVisible();
});

it("the search suggests a category regardless of case, accents, “ß” and “&”", async () => {
  const categories = [{ _id: "furniture", name: "Möbel & Straßenuhren", description: "" }];
  show({ ...RESPONSES, "/auction/getAllCategories": success({ categories }) });
  await userEvent.type(await open(), "MOBEL and strassen");
  expect(await screen.findByRole("option", { name: "Möbel & Straßenuhren" })).toBeVisible();
});
