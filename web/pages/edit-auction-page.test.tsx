import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import type { OwnAuction } from "../../worker/contract/auction.ts";
import { editedAuctionStore, ownAuctionsQuery } from "../api/listings.ts";
import { endSession, setSessionUser } from "../api/session.ts";
import { bid, details, ownAuction } from "../testing/auctions.ts";
import { click } from "../testing/click.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages, testClient } from "../testing/page.tsx";
import { SETTINGS } from "../testing/people.ts";
import EditAuctionPage from "./edit-auction-page.tsx";

const neverRespond = () => Promise.withResolvers<Response>().promise;

function show(
  auctionId: string,
  getAuctions: () => Response | Promise<Response>,
  stored?: OwnAuction,
  roomResponse = refusal(503, "busy", "Busy"),
  client = testClient(),
) {
  if (stored) editedAuctionStore(client).set(stored);
  fakeApiAt({
    "/auction/getAuctions": getAuctions,
    "/auction/fetchSpecificAuction": roomResponse,
    "/settings": success({ settings: SETTINGS }),
  });
  showPages(
    { "/dashboard/edit-auction/:auctionId": <EditAuctionPage /> },
    `/dashboard/edit-auction/${auctionId}`,
    client,
  );
  return client;
}

const ownAuctions = success({ auctions: [ownAuction("a"), ownAuction("b", { title: "Bracket clock" })] });
const BUSY = { code: "busy", message: "Busy" };
function sentForm(sent: ReturnType<typeof respondToForm>): FormData | undefined {
  const [body] = sent.mock.lastCall ?? [];
  return body instanceof FormData ? body : undefined;
}
const title = () => screen.findByLabelText("Title");

it("the edit form opens with the stored auction without waiting for the list", async () => {
  show("a", neverRespond, ownAuction("a", { title: "From my auctions" }));
  expect(await title()).toHaveValue("From my auctions");
  expect(screen.getByLabelText(/^Starting Price/)).toHaveValue("100");
  expect(screen.getByLabelText("Description")).toHaveValue("Ticks");
  expect(screen.getByLabelText("Auction End Date")).toHaveValue("2030-11-21");
});

it("the edit form shows the auction in its URL even if another one is stored", async () => {
  show("b", ownAuctions, ownAuction("a"));
  expect(await title()).toHaveValue("Bracket clock");
});

const signInAs = (id: string) => setSessionUser({ _id: id, name: "Ann Example", image: null });

it("typed text returns after a session ends, but only for the same user", async () => {
  signInAs("me");
  const client = show("a", ownAuctions);
  await userEvent.type(await title(), " with chime");
  endSession();
  cleanup();
  signInAs("other");
  show("a", ownAuctions, undefined, undefined, client);
  expect(await title()).toHaveValue("Lot a");
  cleanup();
  signInAs("me");
  show("a", ownAuctions, undefined, undefined, client);
  expect(await title()).toHaveValue("Lot a with chime");
});

it("typed text is gone after the user leaves the form or signs out", async () => {
  for (const leave of [() => undefined, () => endSession({ byChoice: true })]) {
    signInAs("me");
    const client = show("a", ownAuctions);
    await userEvent.type(await title(), " with chime");
    leave();
    cleanup();
    signInAs("me");
    show("a", ownAuctions, undefined, undefined, client);
    expect(await title()).toHaveValue("Lot a");
    cleanup();
  }
});

it("the edit page shows that it's loading, then that the auction isn't your own", async () => {
  show("someone-elses", ownAuctions);
  expect(screen.getByText("Loading your auctions...")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "This isn't one of your auctions" })).toBeVisible();
});

it("the page doesn't mistake a failed request for an unknown auction", async () => {
  show("a", refusal(500, "internal_error", "Something went wrong"));
  expect(await screen.findByRole("heading", { name: "Cannot fetch Auctions" })).toBeVisible();
});

it("the seller can only add to the description after the first bid", async () => {
  show("a", success({ auctions: [ownAuction("a", { bidCount: 1 })] }));
  expect(await title()).toBeDisabled();
  expect(screen.getByLabelText("Starting Price")).toBeDisabled();
  expect(screen.getByLabelText("Auction End Date")).toBeDisabled();
  expect(screen.getByText(/Someone has bid on this auction/)).toBeVisible();
  const description = screen.getByLabelText("Description");
  await userEvent.clear(description);
  await userEvent.type(description, "Another text");
  await click("Save Changes");
  expect(description).toHaveAccessibleDescription(/You can add to it, but not change it/);
  expect(description).toHaveValue("Another text");
});

it("the seller can't edit an auction that has ended", async () => {
  show("a", success({ auctions: [ownAuction("a", { status: "Sold", bidCount: 2 })] }));
  expect(await screen.findByText("This auction has ended, so you can't edit it.")).toBeVisible();
  expect(screen.getByLabelText("Description")).toHaveAttribute("readonly");
  expect(screen.getByRole("button", { name: "Save Changes" })).toBeDisabled();
});

it("the form describes the terms after the first bid, and doesn't send them", async () => {
  const terms = { increments: "tiered", softCloseMs: 0 } as const;
  const sent = respondToForm(503, BUSY);
  show("a", success({ auctions: [{ ...ownAuction("a", { bidCount: 1 }), terms }] }));
  expect(await screen.findByText("Late bids don't extend the auction.")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Description"), " More.");
  await click("Save Changes");
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect([...(sentForm(sent)?.entries() ?? [])]).toEqual([["description", "Ticks More."]]);
});

it("the seller can change the terms before a bid, and the form sends only changes", async () => {
  const terms = { increments: "tiered", softCloseMs: 120_000 } as const;
  const sent = respondToForm(503, BUSY);
  show("a", success({ auctions: [{ ...ownAuction("a"), terms }] }));
  expect(await screen.findByRole("radio", { name: /^Larger at higher prices/ })).toBeChecked();
  await userEvent.click(screen.getByRole("checkbox", { name: /^Extend the auction after late bids/ }));
  await click("Save Changes");
  await waitFor(() => expect(sent).toHaveBeenCalled());
  const form = sentForm(sent);
  expect([form?.get("softClose"), form?.has("increments")]).toEqual(["off", false]);
  expect(screen.getByRole("checkbox", { name: /^Extend the auction after late bids/ })).not.toBeChecked();
});

it.each(["open", "interrupted"])("saving an %s form keeps changes from another device", async (how) => {
  signInAs("me");
  const sent = respondToForm(503, BUSY);
  const client = show("a", ownAuctions);
  await title();
  await userEvent.type(screen.getByLabelText(/^Starting Price/), ".50");
  const changedElsewhere = ownAuction("a", {
    title: "Lot a with chime",
    description: "Ticks and tocks",
    auctionEndTime: "2030-11-22T10:00:00.000Z",
    reserveMet: false,
    reservePrice: 500,
    terms: { increments: "tiered", softCloseMs: 0 },
  });
  if (how === "interrupted") {
    endSession();
    cleanup();
    signInAs("me");
    client.setQueryData(ownAuctionsQuery.queryKey, [changedElsewhere]);
    show("a", success({ auctions: [changedElsewhere] }), undefined, undefined, client);
  } else act(() => void client.setQueryData(ownAuctionsQuery.queryKey, [changedElsewhere]));
  expect(await screen.findByLabelText(/^Starting Price/)).toHaveValue("100.50");
  await click("Save Changes");
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect([...(sentForm(sent)?.entries() ?? [])]).toEqual([["startingPrice", "100.5"]]);
  endSession({ byChoice: true });
});

/** Answers the form's request, which is an XMLHttpRequest so that the form can show its progress. */
function respondToForm(status: number, refusalBody: object) {
  return vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(function send(this: XMLHttpRequest) {
    const body = { success: false, requestId: "r1", ...refusalBody };
    Object.defineProperties(this, { status: { value: status }, response: { value: body } });
    this.dispatchEvent(new Event("load"));
  });
}

it("an edit made too soon shows the time to wait and keeps the input", async () => {
  const message = "Too many requests. Try again in 40 seconds.";
  respondToForm(429, { code: "too_many_requests", message, retryAfter: 40 });
  show("a", ownAuctions);
  await userEvent.type(await title(), " with chime");
  await click("Save Changes");
  expect(await screen.findByText(message, { exact: false })).toBeVisible();
  expect(await title()).toHaveValue("Lot a with chime");
  expect(screen.getByRole("button", { name: "Save Changes" })).toBeEnabled();
});

it("a refused edit shows an error next to its field and keeps the input", async () => {
  const fields = { title: ["We can't show some characters in this text. Remove them."] };
  const sent = respondToForm(400, { code: "invalid_input", message: "Not valid", fields });
  show("a", ownAuctions);
  await userEvent.type(await title(), " with chime");
  await click("Save Changes");
  expect(await screen.findByText("Failed to update auction")).toBeVisible();
  expect(await title()).toHaveAccessibleDescription("We can't show some characters in this text. Remove them.");
  expect(await title()).toHaveValue("Lot a with chime");
  expect(await title()).toHaveFocus();
  expect(sent).toHaveBeenCalledOnce();
});

it("a bid that isn't in the lists yet leaves only the description editable", async () => {
  respondToForm(409, { code: "terms_frozen", message: "Once someone has bid", fields: ["title"] });
  const auctionDetails = { ...details([bid("a-2", 100)], 2), _id: "a" };
  show("a", ownAuctions, undefined, success({ auctionDetails }));
  await userEvent.type(await title(), " with chime");
  await click("Save Changes");
  expect(await screen.findByText(/Someone has bid on this auction/)).toBeVisible();
  expect(await title()).toBeDisabled();
});
