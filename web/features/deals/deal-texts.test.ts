import { expect, it } from "vitest";

import { DEAL_STATES, DEAL_OUTCOMES, SIDES } from "../../../worker/rules/deal.ts";
import { deal, listedDeal } from "../../testing/deals.ts";
import { dueText, eventText, dealStatusText } from "./deal-texts.ts";

const DEADLINE_TEXT = "Tuesday, December 3, 2030 at 2:00 PM";

it.each([
  ["buyer", "offered", `Answer by ${DEADLINE_TEXT}`],
  ["buyer", "ready", `Pay by ${DEADLINE_TEXT}`],
  ["buyer", "paid", `Sue has to send it or hand it over by ${DEADLINE_TEXT}`],
  ["seller", "open", `Sue has to pay by ${DEADLINE_TEXT}`],
  ["seller", "paid", `Send it or hand it over by ${DEADLINE_TEXT}`],
  ["seller", "sent", `We'll mark it as received on ${DEADLINE_TEXT}`],
  ["seller", "unpaid", `Choose an option by ${DEADLINE_TEXT}`],
] as const)("a %s in a deal that is %s sees the deadline", (side, state, text) => {
  expect(dueText(listedDeal("a", { side, state }))).toBe(text);
});

it("a deal has no deadline while our team looks into a problem", () => {
  expect(dueText(listedDeal("a", { state: "paid", disputed: true }))).toBeNull();
});

const CLOSED_STATES = DEAL_OUTCOMES.map((outcome) => ({ state: "closed", outcome }) as const);
const STATES = [...DEAL_STATES.map((state) => ({ state, outcome: null })), ...CLOSED_STATES];

it.each(STATES)("buyer and seller get the same wording only if it fits both: $state $outcome", ({ state, outcome }) => {
  const [buyer, seller] = SIDES.map((side) => dealStatusText(deal(side, state, null, { outcome })));
  expect(buyer?.title).not.toBe("");
  const isShared = state === "done" || state === "cancelled" || outcome === "voided";
  expect(buyer?.title === seller?.title && buyer?.text === seller?.text).toBe(isShared);
});

it.each([
  [{ type: "paid", by: "buyer" }, "You paid", "Sue paid"],
  [{ type: "paid", by: "seller" }, "Sue marked it as paid", "You marked it as paid"],
  [{ type: "received", by: "clock" }, "Marked as received automatically", "Marked as received automatically"],
  [{ type: "opened", by: "clock" }, "You won the item", "Sue won the item"],
  [{ type: "deliveryChosen", by: "buyer", delivery: "pickUp" }, "You chose to pick it up", "Sue chose to pick it up"],
  [
    { type: "closed", by: "admin", outcome: "forBuyer" },
    "Our team decided in favor of you",
    "Our team decided in favor of Sue",
  ],
] as const)("buyer and seller each see their side's text for the event $type by $by", (event, forBuyer, forSeller) => {
  const { other } = listedDeal("a");
  expect(eventText(event, { side: "buyer", other })).toBe(forBuyer);
  expect(eventText(event, { side: "seller", other })).toBe(forSeller);
});
