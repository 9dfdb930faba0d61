import type { Bid } from "../../../worker/contract/bid.ts";
/** What the people of a simulated life sent and what they were told: the evidence that the judge weighs. */
import type { Auction, Standing } from "../../../worker/contract/catalogue.ts";
import type { Answered } from "../../../worker/room/rpc.ts";
import type { ListingChange } from "../../../worker/rules/auction.ts";

export type Wanted =
  | { readonly type: "placeBid"; readonly amountMinor: number }
  | { readonly type: "editBid"; readonly bidId: string; readonly amountMinor: number }
  | { readonly type: "withdrawBid"; readonly bidId: string }
  | { readonly type: "editListing"; readonly change: ListingChange }
  | { readonly type: "deleteListing" };

/** What an acceptance says, whatever was wished. */
export type Told = {
  readonly newBid?: Bid;
  readonly updatedBid?: Bid;
  readonly auction?: Standing | Auction;
  readonly imageKeys?: readonly string[];
};

export type Attempt = {
  readonly wanted: Wanted;
  readonly actorId: string;
  readonly key: string | undefined;
  /** Simulated epoch ms. */
  readonly sentAt: number;
  /** When it was answered, or when its sender gave up. */
  doneAt: number;
  /** Null when it was never answered: it has happened whole, or not at all. */
  answer: Answered<Told> | null;
};

/** One wish of one person, sent once or, with its key, several times. */
export type Intent = {
  readonly wanted: Wanted;
  readonly actorId: string;
  readonly key: string | undefined;
  readonly attempts: readonly Attempt[];
};

export function intentsOf(attempts: readonly Attempt[]): Intent[] {
  const intents = new Map<string, Intent & { attempts: Attempt[] }>();
  for (const [index, attempt] of attempts.entries()) {
    const { wanted, actorId, key } = attempt;
    const name = key === undefined ? `once ${index}` : `${actorId} ${key} ${JSON.stringify(wanted)}`;
    const known = intents.get(name);
    if (known) known.attempts.push(attempt);
    else intents.set(name, { wanted, actorId, key, attempts: [attempt] });
  }
  return Array.from(intents.values());
}

/** How many facts an intent may have made: [1, 1] acknowledged, [0, 0] refused, [0, 1] never answered. */
export function factsMade({ attempts }: Intent): readonly [least: number, most: number] {
  if (attempts.some(({ answer }) => answer?.ok)) return [1, 1];
  // Of an auction that is gone a refusal says nothing about what was done before.
  const refusals = attempts.filter(({ answer }) => answer?.ok === false && answer.failure.code !== "auction_not_found");
  const open = attempts.filter(
    ({ answer, doneAt }) => answer === null && !refusals.some((refusal) => refusal.sentAt >= doneAt),
  );
  return [0, Math.min(1, open.length)];
}
