/** Blocking and hiding as wishes of the room, and who still sees a listing that the house has hidden. */
import type { AuctionDetails } from "../../contract/auction.ts";
import { ERRORS } from "../../contract/errors.ts";
import type { Auction } from "../../rules/auction.ts";
import type * as rpc from "../rpc.ts";
import { toDetails, toNamedPerson, toPerson } from "../views/wire.ts";
import type { Here } from "./turn-page.ts";
import type { Wish } from "./wish.ts";

export function setBlocked({ actor, personId, blocked }: rpc.BlockRequest): Wish<rpc.Moderated> {
  const salt = crypto.randomUUID();
  return {
    actor,
    key: undefined,
    payload: "",
    command: () => ({ type: blocked ? "blockBidder" : "unblockBidder", sellerId: actor.id, personId, salt }),
    answer: (_named, recorded) => ({ changed: recorded.length > 0 }),
  };
}

/** The house acts on the listing and is nobody whom the room gets to know: `seller` is the card that it has. */
export function setHidden(reason: string | null, seller: rpc.Actor): Wish<rpc.Moderated> {
  const salt = crypto.randomUUID();
  return {
    actor: seller,
    key: undefined,
    payload: "",
    command: () => (reason === null ? { type: "showListing" } : { type: "hideListing", reason, salt }),
    answer: (_named, recorded) => ({ changed: recorded.length > 0 }),
  };
}

export function sees({ hidden, sellerId }: Auction, { userId, moderates }: rpc.Onlooker): boolean {
  return !hidden || moderates || userId === sellerId;
}

/** Whom the seller means: someone who has bid here. */
export function bidderBehind(here: Here, sellerId: string, bidderId: string): rpc.Answered<rpc.Behind> {
  if (here.auction.sellerId !== sellerId) return refusedWith("not_your_auction");
  const known = bidderId === sellerId ? undefined : here.people.behind(bidderId);
  return known ? { ok: true, value: { personId: known.id } } : refusedWith("bidder_unknown");
}

/** The seller knows who bids; a bidder learns which number is their own; nobody else learns anything. */
export function aliasesFor({ auction, people }: Here, userId: string): rpc.Aliases {
  const aliased = people
    .aliased()
    .map((card) => ({ alias: toPerson(card.id, people)._id, person: toNamedPerson(card) }));
  const own = aliased.find(({ person }) => person._id === userId)?.alias ?? null;
  return { own, people: userId === auction.sellerId ? aliased : [] };
}

function refusedWith(code: "not_your_auction" | "bidder_unknown"): rpc.Refused {
  return { ok: false, failure: { code, message: ERRORS[code].message } };
}

/** The page of a hidden listing, for those who see it: with the reason. */
export function toHiddenDetails(here: Here, watching: number, now: number): AuctionDetails {
  const { hidden } = here.auction;
  return { ...toDetails(here, watching, now), ...(hidden && { hidden }) };
}
