import { describe, expect, it } from "vitest";

import {
  decideForSide,
  decideStep,
  nextStep,
  possibleSteps,
  WAITING_STATES,
  type DealStep,
  type DealStepName,
} from "./deal-steps.ts";
import {
  CHOICE_MS,
  confirmsPayment,
  type Deal,
  dealAt,
  type DealEvent,
  type DealFact,
  dealOf,
  type DealState,
  dueAt,
  type DealActor,
  evolveDeal,
  isAccepted,
  MAX_DEAL_EVENTS,
  OFFER_MS,
  overdueEvents,
  RECEIPT_MS,
  SENDING_MS,
  type Side,
  stateWhenDue,
} from "./deal.ts";
import { DAY_MS, MINUTE_MS, T0 } from "./testing/auctions.ts";

const TERMS = { buyerId: "buyer", sellerId: "seller", paymentMs: 4 * DAY_MS };

function beginDeal(by: DealActor, fact: DealFact): Deal {
  return dealOf(TERMS, [{ seq: 1, at: T0, by, fact }]);
}
const anOpenDeal = () => beginDeal("clock", { type: "opened" });
const anOfferedDeal = () => beginDeal("seller", { type: "offered" });

/** The events that a step leads to. Throws if it is refused. */
function eventsOf(deal: Deal, personId: string, step: DealStep, now: number): readonly DealEvent[] {
  const decision = decideStep(deal, personId, step, now);
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.events;
}

/** The deal after these steps, a minute apart. */
function dealAfter(deal: Deal, ...steps: readonly (readonly [personId: string, step: DealStep])[]): Deal {
  return steps.reduce(
    (current, [personId, step]) =>
      eventsOf(current, personId, step, current.at + MINUTE_MS).reduce(evolveDeal, current),
    deal,
  );
}

const ACCEPT = { type: "accept", isHidden: false, isBiddingStopped: false } as const;
const TO_ADDRESS = { type: "chooseDelivery", delivery: "address", isNew: true } as const;
const PICK_UP = { type: "chooseDelivery", delivery: "pickUp", isNew: true } as const;
const READY_STEPS = [["buyer", TO_ADDRESS]] as const;
const PAID_STEPS = [...READY_STEPS, ["buyer", { type: "markPaid" }]] as const;
const SENT_STEPS = [...PAID_STEPS, ["seller", { type: "markSent" }]] as const;
const DISPUTED_STEPS = [...PAID_STEPS, ["buyer", { type: "dispute" }]] as const;
/** The buyer has settled their dispute, and the seller has opened one. */
const COUNTER_DISPUTED_STEPS = [
  ...DISPUTED_STEPS,
  ["buyer", { type: "settle" }],
  ["seller", { type: "dispute" }],
] as const;
const CANCELLED_STEPS = [
  ["buyer", { type: "requestCancel" }],
  ["seller", { type: "agreeCancel" }],
] as const;
const anUnpaidDeal = () => dealAt(anOpenDeal(), T0 + TERMS.paymentMs);
/** Unpaid, and only the payment is missing. */
const aLateDeal = () => dealAt(dealAfter(anOpenDeal(), ...READY_STEPS), T0 + TERMS.paymentMs);

describe("a deal without problems", () => {
  it("a deal goes from the address to payment, dispatch and receipt", () => {
    const deal = anOpenDeal();
    expect(deal).toMatchObject({ state: "open", eventCount: 1, delivery: null, secondChance: false });
    expect(dealAfter(deal, ...READY_STEPS)).toMatchObject({ state: "ready", delivery: "address" });
    expect(dealAfter(deal, ...PAID_STEPS)).toMatchObject({ state: "paid" });
    expect(dealAfter(deal, ...SENT_STEPS)).toMatchObject({ state: "sent", eventCount: 4 });
    expect(dealAfter(deal, ...SENT_STEPS, ["buyer", { type: "confirmReceipt" }])).toMatchObject({
      state: "done",
      outcome: null,
    });
  });

  it("an item for local pickup is handed over and never sent", () => {
    const paid = dealAfter(anOpenDeal(), ["buyer", PICK_UP], ["seller", { type: "markPaid" }]);
    expect(nextStep(paid, "seller")).toBe("handOver");
    expect(decideStep(paid, "seller", { type: "markSent" }, paid.at)).toEqual({
      ok: false,
      refusal: { code: "step_not_possible", state: "paid" },
    });
    expect(dealAfter(paid, ["seller", { type: "handOver" }]).state).toBe("sent");
  });

  it("accepting a second chance opens the deal and sets a deadline to pay", () => {
    const deal = dealAfter(anOfferedDeal(), ["buyer", ACCEPT]);
    expect(deal).toMatchObject({ state: "open", secondChance: true, payBy: T0 + MINUTE_MS + TERMS.paymentMs });
  });

  it("a buyer has agreed to a deal by winning, or by accepting the second chance", () => {
    expect(isAccepted(anOpenDeal())).toBe(true);
    expect(isAccepted(anOfferedDeal())).toBe(false);
    expect(isAccepted(dealAfter(anOfferedDeal(), ["buyer", { type: "decline" }]))).toBe(false);
    expect(isAccepted(dealAfter(anOfferedDeal(), ["buyer", ACCEPT]))).toBe(true);
  });

  it("a deal stays unpaid if the buyer chooses the delivery late", () => {
    expect(dealAfter(anUnpaidDeal(), ["buyer", TO_ADDRESS])).toMatchObject({ state: "unpaid", delivery: "address" });
  });

  it("a deal without events throws an error", () => {
    expect(() => dealOf(TERMS, [])).toThrow("a deal without events");
  });
});

describe("the steps each side can take", () => {
  const states: readonly [DealState, Deal, buyer: readonly DealStepName[], seller: readonly DealStepName[]][] = [
    ["offered", anOfferedDeal(), ["accept", "decline"], []],
    ["open", anOpenDeal(), ["chooseDelivery", "requestCancel"], ["requestCancel"]],
    [
      "ready",
      dealAfter(anOpenDeal(), ...READY_STEPS),
      ["chooseDelivery", "markPaid", "requestCancel"],
      ["markPaid", "requestCancel"],
    ],
    [
      "paid",
      dealAfter(anOpenDeal(), ...PAID_STEPS),
      ["requestCancel", "dispute"],
      ["markSent", "handOver", "requestCancel", "dispute"],
    ],
    [
      "sent",
      dealAfter(anOpenDeal(), ...SENT_STEPS),
      ["confirmReceipt", "requestCancel", "dispute"],
      ["requestCancel", "dispute"],
    ],
    ["unpaid", anUnpaidDeal(), ["chooseDelivery", "requestCancel"], ["requestCancel", "endUnpaid"]],
    ["done", dealAfter(anOpenDeal(), ...SENT_STEPS, ["buyer", { type: "confirmReceipt" }]), [], []],
    ["closed", dealAfter(anOfferedDeal(), ["buyer", { type: "decline" }]), [], []],
    ["cancelled", dealAfter(anOpenDeal(), ...CANCELLED_STEPS), [], []],
  ];
  it.each(states)("each side can take only its own steps in a deal that is %s", (state, deal, buyer, seller) => {
    expect(deal.state).toBe(state);
    expect(possibleSteps(deal, "buyer")).toEqual(buyer);
    expect(possibleSteps(deal, "seller")).toEqual(seller);
  });

  it.each([
    ["offered", anOfferedDeal(), "accept", null],
    ["open", anOpenDeal(), "chooseDelivery", null],
    ["ready", dealAfter(anOpenDeal(), ...READY_STEPS), "markPaid", "markPaid"],
    ["unpaid", anUnpaidDeal(), null, "endUnpaid"],
    ["paid", dealAfter(anOpenDeal(), ...PAID_STEPS), null, "markSent"],
    ["sent", dealAfter(anOpenDeal(), ...SENT_STEPS), "confirmReceipt", null],
  ] as const)("each side has at most one step that advances a deal that is %s", (_state, deal, buyer, seller) => {
    expect([nextStep(deal, "buyer"), nextStep(deal, "seller")]).toEqual([buyer, seller]);
  });

  it("the seller can mark a deal as paid, even late, once there is an address", () => {
    expect(possibleSteps(dealAfter(anOpenDeal(), ...READY_STEPS), "seller")).toContain("markPaid");
    expect(aLateDeal().state).toBe("unpaid");
    expect(dealAfter(aLateDeal(), ["seller", { type: "markPaid" }]).state).toBe("paid");
  });
});

it.each<[DealState, waitsFor: Side | null]>([
  ["offered", "buyer"],
  ["open", "buyer"],
  ["ready", "buyer"],
  ["paid", "seller"],
  ["sent", "buyer"],
  ["unpaid", "seller"],
  ["done", null],
  ["closed", null],
  ["cancelled", null],
])("a deal waits for one side until it has ended: %s", (state, waitsFor) => {
  const sides = (["buyer", "seller"] as const).filter((side) => WAITING_STATES[side].includes(state));
  expect(sides).toEqual(waitsFor === null ? [] : [waitsFor]);
});

describe("refused steps", () => {
  it.each([
    ["a stranger taking it", anOpenDeal(), "stranger", TO_ADDRESS, { code: "deal_not_found" }],
    ["the other side taking it", anOpenDeal(), "seller", TO_ADDRESS, { code: "not_your_step" }],
    ["skipping a state", anOpenDeal(), "buyer", { type: "markPaid" }, { code: "step_not_possible", state: "open" }],
    [
      "taking it too early",
      anOpenDeal(),
      "seller",
      { type: "endUnpaid", choice: "cancel" },
      { code: "step_not_possible", state: "open" },
    ],
    [
      "taking it after the payment deadline",
      aLateDeal(),
      "buyer",
      { type: "markPaid" },
      { code: "step_not_possible", state: "unpaid" },
    ],
    ["accepting a hidden item", anOfferedDeal(), "buyer", { ...ACCEPT, isHidden: true }, { code: "listing_hidden" }],
    [
      "accepting while bidding is stopped",
      anOfferedDeal(),
      "buyer",
      { ...ACCEPT, isBiddingStopped: true },
      { code: "bidding_stopped" },
    ],
    [
      "agreeing to one's own request",
      dealAfter(anOpenDeal(), ["buyer", { type: "requestCancel" }]),
      "buyer",
      { type: "agreeCancel" },
      { code: "step_not_possible", state: "open" },
    ],
    [
      "settling the other side's dispute",
      dealAfter(anOpenDeal(), ...DISPUTED_STEPS),
      "seller",
      { type: "settle" },
      { code: "step_not_possible", state: "paid" },
    ],
    [
      "settling the other side's dispute after one's own",
      dealAfter(anOpenDeal(), ...COUNTER_DISPUTED_STEPS),
      "buyer",
      { type: "settle" },
      { code: "step_not_possible", state: "paid" },
    ],
    [
      "settling a dispute that no one has opened",
      dealAfter(anOpenDeal(), ...PAID_STEPS),
      "buyer",
      { type: "settle" },
      { code: "step_not_possible", state: "paid" },
    ],
    [
      "withdrawing a request after the end",
      dealAfter(anOpenDeal(), ...CANCELLED_STEPS),
      "buyer",
      { type: "dropCancel" },
      { code: "step_not_possible", state: "cancelled" },
    ],
    [
      "asking to cancel after the other side asked",
      dealAfter(anOpenDeal(), ["buyer", { type: "requestCancel" }]),
      "seller",
      { type: "requestCancel" },
      { code: "step_not_possible", state: "open" },
    ],
    [
      "asking to cancel again after the other side asked, too",
      dealAfter(
        anOpenDeal(),
        ["buyer", { type: "requestCancel" }],
        ["buyer", { type: "dropCancel" }],
        ["seller", { type: "requestCancel" }],
      ),
      "buyer",
      { type: "requestCancel" },
      { code: "step_not_possible", state: "open" },
    ],
    [
      "opening a dispute while the other side has one",
      dealAfter(anOpenDeal(), ...DISPUTED_STEPS),
      "seller",
      { type: "dispute" },
      { code: "step_not_possible", state: "paid" },
    ],
    [
      "a second dispute while the other side's is open",
      dealAfter(anOpenDeal(), ...COUNTER_DISPUTED_STEPS),
      "buyer",
      { type: "dispute" },
      { code: "step_not_possible", state: "paid" },
    ],
    [
      "declining an accepted second chance",
      dealAfter(anOfferedDeal(), ["buyer", ACCEPT]),
      "buyer",
      { type: "decline" },
      { code: "step_not_possible", state: "open" },
    ],
    [
      "another delivery after the payment",
      dealAfter(anOpenDeal(), ...PAID_STEPS),
      "buyer",
      PICK_UP,
      { code: "step_not_possible", state: "paid" },
    ],
  ] as const)("a deal refuses a step: %s", (_whose, deal, personId, step, refusal) => {
    expect(decideStep(deal, personId, step, T0 + 10 * MINUTE_MS + (deal.at - T0))).toEqual({ ok: false, refusal });
  });
});

describe("repeated steps", () => {
  it.each([
    [
      "accept",
      dealAfter(anOfferedDeal(), ["buyer", ACCEPT]),
      "buyer",
      { type: "accept", isHidden: true, isBiddingStopped: true },
    ],
    ["decline", dealAfter(anOfferedDeal(), ["buyer", { type: "decline" }]), "buyer", { type: "decline" }],
    ["paid", dealAfter(anOpenDeal(), ...PAID_STEPS), "buyer", { type: "markPaid" }],
    ["paid, by the other side", dealAfter(anOpenDeal(), ...PAID_STEPS), "seller", { type: "markPaid" }],
    [
      "paid, as marked by the seller",
      dealAfter(anOpenDeal(), ...READY_STEPS, ["seller", { type: "markPaid" }]),
      "buyer",
      { type: "markPaid" },
    ],
    ["paid, after it was sent", dealAfter(anOpenDeal(), ...SENT_STEPS), "buyer", { type: "markPaid" }],
    ["sent", dealAfter(anOpenDeal(), ...SENT_STEPS), "seller", { type: "markSent" }],
    [
      "asked to cancel",
      dealAfter(anOpenDeal(), ["buyer", { type: "requestCancel" }]),
      "buyer",
      { type: "requestCancel" },
    ],
    ["agreed", dealAfter(anOpenDeal(), ...CANCELLED_STEPS), "seller", { type: "agreeCancel" }],
    ["cancellation request dropped", anOpenDeal(), "buyer", { type: "dropCancel" }],
    ["disputed", dealAfter(anOpenDeal(), ...DISPUTED_STEPS), "buyer", { type: "dispute" }],
    ["settled", dealAfter(anOpenDeal(), ...DISPUTED_STEPS, ["buyer", { type: "settle" }]), "buyer", { type: "settle" }],
    [
      "the same choice",
      dealAfter(anUnpaidDeal(), ["seller", { type: "endUnpaid", choice: "listAgain" }]),
      "seller",
      { type: "endUnpaid", choice: "listAgain" },
    ],
  ] as const)("a repeated step is accepted only with the same text: %s", (_what, deal, personId, step) => {
    expect(decideStep(deal, personId, step, deal.at)).toEqual({ ok: true, events: [] });
    const refused = { ok: false, refusal: { code: "step_taken" } };
    expect(decideStep(deal, personId, { ...step, hasNewText: true }, deal.at)).toEqual(refused);
  });

  it("the same address counts as a new step only with a new note", () => {
    const ready = dealAfter(anOpenDeal(), ...READY_STEPS);
    const step = { ...TO_ADDRESS, isNew: false };
    expect(eventsOf(ready, "buyer", step, ready.at)).toEqual([]);
    expect(eventsOf(ready, "buyer", { ...step, hasNewText: true }, ready.at)).toMatchObject([{ by: "buyer" }]);
  });

  it("a step with a different choice or address counts as a new step", () => {
    const ended = dealAfter(anUnpaidDeal(), ["seller", { type: "endUnpaid", choice: "listAgain" }]);
    expect(decideStep(ended, "seller", { type: "endUnpaid", choice: "cancel" }, ended.at).ok).toBe(false);
    const ready = dealAfter(anOpenDeal(), ...READY_STEPS);
    for (const isNew of [true, false]) {
      const chosen = eventsOf(ready, "buyer", { ...PICK_UP, isNew }, ready.at);
      expect(chosen).toMatchObject([{ fact: { delivery: "pickUp" } }]);
    }
    expect(eventsOf(ready, "buyer", TO_ADDRESS, ready.at)).toMatchObject([{ fact: { delivery: "address" } }]);
  });
});

describe("deadlines", () => {
  it.each([
    ["offered", anOfferedDeal(), OFFER_MS, "closed", "lapsed"],
    ["open", anOpenDeal(), TERMS.paymentMs, "unpaid", null],
    ["ready", dealAfter(anOpenDeal(), ...READY_STEPS), TERMS.paymentMs - MINUTE_MS, "unpaid", null],
    ["unpaid", anUnpaidDeal(), CHOICE_MS, "closed", "unpaid"],
    ["paid", dealAfter(anOpenDeal(), ...PAID_STEPS), SENDING_MS, "closed", "notSent"],
    ["sent", dealAfter(anOpenDeal(), ...SENT_STEPS), RECEIPT_MS, "done", null],
  ] as const)("a deal that is %s moves on exactly when its deadline passes", (state, deal, afterMs, then, outcome) => {
    const due = deal.at + afterMs;
    expect(dueAt(deal)).toBe(due);
    expect(dealAt(deal, due - 1).state).toBe(state);
    expect(dealAt(deal, due)).toMatchObject({ state: then, outcome, at: due });
    expect(stateWhenDue(state)).toBe(then);
    expect(overdueEvents(deal, due)).toMatchObject([{ seq: deal.eventCount + 1, at: due, by: "clock" }]);
  });

  it.each([
    ["done", dealAfter(anOpenDeal(), ...SENT_STEPS, ["buyer", { type: "confirmReceipt" }])],
    ["closed", dealAfter(anOfferedDeal(), ["buyer", { type: "decline" }])],
    ["cancelled", dealAfter(anOpenDeal(), ...CANCELLED_STEPS)],
  ] as const)("a deal that is %s has no deadline", (state, deal) => {
    expect(dueAt(deal)).toBeNull();
    expect(overdueEvents(deal, Infinity)).toEqual([]);
    expect(stateWhenDue(state)).toBe(state);
  });

  it("a step that leaves the state unchanged doesn't move the deadline", () => {
    const paid = dealAfter(anOpenDeal(), ...PAID_STEPS);
    expect(dueAt(dealAfter(paid, ["buyer", { type: "requestCancel" }]))).toBe(paid.at + SENDING_MS);
    expect(dueAt(dealAfter(anUnpaidDeal(), ["buyer", TO_ADDRESS]))).toBe(T0 + TERMS.paymentMs + CHOICE_MS);
  });

  it("deadlines missed before a step are recorded first, in order and at their times", () => {
    const now = T0 + TERMS.paymentMs + DAY_MS;
    expect(eventsOf(anOpenDeal(), "seller", { type: "endUnpaid", choice: "cancel" }, now)).toEqual([
      { seq: 2, at: T0 + TERMS.paymentMs, by: "clock", fact: { type: "unpaid" } },
      { seq: 3, at: now, by: "seller", fact: { type: "closed", outcome: "cancel" } },
    ]);
    const longAfter = T0 + TERMS.paymentMs + CHOICE_MS;
    expect(overdueEvents(anOpenDeal(), longAfter).map(({ fact }) => fact.type)).toEqual(["unpaid", "closed"]);
  });

  it("a deal's time never goes back, even if the next step's clock is behind", () => {
    const deal = dealAfter(anOpenDeal(), ...READY_STEPS);
    expect(eventsOf(deal, "buyer", { type: "markPaid" }, deal.at - 1)).toMatchObject([{ at: deal.at }]);
  });

  it("a deadline is paused by a dispute and starts over once that is settled", () => {
    const disputed = dealAfter(anOpenDeal(), ...SENT_STEPS, ["buyer", { type: "dispute" }]);
    expect(dueAt(disputed)).toBeNull();
    expect(dealAt(disputed, T0 + 10_000 * DAY_MS).state).toBe("sent");
    const settled = dealAfter(disputed, ["buyer", { type: "settle" }]);
    expect(dueAt(settled)).toBe(settled.at + RECEIPT_MS);
  });
});

describe("canceling", () => {
  it("a request to cancel stays open while its side only corrects the address", () => {
    const requested = dealAfter(anOpenDeal(), ...READY_STEPS, ["buyer", { type: "requestCancel" }]);
    expect(dealAfter(requested, ["buyer", PICK_UP])).toMatchObject({ state: "ready", cancelRequestedBy: "buyer" });
    expect(dealAfter(requested, ["buyer", { type: "markPaid" }])).toMatchObject({ cancelRequestedBy: null });
  });

  it.each(["buyer", "seller"] as const)(
    "the %s can't cancel a deal without the other side's agreement",
    (side: Side) => {
      const other = side === "buyer" ? "seller" : "buyer";
      const cancelRequested = dealAfter(anOpenDeal(), [side, { type: "requestCancel" }]);
      expect(cancelRequested).toMatchObject({ state: "open", cancelRequestedBy: side });
      expect(possibleSteps(cancelRequested, other)).toEqual(expect.arrayContaining(["agreeCancel", "dropCancel"]));
      expect(dealAfter(cancelRequested, [other, { type: "agreeCancel" }])).toMatchObject({
        state: "cancelled",
        cancelRequestedBy: null,
      });
      expect(dealAfter(cancelRequested, [other, { type: "dropCancel" }])).toMatchObject({
        state: "open",
        cancelRequestedBy: null,
      });
      expect(dealAfter(cancelRequested, [side, { type: "dropCancel" }])).toMatchObject({
        state: "open",
        cancelRequestedBy: null,
      });
    },
  );

  it("a side withdraws its request to cancel by continuing the deal", () => {
    const cancelRequested = dealAfter(anOpenDeal(), ...READY_STEPS, ["buyer", { type: "requestCancel" }]);
    expect(dealAfter(cancelRequested, ["buyer", { type: "markPaid" }])).toMatchObject({
      state: "paid",
      cancelRequestedBy: null,
    });
    expect(dealAfter(cancelRequested, ["seller", { type: "markPaid" }])).toMatchObject({
      state: "paid",
      cancelRequestedBy: "buyer",
    });
  });
});

describe("admin decisions", () => {
  it("an admin closes a deal for one side once, unless it has already ended", () => {
    const disputed = dealAfter(anOpenDeal(), ...PAID_STEPS, ["seller", { type: "dispute" }]);
    const decision = decideForSide(disputed, "forSeller", disputed.at + DAY_MS);
    expect(decision).toMatchObject({ ok: true, events: [{ by: "admin", fact: { outcome: "forSeller" } }] });
    const closed = decision.ok ? decision.events.reduce(evolveDeal, disputed) : disputed;
    expect(closed).toMatchObject({ state: "closed", outcome: "forSeller", disputedBy: null });
    expect(decideForSide(closed, "forSeller", closed.at)).toEqual({ ok: true, events: [] });
    const refusal = { code: "step_not_possible", state: "closed" };
    expect(decideForSide(closed, "forBuyer", closed.at)).toEqual({ ok: false, refusal });
    expect(decideForSide(anOfferedDeal(), "forBuyer", T0 + OFFER_MS)).toEqual({ ok: false, refusal });
    const done = dealAfter(anOpenDeal(), ...SENT_STEPS, ["buyer", { type: "confirmReceipt" }]);
    const ended = { code: "step_not_possible", state: "done" };
    expect(decideForSide(done, "forBuyer", done.at)).toEqual({ ok: false, refusal: ended });
  });
});

it.each<[string, Deal, buyer: readonly DealStepName[], seller: readonly DealStepName[]]>([
  ["open", anOpenDeal(), ["chooseDelivery"], ["agreeCancel"]],
  ["ready", dealAfter(anOpenDeal(), ...READY_STEPS), ["markPaid"], ["markPaid"]],
  ["paid", dealAfter(anOpenDeal(), ...PAID_STEPS), [], ["markSent", "handOver", "agreeCancel"]],
  ["disputed", dealAfter(anOpenDeal(), ...PAID_STEPS, ["seller", { type: "dispute" }]), [], ["markSent", "handOver"]],
])("after 100 events, only steps that advance a deal are possible: %s", (_, initialDeal, buyer, seller) => {
  let deal = initialDeal;
  while (deal.eventCount < MAX_DEAL_EVENTS) {
    deal = dealAfter(deal, ["buyer", { type: deal.cancelRequestedBy === null ? "requestCancel" : "dropCancel" }]);
  }
  expect(possibleSteps(deal, "buyer")).toEqual(buyer);
  expect(possibleSteps(deal, "seller")).toEqual(seller);
});

it.each([
  ["seller", "paid", true],
  ["seller", "sent", true],
  ["seller", "handedOver", true],
  ["seller", "cancelRequested", false],
  ["buyer", "paid", false],
  ["buyer", "received", false],
  ["clock", "received", false],
] as const)("the %s's step %s confirms the payment: %s", (by, type, confirms) => {
  expect(confirmsPayment(by, type)).toBe(confirms);
});
