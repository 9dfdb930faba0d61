/**
 * Auctions for tests, made the way the room makes them: only by commands that the rules accepted. Nothing here builds a
 * state by hand, so no test starts from an impossible state.
 */
import { type Auction, evolve } from "../auction.ts";
import type { Maximum } from "../bidding.ts";
import { type Command, decide } from "../decide.ts";
import type { EditBid } from "../editing.ts";
import { type Fact, sequenceFacts, type SequencedFact, type SealedReserve, type Terms } from "../facts.ts";
import type { EditListing, OpenAuction } from "../listing.ts";
import type { Refusal } from "../refusal.ts";
import type { WithdrawBid } from "../withdrawing.ts";

/** 2026-01-01T00:00:00Z, when the tests' auctions open. Any time would do. */
export const T0 = 1_767_225_600_000;
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const SELLER = "seller";
/** The minimum starting price and duration of the default deployment. */
export const LIMITS = { minStartingPriceMinor: 100_00, minAuctionMs: MINUTE_MS };

/**
 * The command to open an auction at `T0`: a day long, from $100, with flat increments, a soft close and freeze of two
 * minutes, and the hidden reserve if one is given.
 */
export function openCommand(terms: Partial<Terms> = {}, reserveMinor?: number): OpenAuction {
  return {
    type: "open",
    auctionId: "auction",
    sellerId: SELLER,
    currency: "USD",
    limits: LIMITS,
    terms: {
      title: "Brass sextant",
      description: "From a ship's chandler.",
      categoryId: "antiques",
      categoryName: "Antiques",
      imageKeys: [],
      startingPriceMinor: 100_00,
      endsAt: T0 + DAY_MS,
      increments: "flat",
      softCloseMs: 2 * MINUTE_MS,
      freezeMs: 2 * MINUTE_MS,
      windowsAfterWithdrawal: 0,
      ...terms,
    },
    ...(reserveMinor === undefined ? {} : { reserve: aReserve(reserveMinor) }),
  };
}

/** A reserve, sealed with a salt that contains its amount. */
export function aReserve(reserveMinor: number): SealedReserve {
  return { reserveMinor, salt: `salt of the reserve ${reserveMinor}` };
}

export function anAuction(terms: Partial<Terms> = {}, reserveMinor?: number): Auction {
  return auctionAfterCommand(null, openCommand(terms, reserveMinor), T0);
}

/** A bid's ID begins with its bidder: "ann-1" and "ann-10000" are Ann's. */
function bidderOf(bidId: string): string {
  return bidId.split("-")[0] ?? "";
}

/** An exact bid that its bidder has confirmed, in case it's unusually high. */
export function place(bidderId: string, amountMinor: number, bidId = `${bidderId}-${amountMinor}`): Command {
  return { type: "placeBid", bidId, bidderId, amountMinor, confirmed: true };
}

/** A maximum, sealed with a salt that contains its amount. */
export function aMaximum(maxMinor: number): Maximum {
  return { maxMinor, salt: `salt of ${maxMinor}` };
}

/** A bid up to a maximum, with `amountMinor` as its exact minimum if given. */
export function placeUpTo(bidderId: string, maxMinor: number, amountMinor?: number, bidId = `${bidderId}-${maxMinor}`) {
  return { type: "placeBid", bidId, bidderId, amountMinor, maximum: aMaximum(maxMinor) } as const satisfies Command;
}

/** A bidder changes a bid to an exact amount, or to a maximum. */
export function edit(bidId: string, { maxMinor, ...overrides }: Partial<EditBid> & { maxMinor?: number }): Command {
  const maximum = maxMinor === undefined ? {} : { maximum: aMaximum(maxMinor) };
  return { type: "editBid", bidId, bidderId: bidderOf(bidId), ...maximum, ...overrides };
}

export function withdraw(bidId: string, overrides: Partial<WithdrawBid> = {}): Command {
  return { type: "withdrawBid", bidId, bidderId: bidderOf(bidId), ...overrides };
}

/** A bidder undoes a bid as a mistake. */
export function undo(bidId: string, overrides: Partial<WithdrawBid> = {}): Command {
  return withdraw(bidId, { reason: "mistake", ...overrides });
}

/** A bidder asks the seller to release a bid. */
export function requestRelease(bidId: string, bidderId = bidderOf(bidId)): Command {
  return { type: "requestRelease", bidId, bidderId };
}

/** An admin voids a bid, even one that its bidder can't withdraw. */
export function voidBid(bidId: string): Command {
  return { type: "voidBid", bidId, by: "admin", reason: "A shill", salt: "salt" };
}

export function block(personId: string, sellerId = SELLER): Command {
  return { type: "blockBidder", sellerId, personId, salt: "salt" };
}

export const HIDE: Command = { type: "hideListing", reason: "A copy", salt: "salt" };
export const SHOW: Command = { type: "showListing" };
export const VOID: Command = { type: "voidAuction", reason: "Stolen goods" };
export const CLOSE: Command = { type: "close", lastHash: "0" };

export function editListing(change: EditListing["change"], overrides: Partial<EditListing> = {}): Command {
  return { type: "editListing", sellerId: SELLER, change, limits: LIMITS, ...overrides };
}

export function deleteListing(sellerId = SELLER): Command {
  return { type: "deleteListing", sellerId };
}

/** A day-long auction after these commands, one a second from `T0` on. It has a hidden reserve if one is given. */
export function auctionAfter(commands: readonly Command[], terms?: Partial<Terms>, reserveMinor?: number): Auction {
  return commands.reduce(
    (auction, command, index) => auctionAfterCommand(auction, command, T0 + index * SECOND_MS),
    anAuction(terms, reserveMinor),
  );
}

/** A day-long auction after these exact bids, one a second. */
export function withBids(bids: readonly (readonly [bidderId: string, amountMinor: number])[], terms?: Partial<Terms>) {
  return auctionAfter(
    bids.map(([bidderId, amountMinor]) => place(bidderId, amountMinor)),
    terms,
  );
}

/** The facts of an accepted command. Throws if it is refused. */
export function sequencedFactsOf(auction: Auction | null, command: Command, now: number): SequencedFact[] {
  const decision = decide(auction, command, now);
  if (!decision.ok) throw new Error(`refused: ${JSON.stringify(decision.refusal)}`);
  return sequenceFacts(auction, decision.drafts, now);
}

export function factsOf(auction: Auction | null, command: Command, now: number): Fact[] {
  return sequencedFactsOf(auction, command, now).map(({ fact }) => fact);
}

/** The auction after an accepted command. */
export function auctionAfterCommand(auction: Auction | null, command: Command, now: number): Auction {
  const next = sequencedFactsOf(auction, command, now).reduce<Auction | null>(evolve, auction);
  if (!next) throw new Error("nothing happened before the auction opened");
  return next;
}

/** The refusal of a command. Throws if it is accepted. */
export function refusalOf(auction: Auction | null, command: Command, now: number): Refusal {
  const decision = decide(auction, command, now);
  if (decision.ok) throw new Error(`accepted: ${JSON.stringify(decision.drafts)}`);
  return decision.refusal;
}

/** "accepted" or the refusal, for tables with both. */
export function decisionOf(auction: Auction | null, command: Command, now: number): "accepted" | Refusal {
  const decision = decide(auction, command, now);
  return decision.ok ? "accepted" : decision.refusal;
}

/** The types of the facts that an accepted command records. */
export function factTypesOf(auction: Auction | null, command: Command, now: number): Fact["type"][] {
  return factsOf(auction, command, now).map(({ type }) => type);
}
