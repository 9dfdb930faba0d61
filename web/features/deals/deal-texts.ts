/** The wording of a deal for one of its sides: its state, whose turn it is, the deadline, and what happened. Pure. */
import type { ListedDeal, DealDetails } from "../../../worker/contract/deal.ts";
import type { DealStepName } from "../../../worker/rules/deal-steps.ts";
import type { DealOutcome, DealState, Side } from "../../../worker/rules/deal.ts";
import { type DealEventSummary, eventSentence } from "../../ui/deals/deal-events.ts";
import { format } from "../../ui/format.ts";
import { priceText } from "../../ui/items/price.tsx";

/** The reader's side of the deal, and the other person. */
type DealPerspective = Pick<ListedDeal, "side" | "other">;
type DealInList = DealPerspective & Pick<ListedDeal, "state" | "dueAt" | "disputed">;
type DealOnPage = DealPerspective &
  Pick<DealDetails, "state" | "delivery" | "outcome" | "price" | "total" | "currency" | "secondChanceId">;

/** How a side can answer the other's request to cancel. */
export const CANCEL_ANSWERS: readonly DealStepName[] = ["agreeCancel", "dropCancel"];

/** The deadline in one sentence, or null if there is none. */
export function dueText({ state, dueAt, side, other, disputed }: DealInList): string | null {
  if (dueAt === null || disputed) return null;
  const isBuyer = side === "buyer";
  const name = other.firstName;
  const deadline = format.fullDateAndTime(Date.parse(dueAt));
  switch (state) {
    case "offered":
      return isBuyer ? `Answer by ${deadline}` : `${name} can answer until ${deadline}`;
    case "open":
    case "ready":
      return isBuyer ? `Pay by ${deadline}` : `${name} has to pay by ${deadline}`;
    case "paid":
      return isBuyer
        ? `${name} has to send it or hand it over by ${deadline}`
        : `Send it or hand it over by ${deadline}`;
    case "sent":
      return `We'll mark it as received on ${deadline}`;
    case "unpaid":
      return isBuyer ? `${name} has until ${deadline} to choose what happens` : `Choose an option by ${deadline}`;
    case "done":
    case "closed":
    case "cancelled":
      return null;
  }
}

type DealStatusText = { readonly title: string; readonly text: string };

/** The deal's state for this side: a heading, and what it means for them. */
export function dealStatusText(deal: DealOnPage): DealStatusText {
  return deal.side === "buyer" ? buyerText(deal) : sellerText(deal);
}

function buyerText({ state, delivery, outcome, price, total, currency, other }: DealOnPage): DealStatusText {
  const name = other.firstName;
  switch (state) {
    case "offered":
      return {
        title: `${name} offers you a second chance`,
        text: `The winner didn't pay. You can have the item for ${priceText(price, currency)}, your highest bid. If you decline, you owe nothing.`,
      };
    case "open":
      return { title: "How do you want to get it?", text: "You can change this until you've paid." };
    case "ready":
      return {
        title: `Pay ${name} ${priceText(total, currency)}`,
        text: `Pay ${name} directly. Then tap “I've paid”.`,
      };
    case "paid":
      return delivery === "pickUp"
        ? { title: "Paid. Ready for pickup.", text: `Write to ${name} to arrange a time and place.` }
        : { title: `Paid. Waiting for ${name} to send it.`, text: "You'll get a notification once it's on its way." };
    case "sent":
      return {
        title: delivery === "pickUp" ? "Did you pick it up?" : "It's on its way",
        text: "Once you have it and it's as described, mark it as received. If not, report a problem first.",
      };
    case "unpaid":
      return {
        title: "You didn't pay in time",
        text: `${name} now chooses what happens to the item. If you've paid after all, write to ${name}.`,
      };
    default:
      return endedText("buyer", state, outcome, name);
  }
}

function sellerText({ state, delivery, outcome, total, currency, other }: DealOnPage): DealStatusText {
  const name = other.firstName;
  switch (state) {
    case "offered":
      return { title: `Waiting for ${name}'s answer`, text: "You offered the item at their highest bid." };
    case "open":
      return { title: `Waiting for ${name}`, text: `${name} chooses how to get the item, and then pays.` };
    case "ready":
      return {
        title: `Waiting for ${name}'s payment`,
        text: `Once ${priceText(total, currency)} has arrived, mark it as paid.`,
      };
    case "paid":
      return delivery === "pickUp"
        ? { title: `Hand it over to ${name}`, text: `Write to ${name} to arrange a time and place.` }
        : { title: `Send it to ${name}`, text: "Add a tracking number so they can follow it." };
    case "sent":
      return {
        title: `Waiting for ${name} to receive it`,
        text: `Once ${name} marks it as received, the deal is done.`,
      };
    case "unpaid":
      return { title: `${name} didn't pay in time`, text: "Choose what happens to the item. You can't undo this." };
    default:
      return endedText("seller", state, outcome, name);
  }
}

function endedText(side: Side, state: DealState, outcome: DealOutcome | null, name: string): DealStatusText {
  if (state === "done") return { title: "All done", text: "The item is paid for and delivered." };
  if (state === "cancelled") {
    return { title: "This deal is canceled", text: "You both agreed. No one owes anything." };
  }
  const title = "This deal is closed";
  const isBuyer = side === "buyer";
  switch (outcome) {
    case "secondChance":
      return { title, text: isBuyer ? OWES_NOTHING : "You offered the item to the next bidder." };
    case "listAgain":
      return { title, text: isBuyer ? OWES_NOTHING : LIST_AGAIN };
    case "cancel":
      return { title, text: isBuyer ? OWES_NOTHING : "You canceled the sale." };
    case "declined":
      return { title, text: isBuyer ? "You declined the offer." : `${name} declined the offer. ${LIST_AGAIN}` };
    case "lapsed":
      return {
        title,
        text: isBuyer ? "You didn't respond to the offer in time." : `${name} didn't respond in time. ${LIST_AGAIN}`,
      };
    case "notSent":
      return {
        title,
        text: isBuyer
          ? `${name} didn't send it or hand it over in time.`
          : "You didn't send it or hand it over in time.",
      };
    case "voided":
      return { title, text: "Our team has voided this auction. No one owes anything." };
    case "forBuyer":
      return { title, text: `Our team decided in favor of ${isBuyer ? "you" : name}.` };
    case "forSeller":
      return { title, text: `Our team decided in favor of ${isBuyer ? name : "you"}.` };
    case "unpaid":
    case null:
      return { title, text: isBuyer ? OWES_NOTHING : `${name} didn't pay.` };
  }
}

const LIST_AGAIN = "You can list the item again in My Auctions.";
const OWES_NOTHING = "You didn't pay in time. You no longer owe anything.";

/** An event's text for this side. */
export function eventText(event: DealEventSummary, { side, other }: DealPerspective): string {
  const you = { who: "You", whom: "you" };
  const them = { who: other.firstName, whom: other.firstName };
  return eventSentence(event, side === "buyer" ? { buyer: you, seller: them } : { buyer: them, seller: you });
}

type StepTexts = {
  /** The label of the button that takes the step, and of the one that opens its form. */
  readonly label: string;
  /** The explanation above the step's form in a dialog. */
  readonly explanation: string;
};

export function stepTexts(step: DealStepName, { side, other, state, cancelRequestedBy }: DealDetails): StepTexts {
  const name = other.firstName;
  switch (step) {
    case "accept":
      return { label: "Accept the offer", explanation: "" };
    case "decline":
      return { label: "Decline the offer", explanation: "You owe nothing. You can't undo this." };
    case "chooseDelivery":
      return {
        label: state === "open" ? "Confirm delivery" : "Change delivery",
        explanation: `${name} sees the change.`,
      };
    case "markPaid":
      return side === "buyer"
        ? { label: "I've paid", explanation: "" }
        : { label: "Mark as paid", explanation: "The money has arrived. You can't undo this." };
    case "markSent":
      return { label: "Mark as sent", explanation: "" };
    case "handOver":
      return { label: "Mark as handed over", explanation: `You've given the item to ${name} in person.` };
    case "confirmReceipt":
      return { label: "Mark as received", explanation: "" };
    case "requestCancel":
      return { label: "Ask to cancel", explanation: `If ${name} agrees, the deal is off.` };
    case "agreeCancel":
      return {
        label: "Agree to cancel",
        explanation: "The deal is off, and no one owes anything. You can't undo this.",
      };
    case "dropCancel":
      return cancelRequestedBy === side
        ? { label: "Withdraw my request", explanation: "The deal continues." }
        : { label: "Don't cancel", explanation: `The deal continues, and we notify ${name}.` };
    case "endUnpaid":
      return { label: "Confirm choice", explanation: "" };
    case "dispute":
      return {
        label: "Report a problem",
        explanation: "Our team reviews the deal. All deadlines are paused until the problem is solved.",
      };
    case "settle":
      return { label: "Problem solved", explanation: "The deal continues." };
  }
}
