/**
 * The steps of a deal: who can take each one, in which states, and the fact it records. Takes the deal, the person and
 * the time. Returns the events to record, starting with overdue ones, or a refusal. It stores nothing.
 */
import {
  type Deal,
  dealAt,
  type DealEvent,
  type DealFact,
  type DealState,
  type DeliveryMethod,
  type DealActor,
  hasEnded,
  MAX_DEAL_EVENTS,
  otherSide,
  overdueEvents,
  type Side,
  type UnpaidChoice,
} from "./deal.ts";
import { refuse } from "./decision.ts";
import type { Refusal } from "./refusal.ts";

/** `hasNewText`: whether the step has text that this side hasn't sent with the same step before. */
export type DealStep = StepContent & { readonly hasNewText?: boolean };
type StepContent =
  /** `isHidden`: an admin has hidden the item. `isBiddingStopped`: the buyer can no longer bid or buy. */
  | { readonly type: "accept"; readonly isHidden: boolean; readonly isBiddingStopped: boolean }
  | { readonly type: "decline" }
  /** `isNew`: the address differs from the deal's, which the rules don't see. */
  | { readonly type: "chooseDelivery"; readonly delivery: DeliveryMethod; readonly isNew: boolean }
  | { readonly type: "markPaid" | "markSent" | "handOver" | "confirmReceipt" }
  | { readonly type: "requestCancel" | "agreeCancel" | "dropCancel" }
  | { readonly type: "endUnpaid"; readonly choice: UnpaidChoice }
  | { readonly type: "dispute" | "settle" };
export type DealStepName = DealStep["type"];

type StepRule = {
  /** The states in which each side can take the step. A side that isn't listed never can. */
  readonly from: { readonly [Name in Side]?: readonly DealState[] };
  readonly isAllowed?: (deal: Deal, side: Side) => boolean;
  /** The step doesn't move the deal forward, so it's only possible up to `MAX_DEAL_EVENTS` events. */
  readonly isLimited?: true;
};

const UNDER_WAY_STATES: readonly DealState[] = ["open", "ready", "unpaid", "paid", "sent"];
const forBothSides = (states: readonly DealState[]) => ({ buyer: states, seller: states });

const STEP_RULES: { readonly [Name in DealStepName]: StepRule } = {
  accept: { from: { buyer: ["offered"] } },
  decline: { from: { buyer: ["offered"] } },
  chooseDelivery: { from: { buyer: ["open", "ready", "unpaid"] }, isLimited: true },
  // Otherwise a late buyer could take the choice from the seller by claiming to have paid.
  markPaid: { from: { buyer: ["ready"], seller: ["ready", "unpaid"] }, isAllowed: ({ delivery }) => delivery !== null },
  markSent: { from: { seller: ["paid"] }, isAllowed: ({ delivery }) => delivery === "address" },
  handOver: { from: { seller: ["paid"] } },
  confirmReceipt: { from: { buyer: ["sent"] } },
  requestCancel: {
    from: forBothSides(UNDER_WAY_STATES),
    isAllowed: ({ cancelRequestedBy }) => cancelRequestedBy === null,
    isLimited: true,
  },
  agreeCancel: {
    from: forBothSides(UNDER_WAY_STATES),
    isAllowed: (deal, side) => deal.cancelRequestedBy === otherSide(side),
  },
  dropCancel: {
    from: forBothSides(UNDER_WAY_STATES),
    isAllowed: ({ cancelRequestedBy }) => cancelRequestedBy !== null,
    isLimited: true,
  },
  endUnpaid: { from: { seller: ["unpaid"] } },
  // Before the payment a dispute would only stop the clock, and either side can ask to cancel.
  dispute: {
    from: forBothSides(["paid", "sent"]),
    isAllowed: ({ disputedBy }) => disputedBy === null,
    isLimited: true,
  },
  settle: {
    from: forBothSides(["paid", "sent"]),
    isAllowed: ({ disputedBy }, side) => disputedBy === side,
    isLimited: true,
  },
};

export const DEAL_STEP_NAMES: readonly DealStepName[] = Object.keys(STEP_RULES).filter(
  (name): name is DealStepName => name in STEP_RULES,
);

type DealRefusal = Refusal<
  "deal_not_found" | "not_your_step" | "step_not_possible" | "step_taken" | "listing_hidden" | "bidding_stopped"
>;
/** The events to record, in order. None if the step was taken before. */
export type DealDecision =
  | { readonly ok: true; readonly events: readonly DealEvent[] }
  | { readonly ok: false; readonly refusal: DealRefusal };

/** A person's side of the deal. Null for anyone else. */
export function sideOf({ buyerId, sellerId }: Pick<Deal, "buyerId" | "sellerId">, personId: string): Side | null {
  if (personId === buyerId) return "buyer";
  return personId === sellerId ? "seller" : null;
}

/** Whether a side can take a step in the deal as given. Pass `dealAt(deal, now)`. */
export function isStepPossible(deal: Deal, side: Side, step: DealStepName): boolean {
  const { from, isAllowed, isLimited } = STEP_RULES[step];
  if (from[side]?.includes(deal.state) !== true || isAllowed?.(deal, side) === false) return false;
  return (
    isLimited !== true || deal.eventCount < MAX_DEAL_EVENTS || (step === "chooseDelivery" && deal.delivery === null)
  );
}

/** All steps that a side can take in the deal as given. */
export function possibleSteps(deal: Deal, side: Side): DealStepName[] {
  return DEAL_STEP_NAMES.filter((step) => isStepPossible(deal, side, step));
}

/** The step with which a side moves the deal on. Null while it waits for the other side, or once the deal has ended. */
export function nextStep(deal: Deal, side: Side): DealStepName | null {
  const step = NEXT_STEPS[deal.state]?.[side];
  if (step === undefined) return null;
  // A seller doesn't send an item that the buyer picks up.
  const applicableStep = step === "markSent" && deal.delivery === "pickUp" ? "handOver" : step;
  return isStepPossible(deal, side, applicableStep) ? applicableStep : null;
}

const NEXT_STEPS: { readonly [State in DealState]?: { readonly [Name in Side]?: DealStepName } } = {
  offered: { buyer: "accept" },
  open: { buyer: "chooseDelivery" },
  ready: { buyer: "markPaid", seller: "markPaid" },
  unpaid: { seller: "endUnpaid" },
  paid: { seller: "markSent" },
  sent: { buyer: "confirmReceipt" },
};

/** The states in which a deal waits for each side. */
export const WAITING_STATES: { readonly [Name in Side]: readonly DealState[] } = {
  buyer: ["offered", "open", "ready", "sent"],
  seller: ["paid", "unpaid"],
};

/**
 * A person's step at `now` (epoch ms). Enforces (in order):
 * 1. the person is the buyer or the seller: `deal_not_found`
 * 2. the step belongs to that side: `not_your_step`
 * 3. the state at `now` allows it: `step_not_possible`, which contains that state
 * 4. no one accepts a hidden item: `listing_hidden`
 * 5. no one accepts an item after leaving too many deals unpaid: `bidding_stopped`
 *
 * A step that this side has taken before is accepted without an event, no matter what has happened since. With new
 * text, which would be lost, it's refused: `step_taken`
 */
export function decideStep(deal: Deal, personId: string, step: DealStep, now: number): DealDecision {
  const side = sideOf(deal, personId);
  if (side === null) return refuse({ code: "deal_not_found" });
  if (!STEP_RULES[step.type].from[side]) return refuse({ code: "not_your_step" });
  const current = dealAt(deal, now);
  const hasNewText = step.hasNewText === true;
  const isSame = step.type === "chooseDelivery" && !step.isNew && !hasNewText && current.delivery === step.delivery;
  if (isSame || !isStepPossible(current, side, step.type)) {
    if (!isSame && !wasStepTaken(current, side, step)) return refuseStep(current);
    return hasNewText ? refuse({ code: "step_taken" }) : { ok: true, events: [] };
  }
  if (step.type === "accept" && step.isHidden) return refuse({ code: "listing_hidden" });
  if (step.type === "accept" && step.isBiddingStopped) return refuse({ code: "bidding_stopped" });
  return acceptStep(deal, side, factOf(step), now);
}

/**
 * Decides a deal for one side, as an admin, at any time before it has ended. Refuses `step_not_possible`. Repeating the
 * same decision is accepted without an event.
 */
export function decideForSide(deal: Deal, outcome: "forBuyer" | "forSeller", now: number): DealDecision {
  const current = dealAt(deal, now);
  if (current.outcome === outcome) return { ok: true, events: [] };
  return hasEnded(current) ? refuseStep(current) : acceptStep(deal, "admin", { type: "closed", outcome }, now);
}

function refuseStep({ state }: Deal) {
  return refuse({ code: "step_not_possible", state });
}

function acceptStep(deal: Deal, by: DealActor, fact: DealFact, now: number): DealDecision {
  const overdue = overdueEvents(deal, now);
  const last = overdue.at(-1) ?? { seq: deal.eventCount, at: deal.at };
  return { ok: true, events: [...overdue, { seq: last.seq + 1, at: Math.max(now, last.at), by, fact }] };
}

/** The facts that steps without content record. */
const STEP_FACTS = {
  accept: { type: "accepted" },
  decline: { type: "closed", outcome: "declined" },
  markPaid: { type: "paid" },
  markSent: { type: "sent" },
  handOver: { type: "handedOver" },
  confirmReceipt: { type: "received" },
  requestCancel: { type: "cancelRequested" },
  agreeCancel: { type: "cancelled" },
  dropCancel: { type: "cancelDropped" },
  dispute: { type: "disputed" },
  settle: { type: "settled" },
} as const satisfies { readonly [Name in DealStepName]?: DealFact };

/** The fact that a step records. */
export function factOf(step: DealStep): DealFact {
  if (step.type === "chooseDelivery") return { type: "deliveryChosen", delivery: step.delivery };
  return step.type === "endUnpaid" ? { type: "closed", outcome: step.choice } : STEP_FACTS[step.type];
}

/** Whether this side's step would change nothing in the deal. */
function wasStepTaken(deal: Deal, side: Side, step: DealStep): boolean {
  switch (step.type) {
    case "requestCancel":
      return deal.cancelRequestedBy === side;
    case "dropCancel":
      return !hasEnded(deal) && deal.cancelRequestedBy === null;
    case "dispute":
      return deal.disputedBy === side;
    case "settle":
      return deal.pastEventNames.includes(`${side} settled`) && deal.disputedBy === null;
    case "decline":
      return deal.outcome === "declined";
    case "endUnpaid":
      return deal.outcome === step.choice;
    // Either side's word is enough, so a second one changes nothing.
    case "markPaid":
      return deal.pastEventNames.includes("buyer paid") || deal.pastEventNames.includes("seller paid");
    case "chooseDelivery":
      return false;
    default:
      return deal.pastEventNames.includes(`${side} ${factOf(step).type}`);
  }
}
