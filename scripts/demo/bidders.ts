/**
 * Users who bid until stopped, as fast as people do: 2 to 15 seconds between bids. Temporary failures (an unreachable
 * server, an ended session, a rate limit) are printed and retried.
 */
import { setTimeout as pause } from "node:timers/promises";

import { placeBidResponse } from "../../worker/contract/bid.ts";
import { formatMoney, toMinorOrThrow } from "../../worker/rules/money.ts";
import { RefusedError, User, unwrap } from "../client/user.ts";
import { chooseAmount, chooseAuction, chooseBidder } from "./choice.ts";

const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15_000;
/** The wait before retrying after a failure. */
const RETRY_MS = 5_000;
/** The wait after a 429 without Retry-After. */
const COOL_DOWN_S = 10;
/** Addresses reserved for documentation. Each number after this prefix is its own network. */
const NETWORK_PREFIX = "2001:db8:";
/** How often the bidders check which auctions are watched. */
const WATCHER_COUNT_INTERVAL_MS = 30_000;

export type DemoAccount = { readonly email: string; readonly password: string };
type DemoOptions = {
  /** The marketplace's URL. */
  readonly url: string;
  readonly accounts: readonly DemoAccount[];
  readonly print: (line: string) => void;
  readonly random: () => number;
  /** Aborting this stops the demo, which then throws the signal's reason. */
  readonly signal: AbortSignal;
};

export async function bidUntilStopped(options: DemoOptions): Promise<never> {
  const { url, accounts, print, random, signal } = options;
  const watcherCounts = new Map<string, number>();
  let bidders: readonly User[] = [];
  let countedAt = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      if (bidders.length === 0) {
        bidders = await signInAll(url, accounts);
        const names = new Intl.ListFormat("en").format(bidders.map(({ account }) => account.name));
        print(`${names} are here to bid.`);
      }
      const [reader] = bidders;
      if (!reader) throw new Error("a demo needs bidders");
      if (Date.now() - countedAt > WATCHER_COUNT_INTERVAL_MS) {
        await countWatchers(reader, watcherCounts, signal);
        countedAt = Date.now();
      }
      await bidOnce(options, bidders, reader, watcherCounts);
      await pause(MIN_PAUSE_MS + random() * (MAX_PAUSE_MS - MIN_PAUSE_MS), undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      const refusal = error instanceof RefusedError ? error : null;
      if (refusal?.status === 401) bidders = [];
      print(refusal ? `Refused: ${refusal.failure.message}` : "The server isn't answering. Trying again …");
      const waitMs = refusal?.status === 429 ? (refusal.failure.retryAfter ?? COOL_DOWN_S) * 1_000 : RETRY_MS;
      await pause(waitMs, undefined, { signal });
    }
  }
}

async function signInAll(url: string, accounts: readonly DemoAccount[]): Promise<User[]> {
  // Each bids from its own network. If they all bid from this machine's IP address, they'd be reported as sellers
  // bidding on their own items.
  const users = accounts.map(
    ({ email, password }, at) => new User(url, email, password, `${NETWORK_PREFIX}${at + 1}::1`),
  );
  for (const user of users) unwrap(await user.signIn());
  return users;
}

/** Reads how many people watch each live auction, one after the other. */
async function countWatchers(reader: User, watcherCounts: Map<string, number>, signal: AbortSignal): Promise<void> {
  const { auctions } = unwrap(await reader.listLiveAuctions());
  watcherCounts.clear();
  for (const { _id } of auctions) {
    signal.throwIfAborted();
    const { auctionDetails } = unwrap(await reader.fetchDetails(_id));
    if (auctionDetails.watching > 0) watcherCounts.set(_id, auctionDetails.watching);
  }
}

async function bidOnce(
  { print, random }: DemoOptions,
  bidders: readonly User[],
  reader: User,
  watcherCounts: ReadonlyMap<string, number>,
): Promise<void> {
  const auction = chooseAuction(unwrap(await reader.listLiveAuctions()).auctions, watcherCounts, random);
  if (!auction) return print("Nothing is for sale right now.");
  const { auctionDetails: details } = unwrap(await reader.fetchDetails(auction._id));
  const bidder = chooseBidder(bidders, details, random);
  if (!bidder) return;
  const bidAmount = chooseAmount(details, random);
  const bid = `${bidder.account.name} bids ${formatMoney(toMinorOrThrow(bidAmount), details.currency)} on ${details.title}`;
  const body = { productId: details._id, bidAmount };
  const answer = await bidder.call("POST", "/bid/placeBid", placeBidResponse, body, crypto.randomUUID());
  // Being outbid or too late is normal in an auction. Any other refusal is not.
  if (!answer.ok && answer.status !== 409 && answer.status !== 422) throw new RefusedError(answer);
  print(answer.ok ? bid : `${bid}, but is refused: ${answer.failure.message}`);
}
