/**
 * A bidder who never stops: bids, records every command with its key and answer, and when no answer comes asks again
 * with the same key until one does.
 */
// @ts-nocheck

import { setTimeout as pause } from "node:timers/promises";

import { placeBidAnswer } from "../../contract/bid.ts";
import type { Person } from "./person.ts";

/** One command as its sender saw it. Times are epoch ms; amounts major units. */
export type Attempt = {
  readonly key: string;
  readonly auctionId: string;
  readonly bidderId: string;
  readonly amount: number;
  readonly sentAt: number;
  answeredAt: number | null;
  /** The bid's id once acknowledged, the code once refused. */
  bidId: string | null;
  refusal: string | null;
  tries: number;
};

export type BidderOptions = {
  readonly person: Person;
  readonly auctionIds: readonly string[];
  readonly random: () => number;
  /** Whether to go on; asked before every new command, never between the tries of one. */
  readonly goesOn: () => boolean;
  /** Whether the runtime is up; tries wait for it. */
  readonly isUp: () => boolean;
};

/** Wait between two bids of one person, and between two tries of one command. */
const THINK_MS = 15;
const RETRY_MS = 40;

export async function bidUntilStopped({ person, auctionIds, random, goesOn, isUp }: BidderOptions): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const minimum = new Map<string, number>();
  while (goesOn()) {
    const auctionId = auctionIds[Math.floor(random() * auctionIds.length)] ?? "";
    const amount = (minimum.get(auctionId) ?? 100) + Math.floor(random() * 3);
    const attempt: Attempt = {
      key: `${person.id}-${attempts.length}`,
      auctionId,
      bidderId: person.id,
      amount,
      sentAt: Date.now(),
      answeredAt: null,
      bidId: null,
      refusal: null,
      tries: 0,
    };
    attempts.push(attempt);
    const next = await insist(person, attempt, isUp);
    if (next !== null) minimum.set(auctionId, next);
    await pause(random() * THINK_MS);
  }
  return attempts;
}

/** Asks until an answer comes; returns the smallest next bid as far as the answer tells. */
async function insist(person: Person, attempt: Attempt, isUp: () => boolean): Promise<number | null> {
  const { auctionId, amount, key } = attempt;
  for (;;) {
    while (!isUp()) await pause(RETRY_MS);
    attempt.tries += 1;
    try {
      const body = { productId: auctionId, bidAmount: amount };
      const answer = await person.call("POST", "/bid/placeBid", placeBidAnswer, body, { "idempotency-key": key });
      if (!answer.ok && (answer.failure.code === "busy" || answer.failure.code === "internal_error")) {
        throw new Error(answer.failure.code);
      }
      attempt.answeredAt = Date.now();
      if (answer.ok) {
        attempt.bidId = answer.value.newBid._id;
        return answer.value.auction.minNextBid;
      }
      attempt.refusal = answer.failure.code;
      return answer.failure.details?.minimum ?? null;
    } catch (error) {
      // No answer: the runtime died, or is dying. The command may or may not have happened; the key tells.
      if (!(error instanceof Error)) throw error;
      await pause(RETRY_MS);
    }
  }
}
