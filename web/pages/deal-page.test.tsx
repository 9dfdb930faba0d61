import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { DealDetails } from "../../worker/contract/deal.ts";
import { deal } from "../testing/deals.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import DealPage from "./deal-page.tsx";

const ADDRESS = {
  name: "Ann Example",
  line1: "Main Street 1",
  line2: "",
  postalCode: "10115",
  city: "Berlin",
  region: "",
  country: "Germany",
};

const dealResponse = (dealDetails: DealDetails) => success({ deal: dealDetails, serverTime: 0 });

async function open(dealDetails: DealDetails, more: Parameters<typeof fakeApiAt>[0] = {}) {
  const sent = fakeApiAt({
    "/deals/deal": dealResponse(dealDetails),
    "/user/address": success({ address: null }),
    ...more,
  });
  showPages({ "/dashboard/deals/:dealId": <DealPage /> }, "/dashboard/deals/deal");
  await screen.findByRole("heading", { level: 1, name: "Lot deal" });
  return sent;
}
const postsIn = (sent: Awaited<ReturnType<typeof open>>) => sent.filter(({ method }) => method === "POST");

it.each<[string, DealDetails, string, string | null]>([
  [
    "a buyer without an address",
    deal("buyer", "open", "chooseDelivery"),
    "How do you want to get it?",
    "Confirm address",
  ],
  ["a buyer who has to pay", deal("buyer", "ready", "markPaid"), "Pay Sue $160", "I've paid"],
  ["a buyer who waits", deal("buyer", "paid", null), "Paid. Waiting for Sue to send it.", null],
  ["a buyer whose item is on its way", deal("buyer", "sent", "confirmReceipt"), "It's on its way", "Mark as received"],
  ["the next bidder", deal("buyer", "offered", "accept"), "Sue offers you a second chance", "Accept the offer"],
  ["a seller who waits for money", deal("seller", "ready", "markPaid"), "Waiting for Sue's payment", "Mark as paid"],
  ["a seller who is paid", deal("seller", "paid", "markSent"), "Send it to Sue", "Mark as sent"],
  ["a seller who isn't paid", deal("seller", "unpaid", "endUnpaid"), "Sue didn't pay in time", "Confirm choice"],
  ["a user whose deal is done", deal("seller", "done", null, { steps: [] }), "All done", null],
])("%s sees at most one next step", async (_who, dealDetails, title, button) => {
  await open(dealDetails);
  expect(screen.getByRole("heading", { level: 2, name: title })).toBeVisible();
  const steps = () => Array.from(document.querySelectorAll("button[type=submit]"), ({ textContent }) => textContent);
  await waitFor(() => expect(steps()).toEqual(button === null ? [] : [button]));
});

it("the buyer gives an address and sees the deal's new state", async () => {
  const readyDeal = deal("buyer", "ready", "markPaid", { address: ADDRESS, instructions: "IBAN DE00" });
  const sent = await open(deal("buyer", "open", "chooseDelivery"), { "/deals/deal/delivery": dealResponse(readyDeal) });
  await userEvent.click(await screen.findByRole("button", { name: "Confirm address" }));
  expect(await screen.findByText("Enter a street address")).toBeVisible();
  expect(postsIn(sent)).toEqual([]);
  for (const [label, text] of [
    ["Full name", ADDRESS.name],
    ["Street address", ADDRESS.line1],
    ["Postal code", ADDRESS.postalCode],
    ["Town or city", ADDRESS.city],
    ["Country", ADDRESS.country],
  ] as const) {
    await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole("button", { name: "Confirm address" }));
  const heading = await screen.findByRole("heading", { name: "Pay Sue $160" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(postsIn(sent)[0]?.body).toEqual({ delivery: "address", address: ADDRESS, save: true, note: "" });
  expect(screen.getByText("IBAN DE00")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Payment instructions only appear here. If someone emails you different ones, it's fraud.",
  );
});

it.each([
  ["seller", true],
  ["buyer", false],
] as const)("only a deal that the seller marked as paid links to an invoice (marked by %s)", async (by, isIssued) => {
  const at = "2030-11-29T13:00:00.000Z";
  const events = [{ seq: 1, at, by, type: "paid", note: null, noteHidden: false } as const];
  await open(deal("buyer", "cancelled", null, { events }));
  const link = screen.queryByRole("link", { name: "Invoice and receipt" });
  expect(link?.getAttribute("href")).toBe(isIssued ? "/dashboard/deals/deal/invoice" : undefined);
});

it("a step's result stays when an older response arrives after it", async () => {
  const [readyDeal, paidDeal] = [deal("seller", "ready", "markPaid"), deal("seller", "paid", "markSent")];
  const olderResponse = Promise.withResolvers<Response>();
  const responses = [dealResponse(readyDeal), () => olderResponse.promise, dealResponse(paidDeal)];
  await open(readyDeal, {
    "/deals/deal": () => responses.shift()?.() ?? refusal(503, "busy", "We're busy. Try again.")(),
    "/deals/deal/paid": dealResponse(paidDeal),
  });
  // The user comes back to the tab.
  fireEvent(window, new Event("visibilitychange"));
  await waitFor(() => expect(responses).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Mark as paid" }));
  await screen.findByRole("heading", { name: "Send it to Sue" });
  olderResponse.resolve(dealResponse(readyDeal)());
  await waitFor(() => expect(responses).toHaveLength(0));
  expect(screen.getByRole("heading", { name: "Send it to Sue" })).toBeVisible();
});

it("a step taken too late shows the deal's new state and keeps the note", async () => {
  const states = [deal("seller", "ready", "markPaid"), deal("seller", "paid", "markSent")];
  await open(states[0] ?? deal("seller", "done", null), {
    "/deals/deal": () => dealResponse(states.shift() ?? deal("seller", "paid", "markSent"))(),
    "/deals/deal/paid": refusal(409, "step_not_possible", "You can't do this at this stage of the deal", {
      details: { state: "paid" },
    }),
  });
  await userEvent.type(screen.getByLabelText("Note to Sue"), "Thanks!");
  expect(screen.getByText("7 / 500")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Mark as paid" }));
  expect(await screen.findByRole("heading", { name: "Send it to Sue" })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("so we didn't save it");
  expect(screen.getByLabelText("Note to Sue")).toHaveValue("Thanks!");
});

it("tracking details for an item that's already sent stay visible", async () => {
  const states = [deal("seller", "paid", "markSent")];
  const message = "This is already done, so we didn't save your new text";
  await open(deal("seller", "paid", "markSent"), {
    "/deals/deal": () => dealResponse(states.shift() ?? deal("seller", "sent", null))(),
    "/deals/deal/sent": refusal(409, "step_taken", message),
  });
  await userEvent.type(screen.getByLabelText("Carrier"), "DHL");
  await userEvent.type(screen.getByLabelText("Tracking number"), "XY 1");
  await userEvent.type(screen.getByLabelText("Note to Sue"), "Sorry!");
  await userEvent.click(screen.getByRole("button", { name: "Mark as sent" }));
  await waitFor(() => expect(screen.queryByLabelText("Carrier")).toBeNull());
  const alert = screen.getByRole("alert");
  for (const text of [message, "Your tracking details weren't sent: DHL XY 1", "Your note wasn't sent: Sorry!"]) {
    expect(alert).toHaveTextContent(text);
  }
});

it("the seller offers an unpaid item to the next bidder, if there is one", async () => {
  const unpaid = deal("seller", "unpaid", "endUnpaid", { nextOffer: 140 });
  const closed = deal("seller", "closed", null, { steps: [], outcome: "secondChance", secondChanceId: "lot-2" });
  const sent = await open(unpaid, { "/deals/deal/end-unpaid": dealResponse(closed) });
  await userEvent.click(screen.getByRole("button", { name: "Confirm choice" }));
  expect(await screen.findByText("Choose what happens to the item")).toBeVisible();
  expect(postsIn(sent)).toEqual([]);
  await userEvent.click(screen.getByRole("radio", { name: /^Offer it to the next bidder for \$140/ }));
  await userEvent.click(screen.getByRole("button", { name: "Confirm choice" }));
  const link = await screen.findByRole("link", { name: "View second-chance offer" });
  expect(link).toHaveAttribute("href", "/dashboard/deals/lot-2");
  expect(postsIn(sent)[0]?.body).toEqual({ choice: "secondChance", note: "" });
});

it("the tracking number stays in its field when the step fails", async () => {
  await open(deal("seller", "paid", "markSent"), {
    "/deals/deal/sent": refusal(503, "busy", "We're busy. Try again."),
  });
  await userEvent.type(screen.getByLabelText("Tracking number"), "XY 1");
  await userEvent.click(screen.getByRole("button", { name: "Mark as sent" }));
  expect(await screen.findByText("We're busy. Try again.")).toBeVisible();
  expect(screen.getByLabelText("Tracking number")).toHaveValue("XY 1");
});

it("the buyer can agree to a cancellation, and other steps are collapsed", async () => {
  const dealWithRequest = deal("buyer", "ready", "markPaid", {
    cancelRequestedBy: "seller",
    steps: ["markPaid", "agreeCancel", "dropCancel", "chooseDelivery"],
  });
  const sent = await open(dealWithRequest, {
    "/deals/deal/agree-cancel": dealResponse(deal("buyer", "cancelled", null, { steps: [] })),
  });
  expect(screen.getByText("Sue asked to cancel this deal.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Change delivery" })).not.toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Agree to cancel" }));
  const dialog = await screen.findByRole("dialog", { name: "Agree to cancel" });
  await userEvent.type(screen.getByRole("textbox"), "All right");
  await userEvent.click(screen.getAllByRole("button", { name: "Agree to cancel" }).at(-1) ?? dialog);
  expect(await screen.findByRole("heading", { name: "This deal is canceled" })).toBeVisible();
  expect(postsIn(sent)).toMatchObject([{ body: { note: "All right" } }]);
});

it.each([
  ["open", "Sue hasn't confirmed an email address yet. Check back later."],
  ["offered", "You see each other's email address once the offer is accepted."],
  ["done", null],
  ["closed", null],
  ["cancelled", null],
] as const)("a deal that is %s explains a missing email address only before it ends", async (state, text) => {
  await open(deal("buyer", state, null, { otherEmail: null, steps: [] }));
  const seller = screen.getByRole("region", { name: "Seller" });
  expect(seller).toHaveTextContent(new RegExp(`^SellerSue Seller${text ?? ""}$`));
});

it("the page for a missing deal offers to try again", async () => {
  fakeApiAt({ "/deals/deal": refusal(404, "deal_not_found", "This deal doesn't exist") });
  showPages({ "/dashboard/deals/:dealId": <DealPage /> }, "/dashboard/deals/deal");
  expect(await screen.findByRole("heading", { name: "No deal here" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

it("a user reports the other side's note, and sees that another one is hidden", async () => {
  const events: DealDetails["events"] = [
    { seq: 1, at: "2030-11-29T13:00:00.000Z", by: "clock", type: "opened", note: null, noteHidden: false },
    { seq: 2, at: "2030-11-29T14:00:00.000Z", by: "seller", type: "cancelRequested", note: null, noteHidden: true },
    {
      seq: 3,
      at: "2030-11-29T15:00:00.000Z",
      by: "buyer",
      type: "cancelDropped",
      note: "I want it",
      noteHidden: false,
    },
    { seq: 4, at: "2030-11-29T16:00:00.000Z", by: "seller", type: "paid", note: "You fool", noteHidden: false },
  ];
  const sent = await open(deal("buyer", "paid", null, { events }), { "/deals/deal/notes/4/report": success() });
  expect(screen.getAllByText("Hidden by our team")).toHaveLength(1);
  expect(screen.getAllByRole("button", { name: /^Report: / })).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Report: You fool" }));
  await userEvent.click(await screen.findByRole("button", { name: "Send report" }));
  expect(await screen.findByText("Choose a reason")).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "It's offensive" }));
  await userEvent.type(screen.getByRole("textbox", { name: /In your own words/ }), "An insult");
  await userEvent.click(screen.getByRole("button", { name: "Send report" }));
  await waitFor(() =>
    expect(postsIn(sent)).toEqual([
      { path: "/api/v1/deals/deal/notes/4/report", method: "POST", body: { reason: "offensive", text: "An insult" } },
    ]),
  );
});
