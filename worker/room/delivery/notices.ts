/**
 * The notifications that follow from a fact. Pure: given the fact, the listing's title and the bidders, it returns at
 * most one notice for each person. The inboxes make sure that each arrives exactly once.
 */
import { KEPT_NOTIFICATIONS, type Notice, type NoticeKind } from "../../contract/notification.ts";
import { type Auction, isAutomatic, leaderOf, priceOf } from "../../rules/auction.ts";
import type { Fact, Outcome, Recorded } from "../../rules/facts.ts";
import { formatMoney } from "../../rules/money.ts";

export type Addressed = { readonly recipientId: string; readonly notice: Notice };

/** Bidders' ids as in the facts: of those with a standing bid, and of everyone who ever placed one. */
export type Bidders = { standingIds(): readonly string[]; everyId(): readonly string[] };

/**
 * `bidders` is used only for facts that end the auction, or that follow its end, because its bids no longer change
 * then, and for a lead that was taken back: whoever has a standing bid when that is delivered may want to bid again. Any
 * other fact is delivered later, perhaps twice, when other bids may be standing, so its recipients must follow from the
 * fact or its `seq`.
 */
export function noticesOf(record: Recorded, auction: Auction, bidders: Bidders): Addressed[] {
  const { fact, seq, at } = record;
  const title = quoted(auction.terms.title);
  const price = (minor: number) => formatMoney(minor, auction.currency);
  const to = (recipientId: string, kind: NoticeKind, message: string, several?: string): Addressed => ({
    recipientId,
    notice: { auctionId: auction.id, seq, kind, message, ...(several === undefined ? {} : { several }), at },
  });
  const unsold = (): Addressed[] => {
    const highestMinor = priceOf(auction);
    if (highestMinor === null) return [to(auction.sellerId, "expired", `${title} ended without a bid`)];
    const how = `${title} ended below its reserve price`;
    return [
      to(auction.sellerId, "expired", `${how}: the highest bid was ${price(highestMinor)}`),
      ...bidders.standingIds().map((bidderId) => to(bidderId, "lost", `${how}: nobody has won it`)),
    ];
  };
  const ofEnd = (outcome: Outcome | null): Addressed[] => {
    if (!outcome) return unsold();
    const amount = price(outcome.priceMinor);
    const others = bidders.standingIds().filter((bidderId) => bidderId !== outcome.winnerId);
    return [
      to(auction.sellerId, "sold", `${title} ${auction.bought ? "was bought" : "sold"} for ${amount}`),
      to(outcome.winnerId, "won", `You ${auction.bought ? "bought" : "won"} ${title} for ${amount}`),
      ...others.map((bidderId) => to(bidderId, "lost", `${title} was sold to another bidder for ${amount}`)),
    ];
  };
  /** The new leader, and everyone else with a standing bid, of whom a bidder alone can tell only once an hour. */
  const ofLostLead = (lost: Extract<Fact, { newLeaderId: string | null }>, seqOfLoss: number): Addressed[] => {
    const { newLeaderId, bidderId } = lost;
    if (newLeaderId === null) return [];
    const now = price(priceOf(auction) ?? auction.terms.startingPriceMinor);
    const leader = leaderOf(auction);
    // It was opened by the bid that is gone now, and whoever gave it may want another.
    const isOpened = leader?.bidderId === newLeaderId && isAutomatic(leader) && auction.seal === null;
    const known = isOpened ? `. Your maximum of ${price(leader.maxMinor)} is public now` : "";
    // A hidden listing shows nobody a price.
    const isAnnounced = auction.leadLost?.seq === seqOfLoss && !auction.hidden;
    const others = isAnnounced ? bidders.standingIds().filter((id) => id !== newLeaderId && id !== bidderId) : [];
    const how = lost.type === "bidVoided" ? "removed" : "taken back";
    return [
      to(newLeaderId, "leading", `You are the highest bidder on ${title} again${known}`),
      ...others.map((id) => to(id, "priceFell", `The highest bid on ${title} was ${how}. The price is now ${now}`)),
    ];
  };
  switch (fact.type) {
    case "newBid":
    case "bidEdited": {
      // A purchase is the end: everyone is notified of that.
      if (fact.bought) return [];
      const amount = price(fact.amountMinor);
      return [
        to(
          auction.sellerId,
          "newBid",
          `New bid of ${amount} on ${title}`,
          // The rules may have raised the leader above this bid.
          `new bids on ${title}, now ${price(priceOf(auction) ?? fact.amountMinor)}`,
        ),
        ...(fact.outbidId === null
          ? []
          : [to(fact.outbidId, "outbid", `You were outbid on ${title}: the price is now ${amount}`)]),
      ];
    }
    case "releaseAsked":
      return [
        to(auction.sellerId, "releaseAsked", `A bidder asks to take back ${price(fact.amountMinor)} on ${title}`),
      ];
    case "bidWithdrawn": {
      const amount = price(fact.amountMinor);
      if (fact.reason === "released") {
        const message = `The seller released your bid of ${amount} on ${title}`;
        return [to(fact.bidderId, "bidReleased", message), ...ofLostLead(fact, seq)];
      }
      const how = fact.reason ? "withdrawn as a mistake" : "withdrawn";
      return [
        to(
          auction.sellerId,
          "bidWithdrawn",
          `A bid of ${amount} on ${title} was ${how}`,
          `bids on ${title} were withdrawn, the last one of ${amount}`,
        ),
        ...ofLostLead(fact, seq),
      ];
    }
    case "bidVoided": {
      const bid = `bid of ${price(fact.amountMinor)} on ${title}`;
      const reason = record.secret?.reason;
      return fact.by === "seller"
        ? [to(fact.bidderId, "bidVoided", `The seller removed your ${bid}`), ...ofLostLead(fact, seq)]
        : [
            to(fact.bidderId, "bidVoided", `Our team removed your ${bid}${reason === undefined ? "" : `: ${reason}`}`),
            to(
              auction.sellerId,
              "bidWithdrawn",
              `Our team removed a ${bid}`,
              `bids on ${title} were withdrawn or removed, the last one of ${price(fact.amountMinor)}`,
            ),
            ...ofLostLead(fact, seq),
          ];
    }
    case "buyerReleased":
      return [
        to(fact.bidderId, "buyerReleased", `The seller cancelled the sale of ${title} because it wasn't paid in time`),
      ];
    case "closed":
      // An auction that ended while it was hidden has no announced winner, because it may be a fraud.
      return fact.whileHidden ? [] : ofEnd(fact.outcome);
    case "shown":
      return fact.closing ? ofEnd(fact.closing.outcome) : [];
    case "voided":
      return [
        to(auction.sellerId, "voided", `Our team has voided ${title}: ${fact.reason}`),
        ...bidders
          .everyId()
          .map((bidderId) =>
            to(bidderId, "voided", `Our team has voided ${title}: ${fact.reason}. Your bids no longer count`),
          ),
      ];
    case "opened":
      return fact.terms.relistedByItself ? [to(auction.sellerId, "relisted", `${title} is listed again`)] : [];
    case "cancelled":
      return bidders
        .standingIds()
        .map((bidderId) => to(bidderId, "cancelled", `${title} was cancelled by its seller: your bids are void`));
    // A bidder who is raised keeps the lead, and a bidder who loses it is notified by the bid that takes it.
    case "bidAdjusted":
    case "maximumChanged":
    case "listingEdited":
    case "reserveSet":
    case "reserveRemoved":
    case "extended":
    case "removed":
    case "bidderBlocked":
    case "bidderUnblocked":
    case "hidden":
      return [];
  }
}

/**
 * Drops the notices in a run that later ones of their kind replace: of several "you were outbid" about one auction only
 * the last is kept, and of counted notices the last `most`. An inbox that received all of them one by one would have
 * the same list.
 */
export function condense(addressed: readonly Addressed[], most = KEPT_NOTIFICATIONS): Addressed[] {
  const counts = new Map<string, number>();
  const kept: Addressed[] = [];
  for (const one of addressed.toReversed()) {
    const { kind, several } = one.notice;
    const subject = `${one.recipientId} ${kind}`;
    const count = counts.get(subject) ?? 0;
    if (count >= (several === undefined ? 1 : most)) continue;
    counts.set(subject, count + 1);
    kept.push(one);
  }
  return kept.toReversed();
}

/** A title in quotation marks. Those within it become single ones. */
function quoted(title: string): string {
  return `"${title.replaceAll("\u201c", "\u2018").replaceAll("\u201d", "\u2019").replaceAll('"', "'")}"`;
}
