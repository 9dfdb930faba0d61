import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";

import type { SavedDraft } from "../../../../worker/contract/draft.ts";
import { setSessionUser } from "../../../api/session.ts";
import CreateAuctionPage from "../../../pages/create-auction-page.tsx";
import { draftPath, copyListingPath, paths } from "../../../paths.ts";
import { ownAuction } from "../../../testing/auctions.ts";
import { showPages, testClient } from "../../../testing/page.tsx";
import { SETTINGS } from "../../../testing/people.ts";
import { currentFormStore } from "../form-recovery/current-form.ts";
import { FormCopies } from "../form-recovery/form-copy.ts";
import { OwnDrafts } from "../own-drafts.tsx";
import { toTimeChoice } from "./time-choice.ts";

type ServerCall = { method: string; path: string; body: unknown };

const OTHER_DRAFT: SavedDraft = {
  _id: "a".repeat(32),
  version: 3,
  fields: { title: "On the telephone", startingPrice: "150" },
  pictures: [{ url: "/api/v1/images/auctions/x/y" }],
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T11:00:00.000Z",
};

/** A server with drafts. `refusal` is the response to the next save or listing. */
function aServer(drafts: SavedDraft[] = []) {
  const sent: ServerCall[] = [];
  const server = { sent, drafts, refusal: null as Response | null };
  const responses: Record<string, () => object> = {
    "/settings": () => ({ settings: SETTINGS }),
    "/auction/getAllCategories": () => ({ categories: [{ _id: "antiques", name: "Antiques", description: "" }] }),
    "/user/drafts": () => ({ drafts: server.drafts }),
    "/auction/getAuctions": () => ({
      auctions: [{ ...ownAuction("own", { title: "A bureau", startingPrice: 200 }), relistTimes: 2 }],
    }),
  };
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    const path = url.replace("/api/v1", "");
    sent.push({ method, path, body });
    const { refusal } = server;
    if (method !== "GET" && refusal) {
      server.refusal = null;
      return Promise.resolve(refusal);
    }
    if (method === "DELETE") return Promise.resolve(Response.json({ success: true, message: "Deleted" }));
    if (method === "PUT" && body instanceof FormData) return Promise.resolve(Response.json(storeDraft(path, body)));
    const respond = responses[path];
    if (!respond) return Promise.reject(new Error(`no answer for ${path}`));
    return Promise.resolve(Response.json({ success: true, message: "Done", ...respond() }));
  });
  return server;
}
function storeDraft(path: string, body: FormData) {
  const textOf = (name: string) => {
    const value = body.get(name);
    return typeof value === "string" ? value : "";
  };
  const fields: unknown = JSON.parse(textOf("fields"));
  const version = Number(body.get("version")) + 1;
  const pictures = textOf("pictures")
    .split(",")
    .filter(Boolean)
    .map((url) => ({ url }));
  const draft = { ...OTHER_DRAFT, _id: path.split("/").at(-1), version, fields, pictures };
  return { success: true, message: "Draft saved", draft };
}
const refused = (code: string, message: string, status: number) =>
  Response.json({ success: false, code, message, requestId: "r1" }, { status });
const saves = ({ sent }: { sent: ServerCall[] }) =>
  sent.flatMap(({ method, path, body }) =>
    method === "PUT" && body instanceof FormData
      ? [{ path, version: body.get("version"), fields: body.get("fields") }]
      : [],
  );

function AddressBar() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}
function page(address: string = paths.createAuction, client = testClient()) {
  const pages = {
    [paths.createAuction]: <CreateAuctionPage />,
    [paths.drafts]: <OwnDrafts userId="me" />,
    "*": <p>elsewhere</p>,
  };
  return showPages(pages, address, client, <AddressBar />);
}
const field = (name: string) => screen.findByLabelText(name);
const clickButton = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** Saves without waiting for the pause, because the connection is back. */
const save = () => fireEvent(window, new Event("online"));
const currentUrl = () => screen.getByLabelText("address").textContent;

beforeEach(() => {
  setSessionUser({ _id: "me", name: "Ann Example", image: null });
});

it("the form saves itself as a draft and puts the draft's ID in the URL", async () => {
  const server = aServer();
  page();
  await userEvent.type(await field("Product Title"), "A clock");
  save();
  expect(await screen.findByText("Draft saved")).toBeVisible();
  expect(saves(server)).toMatchObject([{ version: "0", fields: expect.stringContaining('"title":"A clock"') }]);
  await waitFor(() => expect(currentUrl()).toMatch(/create-auction\?draft=[0-9a-f]{32}$/));
  expect(await field("Product Title")).toHaveValue("A clock");
});

it("typed text stays, marked as unsaved, if a save gets an unreadable response", async () => {
  const server = aServer();
  page();
  await userEvent.type(await field("Product Title"), "A clock");
  server.refusal = new Response("no JSON", { status: 502 });
  save();
  expect(await screen.findByText("Draft not saved")).toBeVisible();
  expect(await field("Product Title")).toHaveValue("A clock");
});

it("the form shows a conflict and can save the text as another draft", async () => {
  const server = aServer([OTHER_DRAFT]);
  page(draftPath(OTHER_DRAFT._id));
  await userEvent.type(await field("Product Title"), "!");
  server.refusal = refused("draft_conflict", "Changed", 409);
  save();
  const changed = "This draft was changed in another tab or on another device.";
  expect(await screen.findByText(changed)).toBeVisible();
  await clickButton("Save this as another draft");
  await waitFor(() => expect(screen.queryByText(changed)).toBeNull());
  save();
  await waitFor(() => expect(saves(server)).toHaveLength(2));
  const [first, second] = saves(server);
  expect(second).toMatchObject({ version: "0", fields: expect.stringContaining("On the telephone!") });
  expect(second?.path).not.toBe(first?.path);
  expect(await field("Product Title")).toHaveValue("On the telephone!");
  expect(screen.queryByText(changed)).toBeNull();
});

it("the user can switch to the newer version after a conflict", async () => {
  const server = aServer([OTHER_DRAFT]);
  page(draftPath(OTHER_DRAFT._id));
  await userEvent.type(await field("Product Title"), "!");
  server.refusal = refused("draft_conflict", "Changed", 409);
  server.drafts = [{ ...OTHER_DRAFT, version: 4, fields: { title: "Newer" } }];
  save();
  await userEvent.click(await screen.findByRole("button", { name: "Show the newer version" }));
  await waitFor(async () => expect(await field("Product Title")).toHaveValue("Newer"));
  await userEvent.type(await field("Product Title"), "!");
  save();
  await waitFor(() => expect(saves(server).at(-1)).toMatchObject({ version: "4" }));
});

it("the user can start another listing, and the saved one stays a draft", async () => {
  const server = aServer();
  page();
  await userEvent.type(await field("Product Title"), "A clock");
  save();
  await clickButton("Start another");
  await waitFor(async () => expect(await field("Product Title")).toHaveValue(""));
  expect(currentUrl()).toBe(paths.createAuction);
  expect(saves(server)).toHaveLength(1);
});

it("leaving the page saves right away, and coming back shows the same form", async () => {
  const server = aServer();
  const client = page();
  await userEvent.type(await field("Product Title"), "A clock");
  cleanup();
  expect(saves(server)).toHaveLength(1);
  page(paths.createAuction, client);
  expect(await field("Product Title")).toHaveValue("A clock");
  expect(saves(server)).toHaveLength(1);
});

it("a form reopened after a reload first sends what the server may already have", async () => {
  const server = aServer();
  const unreadable = () => new Response("no JSON", { status: 502 });
  const saveCopy = vi.spyOn(FormCopies.prototype, "save").mockReturnValue();
  page();
  await userEvent.type(await field("Product Title"), "A");
  server.refusal = unreadable();
  save();
  expect(await screen.findByText("Draft not saved")).toBeVisible();
  await userEvent.type(await field("Product Title"), " clock");
  const [, copy = null] = saveCopy.mock.lastCall ?? [];
  server.refusal = unreadable();
  cleanup();
  const closedPageSaves = saves(server).length;
  vi.spyOn(FormCopies.prototype, "read").mockResolvedValue(copy);
  page();
  expect(await field("Product Title")).toHaveValue("A clock");
  save();
  await waitFor(() => expect(saves(server).length).toBeGreaterThan(closedPageSaves));
  const firstSave = { version: "0", fields: expect.stringContaining('"title":"A"') };
  expect(saves(server)[closedPageSaves]).toMatchObject(firstSave);
});

/** A draft that can be listed as it is. */
const COMPLETE = {
  ...OTHER_DRAFT,
  fields: {
    title: "A clock",
    category: "antiques",
    description: "Ticks",
    startingPrice: "150",
    end: toTimeChoice(Date.now() + 7 * 24 * 3_600_000),
  },
};

/** Intercepts the XMLHttpRequest that lists a draft. It succeeds once a test calls `succeed`. */
function listingCall() {
  const requests: XMLHttpRequest[] = [];
  vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(function sent(this: XMLHttpRequest) {
    requests.push(this);
  });
  const succeed = () => {
    for (const request of requests) {
      const response = {
        success: true,
        message: "Auction Created",
        auction: ownAuction("new", { title: "A clock" }),
      };
      Object.defineProperties(request, { status: { value: 201 }, response: { value: response } });
      request.dispatchEvent(new Event("load"));
    }
  };
  return { requests, succeed };
}

it("the form is empty once its item is listed", async () => {
  aServer([COMPLETE]);
  const listing = listingCall();
  page(draftPath(OTHER_DRAFT._id));
  expect(await field("Product Title")).toHaveValue("A clock");
  await clickButton("Create Auction");
  await waitFor(() => expect(listing.requests).toHaveLength(1));
  listing.succeed();
  await waitFor(async () => expect(await field("Product Title")).toHaveValue(""));
});

it("a form started while another listing was being sent keeps its text", async () => {
  aServer([COMPLETE]);
  const listing = listingCall();
  const client = page(draftPath(OTHER_DRAFT._id));
  expect(await field("Product Title")).toHaveValue("A clock");
  await clickButton("Create Auction");
  await waitFor(() => expect(listing.requests).toHaveLength(1));
  act(() => currentFormStore(client, "me", "default").openNew());
  await waitFor(async () => expect(await field("Product Title")).toHaveValue(""));
  await userEvent.type(await field("Product Title"), "A second clock");
  listing.succeed();
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(await field("Product Title")).toHaveValue("A second clock");
});

it("the page never saves one user's text for another in the same browser", async () => {
  const server = aServer();
  page();
  await userEvent.type(await field("Product Title"), "A clock");
  setSessionUser({ _id: "other", name: "Otto Other", image: null });
  save();
  expect(await field("Product Title")).toHaveValue("");
  expect(saves(server)).toEqual([]);
});

it("a copied listing starts with the same text, price and relist plan, but no end", async () => {
  const server = aServer();
  page(copyListingPath("own"));
  expect(await field("Product Title")).toHaveValue("A bureau");
  expect(await field("Starting Price")).toHaveValue("200");
  expect(await field("Auction End Date")).toHaveValue("");
  save();
  const fields = expect.stringContaining('"relistTimes":"2"');
  await waitFor(() => expect(saves(server)).toMatchObject([{ version: "0", fields }]));
});

it("the page doesn't show a missing draft as an empty form", async () => {
  aServer();
  page(draftPath(OTHER_DRAFT._id));
  expect(await screen.findByText("This no longer exists")).toBeVisible();
  expect(screen.queryByLabelText("Product Title")).toBeNull();
});

it("the list of drafts links to each draft, and deletes a draft after confirmation", async () => {
  const server = aServer([OTHER_DRAFT, { ...OTHER_DRAFT, _id: "b".repeat(32), fields: {}, pictures: [] }]);
  page(paths.drafts);
  expect(await screen.findByRole("heading", { name: "Untitled" })).toBeVisible();
  const [first] = screen.getAllByRole("link", { name: "Continue" });
  expect(first).toHaveAttribute("href", draftPath(OTHER_DRAFT._id));
  expect(first).toHaveAccessibleDescription("On the telephone");
  const [deleteButton] = screen.getAllByRole("button", { name: "Delete" });
  if (deleteButton) await userEvent.click(deleteButton);
  expect(await screen.findByText(/“On the telephone” and its photos will be gone/)).toBeVisible();
  server.drafts = server.drafts.slice(1);
  await userEvent.click(screen.getAllByRole("button", { name: "Delete" }).at(-1) ?? document.body);
  await waitFor(() => expect(screen.queryByRole("heading", { name: "On the telephone" })).toBeNull());
  expect(server.sent).toContainEqual(
    expect.objectContaining({ method: "DELETE", path: `/user/drafts/${OTHER_DRAFT._id}` }),
  );
});
