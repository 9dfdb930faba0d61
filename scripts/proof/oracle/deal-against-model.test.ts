/**
 * Compares the rules of a deal with the plain model: the same state and the same events after everything that a buyer, a
 * seller, a stranger, an admin or the clock does, much of it refused. LOTLINE_LONG=1 makes 20,000 commands, different
 * ones each time; LOTLINE_SEED repeats a run.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";

import {
  decideForSide,
  decideStep,
  possibleSteps,
  type Step,
  STEP_NAMES,
  type StepName,
} from "../../../worker/rules/deal-steps.ts";
import {
  type Deal,
  dealAt,
  type DealEvent,
  dealOf,
  dueAt,
  evolveDeal,
  hasEnded,
  overdueEvents,
  SIDES,
  UNPAID_CHOICES,
} from "../../../worker/rules/deal.ts";
import { type Doing, ModelDeal, type Who } from "./deal.ts";

const SEED = 20_260_101;
const long = process.env["LOTLINE_LONG"] === "1";
const seed = Number(process.env["LOTLINE_SEED"] ?? (long ? Date.now() % 2 ** 31 : SEED));
const COMMANDS = long ? 20_000 : 3_000;
const COMMANDS_OF_A_DEAL = 15;
const T0 = 1_767_225_600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TERMS = { buyerId: "buyer", sellerId: "seller", paymentMs: 4 * DAY_MS };

const doing = fc.oneof<fc.Arbitrary<Doing>[]>(
  fc.record({ does: fc.constantFrom("accept", "decline", "pay", "send", "hand over", "receive") }),
  fc.record({ does: fc.constantFrom("accept", "pay", "pay", "send", "send") }),
  fc.record({ does: fc.constantFrom("address", "pick up"), again: fc.boolean() }),
  fc.record({ does: fc.constantFrom("ask", "agree", "drop", "dispute", "settle") }),
  fc.record({ does: fc.constant("give up"), for: fc.constantFrom("secondChance", "listAgain", "cancel") }),
);
const ruling = fc.record({ does: fc.constant("decide" as const), for: fc.constantFrom("buyer", "seller") });

type Command = {
  readonly who: Who | "clock";
  readonly doing: Doing;
  readonly waitMs: number | "due" | "just before";
  /** Which of the possible steps is made instead; null: what was drawn, possible or not. */
  readonly fitting: number | null;
};
const fitting = fc.option(fc.nat(), { freq: 2 });
const waits = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 6 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 7 * DAY_MS }) },
  { weight: 1, arbitrary: fc.constantFrom("due" as const, "just before" as const) },
);
const someone = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom("buyer" as const, "seller" as const) },
  { weight: 1, arbitrary: fc.constantFrom("stranger" as const, "admin" as const) },
  { weight: 1, arbitrary: fc.constant("clock" as const) },
);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 60, arbitrary: fc.record({ who: someone, doing, waitMs: waits, fitting }) },
  {
    weight: 1,
    arbitrary: fc.record({
      who: fc.constant("admin" as const),
      doing: ruling,
      waitMs: waits,
      fitting: fc.constant(null),
    }),
  },
);

function stepOf(done: Exclude<Doing, { does: "decide" }>): Step {
  switch (done.does) {
    case "address":
      return { type: "chooseDelivery", delivery: "address", isNew: !done.again };
    case "pick up":
      return { type: "chooseDelivery", delivery: "pickUp", isNew: !done.again };
    case "give up":
      return { type: "endUnpaid", choice: done.for };
    default:
      return { type: NAMES[done.does] };
  }
}
const DOES = {
  accept: "accept",
  decline: "decline",
  markPaid: "pay",
  markSent: "send",
  handOver: "hand over",
  confirmReceipt: "receive",
  askCancel: "ask",
  agreeCancel: "agree",
  dropCancel: "drop",
  dispute: "dispute",
  settle: "settle",
} as const;
const NAMES = {
  accept: "accept",
  decline: "decline",
  pay: "markPaid",
  send: "markSent",
  "hand over": "handOver",
  receive: "confirmReceipt",
  ask: "askCancel",
  agree: "agreeCancel",
  drop: "dropCancel",
  dispute: "dispute",
  settle: "settle",
} as const;

/** One of the steps that are possible now, and who makes it; what was drawn where there is none. */
function chosen(deal: Deal, drawn: Command, now: number): Pick<Command, "who" | "doing"> {
  const { fitting: index } = drawn;
  if (index === null || drawn.who === "clock") return drawn;
  const current = dealAt(deal, now);
  const possible = SIDES.flatMap((who) => possibleSteps(current, who).map((step) => ({ who, step })));
  const one = possible[index % Math.max(1, possible.length)];
  return one ? { who: one.who, doing: doingOf(one.step, index) } : drawn;
}

function doingOf(step: StepName, index: number): Doing {
  if (step === "chooseDelivery") return { does: index % 3 === 0 ? "pick up" : "address", again: false };
  if (step === "endUnpaid") return { does: "give up", for: UNPAID_CHOICES[index % 3] ?? "cancel" };
  return { does: DOES[step] };
}

/** An event in the words of the model. */
function said({ by, fact }: DealEvent): string {
  const words = {
    opened: "opened",
    offered: "offered",
    accepted: "accepted",
    deliveryChosen: `chose ${fact.type === "deliveryChosen" ? fact.delivery : ""}`,
    paid: "paid",
    sent: "sent",
    handedOver: "handed over",
    received: "received",
    unpaid: "unpaid",
    cancelAsked: "asked",
    cancelDropped: "dropped",
    cancelled: "cancelled",
    disputed: "disputed",
    settled: "settled",
    closed: `closed: ${fact.type === "closed" ? fact.outcome : ""}`,
  };
  return `${by} ${words[fact.type]}`;
}

/** The states that may follow each one: none is skipped. */
const FOLLOWS: Readonly<Record<Deal["state"], readonly Deal["state"][]>> = {
  offered: ["open", "closed"],
  open: ["ready", "unpaid", "cancelled", "closed"],
  ready: ["paid", "unpaid", "cancelled", "closed"],
  paid: ["sent", "cancelled", "closed"],
  sent: ["done", "cancelled", "closed"],
  unpaid: ["paid", "cancelled", "closed"],
  done: [],
  closed: [],
  cancelled: [],
};

const met = { accepted: 0, refused: 0, repeated: 0, ends: new Set<string>() };

function play(isSecondChance: boolean, commands: readonly Command[]): void {
  const first: DealEvent = isSecondChance
    ? { seq: 1, at: T0, by: "seller", fact: { type: "offered" } }
    : { seq: 1, at: T0, by: "clock", fact: { type: "opened" } };
  const log: DealEvent[] = [first];
  let deal = dealOf(TERMS, log);
  const model = new ModelDeal(isSecondChance, T0, TERMS.paymentMs);
  let now = T0;
  for (const drawn of commands) {
    const { waitMs } = drawn;
    const due = dueAt(deal);
    if (typeof waitMs === "number") now += waitMs;
    else if (due !== null) now = Math.max(now, waitMs === "due" ? due : due - 1);
    const { who, doing: done } = chosen(deal, drawn, now);
    const events = who === "clock" ? overdueEvents(deal, now) : decided(deal, model, who, done, now);
    if (who === "clock") model.look(now);
    for (const event of events) {
      const next = evolveDeal(deal, event);
      if (next.state !== deal.state) expect(FOLLOWS[deal.state]).toContain(next.state);
      expect(event).toMatchObject({ seq: deal.events + 1 });
      expect(event.at).toBeGreaterThanOrEqual(deal.at);
      log.push(event);
      deal = next;
    }
    expect(dealOf(TERMS, log)).toEqual(deal);
    expect(log.map(said)).toEqual(model.log);
    const { state, outcome, delivery, cancelAskedBy, disputedBy } = deal;
    expect({ state, outcome, delivery, cancelAskedBy, disputedBy, due: dueAt(deal) }).toEqual({
      state: model.state,
      outcome: model.why,
      delivery: model.how,
      cancelAskedBy: model.asker,
      disputedBy: model.accuser,
      due: model.isOver || model.accuser !== null ? null : model.until,
    });
  }
  // Without a dispute, time alone ends it.
  const end = dealAt(deal, now + 1_000 * DAY_MS);
  expect(hasEnded(end)).toBe(deal.disputedBy === null || hasEnded(deal));
  met.ends.add(`${end.state} ${end.outcome}`);
}

/** The events of a command, which the model decided in the same way. */
function decided(deal: Deal, model: ModelDeal, who: Who, done: Doing, now: number): readonly DealEvent[] {
  const decision =
    done.does === "decide"
      ? decideForSide(deal, done.for === "buyer" ? "forBuyer" : "forSeller", now)
      : decideStep(deal, who, stepOf(done), now);
  const verdict = model.act(who, done, now);
  if (!decision.ok) {
    const { refusal } = decision;
    expect(refusal.code === "step_not_possible" ? `${refusal.code} in ${refusal.state}` : refusal.code).toBe(verdict);
    met.refused += 1;
    return [];
  }
  expect(decision.events.length === 0 ? "nothing new" : "ok").toBe(verdict);
  met[decision.events.length === 0 ? "repeated" : "accepted"] += 1;
  const own = decision.events.at(-1);
  if (own) expect(own.by).toBe(who);
  return decision.events;
}

it(`decides ${COMMANDS} deal steps like the plain model (LOTLINE_SEED=${seed})`, () => {
  const deals = fc.property(
    fc.boolean(),
    fc.array(command, { minLength: COMMANDS_OF_A_DEAL, maxLength: COMMANDS_OF_A_DEAL }),
    play,
  );
  fc.assert(deals, { seed, numRuns: Math.ceil(COMMANDS / COMMANDS_OF_A_DEAL) });
  console.log(JSON.stringify({ ...met, ends: Array.from(met.ends) }));
  for (const count of [met.accepted, met.refused, met.repeated]) expect(count).toBeGreaterThan(COMMANDS / 40);
  expect(met.ends.size).toBeGreaterThanOrEqual(8);
});

it("offers exactly the steps that it accepts", () => {
  const walk = fc.property(fc.boolean(), fc.array(command, { maxLength: COMMANDS_OF_A_DEAL }), (isSecond, commands) => {
    const by = isSecond ? ("seller" as const) : ("clock" as const);
    let deal = dealOf(TERMS, [{ seq: 1, at: T0, by, fact: { type: isSecond ? "offered" : "opened" } }]);
    for (const { who, doing: done } of commands) {
      if (done.does === "decide" || (who !== "buyer" && who !== "seller")) continue;
      const offered = possibleSteps(deal, who);
      for (const name of STEP_NAMES) {
        const step: Step =
          name === "chooseDelivery"
            ? { type: name, delivery: "address", isNew: true }
            : name === "endUnpaid"
              ? { type: name, choice: "cancel" }
              : { type: name };
        const decision = decideStep(deal, who, step, deal.at);
        expect(decision.ok && decision.events.length > 0).toBe(offered.includes(name));
      }
      const decision = decideStep(deal, who, stepOf(done), deal.at);
      if (decision.ok) deal = decision.events.reduce(evolveDeal, deal);
    }
  });
  fc.assert(walk, { seed, numRuns: long ? 400 : 60 });
});
