import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { DealDetailsForAdmins } from "../../worker/contract/deal-moderation.ts";
import { person } from "../testing/auctions.ts";
import { click } from "../testing/click.ts";
import { deal } from "../testing/deals.ts";
import { type FakeResponses, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import { account, profile } from "../testing/people.ts";
import AdminDealPage from "./admin-deal-page.tsx";

const at = "2030-11-29T13:00:00.000Z";
const DEAL_DETAILS: DealDetailsForAdmins = {
  deal: {
    ...deal("seller", "paid", null),
    disputedBy: "buyer",
    carrier: "Royal Mail",
    trackingNumber: "RM 123",
    events: [
      { seq: 1, at, by: "clock", type: "opened", note: null, noteHidden: false, hiddenReason: null },
      {
        seq: 2,
        at,
        by: "buyer",
        type: "deliveryChosen",
        delivery: "address",
        note: "Ring twice",
        noteHidden: false,
        hiddenReason: null,
      },
      { seq: 3, at, by: "seller", type: "paid", note: "You fool", noteHidden: true, hiddenReason: "An insult" },
      { seq: 4, at, by: "buyer", type: "disputed", note: "Nothing came", noteHidden: false, hiddenReason: null },
    ],
  },
  buyer: person("Ann"),
  seller: person("Sue"),
  notes: [
    {
      _id: 7,
      action: "noteDeal",
      by: person("Ada"),
      at,
      reason: "Called Sue.",
      target: { _id: "deal", name: "Lot deal" },
    },
  ],
};

const READ_PATH = "/moderation/deals/deal/read";

function show(responses: FakeResponses = {}) {
  const me = success({ data: profile({ user: account({ role: "Admin" }) }) });
  const sent = fakeApiAt(Object.assign(responses, { "/user/profile": me }));
  showPages(
    { "*": <AdminDealPage />, "/dashboard/admin/deals/:dealId": <AdminDealPage /> },
    "/dashboard/admin/deals/deal",
  );
  return sent;
}

async function open(more: FakeResponses = {}) {
  const sent = show({ [READ_PATH]: success(DEAL_DETAILS), ...more });
  await userEvent.type(await screen.findByRole("textbox", { name: "Why are you opening it?" }), "Ann reported it");
  await click("Open deal");
  await screen.findByRole("heading", { level: 1, name: "Lot deal" });
  return sent;
}
const postedTo = (sent: ReturnType<typeof show>, path: string) =>
  sent.filter((call) => call.method === "POST" && call.path === `/api/v1${path}`).map(({ body }) => body);

it("an admin opens a deal with a reason, which stays in the form if refused", async () => {
  const responses: Record<string, FakeResponses[string]> = {
    [READ_PATH]: refusal(404, "deal_not_found", "This deal doesn't exist"),
  };
  const sent = show(responses);
  await click("Open deal");
  expect(await screen.findByText("Enter a reason")).toBeVisible();
  expect(postedTo(sent, READ_PATH)).toEqual([]);
  const reason = screen.getByRole("textbox", { name: "Why are you opening it?" });
  await userEvent.type(reason, "Ann reported it");
  await click("Open deal");
  expect(await screen.findByText("This deal doesn't exist")).toBeVisible();
  expect(reason).toHaveValue("Ann reported it");
  responses[READ_PATH] = success(DEAL_DETAILS);
  await click("Open deal");
  expect(await screen.findByRole("heading", { level: 1, name: "Lot deal" })).toHaveFocus();
  expect(postedTo(sent, READ_PATH)).toEqual([{ reason: "Ann reported it" }, { reason: "Ann reported it" }]);
});

it("an open deal shows its events with all notes, its terms, and the admins' notes", async () => {
  await open();
  expect(screen.getByText("Problem reported by Ann Test")).toBeVisible();
  const events = within(screen.getByRole("region", { name: "What happened" })).getAllByRole("listitem");
  expect(events.map((event) => event.querySelector("p")?.textContent)).toEqual([
    "Ann Test reported a problem",
    "Sue Test marked it as paid",
    "Ann Test added a delivery address",
    "Ann Test won the item",
  ]);
  expect(events[1]).toHaveTextContent("You fool");
  expect(events[1]).toHaveTextContent("Hidden from both sides. Reason: An insult");
  expect(screen.getByText("Tracking number: RM 123")).toBeVisible();
  expect(screen.getByRole("region", { name: "Admin notes" })).toHaveTextContent("Called Sue.Ada Test");
  expect(screen.getByRole("button", { name: "Hide note: Ring twice" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Show note again: You fool" })).toBeVisible();
});

it("an admin closes a deal in the buyer's favor with a reason and a password", async () => {
  const sent = await open({ "/moderation/deals/deal/close": success() });
  await click("Close deal");
  const dialog = within(await screen.findByRole("dialog", { name: "Close deal" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "No proof of dispatch");
  await userEvent.click(dialog.getByRole("button", { name: "Close deal" }));
  expect(await dialog.findByText("Choose the buyer or the seller")).toBeVisible();
  await userEvent.click(dialog.getByRole("radio", { name: /^The buyer, Ann Test/ }));
  await userEvent.type(dialog.getByLabelText(/password/i, { selector: "input" }), "Correct horse 1");
  await userEvent.click(dialog.getByRole("button", { name: "Close deal" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(postedTo(sent, "/moderation/deals/deal/close")).toEqual([
    { favor: "buyer", password: "Correct horse 1", reason: "No proof of dispatch" },
  ]);
  await waitFor(() => expect(postedTo(sent, READ_PATH)).toHaveLength(2));
});

it("an admin adds a note, and hides the buyer's note", async () => {
  const sent = await open({
    "/moderation/deals/deal/note": success(),
    "/moderation/deals/deal/notes/2/hideNote": success(),
  });
  await click("Add note: Lot deal");
  const addDialog = within(await screen.findByRole("dialog", { name: "Add note" }));
  await userEvent.type(addDialog.getByRole("textbox", { name: "Note" }), "Sue has a receipt");
  await userEvent.click(addDialog.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(postedTo(sent, "/moderation/deals/deal/note")).toEqual([{ reason: "Sue has a receipt" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await click("Hide note: Ring twice");
  const hideDialog = within(await screen.findByRole("dialog", { name: "Hide note" }));
  await userEvent.type(hideDialog.getByRole("textbox", { name: "Reason" }), "A telephone number");
  await userEvent.click(hideDialog.getByRole("button", { name: "Hide note" }));
  await waitFor(() =>
    expect(postedTo(sent, "/moderation/deals/deal/notes/2/hideNote")).toEqual([{ reason: "A telephone number" }]),
  );
});
