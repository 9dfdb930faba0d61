/**
 * A bidder that places exact bids and maximums until it's stopped. It occasionally changes, withdraws or undoes
 * an accepted bid, or has the seller release it. It records every command with its key and response, and resends it
 * with the same key until there is a response.
 */
import { setTimeout as pause } from "node:timers/promises";

import {
  deleteBidResponse,
  editBidResponse,
  placeBidResponse,
  standingResponse,
} from "../../../worker/contract/bid.ts";
import { doneResponse } from "../../../worker/contract/fields.ts";
import type { User } from "../../client/user.ts";
import { Random } from "../../seed/random.ts";
import { type AttemptAnswer, type CommandAttempt, isAcknowledged } from "../invariants/attempts.ts";
import type { ModelOffer } from "../oracle/auction.ts";
import { type PersonalCommand, wireOffer, withdrawal } from "../oracle/commands.ts";

/** One command with its own key, sent until it's answered. */
export type PersistentAttempt = CommandAttempt & {
  readonly key: string;
  tries: number;
  /** How many tries got a server error, which says nothing about the outcome. */
  serverErrorCount: number;
};

/** Sends one try. Rejects if there's no response. */
export type Channel = (attempt: PersistentAttempt) => Promise<AttemptAnswer>;

export type Sender = {
  readonly user: User;
  readonly random: Random;
  /** Whether the runtime is up. Tries wait until it is. */
  readonly isUp: () => boolean;
  /** The channels that a bid can use. Each try uses one of them. If there are none, bids use REST. */
  readonly channels?: (auctionId: string) => readonly Channel[];
};

export type BidderOptions = Sender & {
  readonly auctionIds: readonly string[];
  /** The seller who releases bids. */
  readonly seller: User;
  /** Whether to continue. Checked before every new command, never between the tries of one. */
  readonly isRunning: () => boolean;
  readonly onAcknowledged: () => void;
};

/** The share of offers with a maximum. */
const MAXIMUM_SHARE = 0.3;
/**
 * What happens next to an accepted bid, by share: its bidder changes, withdraws or undoes it, or the seller releases
 * it.
 */
const FOLLOW_UP_WEIGHTS = { edit: 0.08, withdrawal: 0.05, undo: 0.1, release: 0.05, nothing: 0.72 };

/**
 * How far a maximum is above the amount. Some are equal, some are exhausted right away, and some last for a few bids.
 */
const MAXIMUM_EXTRAS = [0, 100, 200, 500, 1_000, 3_000];
/** The longest wait between two commands from one user. */
const MAX_THINK_MS = 25;
/** The wait between two tries of one command. */
const RETRY_MS = 40;
/** A command that isn't answered within this time counts as never answered. */
const ATTEMPT_TIMEOUT_MS = 120_000;
/** The error codes that say nothing about the outcome, so the command is resent with its key. */
const INCONCLUSIVE_CODES: ReadonlySet<string> = new Set(["busy", "outcome_unknown", "internal_error"]);

export async function bidUntilStopped(options: BidderOptions): Promise<PersistentAttempt[]> {
  const { user, auctionIds, random, isRunning, seller } = options;
  const maximumRandom = new Random(`maxima of ${user.email}`);
  const attempts: PersistentAttempt[] = [];
  const minimums = new Map<string, number>();
  const send = async (
    auctionId: string,
    command: PersonalCommand,
    sender: Sender = options,
  ): Promise<PersistentAttempt> => {
    const attempt = await sendUntilAnswered(sender, `${user.id}-${attempts.length}`, auctionId, command);
    attempts.push(attempt);
    const next = minNextBidIn(attempt.answer);
    if (next !== null) minimums.set(auctionId, next);
    if (isAcknowledged(attempt)) options.onAcknowledged();
    await pause(random.next() * MAX_THINK_MS);
    return attempt;
  };
  while (isRunning()) {
    const auctionId = random.pick(auctionIds);
    const actorId = user.id;
    const offer = () =>
      offerFrom(((minimums.get(auctionId) ?? 100) + random.integer(0, 2)) * 100, maximumRandom, MAXIMUM_SHARE);
    const { answer } = await send(auctionId, { type: "placeBid", actorId, ...offer() });
    if (!answer?.ok) continue;
    const bidId = answer.value.newBid?._id ?? "";
    const followUp = random.weighted(FOLLOW_UP_WEIGHTS);
    if (followUp === "edit") await send(auctionId, { type: "editBid", actorId, bidId, ...offer() });
    if (followUp === "withdrawal") await send(auctionId, withdrawal(actorId, bidId));
    if (followUp === "undo") await send(auctionId, withdrawal(actorId, bidId, "mistake"));
    if (followUp === "release") {
      await send(auctionId, { type: "requestRelease", actorId, bidId });
      await send(auctionId, { type: "releaseBid", actorId: seller.id, bidId }, { ...options, user: seller });
    }
  }
  return attempts;
}

/**
 * An offer of exactly this amount or, for this `share` of offers, up to a maximum. An offer with a maximum may also
 * contain the amount, as its lowest bid.
 */
export function offerFrom(amountMinor: number, random: Random, share: number): ModelOffer {
  if (!random.chance(share)) return { amountMinor };
  const maxMinor = amountMinor + random.pick(MAXIMUM_EXTRAS);
  return random.chance(0.7) ? { maxMinor } : { amountMinor, maxMinor };
}

/** Sends one command until it's answered. `key` has 8 to 64 characters, which both REST and sockets accept. */
export async function sendUntilAnswered(
  { user, random, isUp, channels }: Sender,
  key: string,
  auctionId: string,
  command: PersonalCommand,
): Promise<PersistentAttempt> {
  const sentAt = Date.now();
  const attempt: PersistentAttempt = {
    key,
    auctionId,
    command,
    sentAt,
    doneAt: Number.POSITIVE_INFINITY,
    answer: null,
    tries: 0,
    serverErrorCount: 0,
  };
  const rest = restChannel(user);
  while (Date.now() - sentAt < ATTEMPT_TIMEOUT_MS) {
    while (!isUp()) await pause(RETRY_MS);
    attempt.tries += 1;
    const bidChannels = command.type === "placeBid" ? (channels?.(auctionId) ?? []) : [];
    try {
      const answer = await random.pick(bidChannels.length > 0 ? bidChannels : [rest])(attempt);
      if (answer.ok || !INCONCLUSIVE_CODES.has(answer.failure.code)) {
        attempt.doneAt = Date.now();
        attempt.answer = answer;
        break;
      }
      attempt.serverErrorCount += 1;
    } catch (error) {
      // No response, because the runtime died or is dying. The command may or may not have happened. The key shows
      // which.
      if (!(error instanceof Error)) throw error;
    }
    await pause(RETRY_MS);
  }
  return attempt;
}

/** The minimum bid in major units, or null if the response doesn't have it. */
function minNextBidIn(answer: AttemptAnswer | null): number | null {
  if (answer?.ok) return answer.value.auction?.minNextBid ?? null;
  return answer?.failure.code === "bid_too_low" ? (answer.failure.details?.minimum ?? null) : null;
}

function withdrawalPath({ bidId, reason }: Extract<PersonalCommand, { type: "withdrawBid" }>): string {
  return `/bid/deleteBid/${bidId}${reason ? `?reason=${reason}` : ""}`;
}

export function restChannel(user: User): Channel {
  return async ({ command, auctionId, key }) => {
    switch (command.type) {
      case "placeBid": {
        const body = { productId: auctionId, ...wireOffer(command) };
        return user.call("POST", "/bid/placeBid", placeBidResponse, body, key);
      }
      case "editBid": {
        return user.call("PUT", `/bid/editBid/${command.bidId}`, editBidResponse, wireOffer(command), key);
      }
      case "withdrawBid":
        return user.call("DELETE", withdrawalPath(command), deleteBidResponse, undefined, key);
      case "requestRelease": {
        const answer = await user.call("POST", `/bid/requestRelease/${command.bidId}`, doneResponse, undefined, key);
        return answer.ok ? { ok: true, value: { requested: true } } : answer;
      }
      case "releaseBid":
        return user.call("POST", `/bid/releaseBid/${command.bidId}`, standingResponse, undefined, key);
      default:
        throw new Error(`no bidder sends ${command.type}`);
    }
  };
}
