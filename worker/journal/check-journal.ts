/**
 * Checks a journal: whether its hash chain is unbroken, and whether every entry follows the rules. The check
 * turns each entry back into the command that caused it, and the room's own rules decide that command again. It trusts
 * the few entries that depend on secrets, such as who is blocked. It takes the fetched records and never uses the
 * network or the screen.
 */
import type { JournalRecord } from "../contract/journal.ts";
import { type Auction, evolve, minNextBid } from "../rules/auction.ts";
import type { Maximum } from "../rules/bidding.ts";
import { type Command, decide, SELLER_COMMAND_BY_FACT } from "../rules/decide.ts";
import { canonicalJson, chainInput, type FactDraft, type Fact, GENESIS_HASH } from "../rules/facts.ts";
import { type OpenedMaximums, findOpenedMaximums, possibleMaximums } from "./opened-maximums.ts";
import { isKnownReserve, type OpenedReserves, findOpenedReserves, reserveSetBy } from "./opened-reserves.ts";
import { isOfferFact, type OfferFact, sealsReserve } from "./sealed-amounts.ts";
import { sha256 } from "./sha256.ts";

/**
 * `gap`: an entry is missing or out of place. `time`: it is older than the one before it. `hash`: it was changed.
 * `rules`: the rules do not allow it.
 */
export type JournalFault = "gap" | "time" | "hash" | "rules";
/** A problem and its entry. `at` is the entry's time (epoch ms), or null if the entry is missing. */
export type JournalDefect<Fault> = {
  readonly valid: false;
  readonly fault: Fault;
  readonly seq: number;
  readonly at: number | null;
};
type CheckedJournal =
  | { readonly valid: true; readonly states: readonly Auction[]; readonly lastHash: string }
  | JournalDefect<JournalFault>;

export async function checkJournal(records: readonly JournalRecord[]): Promise<CheckedJournal> {
  const opened = { maximums: await findOpenedMaximums(records), reserves: await findOpenedReserves(records) };
  const isForged = (seq: number) => opened.maximums.forgedSeqs.has(seq) || opened.reserves.forgedSeqs.has(seq);
  const states: Auction[] = [];
  let auction: Auction | null = null;
  let hash = GENESIS_HASH;
  /** The facts that must follow from the same command, such as the extension after a bid. */
  let pending: readonly FactDraft[] = [];
  for (const [index, { hash: claimed, ...unhashed }] of records.entries()) {
    const { seq, at } = unhashed;
    const defectOf = (fault: JournalFault): CheckedJournal => ({ valid: false, fault, seq: index + 1, at });
    if (seq !== index + 1) return defectOf("gap");
    if (at < (auction?.at ?? 0)) return defectOf("time");
    if ((await sha256(chainInput(hash, unhashed))) !== claimed) return defectOf("hash");
    // Report a forged opening at the fact that contains it. If this is the former leader's raise, that's the next fact.
    const openingSeq = unhashed.fact.type === "bidAdjusted" && isForged(seq + 1) ? seq + 1 : seq;
    if (isForged(openingSeq)) return { valid: false, fault: "rules", seq: openingSeq, at };
    if (pending.length === 0) pending = expectedDrafts(auction, records, index, hash, opened);
    const [next, ...following] = pending;
    if (!next || !isSameFact(next, unhashed)) return defectOf("rules");
    pending = following;
    try {
      auction = evolve(auction, next.secret ? { ...unhashed, secret: next.secret } : unhashed);
    } catch {
      return defectOf("rules");
    }
    states.push(auction);
    hash = claimed;
  }
  if (states.length === 0 || pending.length > 0) {
    return { valid: false, fault: "gap", seq: records.length + 1, at: null };
  }
  return { valid: true, states, lastHash: hash };
}

/** All secrets that the journal opens anywhere. */
type OpenedSecrets = { readonly maximums: OpenedMaximums; readonly reserves: OpenedReserves };

/**
 * Whether a record has the fact that the rules derive. A reserve must be sealed. A bid must be sealed if it has a
 * hidden maximum, and only then.
 */
function isSameFact({ fact, secret }: FactDraft, record: Omit<JournalRecord, "hash">): boolean {
  const isSealed = record.sealed !== undefined;
  const hasSeal = isOfferFact(fact) ? isSealed === (secret !== undefined) : isSealed || !sealsReserve(fact);
  return hasSeal && canonicalJson(fact) === canonicalJson(record.fact);
}

/** The facts that the rules derive from the command behind a fact. None if they refuse that command. */
function expectedDrafts(
  auction: Auction | null,
  records: readonly JournalRecord[],
  index: number,
  lastHash: string,
  opened: OpenedSecrets,
): readonly FactDraft[] {
  const first = records[index];
  // An extension follows a bid or a withdrawal, and never comes first.
  if (!first || first.fact.type === "extended") return [];
  // A leader who loses the lead is shown at their maximum just before the bid that takes it.
  const offerIndex = first.fact.type === "bidAdjusted" ? index + 1 : index;
  const { fact = first.fact } = records[offerIndex] ?? {};
  if (offerIndex > index && !isOfferFact(fact)) return [];
  const maximums = auction ? possibleMaximums(auction, records, offerIndex, opened.maximums) : [];
  const attempts = (maximums.length > 0 ? maximums : [undefined]).map((maximum) => {
    const command =
      listingEditCommand(auction, records, index, opened.reserves) ??
      commandCausing(auction, fact, lastHash, maximum, withdrawalsBefore(records, index, fact));
    // Some facts, such as `hidden`, are trusted, because part of the command behind them is secret.
    if (!command) return auction ? [{ fact }] : [];
    if (!canBeVoided(records, index)) return [];
    const decision = decide(auction, command, first.at);
    return decision.ok ? decision.drafts.map((draft) => withoutAssumptions(draft, fact)) : [];
  });
  const matchesRecords = (drafts: readonly FactDraft[]) =>
    drafts.every((draft, nth) => {
      const record = records[index + nth];
      return record !== undefined && isSameFact(draft, record);
    });
  return attempts.find((drafts) => drafts.length > 0 && matchesRecords(drafts)) ?? attempts[0] ?? [];
}

/** In the replay, a reserve that is never opened stays unknown. So do the people the seller has blocked. */
function withoutAssumptions({ fact, secret }: FactDraft, recorded: Fact): FactDraft {
  if (fact.type === "bidVoided" && recorded.type === "bidVoided") return { fact: { ...fact, by: recorded.by } };
  return secret && isKnownReserve(secret) ? { fact, secret } : { fact };
}

/** A seller can void a bid only if they have blocked someone since it was placed. */
function canBeVoided(records: readonly JournalRecord[], index: number): boolean {
  const fact = records[index]?.fact;
  if (fact?.type !== "bidVoided" || fact.by !== "seller") return true;
  const placedIndex = records.findIndex(
    ({ fact: earlier }) => earlier.type === "newBid" && earlier.bidId === fact.bidId,
  );
  return records.slice(placedIndex, index).some(({ fact: earlier }) => earlier.type === "bidderBlocked");
}

/**
 * The command that edits the listing, its reserve or both, starting with this fact. Null for any other fact. The
 * journal doesn't show where one command ends and the next begins. So a reserve set at the same time as the edit before
 * it counts as part of that edit. It may have been a separate command, but the rules derive the same two facts either
 * way. Add only facts here for which that's true.
 */
function listingEditCommand(
  auction: Auction | null,
  records: readonly JournalRecord[],
  index: number,
  reserves: OpenedReserves,
): Command | null {
  const [first, second] = [records[index], records[index + 1]];
  if (!auction || !first) return null;
  const { sellerId } = auction;
  const reserve = reserveSetBy(first, reserves);
  if (reserve !== undefined) return { type: "editListing", sellerId, change: {}, reserve, limits: NO_LIMITS };
  if (first.fact.type !== "listingEdited") return null;
  const followingReserve = second?.at === first.at ? reserveSetBy(second, reserves) : undefined;
  return { type: "editListing", sellerId, change: first.fact.change, reserve: followingReserve, limits: NO_LIMITS };
}

/** The deployment's limits are not in the journal. The check assumes that listings met them when they were created. */
const NO_LIMITS = { minStartingPriceMinor: 0, minAuctionMs: 0 };

/** The bidder's offer, with the maximum that the fact may have set. */
function offerOf(auction: Auction | null, fact: OfferFact, maximum: Maximum | undefined) {
  // Whether an unusual amount was confirmed is not in the journal.
  const confirmed = true;
  if (fact.type === "maximumChanged") return { maximum };
  if (fact.floorMinor === undefined || !maximum) return { amountMinor: fact.amountMinor, confirmed };
  // An exact amount is at least the minimum bid. Otherwise the floor is what a maximum alone implies.
  const isExact = auction && fact.floorMinor >= minNextBid(auction) && fact.floorMinor !== maximum.maxMinor;
  return isExact ? { amountMinor: fact.floorMinor, maximum, confirmed } : { maximum };
}

/** How many bids the bidder had withdrawn before this withdrawal. 0 for any other fact. */
function withdrawalsBefore(records: readonly JournalRecord[], index: number, fact: Fact): number {
  if (fact.type !== "bidWithdrawn") return 0;
  const { bidderId } = fact;
  return records
    .slice(0, index)
    .filter(({ fact: earlier }) => earlier.type === "bidWithdrawn" && earlier.bidderId === bidderId).length;
}

/** The command that a fact comes from. If null, the check trusts the fact. */
function commandCausing(
  auction: Auction | null,
  fact: Fact,
  lastHash: string,
  maximum: Maximum | undefined,
  ownWithdrawals: number,
): Command | null {
  const sellerId = auction?.sellerId ?? "";
  switch (fact.type) {
    case "opened":
      return { ...fact, type: "open", limits: NO_LIMITS };
    case "newBid": {
      const { bidId, bidderId, amountMinor: priceMinor } = fact;
      if (fact.bought) return { type: "buyNow", bidId, bidderId, priceMinor };
      return { type: "placeBid", bidId, bidderId, ...offerOf(auction, fact, maximum) };
    }
    case "bidEdited":
      if (fact.bought) {
        return { type: "buyNow", bidId: fact.bidId, bidderId: fact.bidderId, priceMinor: fact.amountMinor };
      }
      return { type: "editBid", bidId: fact.bidId, bidderId: fact.bidderId, ...offerOf(auction, fact, maximum) };
    case "maximumChanged":
      return { type: "editBid", bidId: fact.bidId, bidderId: fact.bidderId, ...offerOf(auction, fact, maximum) };
    case "bidWithdrawn": {
      const { bidId, bidderId, reason } = fact;
      if (reason === "released") return { type: "releaseBid", sellerId, bidId };
      return { type: "withdrawBid", bidId, bidderId, ownWithdrawals, ...(reason && { reason }) };
    }
    case "releaseRequested":
      return { type: "requestRelease", bidId: fact.bidId, bidderId: fact.bidderId };
    // Who the seller has blocked is secret. So the check decides every voided bid as an admin's, with the same result.
    case "bidVoided":
      return { type: "voidBid", bidId: fact.bidId, by: "admin", reason: "", salt: "" };
    case "closed":
      return { type: "close", lastHash };
    case "shown":
      return { type: "showListing" };
    case "voided":
      return { type: "voidAuction", reason: fact.reason };
    // Extensions and adjusted bids follow from a bid or a withdrawal, and `expectedDrafts` derives them from that
    // command.
    case "extended":
    case "bidAdjusted":
    // `listingEditCommand` handles these, because they always come after `opened`.
    case "listingEdited":
    case "reserveSet":
    case "reserveRemoved":
    // Trusted, because only the room can see their secret parts: who is blocked, or why the listing is hidden.
    case "bidderBlocked":
    case "bidderUnblocked":
    case "hidden":
      return null;
    default:
      return { type: SELLER_COMMAND_BY_FACT[fact.type], sellerId };
  }
}
