/**
 * The notifications that follow from a fact. It's pure. Given the fact, the auction and the bidders, it returns at most
 * one notice per person. Their words are in `contract/notice-kinds.ts`. The inboxes make sure that each arrives exactly
 * once.
 */
import { isCounted, type NoticeKind, type KindValues } from "../../contract/notice-kinds.ts";
import { MAX_NOTIFICATIONS, type Notice } from "../../contract/notification.ts";
import { type Auction, isAutomatic, leaderOf, priceOf } from "../../rules/auction.ts";
import type { Fact, Outcome, SequencedFact } from "../../rules/facts.ts";

export type AddressedNotice = { readonly recipientId: string; readonly notice: Notice };

/** Bidders' IDs as in the facts: those with a standing bid, and everyone who ever placed one. */
export type BidderIds = { standingBidderIds(): readonly string[]; allBidderIds(): readonly string[] };

/**
 * Uses `bidders` only for facts whose recipients can depend on the bids at delivery. After the end, bids no longer
 * change. After a withdrawn lead, everyone with a standing bid may want to bid again. Any other fact may be delivered
 * later or twice, when other bids stand, so its recipients must follow from the fact or its `seq`.
 */
export function noticesOf(record: SequencedFact, auction: Auction, bidders: BidderIds): AddressedNotice[] {
  const { fact, seq, at } = record;
  const { currency, sellerId } = auction;
  const { title } = auction.terms;
  const noticeFor = <Kind extends NoticeKind>(
    recipientId: string,
    kind: Kind,
    values: KindValues[Kind],
  ): AddressedNotice => {
    const notice: Notice<Kind> = { auctionId: auction.id, seq, kind, values: { title, currency, ...values }, at };
    return { recipientId, notice };
  };
  const unsoldNotices = (): AddressedNotice[] => {
    const highestMinor = priceOf(auction);
    if (highestMinor === null) return [noticeFor(sellerId, "expired", { highestMinor })];
    return [
      noticeFor(sellerId, "expired", { highestMinor }),
      ...bidders.standingBidderIds().map((bidderId) => noticeFor(bidderId, "lost", { soldForMinor: null })),
    ];
  };
  const endNotices = (outcome: Outcome | null): AddressedNotice[] => {
    if (!outcome) return unsoldNotices();
    const { winnerId, priceMinor: amountMinor } = outcome;
    const { bought } = auction;
    return [
      noticeFor(sellerId, "sold", { amountMinor, bought }),
      noticeFor(winnerId, "won", { amountMinor, bought }),
      ...bidders
        .standingBidderIds()
        .filter((bidderId) => bidderId !== winnerId)
        .map((bidderId) => noticeFor(bidderId, "lost", { soldForMinor: amountMinor })),
    ];
  };
  /**
   * For the new leader, and for everyone else with a standing bid. After bidders' own withdrawals, the others are
   * notified at most once an hour.
   */
  const lostLeadNotices = (lost: Extract<Fact, { newLeaderId: string | null }>): AddressedNotice[] => {
    const { newLeaderId, bidderId } = lost;
    if (newLeaderId === null) return [];
    const leader = leaderOf(auction);
    // The removed bid opened this maximum, so the new leader may want to set another.
    const isOpened = leader?.bidderId === newLeaderId && isAutomatic(leader) && auction.seal === null;
    // The price of a hidden listing stays hidden.
    const isAnnounced = auction.leadLost?.seq === seq && !auction.hidden;
    const others = isAnnounced ? bidders.standingBidderIds().filter((id) => id !== newLeaderId && id !== bidderId) : [];
    const priceMinor = priceOf(auction) ?? auction.terms.startingPriceMinor;
    const how = lost.type === "bidVoided" ? "voided" : "withdrawn";
    return [
      noticeFor(newLeaderId, "leading", isOpened ? { openedMaxMinor: leader.maxMinor } : {}),
      ...others.map((id) => noticeFor(id, "priceFell", { how, priceMinor })),
    ];
  };
  switch (fact.type) {
    case "newBid":
    case "bidEdited": {
      // A purchase ends the auction, and the end notifies everyone.
      if (fact.bought) return [];
      const { amountMinor, outbidId } = fact;
      return [
        noticeFor(sellerId, "newBid", { amountMinor, priceMinor: priceOf(auction) ?? amountMinor }),
        ...(outbidId === null ? [] : [noticeFor(outbidId, "outbid", { amountMinor })]),
      ];
    }
    case "releaseRequested":
      return [noticeFor(sellerId, "releaseRequested", { amountMinor: fact.amountMinor })];
    case "bidWithdrawn": {
      const { amountMinor, bidderId, reason } = fact;
      if (reason === "released") return [noticeFor(bidderId, "bidReleased", { amountMinor }), ...lostLeadNotices(fact)];
      const how = reason ? "asMistake" : "byBidder";
      return [noticeFor(sellerId, "bidWithdrawn", { amountMinor, how }), ...lostLeadNotices(fact)];
    }
    case "bidVoided": {
      const { amountMinor, bidderId, by } = fact;
      if (by === "seller") return [noticeFor(bidderId, "bidVoided", { amountMinor, by }), ...lostLeadNotices(fact)];
      const reason = record.secret?.reason;
      return [
        noticeFor(bidderId, "bidVoided", { amountMinor, by, ...(reason !== undefined && { reason }) }),
        noticeFor(sellerId, "bidWithdrawn", { amountMinor, how: "byTeam" }),
        ...lostLeadNotices(fact),
      ];
    }
    case "buyerReleased":
      return [noticeFor(fact.bidderId, "buyerReleased", {})];
    case "closed":
      // An auction that ended while it was hidden has no announced winner, because it may be a fraud.
      return fact.whileHidden ? [] : endNotices(fact.outcome);
    case "shown":
      return fact.closing ? endNotices(fact.closing.outcome) : [];
    case "voided": {
      const { reason } = fact;
      return [
        noticeFor(sellerId, "voided", { reason, to: "seller" }),
        ...bidders.allBidderIds().map((bidderId) => noticeFor(bidderId, "voided", { reason, to: "bidder" })),
      ];
    }
    case "opened":
      return fact.terms.relistedByItself ? [noticeFor(sellerId, "relisted", {})] : [];
    case "cancelled":
      return bidders.standingBidderIds().map((bidderId) => noticeFor(bidderId, "cancelled", {}));
    // No one is notified of other facts. After `bidAdjusted`, a bidder either keeps the lead or gets the notice of the
    // bid that takes it.
    default:
      return [];
  }
}

/**
 * Drops the notices that later ones of their kind replace. For example, it keeps only the last "you were
 * outbid" about an auction, and the last `maxPerKind` of counted notices. An inbox that received them one by one would
 * end up with the same list.
 */
export function limitNotices(addressed: readonly AddressedNotice[], maxPerKind = MAX_NOTIFICATIONS): AddressedNotice[] {
  const counts = new Map<string, number>();
  const kept: AddressedNotice[] = [];
  for (const addressedNotice of addressed.toReversed()) {
    const { kind } = addressedNotice.notice;
    const subject = `${addressedNotice.recipientId} ${kind}`;
    const count = counts.get(subject) ?? 0;
    if (count >= (isCounted(kind) ? maxPerKind : 1)) continue;
    counts.set(subject, count + 1);
    kept.push(addressedNotice);
  }
  return kept.toReversed();
}
