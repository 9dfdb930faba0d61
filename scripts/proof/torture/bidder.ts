/**
 * A bidder who never stops: bids, now and then raises or withdraws what was accepted, records every command with its
 * key and answer, and when no answer comes asks again with the same key until one does.
 */
import { setTimeout as pause } from "node:timers/promises";

import { deleteBidAnswer, editBidAnswer, placeBidAnswer } from "../../../worker/contract/bid.ts";
import type { Failure } from "../../../worker/contract/errors.ts";
import { type Attempt, type Channel, isAcknowledged, type Outcome, PROMISES_NOTHING, type Wanted } from "./attempt.ts";
import type { Person } from "./person.ts";

export type BidderOptions = {
  readonly person: Person;
  readonly auctionIds: readonly string[];
  readonly random: () => number;
  /** Whether to go on; asked before every new command, never between the tries of one. */
  readonly goesOn: () => boolean;
  /** Whether the runtime is up; tries wait for it. */
  readonly isUp: () => boolean;
  /** The ways that a bid may take; each try takes one of them. REST alone when there is none. */
  readonly channels?: (auctionId: string) => readonly Channel[];
  /** The longest wait between two commands, in milliseconds. */
  readonly thinkMs?: number;
  /** Hears of each command that was acknowledged. */
  readonly acknowledged?: () => void;
  /** The share of accepted bids that are raised, and that are withdrawn. */
  readonly second?: { readonly edits: number; readonly withdrawals: number };
};

/** Wait between two bids of one person, and between two tries of one command. */
const THINK_MS = 15;
const RETRY_MS = 40;
/** A command that nobody has answered by then never will be. */
const GIVE_UP_MS = 120_000;

export async function bidUntilStopped(options: BidderOptions): Promise<Attempt[]> {
  const { person, auctionIds, random, goesOn, thinkMs = THINK_MS, second } = options;
  const attempts: Attempt[] = [];
  const minimum = new Map<string, number>();
  const wish = async (auctionId: string, wanted: Wanted): Promise<Attempt> => {
    const attempt = newAttempt(`${person.id}-${attempts.length}`, auctionId, person.id, wanted);
    attempts.push(attempt);
    const next = await insist(attempt, options);
    if (next !== null) minimum.set(auctionId, next);
    if (isAcknowledged(attempt)) options.acknowledged?.();
    await pause(random() * thinkMs);
    return attempt;
  };
  while (goesOn()) {
    const auctionId = auctionIds[Math.floor(random() * auctionIds.length)] ?? "";
    const amountNow = () => (minimum.get(auctionId) ?? 100) + Math.floor(random() * 3);
    const { bidId } = await wish(auctionId, { type: "place", amount: amountNow() });
    if (bidId === null || !second) continue;
    const chance = random();
    if (chance < second.edits) await wish(auctionId, { type: "edit", bidId, amount: amountNow() });
    else if (chance < second.edits + second.withdrawals) await wish(auctionId, { type: "withdraw", bidId });
  }
  return attempts;
}

export function newAttempt(key: string, auctionId: string, bidderId: string, wanted: Wanted): Attempt {
  const sentAt = Date.now();
  return {
    key,
    auctionId,
    bidderId,
    wanted,
    sentAt,
    answeredAt: null,
    bidId: null,
    refusal: null,
    tries: 0,
    troubles: 0,
  };
}

type Insistence = Pick<BidderOptions, "person" | "random" | "isUp" | "channels">;

/** Asks until an answer comes; returns the smallest next bid as far as the answer tells. */
export async function insist(attempt: Attempt, options: Insistence): Promise<number | null> {
  const { person, random, isUp, channels } = options;
  const rest = overRest(person);
  while (Date.now() - attempt.sentAt < GIVE_UP_MS) {
    while (!isUp()) await pause(RETRY_MS);
    attempt.tries += 1;
    const ways = attempt.wanted.type === "place" ? (channels?.(attempt.auctionId) ?? [rest]) : [rest];
    const way = ways[Math.floor(random() * ways.length)] ?? rest;
    try {
      const outcome = await way(attempt);
      if (outcome.accepted || !PROMISES_NOTHING.has(outcome.code)) {
        attempt.answeredAt = Date.now();
        if (outcome.accepted) attempt.bidId = outcome.bidId;
        else attempt.refusal = outcome.code;
        return outcome.minNextBid;
      }
      attempt.troubles += 1;
    } catch (error) {
      // No answer: the runtime died, or is dying. The command may or may not have happened; the key tells.
      if (!(error instanceof Error)) throw error;
    }
    await pause(RETRY_MS);
  }
  return null;
}

export function overRest(person: Person): Channel {
  return async ({ wanted, auctionId, key }) => {
    const keyed = { "idempotency-key": key };
    if (wanted.type === "withdraw") {
      const { bidId } = wanted;
      const answer = await person.call("DELETE", `/bid/deleteBid/${bidId}`, deleteBidAnswer, undefined, keyed);
      return answer.ok ? accepted(bidId, answer.value.auction) : refusal(answer.failure);
    }
    if (wanted.type === "edit") {
      const body = { bidAmount: wanted.amount };
      const answer = await person.call("PUT", `/bid/editBid/${wanted.bidId}`, editBidAnswer, body, keyed);
      return answer.ok ? accepted(wanted.bidId, answer.value.auction) : refusal(answer.failure);
    }
    const body = { productId: auctionId, bidAmount: wanted.amount };
    const answer = await person.call("POST", "/bid/placeBid", placeBidAnswer, body, keyed);
    return answer.ok ? accepted(answer.value.newBid._id, answer.value.auction) : refusal(answer.failure);
  };
}

export function accepted(bidId: string, { minNextBid }: { readonly minNextBid: number }): Outcome {
  return { accepted: true, bidId, minNextBid };
}

export function refusal({ code, details }: Pick<Failure, "code" | "details">): Outcome {
  return { accepted: false, code, minNextBid: details?.minimum ?? null };
}

/** What no fair answer explains: commands that were never answered. */
export function unanswered(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter((attempt) => attempt.answeredAt === null);
}

export function countAcknowledged(attempts: readonly Attempt[]): number {
  return attempts.filter(isAcknowledged).length;
}
