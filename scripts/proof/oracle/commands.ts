/**
 * Users' commands as plain data. They're applied to the model, sent to a room, and recognized in its journal. To add a
 * command, add it to `SELLER_COMMANDS` or `UserCommand`, and then wherever the compiler requires it.
 */

import type { PublicBid } from "../../../worker/contract/bid.ts";
import type { ListedAuction, Standing } from "../../../worker/contract/catalogue.ts";
import type { AuctionRoom } from "../../../worker/room/auction-room.ts";
import type { Actor, Answered, WithOrigin } from "../../../worker/rpc/room-rpc.ts";
import type { ModelFact, ModelAuction, ModelOffer, ModelRequestedChange, ModelResult } from "./auction.ts";

type SellerCommandKind = {
  readonly apply: (auction: ModelAuction, sellerId: string, now: number) => ModelResult;
  /** The content of the answer. */
  readonly answer: "auction" | "changed" | "imageKeys";
};

/** The seller's commands that need nothing but their sender. Drawing, sending and judging them needs no other code. */
export const SELLER_COMMANDS = {
  releaseBuyer: { apply: (auction, sellerId, now) => auction.releaseBuyer(sellerId, now), answer: "changed" },
  deleteListing: { apply: (auction, sellerId, now) => auction.delete(sellerId, now), answer: "imageKeys" },
} satisfies Readonly<Record<string, SellerCommandKind>>;
type SellerCommandType = keyof typeof SELLER_COMMANDS;

/** How often random histories and simulations draw each seller command. */
export const SELLER_COMMAND_WEIGHTS = {
  history: { releaseBuyer: 5, deleteListing: 1 },
  simulation: { releaseBuyer: 0, deleteListing: 1 },
} satisfies Readonly<Record<string, Readonly<Record<SellerCommandType, number>>>>;

export type UserCommand =
  | { readonly type: SellerCommandType; readonly actorId: string }
  | ({ readonly type: "placeBid"; readonly actorId: string } & ModelOffer)
  | ({ readonly type: "editBid"; readonly actorId: string; readonly bidId: string } & ModelOffer)
  | {
      readonly type: "withdrawBid";
      readonly actorId: string;
      readonly bidId: string;
      readonly reason?: "mistake";
    }
  | { readonly type: "requestRelease"; readonly actorId: string; readonly bidId: string }
  | { readonly type: "releaseBid"; readonly actorId: string; readonly bidId: string }
  /** Buys at the Buy It Now price that the buyer saw. */
  | ({ readonly type: "buyNow"; readonly actorId: string; readonly priceMinor: number } & Pick<
      ModelOffer,
      "limitMinor"
    >)
  | {
      readonly type: "editListing";
      readonly actorId: string;
      readonly change: ModelRequestedChange;
      /** Null removes the hidden reserve. If absent, the reserve stays. */
      readonly reserveMinor?: number | null;
    }
  /** The seller blocks someone, which voids their standing bids. */
  | { readonly type: "block" | "unblock"; readonly actorId: string; readonly personId: string }
  /** An admin voids one bid, or all of a suspended person's bids. */
  | { readonly type: "voidBid"; readonly actorId: string; readonly bidId: string }
  | { readonly type: "suspend"; readonly actorId: string; readonly personId: string }
  | { readonly type: "hideListing"; readonly actorId: string }
  | { readonly type: "showListing"; readonly actorId: string }
  | { readonly type: "voidAuction"; readonly actorId: string; readonly reason: string };

/** The number in the ID of the bid that this command would place. 0 if it places none. */
export function bidNumber(model: ModelAuction, command: UserCommand): number {
  if (command.type === "buyNow") return model.seqOfNextBid(command.actorId, { amountMinor: command.priceMinor });
  return command.type === "placeBid" ? model.seqOfNextBid(command.actorId, command) : 0;
}

/** The actor in admin commands, because their facts don't name the admin. */
export const ADMIN = "admin";

/** Applies a command to the model at time `now`, and returns the result. A placed bid gets the ID `bidId`. */
export function applyCommand(auction: ModelAuction, command: UserCommand, bidId: string, now: number): ModelResult {
  const { actorId } = command;
  switch (command.type) {
    case "placeBid":
      return auction.place(bidId, actorId, command, now);
    case "editBid":
      return auction.edit(command.bidId, actorId, command, now);
    case "withdrawBid":
      return auction.withdraw(command.bidId, actorId, now, command.reason);
    case "requestRelease":
      return auction.requestRelease(command.bidId, actorId, now);
    case "releaseBid":
      return auction.releaseBid(command.bidId, actorId, now);
    case "buyNow":
      return auction.buyNow(bidId, actorId, command.priceMinor, now, command.limitMinor);
    case "editListing":
      return auction.editListing(actorId, command.change, now, command.reserveMinor);
    case "block":
      return auction.block(actorId, command.personId, now);
    case "unblock":
      return auction.unblock(actorId, command.personId, now);
    case "voidBid":
      return auction.voidBid(command.bidId, "admin", now);
    case "suspend":
      return auction.suspend(command.personId, now);
    case "hideListing":
      return auction.hide(now);
    case "showListing":
      return auction.show(now);
    case "voidAuction":
      return auction.void(command.reason, now);
    default:
      return SELLER_COMMANDS[command.type].apply(auction, actorId, now);
  }
}

type OpeningSalt = { readonly salt: string };
/** The parts of a fact that the model doesn't have. */
type UnmodeledFields = {
  readonly lastHash?: string;
  readonly openedMaximum?: OpeningSalt;
  readonly openedReserve?: OpeningSalt;
};

/** Strips a fact's hashes and salts, which the model doesn't have, so that the two can be compared. */
export function withoutSalts(fact: { readonly type: string } & UnmodeledFields): unknown {
  const { lastHash: _, openedMaximum, openedReserve, ...rest } = fact;
  return {
    ...rest,
    ...(openedMaximum && { openedMaximum: { ...openedMaximum, salt: "" } }),
    ...(openedReserve && { openedReserve: { ...openedReserve, salt: "" } }),
  };
}

/** Returns the ID of the account behind a bidder's ID in the facts. */
export type PersonOf = (bidderId: string) => string;
export const sameId: PersonOf = (bidderId) => bidderId;

/**
 * The commands that a fact may record. `auction` is the state before the fact, and `sealed` is the amount it seals.
 *
 * The list is empty for facts that don't come from one user command, such as openings, extensions, closings and amounts
 * that the rules set. Nor does it include moderation or the bids it voids. Repeated moderation is accepted and changes
 * nothing, so it can't be matched one to one. If a leader changes a bid with a maximum, the list has two commands. A
 * leader can do that by editing the bid or by placing another one.
 */
export function commandsOf(fact: ModelFact, auction: ModelAuction, sealed?: number): readonly PersonalCommand[] {
  switch (fact.type) {
    case "newBid": {
      if (fact.bought) return [{ type: "buyNow", actorId: fact.bidderId, priceMinor: fact.amountMinor }];
      const offer = offerIn(fact, auction.terms.startingPriceMinor, sealed);
      return [{ type: "placeBid", actorId: fact.bidderId, ...offer }];
    }
    case "bidEdited":
    case "maximumChanged": {
      const { bidId, bidderId: actorId } = fact;
      if (fact.type === "bidEdited" && fact.bought) {
        return [{ type: "buyNow", actorId, priceMinor: fact.amountMinor }];
      }
      const bid = auction.bids.find(({ id }) => id === bidId);
      const offer =
        fact.type === "bidEdited"
          ? offerIn(fact, bid?.floor ?? Number.NaN, sealed)
          : { maxMinor: sealed ?? Number.NaN, ...ASSUMED_CONFIRMED };
      const mayBePlaced = bid === auction.leader && (bid?.hasMaximum || offer.amountMinor === undefined);
      const edited: PersonalCommand = { type: "editBid", actorId, bidId, ...offer };
      return mayBePlaced ? [edited, { type: "placeBid", actorId, ...offer }] : [edited];
    }
    case "bidWithdrawn":
      return fact.reason === "released"
        ? [{ type: "releaseBid", actorId: auction.seller, bidId: fact.bidId }]
        : [withdrawal(fact.bidderId, fact.bidId, fact.reason)];
    case "releaseRequested":
      return [{ type: "requestRelease", actorId: fact.bidderId, bidId: fact.bidId }];
    case "buyerReleased":
      return [{ type: "releaseBuyer", actorId: auction.seller }];
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
    case "bidVoided":
      return [];
  }
}

/** Facts don't record whether an unusual amount was confirmed, so a replay assumes that it was. */
const ASSUMED_CONFIRMED = { confirmed: true } as const;

/**
 * The offer behind a recorded bid. A bid that doesn't take the lead seals nothing, because its amount is its maximum.
 * `lowestAmountMinor` is the floor of a bid whose bidder set only a maximum.
 */
function offerIn(
  { amountMinor, floorMinor }: { readonly amountMinor: number; readonly floorMinor?: number },
  lowestAmountMinor: number,
  sealed = amountMinor,
): ModelOffer {
  if (floorMinor === undefined) return { amountMinor, ...ASSUMED_CONFIRMED };
  return {
    ...(floorMinor === lowestAmountMinor ? {} : { amountMinor: floorMinor }),
    maxMinor: sealed,
    ...ASSUMED_CONFIRMED,
  };
}

/**
 * A command as a fact would record it. If the maximum equals the amount, the offer counts as exact. If a first bid with
 * a maximum has the starting price as its amount, that amount isn't recorded. The sender's limit isn't either.
 */
export function asRecorded(sent: PersonalCommand, startingPriceMinor: number): PersonalCommand {
  if (sent.type !== "placeBid" && sent.type !== "editBid" && sent.type !== "buyNow") return sent;
  const { limitMinor: _, ...command } = sent;
  if (command.type === "buyNow") return command;
  const { amountMinor, maxMinor, ...rest } = { ...command, ...ASSUMED_CONFIRMED };
  const hasAmount =
    amountMinor !== undefined &&
    (maxMinor === undefined ||
      amountMinor === maxMinor ||
      command.type === "editBid" ||
      amountMinor !== startingPriceMinor);
  const hasMaximum = maxMinor !== undefined && maxMinor !== amountMinor;
  return { ...rest, ...(hasAmount && { amountMinor }), ...(hasMaximum && { maxMinor }) };
}

/** A command that withdraws a bid. Without a reason the field is left out, as in a fact. */
export function withdrawal(actorId: string, bidId: string, reason?: "mistake"): PersonalCommand {
  return { type: "withdrawBid", actorId, bidId, ...(reason && { reason }) };
}

/** A string that is the same for equal commands, regardless of the order of their fields. */
export function canonicalCommand(command: object): string {
  return JSON.stringify(Object.entries(command).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The content of the answer to an accepted command. */
export type AcceptedAnswer = {
  readonly newBid?: PublicBid;
  readonly updatedBid?: PublicBid;
  readonly auction?: Standing | ListedAuction;
  readonly imageKeys?: readonly string[];
  /** The answer to a bidder who asks for a release. */
  readonly requested?: true;
  /** The answer to a seller who releases a buyer. */
  readonly changed?: boolean;
  /** The receipt for a bid, an edit or a withdrawal. */
  readonly seq?: number;
  readonly hash?: string;
};
/** A command from a bidder or seller. Blocks and moderation reach a room in other ways. */
export type PersonalCommand = Exclude<
  UserCommand,
  { type: "block" | "unblock" | "voidBid" | "suspend" | "hideListing" | "showListing" | "voidAuction" }
>;
/** A room, or a stub of one in another process. */
type RoomMethods = {
  readonly [Method in PersonalCommand["type"]]: (
    request: Parameters<AuctionRoom[Method]>[0],
  ) => Promise<Answered<AcceptedAnswer>>;
};
type DeploymentLimits = { readonly minStartingPriceMinor: number; readonly minAuctionMs: number };

export async function sendTo(
  room: RoomMethods,
  command: PersonalCommand,
  key: string | undefined,
  limits: DeploymentLimits,
  sender: WithOrigin & { readonly actor: Actor },
): Promise<Answered<AcceptedAnswer>> {
  const request = { ...sender, key };
  switch (command.type) {
    case "placeBid":
      return room.placeBid({ ...request, ...contentOf(command) });
    case "editBid":
      return room.editBid({ ...request, ...contentOf(command) });
    case "withdrawBid":
      return room.withdrawBid({ ...request, ...contentOf(command) });
    case "requestRelease":
      return room.requestRelease({ ...request, ...contentOf(command) });
    case "releaseBid":
      return room.releaseBid({ ...request, ...contentOf(command) });
    case "buyNow":
      return room.buyNow({ ...request, ...contentOf(command) });
    case "editListing":
      return room.editListing({ ...request, ...contentOf(command), limits });
    default:
      return room[command.type](request);
  }
}

function contentOf<Command extends UserCommand>({ type: _, actorId: _id, ...content }: Command) {
  return content;
}

/** The offer as a request carries it, in major units. */
export function wireOffer({ amountMinor, maxMinor, confirmed }: ModelOffer) {
  return {
    ...(amountMinor === undefined ? {} : { bidAmount: amountMinor / 100 }),
    ...(maxMinor === undefined ? {} : { maxBid: maxMinor / 100 }),
    ...(confirmed === undefined ? {} : { confirmed }),
  };
}

export function actorNamed(id: string): Actor {
  return { id, firstName: id, lastName: "Example", imageUrl: null, maskedEmail: `${id[0]}•••@e•••.com` };
}
