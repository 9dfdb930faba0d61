/** The words for a deal's states and events, for its two sides and for admins. Pure. */
import type { PublicDealEvent } from "../../../worker/contract/deal.ts";
import type { DealOutcome, DealState, Side } from "../../../worker/rules/deal.ts";
import type { BadgeTone } from "../badge.tsx";

export const DEAL_STATE_BADGES: Readonly<Record<DealState, { readonly name: string; readonly tone: BadgeTone }>> = {
  offered: { name: "Second chance", tone: "blue" },
  open: { name: "Choosing delivery", tone: "amber" },
  ready: { name: "Awaiting payment", tone: "amber" },
  paid: { name: "Paid", tone: "blue" },
  sent: { name: "Sent", tone: "blue" },
  done: { name: "Done", tone: "green" },
  unpaid: { name: "Not paid", tone: "red" },
  closed: { name: "Closed", tone: "grey" },
  cancelled: { name: "Canceled", tone: "grey" },
};

export type DealEventSummary = Pick<PublicDealEvent, "type" | "by" | "delivery" | "outcome">;
/** How the text refers to each side, as subject and as object. */
type SideNames = { readonly [Name in Side]: { readonly who: string; readonly whom: string } };

export function eventSentence(event: DealEventSummary, names: SideNames): string {
  const { buyer, seller } = names;
  const who = event.by === "buyer" || event.by === "seller" ? names[event.by].who : "Our team";
  const isAutomatic = event.by === "clock";
  switch (event.type) {
    case "opened":
      return `${buyer.who} won the item`;
    case "offered":
      return `${seller.who} offered ${buyer.whom} the item`;
    case "accepted":
      return `${who} accepted the offer`;
    case "deliveryChosen":
      return event.delivery === "pickUp" ? `${who} chose to pick it up` : `${who} added a delivery address`;
    case "paid":
      return event.by === "seller" ? `${who} marked it as paid` : `${who} paid`;
    case "sent":
      return `${who} sent it`;
    case "handedOver":
      return `${who} handed it over`;
    case "received":
      return isAutomatic ? "Marked as received automatically" : `${who} received it`;
    case "unpaid":
      return "Not paid in time";
    case "cancelRequested":
      return `${who} asked to cancel`;
    case "cancelDropped":
      return `${who} chose not to cancel`;
    case "cancelled":
      return `${who} agreed to cancel`;
    case "disputed":
      return `${who} reported a problem`;
    case "settled":
      return `${who} marked the problem as solved`;
    case "closed":
      return closedText(event.outcome, who, names);
  }
}

function closedText(outcome: DealOutcome | undefined, who: string, { buyer, seller }: SideNames): string {
  switch (outcome) {
    case "secondChance":
      return `${who} offered it to the next bidder`;
    case "listAgain":
      return `${who} chose to list it again`;
    case "cancel":
      return `${who} canceled the sale`;
    case "declined":
      return `${who} declined the offer`;
    case "lapsed":
      return "The offer expired";
    case "notSent":
      return "Closed because it wasn't sent or handed over";
    case "voided":
      return "Our team voided the auction";
    case "forBuyer":
      return `Our team decided in favor of ${buyer.whom}`;
    case "forSeller":
      return `Our team decided in favor of ${seller.whom}`;
    case "unpaid":
    case undefined:
      return "Closed because it wasn't paid for";
  }
}
