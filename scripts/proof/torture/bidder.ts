/**
 * A bidder that never stops: it bids an amount or up to a maximum, and now and then changes, withdraws or undoes an
 * accepted bid, or has the seller release it. It records every command with its key and response, and sends it again with the same key until there is
 * a response.
 */
import { setTimeout as pause } from "node:timers/promises";

import { deleteBidAnswer, editBidAnswer, placeBidAnswer, releaseBidAnswer } from "../../../worker/contract/bid.ts";
import { doneAnswer } from "../../../worker/contract/fields.ts";
import type { User } from "../../client/user.ts";
import { type Answer, type Attempt, isAcknowledged } from "../oracle/attempts.ts";
import type { Offer } from "../oracle/auction.ts";
import { type Command, wireOffer, withdrawal } from "../oracle/commands.ts";
import { Random } from "../random.ts";

/** One command under its own key, sent until it is answered. */
export type PersistentAttempt = Attempt & {
  readonly key: string;
  tries: number;
  /** Tries that were answered with a server error, which says nothing about the outcome. */
  failures: number;
};

/** How one try is sent. Throws when no answer came. */
export type Channel = (attempt: PersistentAttempt) => Promise<Answer>;

export type BidderOptions = {
  readonly user: User;
  readonly auctionIds: readonly string[];
  readonly random: Random;
  /** Whether to go on; asked before every new command, never between the tries of one. */
  readonly goesOn: () => boolean;
  /** Whether the runtime is up; tries wait for it. */
  readonly isUp: () => boolean;
  /** The channels that a bid may take; each try takes one of them. REST alone when there is none. */
  readonly channels?: (auctionId: string) => readonly Channel[];
  /** The longest wait between two commands, in milliseconds. */
  readonly thinkMs?: number;
  /** Called for each command that was acknowledged. */
  readonly onAcknowledged?: () => void;
  /** The share of offers that name a maximum. */
  readonly maxima?: number;
  /** The share of accepted bids that are changed, withdrawn, undone, and released by their seller. */
  readonly second?: {
    readonly edits: number;
    readonly withdrawals: number;
    readonly undos: number;
    readonly releases: number;
    readonly seller: User;
  };
};

/** How far a maximum is above the amount: some are equal, some are exhausted at once, and some last for a few bids. */
const MORE_FOR_MAXIMUM = [0, 100, 200, 500, 1_000, 3_000];
/** Wait between two bids of one user, and between two tries of one command. */
const THINK_MS = 15;
const RETRY_MS = 40;
/** A command that is not answered by then never will be. */
const ATTEMPT_TIMEOUT_MS = 120_000;
/** Answers that say nothing about what was done: the command is sent again with its key. */
const PROMISES_NOTHING: ReadonlySet<string> = new Set(["busy", "outcome_unknown", "internal_error"]);

export async function bidUntilStopped(options: BidderOptions): Promise<PersistentAttempt[]> {
  const { user, auctionIds, random, goesOn, thinkMs = THINK_MS, maxima = 0, second } = options;
  const ofMaxima = new Random(`maxima of ${user.email}`);
  const attempts: PersistentAttempt[] = [];
  const minimum = new Map<string, number>();
  const send = async (auctionId: string, command: Command, by: SendOptions = options): Promise<PersistentAttempt> => {
    const attempt = newAttempt(`${user.id}-${attempts.length}`, auctionId, command);
    attempts.push(attempt);
    const next = await sendUntilAnswered(attempt, by);
    if (next !== null) minimum.set(auctionId, next);
    if (isAcknowledged(attempt)) options.onAcknowledged?.();
    await pause(random.next() * thinkMs);
    return attempt;
  };
  while (goesOn()) {
    const auctionId = random.pick(auctionIds);
    const actorId = user.id;
    const offer = () =>
      offerFrom(
        ((minimum.get(auctionId) ?? 100) + random.whole(0, 2)) * 100,
        ofMaxima.chance(maxima) ? ofMaxima : null,
      );
    const { answer } = await send(auctionId, { type: "placeBid", actorId, ...offer() });
    if (!answer?.ok || !second) continue;
    const bidId = answer.value.newBid?._id ?? "";
    const chance = random.next();
    if (chance < second.edits) {
      await send(auctionId, { type: "editBid", actorId, bidId, ...offer() });
    } else if (chance < second.edits + second.withdrawals) {
      await send(auctionId, withdrawal(actorId, bidId));
    } else if (chance < second.edits + second.withdrawals + second.undos) {
      await send(auctionId, withdrawal(actorId, bidId, "mistake"));
    } else if (chance < second.edits + second.withdrawals + second.undos + second.releases) {
      const { seller } = second;
      await send(auctionId, { type: "askRelease", actorId, bidId });
      await send(auctionId, { type: "releaseBid", actorId: seller.id, bidId }, { ...options, user: seller });
    }
  }
  return attempts;
}

/** Exactly this amount; or with `ofMaxima` up to a maximum that is drawn from it, from the amount on or not. */
export function offerFrom(amountMinor: number, ofMaxima: Random | null): Offer {
  if (!ofMaxima) return { amountMinor };
  const maxMinor = amountMinor + ofMaxima.pick(MORE_FOR_MAXIMUM);
  return ofMaxima.chance(0.7) ? { maxMinor } : { amountMinor, maxMinor };
}

function newAttempt(key: string, auctionId: string, command: Command): PersistentAttempt {
  const sentAt = Date.now();
  return { key, auctionId, command, sentAt, doneAt: Number.POSITIVE_INFINITY, answer: null, tries: 0, failures: 0 };
}

type SendOptions = Pick<BidderOptions, "user" | "random" | "isUp" | "channels">;

/** Sends one bid until it is answered. `key` is of 8 to 64 characters, as REST and sockets take it. */
export function bidOnce(
  options: SendOptions,
  { key, auctionId, ...offer }: { readonly key: string; readonly auctionId: string } & Offer,
): Promise<PersistentAttempt> {
  return sendOnce(options, { key, auctionId, command: { type: "placeBid", actorId: options.user.id, ...offer } });
}

/** Sends one command until it is answered. */
export async function sendOnce(
  options: SendOptions,
  { key, auctionId, command }: { readonly key: string; readonly auctionId: string; readonly command: Command },
): Promise<PersistentAttempt> {
  const attempt = newAttempt(key, auctionId, command);
  await sendUntilAnswered(attempt, options);
  return attempt;
}

/** Answers with the smallest next bid in major units as far as the answer says. */
async function sendUntilAnswered(attempt: PersistentAttempt, options: SendOptions): Promise<number | null> {
  const { user, random, isUp, channels } = options;
  const rest = overRest(user);
  while (Date.now() - attempt.sentAt < ATTEMPT_TIMEOUT_MS) {
    while (!isUp()) await pause(RETRY_MS);
    attempt.tries += 1;
    const open = attempt.command.type === "placeBid" ? (channels?.(attempt.auctionId) ?? []) : [];
    try {
      const answer = await random.pick(open.length > 0 ? open : [rest])(attempt);
      if (answer.ok || !PROMISES_NOTHING.has(answer.failure.code)) {
        attempt.doneAt = Date.now();
        attempt.answer = answer;
        return minNextBidIn(answer);
      }
      attempt.failures += 1;
    } catch (error) {
      // No response: the runtime died, or is dying. The command may or may not have happened; the key shows which.
      if (!(error instanceof Error)) throw error;
    }
    await pause(RETRY_MS);
  }
  return null;
}

function minNextBidIn(answer: Answer | null): number | null {
  if (answer?.ok) return answer.value.auction?.minNextBid ?? null;
  return answer?.failure.code === "bid_too_low" ? (answer.failure.details?.minimum ?? null) : null;
}

function withdrawalPath({ bidId, reason }: Extract<Command, { type: "withdrawBid" }>): string {
  return `/bid/deleteBid/${bidId}${reason ? `?reason=${reason}` : ""}`;
}

export function overRest(user: User): Channel {
  return async ({ command, auctionId, key }) => {
    switch (command.type) {
      case "placeBid": {
        const body = { productId: auctionId, ...wireOffer(command) };
        return user.call("POST", "/bid/placeBid", placeBidAnswer, body, key);
      }
      case "editBid": {
        return user.call("PUT", `/bid/editBid/${command.bidId}`, editBidAnswer, wireOffer(command), key);
      }
      case "withdrawBid":
        return user.call("DELETE", withdrawalPath(command), deleteBidAnswer, undefined, key);
      case "buyNow": {
        const body = { price: command.priceMinor / 100 };
        return user.call("POST", `/auction/${auctionId}/buy`, placeBidAnswer, body, key);
      }
      case "askRelease": {
        const asked = await user.call("POST", `/bid/askRelease/${command.bidId}`, doneAnswer, undefined, key);
        return asked.ok ? { ok: true, value: { asked: true } } : asked;
      }
      case "releaseBid":
        return user.call("POST", `/bid/releaseBid/${command.bidId}`, releaseBidAnswer, undefined, key);
      case "releaseBuyer":
      case "block":
      case "unblock":
      case "removeBid":
      case "suspend":
      case "editListing":
      case "deleteListing":
      case "hideListing":
      case "showListing":
      case "voidAuction":
        throw new Error(`no bidder sends ${command.type}`);
    }
  };
}

export function isRefusedWith({ answer }: Attempt, code: string): boolean {
  return answer?.ok === false && answer.failure.code === code;
}

export function countAcknowledged(attempts: readonly Attempt[]): number {
  return attempts.filter(isAcknowledged).length;
}

export function countFailures(attempts: readonly PersistentAttempt[]): number {
  return attempts.reduce((all, { failures }) => all + failures, 0);
}
