/**
 * The commands of users as plain data: applied to the model, sent to a room, and recognised in its journal.
 * A new command is added to `Command`, and then wherever the compiler asks for it.
 */

import type { Bid } from "../../../worker/contract/bid.ts";
import type { Auction, Standing } from "../../../worker/contract/catalogue.ts";
import type { Actor, Answered, BySession } from "../../../worker/room-rpc.ts";
import type { AuctionRoom } from "../../../worker/room/auction-room.ts";
import type { Fact, ModelAuction, Offer, RequestedChange, Verdict } from "./auction.ts";

export type Command =
  | ({ readonly type: "placeBid"; readonly actorId: string } & Offer)
  | ({ readonly type: "editBid"; readonly actorId: string; readonly bidId: string } & Offer)
  | {
      readonly type: "withdrawBid";
      readonly actorId: string;
      readonly bidId: string;
      readonly reason?: "mistake";
    }
  /** At the buy now price that the buyer was shown. */
  | { readonly type: "buyNow"; readonly actorId: string; readonly priceMinor: number }
  | {
      readonly type: "editListing";
      readonly actorId: string;
      readonly change: RequestedChange;
      /** Null removes the hidden reserve; absent, it stays. */
      readonly reserveMinor?: number | null;
    }
  | { readonly type: "deleteListing"; readonly actorId: string }
  | { readonly type: "hideListing"; readonly actorId: string }
  | { readonly type: "showListing"; readonly actorId: string }
  | { readonly type: "voidAuction"; readonly actorId: string; readonly reason: string };

/** The number in the id of a bid that this command would place. */
export function bidNumber(model: ModelAuction, command: Command): number {
  if (command.type === "buyNow") return model.seqOfNextBid(command.actorId, { amountMinor: command.priceMinor });
  return command.type === "placeBid" ? model.seqOfNextBid(command.actorId, command) : 0;
}

/** The actor of admins' commands, which name none. */
export const ADMIN = "admin";

/** The model's verdict on a command at a time; a placed bid gets this id. */
export function carryOut(auction: ModelAuction, command: Command, bidId: string, now: number): Verdict {
  const { actorId } = command;
  switch (command.type) {
    case "placeBid":
      return auction.place(bidId, actorId, command, now);
    case "editBid":
      return auction.edit(command.bidId, actorId, command, now);
    case "withdrawBid":
      return auction.withdraw(command.bidId, actorId, now, command.reason);
    case "buyNow":
      return auction.buyNow(bidId, actorId, command.priceMinor, now);
    case "editListing":
      return auction.editListing(actorId, command.change, now, command.reserveMinor);
    case "deleteListing":
      return auction.delete(actorId, now);
    case "hideListing":
      return auction.hide(now);
    case "showListing":
      return auction.show(now);
    case "voidAuction":
      return auction.void(command.reason, now);
  }
}

/** The parts of a fact that the model does not have. */
type Opened = { readonly salt: string };
type NotInModel = { readonly lastHash?: string; readonly openedMaximum?: Opened; readonly openedReserve?: Opened };

/** A fact as the model makes it: without hashes and salts. */
export function plainly(fact: { readonly type: string } & NotInModel): unknown {
  const { lastHash: _, openedMaximum, openedReserve, ...rest } = fact;
  return {
    ...rest,
    ...(openedMaximum && { openedMaximum: { ...openedMaximum, salt: "" } }),
    ...(openedReserve && { openedReserve: { ...openedReserve, salt: "" } }),
  };
}

/** The account behind a bidder's id in the facts. */
export type PersonOf = (bidderId: string) => string;
export const byName: PersonOf = (bidderId) => bidderId;

/**
 * The commands that a fact may record, as the auction was before it. None where a fact is not a command's own: an
 * opening, an extension, a closing, an amount that the rules set, and moderation, whose repeats are accepted and change
 * nothing. Two where a leader offers more: placing a bid then changes the leading one. `sealed` is the amount that the
 * fact seals.
 */
export function commandsOf(fact: Fact, auction: ModelAuction, sealed?: number): readonly Command[] {
  switch (fact.type) {
    case "newBid": {
      if (fact.bought) return [{ type: "buyNow", actorId: fact.bidderId, priceMinor: fact.amountMinor }];
      const offered = offerIn(fact, auction.terms.startingPriceMinor, sealed);
      return [{ type: "placeBid", actorId: fact.bidderId, ...offered }];
    }
    case "bidEdited":
    case "maximumChanged": {
      const { bidId, bidderId: actorId } = fact;
      if (fact.type === "bidEdited" && fact.bought) {
        return [{ type: "buyNow", actorId, priceMinor: fact.amountMinor }];
      }
      const bid = auction.bids.find(({ id }) => id === bidId);
      const offered =
        fact.type === "bidEdited"
          ? offerIn(fact, bid?.floor ?? Number.NaN, sealed)
          : offerOf({ maxMinor: sealed ?? Number.NaN });
      const isPlaced = bid === auction.leader && (bid?.hasMaximum || offered.amountMinor === undefined);
      const edited: Command = { type: "editBid", actorId, bidId, ...offered };
      return isPlaced ? [edited, { type: "placeBid", actorId, ...offered }] : [edited];
    }
    case "bidWithdrawn":
      return [withdrawal(fact.bidderId, fact.bidId, fact.reason)];
    case "listingEdited":
      return [{ type: "editListing", actorId: auction.seller, change: fact.change }];
    case "reserveSet":
      return [{ type: "editListing", actorId: auction.seller, change: {}, reserveMinor: sealed ?? Number.NaN }];
    case "reserveRemoved":
      return [{ type: "editListing", actorId: auction.seller, change: {}, reserveMinor: null }];
    case "cancelled":
    case "removed":
      return [{ type: "deleteListing", actorId: auction.seller }];
    case "bidAdjusted":
    case "opened":
    case "extended":
    case "closed":
    case "hidden":
    case "shown":
    case "voided":
    case "bidderBlocked":
    case "bidderUnblocked":
      return [];
  }
}

/**
 * What was offered by a bid as it was recorded. One that is not enough to lead seals nothing: its maximum is its
 * amount. A floor of `least`, the lowest amount if only a maximum is named, says that no amount was named.
 */
function offerIn(
  { amountMinor, floorMinor }: { readonly amountMinor: number; readonly floorMinor?: number },
  least: number,
  sealed = amountMinor,
): Offer {
  if (floorMinor === undefined) return { amountMinor };
  return floorMinor === least ? { maxMinor: sealed } : { amountMinor: floorMinor, maxMinor: sealed };
}

/**
 * A command as a fact would record it: an offer whose maximum is its amount is an exact one, and a first bid does not
 * record an amount that is the starting price.
 */
export function asRecorded(command: Command, startingPriceMinor: number): Command {
  if (command.type !== "placeBid" && command.type !== "editBid") return command;
  const { amountMinor, maxMinor, ...rest } = command;
  if (amountMinor === undefined || maxMinor === undefined) return command;
  if (amountMinor === maxMinor) return { ...rest, amountMinor };
  return command.type === "placeBid" && amountMinor === startingPriceMinor ? { ...rest, maxMinor } : command;
}

/** Without a field for the reason where there is none, as in a fact. */
export function withdrawal(actorId: string, bidId: string, reason?: "mistake"): Command {
  return { type: "withdrawBid", actorId, bidId, ...(reason && { reason }) };
}

/** One text for equal commands, whatever the order of their fields. */
export function nameOf(command: Command): string {
  return JSON.stringify(Object.entries(command).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The content of an acceptance of any command. */
export type Accepted = {
  readonly newBid?: Bid;
  readonly updatedBid?: Bid;
  readonly auction?: Standing | Auction;
  readonly imageKeys?: readonly string[];
  /** The receipt of a bid, an edit or a withdrawal. */
  readonly seq?: number;
  readonly hash?: string;
};
type Methods = "placeBid" | "editBid" | "withdrawBid" | "buyNow" | "editListing" | "deleteListing";
/** A room, or a stub of one in another process. */
export type RoomCalls = {
  readonly [Method in Methods]: (request: Parameters<AuctionRoom[Method]>[0]) => Promise<Answered<Accepted>>;
} & Pick<AuctionRoom, "setHidden" | "voidAuction">;
export type Limits = { readonly minStartingPriceMinor: number; readonly minAuctionMs: number };

export function sendTo(
  room: RoomCalls,
  command: Command,
  key: string | undefined,
  limits: Limits,
  sender: BySession & { readonly actor: Actor } = { actor: actorNamed(command.actorId) },
): Promise<Answered<Accepted>> {
  const by = { ...sender, key };
  switch (command.type) {
    case "placeBid":
      return room.placeBid({ ...by, ...offerOf(command) });
    case "editBid":
      return room.editBid({ ...by, bidId: command.bidId, ...offerOf(command) });
    case "withdrawBid":
      return room.withdrawBid({ ...by, bidId: command.bidId, ...(command.reason && { reason: command.reason }) });
    case "buyNow":
      return room.buyNow({ ...by, priceMinor: command.priceMinor });
    case "editListing": {
      const { change, reserveMinor } = command;
      return room.editListing({ actor: sender.actor, key, change, reserveMinor, limits });
    }
    case "deleteListing":
      return room.deleteListing({ actor: sender.actor, key });
    case "hideListing":
      return done(room.setHidden("A copy"));
    case "showListing":
      return done(room.setHidden(null));
    case "voidAuction":
      return done(room.voidAuction(command.reason));
  }
}

/** The offer in a command, without undefined fields. */
export function offerOf({ amountMinor, maxMinor }: Offer): Offer {
  return { ...(amountMinor === undefined ? {} : { amountMinor }), ...(maxMinor === undefined ? {} : { maxMinor }) };
}

/** The same on the wire. */
export function wireOffer({ amountMinor, maxMinor }: Offer) {
  const bidAmount = amountMinor === undefined ? {} : { bidAmount: amountMinor / 100 };
  return maxMinor === undefined ? bidAmount : { ...bidAmount, maxBid: maxMinor / 100 };
}

/** An act of an admin answers with nothing to compare. */
async function done(acting: Promise<Answered<unknown>>): Promise<Answered<Accepted>> {
  const answered = await acting;
  return answered.ok ? { ok: true, value: {} } : answered;
}

export function actorNamed(id: string): Actor {
  return { id, firstName: id, lastName: "Example", imageUrl: null, maskedEmail: `${id[0]}•••@e•••.com` };
}
