/**
 * A few people who bid until they are stopped, at a human pace: 2 to 15 seconds from one bid to the next. What goes
 * wrong is said and tried again: a house that is closed for a moment, a session that has ended, a wait that was asked
 * for.
 */
import { setTimeout as pause } from "node:timers/promises";

import { formatMoney, minorOf } from "../../worker/rules/money.ts";
import { chooseAmount, chooseAuction, chooseBidder } from "./choice.ts";
import { type Guest, type House, Refusal } from "./house.ts";

const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
/** How long a closed house is left alone before the next try. */
const RETRY_MS = 5_000;
/** How often the bidders look around for where people watch. */
const LOOK_EVERY_MS = 30_000;

export type Invited = { readonly email: string; readonly password: string };
type Demo = {
  readonly house: House;
  readonly invited: readonly Invited[];
  /** Shows one line to whoever runs the demo. */
  readonly say: (line: string) => void;
  readonly random: () => number;
  /** Stops the demo; it ends with this signal's error. */
  readonly signal: AbortSignal;
};

export async function bidUntilStopped(demo: Demo): Promise<never> {
  const { house, invited, say, random, signal } = demo;
  const watching = new Map<string, number>();
  let guests: readonly Guest[] = [];
  let lookedAt = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      if (guests.length === 0) {
        guests = await signInAll(house, invited);
        say(`${guests.map(({ account }) => account.name).join(", ")} have come to bid.`);
      }
      if (Date.now() - lookedAt > LOOK_EVERY_MS) {
        await lookAround(house, watching, signal);
        lookedAt = Date.now();
      }
      await bidOnce(demo, guests, watching);
      await pause(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS), undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Refusal && error.status === 401) guests = [];
      say(error instanceof Refusal ? `The house says: ${error.message}` : "The house does not answer, trying again …");
      const waitMs = (error instanceof Refusal ? error.retryAfterMs : null) ?? RETRY_MS;
      await pause(waitMs, undefined, { signal });
    }
  }
}

async function signInAll(house: House, invited: readonly Invited[]): Promise<Guest[]> {
  const guests: Guest[] = [];
  for (const { email, password } of invited) guests.push(await house.signIn(email, password));
  return guests;
}

/** Asks each live auction how many people watch it, one after the other. */
async function lookAround(house: House, watching: Map<string, number>, signal: AbortSignal): Promise<void> {
  const live = await house.liveAuctions();
  watching.clear();
  for (const { _id } of live) {
    signal.throwIfAborted();
    const { watching: eyes } = await house.details(_id);
    if (eyes > 0) watching.set(_id, eyes);
  }
}

async function bidOnce({ house, say, random }: Demo, guests: readonly Guest[], watching: ReadonlyMap<string, number>) {
  const auction = chooseAuction(await house.liveAuctions(), watching, random);
  if (!auction) return say("Nothing is on offer right now.");
  const details = await house.details(auction._id);
  const guest = chooseBidder(guests, details, random);
  if (!guest) return;
  const amount = chooseAmount(details, random);
  const sum = formatMoney(minorOf(amount), details.currency);
  const told = `${guest.account.name} bids ${sum} on ${details.title}`;
  try {
    await house.placeBid(guest, details._id, amount);
    say(told);
  } catch (error) {
    // Someone was faster, or it has just ended: that is bidding. Everything else is not.
    if (!(error instanceof Refusal) || (error.status !== 409 && error.status !== 422)) throw error;
    say(`${told}, and is told: ${error.message}`);
  }
}
