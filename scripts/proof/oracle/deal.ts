/**
 * A deal, stated a second time and in another way than the rules do: one mutable object, one method for each thing that
 * someone does, and times as plain sums. It imports nothing of the rules.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type Who = "buyer" | "seller" | "stranger" | "admin";
export type Doing =
  | { readonly does: "accept" | "decline" | "pay" | "send" | "hand over" | "receive" }
  | { readonly does: "address" | "pick up"; readonly again: boolean }
  | { readonly does: "ask" | "agree" | "drop" | "dispute" | "settle" }
  | { readonly does: "give up"; readonly for: "secondChance" | "listAgain" | "cancel" }
  | { readonly does: "decide"; readonly for: "buyer" | "seller" };

type Said = "ok" | "nothing new" | "deal_not_found" | "not_your_step" | `step_not_possible in ${string}`;

/** What only one of the two may do. */
const OWNER: { readonly [Does in Doing["does"]]?: "buyer" | "seller" } = {
  accept: "buyer",
  decline: "buyer",
  address: "buyer",
  "pick up": "buyer",
  receive: "buyer",
  send: "seller",
  "hand over": "seller",
  "give up": "seller",
};

export class ModelDeal {
  state: string;
  why: string | null = null;
  how: "address" | "pickUp" | null = null;
  asker: Who | null = null;
  accuser: Who | null = null;
  events = 1;
  /** When the state changes by itself, unless there is a dispute. */
  until: number;
  readonly paymentMs: number;
  readonly log: string[];
  readonly #settled = new Set<Who>();

  constructor(isSecondChance: boolean, at: number, paymentMs: number) {
    this.paymentMs = paymentMs;
    this.state = isSecondChance ? "offered" : "open";
    this.until = at + (isSecondChance ? 48 * HOUR : paymentMs);
    this.log = [isSecondChance ? "seller offered" : "clock opened"];
  }

  get isOver(): boolean {
    return this.state === "done" || this.state === "closed" || this.state === "cancelled";
  }

  look(now: number): void {
    while (!this.isOver && this.accuser === null && now >= this.until) {
      const at = this.until;
      if (this.state === "offered") this.#end("clock", "closed", "lapsed");
      else if (this.state === "paid") this.#end("clock", "closed", "notSent");
      else if (this.state === "unpaid") this.#end("clock", "closed", "unpaid");
      else if (this.state === "sent") this.#end("clock", "done");
      else this.#move("clock", "unpaid", "unpaid", at + 30 * DAY);
    }
  }

  act(who: Who, doing: Doing, now: number): Said {
    if (doing.does === "decide") return this.#decided(doing.for, now);
    if (who === "stranger" || who === "admin") return "deal_not_found";
    const owner = OWNER[doing.does];
    if (owner && owner !== who) return "not_your_step";
    const copy = { state: this.state, events: this.events, log: this.log.length, until: this.until, why: this.why };
    const asked = { asker: this.asker, accuser: this.accuser };
    this.look(now);
    const said = this.#try(who, doing, now);
    if (said !== "ok") {
      // No one has looked: what fell due is recorded by the next one who changes something.
      this.log.length = copy.log;
      Object.assign(this, { state: copy.state, events: copy.events, until: copy.until, why: copy.why }, asked);
    }
    return said;
  }

  #decided(side: "buyer" | "seller", now: number): Said {
    const why = side === "buyer" ? "forBuyer" : "forSeller";
    const [state, reason, events, log] = [this.state, this.why, this.events, this.log.length];
    const { until, asker, accuser } = this;
    this.look(now);
    if (!this.isOver) {
      this.#end("admin", "closed", why);
      return "ok";
    }
    const said = this.why === why ? "nothing new" : (`step_not_possible in ${this.state}` as const);
    this.log.length = log;
    Object.assign(this, { state, why: reason, events, until, asker, accuser });
    return said;
  }

  #try(who: "buyer" | "seller", doing: Doing, now: number): Said {
    const not = `step_not_possible in ${this.state}` as const;
    const repeated = (did: boolean): Said => (did ? "nothing new" : not);
    const mayTalk = this.events < 100;
    const isRunning = !this.isOver && this.state !== "offered";
    const isPastPayment = this.state === "paid" || this.state === "sent";
    switch (doing.does) {
      case "accept":
        if (this.state !== "offered") return repeated(this.log.includes("buyer accepted"));
        return this.#move(who, "accepted", "open", now + this.paymentMs);
      case "decline":
        if (this.state !== "offered") return repeated(this.why === "declined");
        return this.#end(who, "closed", "declined");
      case "address":
      case "pick up": {
        const how = doing.does === "address" ? "address" : "pickUp";
        if (doing.again && this.how === how) return "nothing new";
        if (this.state !== "open" && this.state !== "ready" && this.state !== "unpaid") return not;
        if (this.how !== null && !mayTalk) return not;
        this.how = how;
        return this.#move(who, `chose ${how}`, this.state === "open" ? "ready" : this.state, this.until);
      }
      case "pay":
        if (this.log.some((line) => line.endsWith(" paid")) && !this.#mayPay(who)) return "nothing new";
        if (!this.#mayPay(who)) return not;
        return this.#move(who, "paid", "paid", now + 60 * DAY);
      case "send":
        if (this.state !== "paid" || this.how !== "address") return repeated(this.log.includes("seller sent"));
        return this.#move(who, "sent", "sent", now + 21 * DAY);
      case "hand over":
        if (this.state !== "paid") return repeated(this.log.includes("seller handed over"));
        return this.#move(who, "handed over", "sent", now + 21 * DAY);
      case "receive":
        if (this.state !== "sent") return repeated(this.log.includes("buyer received"));
        return this.#end(who, "done");
      case "give up":
        if (this.state !== "unpaid") return repeated(this.why === doing.for);
        return this.#end(who, "closed", doing.for);
      case "ask":
        if (this.asker === who) return "nothing new";
        if (!isRunning || this.asker !== null || !mayTalk) return not;
        this.asker = who;
        return this.#say(who, "asked");
      case "agree":
        if (!isRunning || this.asker === null || this.asker === who) {
          return repeated(this.log.includes(`${who} cancelled`));
        }
        return this.#end(who, "cancelled");
      case "drop":
        if (this.asker === null) return repeated(!this.isOver);
        if (!mayTalk) return not;
        this.asker = null;
        return this.#say(who, "dropped");
      case "dispute":
        if (this.accuser === who) return "nothing new";
        if (!isPastPayment || this.accuser !== null || !mayTalk) return not;
        this.accuser = who;
        return this.#say(who, "disputed");
      case "settle":
        if (!isPastPayment || this.accuser !== who || !mayTalk) {
          return repeated(this.#settled.has(who) && this.accuser === null);
        }
        this.accuser = null;
        this.#settled.add(who);
        this.until = now + (this.state === "paid" ? 60 : 21) * DAY;
        return this.#say(who, "settled");
      case "decide":
        return not;
    }
  }

  #mayPay(who: "buyer" | "seller"): boolean {
    if (this.how === null) return false;
    return this.state === "ready" || (this.state === "unpaid" && who === "seller");
  }

  #move(who: string, what: string, state: string, until: number): "ok" {
    if (state !== this.state && this.asker === who) this.asker = null;
    this.state = state;
    this.until = until;
    return this.#say(who, what);
  }

  #end(who: string, state: "done" | "closed" | "cancelled", why: string | null = null): "ok" {
    this.state = state;
    this.why = why;
    this.asker = null;
    this.accuser = null;
    return this.#say(who, state === "done" ? "received" : state === "closed" ? `closed: ${why}` : "cancelled");
  }

  #say(who: string, what: string): "ok" {
    this.events += 1;
    this.log.push(`${who} ${what}`);
    return "ok";
  }
}
