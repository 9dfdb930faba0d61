import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { Moderation, ShillSignal } from "../../worker/contract/moderation.ts";
import { person } from "../testing/auctions.ts";
import { fakeApiAt, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { account, profile } from "../testing/people.ts";
import ModerationPage from "./moderation-page.tsx";

const at = "2026-11-21T12:00:00.000Z";
const listing = { _id: "clock", title: "Bracket clock", seller: person("Sue"), hidden: false, voided: false };
const ALL: Moderation = {
  reported: [{ listing, reports: [{ reason: "counterfeit", text: "A known copy.", by: person("Rob"), at }] }],
  hidden: [{ listing: { ...listing, _id: "vase", title: "Vase", hidden: true }, reason: "Stolen", at }],
  suspended: [{ person: person("Pat"), reason: "Drives up prices", at }],
  hiddenNames: [
    { person: { ...person("Rude"), firstName: "Name", lastName: "hidden" }, name: "Rude Word", reason: "Abusive", at },
  ],
  hiddenCategories: [{ category: { _id: "bad", name: "Insults", description: "Rude" }, reason: "An insult", at }],
  reportedQuestions: [
    {
      question: {
        _id: "q1",
        auction: { _id: "clock", title: "Bracket clock" },
        text: "Does it strike?",
        asker: person("Ann"),
        hidden: null,
        answer: { text: "Call me.", hidden: null },
      },
      reports: [{ reason: "contact", text: "A number.", by: person("Rob"), at }],
    },
  ],
  hiddenQuestions: [
    {
      _id: "q2",
      auction: { _id: "vase", title: "Vase" },
      text: "An insult?",
      asker: person("Rude"),
      hidden: { reason: "Abusive" },
      answer: null,
    },
  ],
  reportedRatings: [
    {
      rating: {
        _id: "r1",
        auction: { _id: "clock", title: "Bracket clock" },
        stars: 1,
        text: "Never came.",
        by: person("Bob"),
        of: person("Sue"),
        hidden: null,
        reply: { text: "You liar.", hidden: null },
      },
      reports: [{ reason: "untrue", text: "It did come.", by: person("Sue"), at }],
    },
  ],
  hiddenRatings: [
    {
      _id: "r2",
      auction: { _id: "vase", title: "Vase" },
      stars: 2,
      text: "Ring 555 0199.",
      by: person("Ann"),
      of: person("Pat"),
      hidden: { reason: "A telephone number" },
      reply: null,
    },
  ],
  reportedNotes: [
    {
      note: {
        dealId: "clock-1",
        seq: 3,
        auction: { _id: "clock", title: "Bracket clock" },
        text: "Pay cash, or else.",
        by: person("Sue"),
        hidden: null,
      },
      reports: [{ reason: "offensive", text: "A threat.", by: person("Ann"), at }],
    },
  ],
  hiddenNotes: [
    {
      dealId: "vase-1",
      seq: 2,
      auction: { _id: "vase", title: "Vase" },
      text: "You fool",
      by: person("Rude"),
      hidden: { reason: "Abusive" },
    },
  ],
};

const SIGNALS: ShillSignal[] = [
  {
    bidder: person("Bea"),
    seller: person("Sue"),
    bidsOnSeller: 7,
    bids: 8,
    withdrawn: 0,
    signs: ["one_seller"],
    auctions: [{ _id: "clock", title: "Bracket clock", bids: 7 }],
  },
  {
    bidder: person("Sue"),
    seller: person("Bea"),
    bidsOnSeller: 1,
    bids: 4,
    withdrawn: 0,
    signs: ["same_device"],
    auctions: [{ _id: "vase", title: "Vase", bids: 1 }],
  },
];

function show(role: "User" | "Admin", all: Moderation = ALL, signals = SIGNALS) {
  const sent = fakeApiAt({
    "/user/profile": success({ data: profile({ user: account({ role }) }) }),
    "/moderation": success(all),
    "/moderation/signals": success({ signals }),
    "/moderation/listings/clock/hide": success(),
    "/moderation/people/Sue/hideName": success(),
    "/moderation/questions/q1/hideAnswer": success(),
    "/moderation/ratings/r1/hideReply": success(),
    "/moderation/deals/clock-1/notes/3/dismissNote": success(),
  });
  showPart(<ModerationPage />);
  return sent;
}

it("the moderation page lists reports, and everything hidden or suspended", async () => {
  show("Admin");
  const reports = within(await screen.findByRole("region", { name: "Open reports" }));
  expect(reports.getByRole("link", { name: "Bracket clock" })).toHaveAttribute("href", "/auction/clock");
  expect(reports.getByText("It's a fake")).toBeVisible();
  expect(reports.getByText("A known copy.")).toBeVisible();
  // Admin actions have their own page, Actions.
  expect(screen.queryByRole("region", { name: "Journal" })).toBeNull();
  expect(screen.queryByText("No open reports")).toBeNull();
  expect(screen.getByRole("button", { name: "Show again: Vase" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Restore: Pat Test" })).toBeVisible();
  const names = within(screen.getByRole("region", { name: "Hidden names" }));
  expect(names.getByText("Rude Word")).toBeVisible();
  expect(names.getByRole("button", { name: "Show name again: Rude Word" })).toBeVisible();
  const categories = within(screen.getByRole("region", { name: "Hidden categories" }));
  expect(categories.getByRole("button", { name: "Show category again: Insults" })).toBeVisible();
  const signs = within(await screen.findByRole("region", { name: "Signs of shill bidding" }));
  // Two people share one row, even if each bids on the other's auctions.
  await userEvent.click(signs.getByText("Bea Test"));
  expect(signs.getAllByRole("group")).toHaveLength(1);
  expect(signs.getByText("Most bids go to one seller")).toBeVisible();
  expect(signs.getByText("Same device as the seller")).toBeVisible();
  expect(signs.getByText("Bids by Bea Test on Sue Test's auctions: 7 of 8. Withdrawn: 0")).toBeVisible();
  expect(signs.getByText("Bids by Sue Test on Bea Test's auctions: 1 of 4. Withdrawn: 0")).toBeVisible();
  expect(signs.getByRole("link", { name: "Bracket clock" })).toHaveAttribute("href", "/auction/clock");
});

it("the moderation page shows a question's text, reports and actions", async () => {
  const sent = show("Admin");
  const reported = within(await screen.findByRole("region", { name: "Reported questions" }));
  for (const text of ["Does it strike?", "Answer: Call me.", "A number."])
    expect(reported.getByText(text)).toBeVisible();
  expect(reported.getByText("It shares contact details or asks to deal elsewhere")).toBeVisible();
  expect(reported.getByRole("link", { name: "Bracket clock" })).toHaveAttribute("href", "/auction/clock");
  for (const name of ["Hide question: Does it strike?", "Close reports: Does it strike?", "Author: Ann Test"])
    expect(reported.getByRole("button", { name })).toBeVisible();
  const hidden = within(screen.getByRole("region", { name: "Hidden questions and answers" }));
  expect(hidden.getByText("Hidden. Reason: Abusive")).toBeVisible();
  expect(hidden.getByRole("button", { name: "Show question again: An insult?" })).toBeVisible();
  await userEvent.click(reported.getByRole("button", { name: "Hide answer: Call me." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Hide answer" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "A number");
  await userEvent.click(dialog.getByRole("button", { name: "Hide answer" }));
  const call = { path: "/api/v1/moderation/questions/q1/hideAnswer", method: "POST", body: { reason: "A number" } };
  await waitFor(() => expect(sent).toContainEqual(call));
});

it("the moderation page shows a rating's stars, text, reports and actions", async () => {
  const sent = show("Admin");
  const reported = within(await screen.findByRole("region", { name: "Reported ratings" }));
  for (const text of ["Never came.", "Reply: You liar.", "It did come.", "It isn't true"])
    expect(reported.getByText(text)).toBeVisible();
  expect(reported.getByText("1 of 5 stars")).toBeInTheDocument();
  expect(reported.getByText(/Bob Test rated Sue Test after/)).toBeVisible();
  for (const name of ["Hide rating: Never came.", "Close reports: Never came.", "Author: Bob Test"])
    expect(reported.getByRole("button", { name })).toBeVisible();
  const hidden = within(screen.getByRole("region", { name: "Hidden ratings and replies" }));
  expect(hidden.getByText("Hidden. Reason: A telephone number")).toBeVisible();
  expect(hidden.getByRole("button", { name: "Show rating again: Ring 555 0199." })).toBeVisible();
  await userEvent.click(reported.getByRole("button", { name: "Hide reply: You liar." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Hide reply" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Rude");
  await userEvent.click(dialog.getByRole("button", { name: "Hide reply" }));
  const call = { path: "/api/v1/moderation/ratings/r1/hideReply", method: "POST", body: { reason: "Rude" } };
  await waitFor(() => expect(sent).toContainEqual(call));
});

it("the moderation page shows a deal note's text, reports and actions", async () => {
  const sent = show("Admin");
  const reported = within(await screen.findByRole("region", { name: "Reported notes in deals" }));
  for (const text of ["Pay cash, or else.", "It's offensive", "A threat."]) {
    expect(reported.getByText(text)).toBeVisible();
  }
  const link = reported.getByRole("link", { name: "Bracket clock" });
  expect(link).toHaveAttribute("href", "/dashboard/admin/deals/clock-1");
  for (const name of ["Hide note: Pay cash, or else.", "Author: Sue Test"]) {
    expect(reported.getByRole("button", { name })).toBeVisible();
  }
  const hidden = within(screen.getByRole("region", { name: "Hidden notes in deals" }));
  expect(hidden.getByText("Hidden. Reason: Abusive")).toBeVisible();
  expect(hidden.getByRole("button", { name: "Show note again: You fool" })).toBeVisible();
  await userEvent.click(reported.getByRole("button", { name: "Close reports: Pay cash, or else." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Close reports" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "It is no threat");
  await userEvent.click(dialog.getByRole("button", { name: "Close reports" }));
  const body = { reason: "It is no threat" };
  const call = { path: "/api/v1/moderation/deals/clock-1/notes/3/dismissNote", method: "POST", body };
  await waitFor(() => expect(sent).toContainEqual(call));
});

it("an admin must choose an action on a person and give a reason", async () => {
  const sent = show("Admin");
  const reports = within(await screen.findByRole("region", { name: "Open reports" }));
  await userEvent.click(reports.getByRole("button", { name: "Seller: Sue Test" }));
  const dialog = await screen.findByRole("dialog", { name: "Moderate Sue Test" });
  expect(within(dialog).queryByRole("radio", { name: /Remove photo/ })).not.toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Confirm" }));
  expect(within(dialog).getByText("Choose what to do")).toBeVisible();
  expect(within(dialog).getByText("Enter a reason")).toBeVisible();
  await userEvent.click(within(dialog).getByRole("radio", { name: /Hide name/ }));
  await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "Abusive");
  await userEvent.click(within(dialog).getByRole("button", { name: "Hide name" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent).toContainEqual({
    path: "/api/v1/moderation/people/Sue/hideName",
    method: "POST",
    body: { reason: "Abusive" },
  });
});

it("the moderation page shows a long list 20 entries at a time", async () => {
  const suspended = Array.from({ length: 45 }, (_, index) => ({ person: person(`P${index}`), reason: "Shills", at }));
  show("Admin", { ...ALL, suspended });
  const list = within(await screen.findByRole("region", { name: "Suspended people" }));
  expect(list.getAllByRole("listitem")).toHaveLength(20);
  await userEvent.click(list.getByRole("button", { name: "Show 20 more of 25" }));
  await userEvent.click(list.getByRole("button", { name: "Show 5 more of 5" }));
  expect(document.activeElement).toContainElement(list.getByRole("list"));
  expect(document.body).not.toHaveFocus();
  expect(list.getAllByRole("listitem")).toHaveLength(45);
  expect(list.queryByRole("button", { name: /more/ })).not.toBeInTheDocument();
});

const NONE: Moderation = {
  reported: [],
  hidden: [],
  suspended: [],
  hiddenNames: [],
  hiddenCategories: [],
  reportedQuestions: [],
  hiddenQuestions: [],
  reportedRatings: [],
  hiddenRatings: [],
  reportedNotes: [],
  hiddenNotes: [],
};

it("a moderation page with no pending work shows one message and no empty lists", async () => {
  show("Admin", NONE, []);
  expect(await screen.findByText("No open reports")).toBeVisible();
  expect(screen.queryAllByRole("region")).toEqual([]);
});

it("the moderation page shows signs of shill bidding even when it has nothing else", async () => {
  show("Admin", NONE);
  expect(await screen.findByRole("region", { name: "Signs of shill bidding" })).toBeVisible();
  expect(screen.queryByText("No open reports")).toBeNull();
});
