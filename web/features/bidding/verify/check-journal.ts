/**
 * Checks a journal: whether its hash chain is unbroken, and whether every entry follows the rules. Each entry is turned
 * back into the command that caused it and decided again by the room's own rules. It is given the fetched records and
 * never uses the network or the screen.
 */
import type { JournalRecord } from "../../../../worker/contract/journal.ts";
import { type Auction, evolve, type Fact } from "../../../../worker/rules/auction.ts";
import { type Command, decide } from "../../../../worker/rules/decide.ts";
import { canonicalJson, chainInput, GENESIS_HASH } from "../../../../worker/rules/journal-chain.ts";

/**
 * `gap`: an entry is missing or out of place. `time`: it is older than the one before it. `hash`: it was changed. `rules`:
 * the rules do not allow it.
 */
export type JournalFault = "gap" | "time" | "hash" | "rules";
/** What is wrong at which entry; `at` is its time (epoch ms), where there is such an entry. */
export type Broken<Fault> = {
  readonly sound: false;
  readonly fault: Fault;
  readonly seq: number;
  readonly at: number | null;
};
export type CheckedJournal =
  | { readonly sound: true; readonly states: readonly Auction[]; readonly lastHash: string }
  | Broken<JournalFault>;

export async function checkJournal(records: readonly JournalRecord[]): Promise<CheckedJournal> {
  const states: Auction[] = [];
  let auction: Auction | null = null;
  let hash = GENESIS_HASH;
  /** The facts that must follow from the same command, such as the end that a bid moves. */
  let owed: readonly Fact[] = [];
  for (const [index, { hash: claimed, ...open }] of records.entries()) {
    const { seq, at, fact } = open;
    const broken = (fault: JournalFault): CheckedJournal => ({ sound: false, fault, seq: index + 1, at });
    if (seq !== index + 1) return broken("gap");
    if (at < (auction?.at ?? 0)) return broken("time");
    if ((await sha256(chainInput(hash, open))) !== claimed) return broken("hash");
    const expected: readonly Fact[] | null = owed.length > 0 ? owed : follow(auction, fact, hash, at);
    const [next, ...following] = expected ?? [];
    if (!next || canonicalJson(next) !== canonicalJson(fact)) return broken("rules");
    owed = following;
    try {
      auction = evolve(auction, open);
    } catch {
      return broken("rules");
    }
    states.push(auction);
    hash = claimed;
  }
  if (states.length === 0 || owed.length > 0) {
    return { sound: false, fault: "gap", seq: records.length + 1, at: null };
  }
  return { sound: true, states, lastHash: hash };
}

/** The facts that the rules derive from the command behind a fact; null if they refuse that command. */
function follow(auction: Auction | null, fact: Fact, lastHash: string, at: number): readonly Fact[] | null {
  // An end moves because of a bid or a withdrawal, never by itself.
  if (fact.type === "extended") return null;
  const command = commandBehind(auction, fact, lastHash);
  // Some facts, such as an admin's hiding of a listing, come from no command that the rules could refuse.
  if (!command) return auction ? [fact] : null;
  const decision = decide(auction && olderRules(fact) ? { ...auction, hidden: null } : auction, command, at);
  return decision.ok ? decision.drafts.map((draft) => draft.fact) : null;
}

/**
 * Facts that hiding once did not change: sellers edited hidden listings, and an end was not marked as unannounced.
 * Journals from then stay sound.
 */
function olderRules(fact: Fact): boolean {
  return fact.type === "listingEdited" || (fact.type === "closed" && fact.whileHidden === undefined);
}

/** The deployment's limits are not in the journal: the check assumes that listings met them when they were created. */
const NO_LIMITS = { minStartingPriceMinor: 0, minAuctionMs: 0 };

function commandBehind(auction: Auction | null, fact: Fact, lastHash: string): Command | null {
  const sellerId = auction?.sellerId ?? "";
  switch (fact.type) {
    case "opened":
      return { ...fact, type: "open", limits: NO_LIMITS };
    case "newBid":
      return { type: "placeBid", bidId: fact.bidId, bidderId: fact.bidderId, amountMinor: fact.amountMinor };
    case "bidEdited":
      return { type: "editBid", bidId: fact.bidId, bidderId: fact.bidderId, amountMinor: fact.amountMinor };
    case "bidWithdrawn":
      return {
        type: "withdrawBid",
        bidId: fact.bidId,
        bidderId: fact.bidderId,
        ...(fact.reason && { reason: fact.reason }),
      };
    case "listingEdited":
      return { type: "editListing", sellerId, change: fact.change, limits: NO_LIMITS };
    case "cancelled":
    case "removed":
      return { type: "deleteListing", sellerId };
    case "closed":
      return { type: "close", lastHash };
    case "shown":
      return { type: "showListing" };
    case "voided":
      return { type: "voidAuction", reason: fact.reason };
    default:
      return null;
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
