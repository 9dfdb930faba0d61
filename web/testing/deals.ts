/** Builders for deals in the contract's shapes. */
import type { ListedDeal, DealDetails } from "../../worker/contract/deal.ts";
import type { DealStepName } from "../../worker/rules/deal-steps.ts";
import type { DealState, Side } from "../../worker/rules/deal.ts";

/** A deal's due date, at two in the afternoon in whichever time zone the tests run. */
export const DUE = new Date(2030, 11, 3, 14).toISOString();

export function listedDeal(id: string, more: Partial<ListedDeal> = {}): ListedDeal {
  return {
    _id: id,
    auctionId: `lot-${id}`,
    title: `Lot ${id}`,
    image: null,
    side: "buyer",
    other: { _id: "sue", firstName: "Sue", lastName: "Seller" },
    currency: "USD",
    price: 150,
    total: 160,
    state: "open",
    dueAt: DUE,
    changedAt: "2030-11-29T13:00:00.000Z",
    needsMe: true,
    disputed: false,
    secondChance: false,
    rateUntil: null,
    ...more,
  };
}

/** A deal in this state, as one of its sides sees it. */
export function deal(
  side: Side,
  state: DealState,
  nextStep: DealStepName | null,
  more: Partial<DealDetails> = {},
): DealDetails {
  return {
    ...listedDeal("deal", { side, state }),
    details: { shipping: "price", shippingPrice: 10 },
    otherEmail: "sue+lots@mail.example",
    delivery: state === "open" || state === "offered" ? null : "address",
    address: null,
    carrier: null,
    trackingNumber: null,
    instructions: null,
    instructionsChangedAt: null,
    cancelRequestedBy: null,
    disputedBy: null,
    outcome: null,
    nextStep,
    steps: nextStep ? [nextStep, "requestCancel"] : ["requestCancel"],
    events: [{ seq: 1, at: "2030-11-29T13:00:00.000Z", by: "clock", type: "opened", note: null, noteHidden: false }],
    nextOffer: null,
    secondChanceId: null,
    ratings: null,
    ...more,
  };
}
