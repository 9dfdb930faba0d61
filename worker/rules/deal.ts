/**
 * The deal after a sale: payment, delivery and receipt, or an end without them. Takes the events so far and the time,
 * and returns the deal and its overdue events. `deal-steps.ts` decides people's steps. Pure: the caller passes the
 * time, stores the events, and keeps the text (notes, addresses, reasons), which doesn't affect decisions.
 *
 * Due dates follow from the events and the clock alone, like the end of an auction. A deal read after its due date has
 * its new state, even before anyone records it.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a buyer has to pay, unless the deployment says otherwise. */
export const PAYMENT_MS = 4 * DAY_MS;
/** How long a second chance stays open. */
export const OFFER_MS = 48 * HOUR_MS;
/** How long a seller has to choose what happens when the buyer hasn't paid. The buyer shouldn't stay bound forever. */
export const CHOICE_MS = 30 * DAY_MS;
/** How long a seller has to send a paid item. Without a limit some deals would never end. */
export const SENDING_MS = 60 * DAY_MS;
/** A sent item counts as received after this time. By then a parcel that hasn't arrived is lost, or disputed. */
export const RECEIPT_MS = 21 * DAY_MS;
/**
 * After this many events, only steps that move the deal forward are possible, and those are few. Anything longer is a
 * quarrel.
 */
export const MAX_DEAL_EVENTS = 100;

export const DEAL_STATES = [
  "offered",
  "open",
  "ready",
  "paid",
  "sent",
  "done",
  "unpaid",
  "closed",
  "cancelled",
] as const;
export type DealState = (typeof DEAL_STATES)[number];
const ENDED_STATES: readonly DealState[] = ["done", "closed", "cancelled"];

export const SIDES = ["buyer", "seller"] as const;
export type Side = (typeof SIDES)[number];

export const DELIVERY_METHODS = ["address", "pickUp"] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

/** A seller's choices once the buyer hasn't paid in time. */
export const UNPAID_CHOICES = ["secondChance", "listAgain", "cancel"] as const;
export type UnpaidChoice = (typeof UNPAID_CHOICES)[number];

/**
 * Why a deal is closed. Besides the seller's choices: the buyer `declined` a second chance or let it expire (`lapsed`),
 * the seller chose nothing (`unpaid`) or sent nothing (`notSent`), or an admin voided the auction or decided for one
 * side.
 */
export const DEAL_OUTCOMES = [
  ...UNPAID_CHOICES,
  "declined",
  "lapsed",
  "unpaid",
  "notSent",
  "voided",
  "forBuyer",
  "forSeller",
] as const;
export type DealOutcome = (typeof DEAL_OUTCOMES)[number];

/** Who made an event. `clock` is for events that follow from the time, or from the auction's end. */
export const DEAL_ACTORS = [...SIDES, "admin", "clock"] as const;
export type DealActor = (typeof DEAL_ACTORS)[number];

export type DealFact =
  /** Begins the deal with an auction's winner. */
  | { readonly type: "opened" }
  /** Begins a second chance: the seller offers the item to the next bidder. */
  | { readonly type: "offered" }
  | { readonly type: "accepted" }
  | { readonly type: "deliveryChosen"; readonly delivery: DeliveryMethod }
  | { readonly type: "paid" }
  | { readonly type: "sent" }
  | { readonly type: "handedOver" }
  | { readonly type: "received" }
  | { readonly type: "unpaid" }
  | { readonly type: "cancelRequested" }
  /** The side that asked to cancel takes the request back, or the other side declines it. */
  | { readonly type: "cancelDropped" }
  | { readonly type: "cancelled" }
  | { readonly type: "disputed" }
  | { readonly type: "settled" }
  | { readonly type: "closed"; readonly outcome: DealOutcome };

/** `seq` is 1, 2, 3 … without a gap. `at` is epoch ms and never decreases. */
export type DealEvent = { readonly seq: number; readonly at: number; readonly by: DealActor; readonly fact: DealFact };

/** The parts of a deal that never change. */
type DealTerms = {
  readonly buyerId: string;
  readonly sellerId: string;
  /** How long the buyer has to pay, in ms, from the opening or from accepting a second chance. */
  readonly paymentMs: number;
};

export type Deal = DealTerms & {
  readonly eventCount: number;
  /** When the last event happened (epoch ms). */
  readonly at: number;
  readonly state: DealState;
  /** When its current deadline began to count (epoch ms): when its state began, or when a dispute was settled. */
  readonly since: number;
  /** When payment is due (epoch ms), for open and ready deals. */
  readonly payBy: number;
  /** Null until the buyer has chosen. */
  readonly delivery: DeliveryMethod | null;
  /** The side that asked to cancel, while the other hasn't agreed. */
  readonly cancelRequestedBy: Side | null;
  /** The side that asked the admins to decide. Until they do, deadlines are paused. */
  readonly disputedBy: Side | null;
  /** Only for a closed deal. */
  readonly outcome: DealOutcome | null;
  /** Whether the deal began as a second chance. */
  readonly secondChance: boolean;
  /** The facts each side has recorded, so no step counts twice. */
  readonly pastEventNames: readonly string[];
};

const eventName = (by: DealActor, type: DealFact["type"]) => `${by} ${type}`;

/** The deal after its events, in order. Throws an Error if there are no events, because every deal begins with one. */
export function dealOf(terms: DealTerms, events: readonly DealEvent[]): Deal {
  const [first, ...others] = events;
  if (!first) throw new Error("a deal without events");
  const initialDeal: Deal = {
    ...terms,
    eventCount: 0,
    at: first.at,
    state: "open",
    since: first.at,
    payBy: first.at + terms.paymentMs,
    delivery: null,
    cancelRequestedBy: null,
    disputedBy: null,
    outcome: null,
    secondChance: first.fact.type === "offered",
    pastEventNames: [],
  };
  return [first, ...others].reduce(evolveDeal, initialDeal);
}

/** The deal after one more event. */
export function evolveDeal(deal: Deal, { seq, at, by, fact }: DealEvent): Deal {
  const next = applyFact(
    { ...deal, eventCount: seq, at, pastEventNames: [...deal.pastEventNames, eventName(by, fact.type)] },
    by,
    fact,
  );
  // A side that asked to cancel and then continues has changed its mind.
  const progresses = next.state !== deal.state && by === deal.cancelRequestedBy;
  return {
    ...next,
    since: next.state === deal.state ? next.since : at,
    cancelRequestedBy: progresses || hasEnded(next) ? null : next.cancelRequestedBy,
    disputedBy: hasEnded(next) ? null : next.disputedBy,
  };
}

function applyFact(deal: Deal, by: DealActor, fact: DealFact): Deal {
  switch (fact.type) {
    case "opened":
      return { ...deal, state: "open" };
    case "offered":
      return { ...deal, state: "offered" };
    case "accepted":
      return { ...deal, state: "open", payBy: deal.at + deal.paymentMs };
    case "deliveryChosen":
      return { ...deal, delivery: fact.delivery, state: deal.state === "open" ? "ready" : deal.state };
    case "paid":
      return { ...deal, state: "paid" };
    case "sent":
    case "handedOver":
      return { ...deal, state: "sent" };
    case "received":
      return { ...deal, state: "done" };
    case "unpaid":
      return { ...deal, state: "unpaid" };
    case "cancelRequested":
      return { ...deal, cancelRequestedBy: isSide(by) ? by : null };
    case "cancelDropped":
      return { ...deal, cancelRequestedBy: null };
    case "cancelled":
      return { ...deal, state: "cancelled" };
    case "disputed":
      return { ...deal, disputedBy: isSide(by) ? by : null };
    case "settled":
      return { ...deal, disputedBy: null, since: deal.at };
    case "closed":
      return { ...deal, state: "closed", outcome: fact.outcome };
  }
}

function isSide(by: DealActor): by is Side {
  return by === "buyer" || by === "seller";
}

export function otherSide(side: Side): Side {
  return side === "buyer" ? "seller" : "buyer";
}

/** Done, closed or canceled. Nothing can happen anymore. */
export function hasEnded({ state }: Pick<Deal, "state">): boolean {
  return ENDED_STATES.includes(state);
}

/** Whether the buyer has agreed to the deal: with the winning bid, or by accepting the second chance. */
export function isAccepted({ secondChance, pastEventNames }: Deal): boolean {
  return !secondChance || pastEventNames.includes(eventName("buyer", "accepted"));
}

/** When the clock changes the deal (epoch ms), from exactly that time on. Null while nothing is due. */
export function dueAt(deal: Deal): number | null {
  if (deal.disputedBy !== null) return null;
  switch (deal.state) {
    case "offered":
      return deal.since + OFFER_MS;
    case "open":
    case "ready":
      return deal.payBy;
    case "unpaid":
      return deal.since + CHOICE_MS;
    case "paid":
      return deal.since + SENDING_MS;
    case "sent":
      return deal.since + RECEIPT_MS;
    case "done":
    case "closed":
    case "cancelled":
      return null;
  }
}

/** The state that follows each one that can fall due, and the fact that records it. */
const DUE_TRANSITIONS: { readonly [State in DealState]?: { readonly state: DealState; readonly fact: DealFact } } = {
  offered: { state: "closed", fact: { type: "closed", outcome: "lapsed" } },
  open: { state: "unpaid", fact: { type: "unpaid" } },
  ready: { state: "unpaid", fact: { type: "unpaid" } },
  unpaid: { state: "closed", fact: { type: "closed", outcome: "unpaid" } },
  paid: { state: "closed", fact: { type: "closed", outcome: "notSent" } },
  sent: { state: "done", fact: { type: "received" } },
};

/**
 * Whether the seller confirms with this event that they have the money, by marking it as paid, or by sending or handing
 * over the item.
 */
export function confirmsPayment(by: DealActor, type: DealFact["type"]): boolean {
  return by === "seller" && (type === "paid" || type === "sent" || type === "handedOver");
}

/** The state once the due date has passed. For lists, which have a deal's state and due date but not its events. */
export function stateWhenDue(state: DealState): DealState {
  return DUE_TRANSITIONS[state]?.state ?? state;
}

/** The events that the clock has made by `now` (epoch ms), each at its due date. None while nothing is due. */
export function overdueEvents(deal: Deal, now: number): DealEvent[] {
  const events: DealEvent[] = [];
  for (let current = deal; ;) {
    const at = dueAt(current);
    const due = DUE_TRANSITIONS[current.state];
    if (at === null || at > now || !due) return events;
    const event: DealEvent = { seq: current.eventCount + 1, at: Math.max(at, current.at), by: "clock", fact: due.fact };
    events.push(event);
    current = evolveDeal(current, event);
  }
}

/** The deal as it is at `now` (epoch ms). */
export function dealAt(deal: Deal, now: number): Deal {
  return overdueEvents(deal, now).reduce(evolveDeal, deal);
}
