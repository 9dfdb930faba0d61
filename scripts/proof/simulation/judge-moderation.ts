/**
 * Checks blocks, suspensions, hidden listings, and voided auctions and bids. Every fact was requested, and every
 * acknowledged change is a fact. No blocked person places a bid, and no bid by a blocked or suspended person stays.
 */
import type { Faults } from "./faults.ts";
import type { JudgedAuction } from "./judged-auction.ts";
import type { ModerationAttempt } from "./listing.ts";
import type { People } from "./people.ts";
import { CATCH_UP_TIMEOUT_MS } from "./scenario.ts";

/** After these facts the bids stay as they are, even before the planned end. */
const BIDDING_END_FACTS: ReadonlySet<string> = new Set(["voided", "cancelled", "removed"]);

const COUNTED_FACTS: ReadonlySet<string> = new Set(["hidden", "shown", "voided", "bidderBlocked", "bidderUnblocked"]);

/** Blocking and unblocking undo each other. Other changes have no opposite here. */
const OPPOSITES: Readonly<Record<string, string>> = {
  bidderBlocked: "bidderUnblocked",
  bidderUnblocked: "bidderBlocked",
};

/** `isRestored` says that D1 was restored, so block lists may be older (docs/deploy.md). */
export function moderationViolations(
  { listing, replayed: { records, auction }, secrets, personOf }: JudgedAuction,
  people: People,
  isRestored: boolean,
  { calmAt }: Pick<Faults, "calmAt">,
): string[] {
  const deletedIds = new Set(people.all.filter(({ deletion }) => deletion).map(({ id }) => id));
  const suspendedIds = new Set(people.all.filter(({ suspension }) => suspension).map(({ id }) => id));
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const blocked = new Set<string>();
  const voidedBySuspension = new Set<string>();
  for (const { seq, fact } of records) {
    const personIds = secrets.get(seq)?.personIds ?? [];
    for (const id of personIds) {
      if (fact.type === (blocked.has(id) ? "bidderBlocked" : "bidderUnblocked")) {
        violations.push(`blocking: fact ${seq} changes nothing`);
      }
      if (fact.type === "opened" || fact.type === "bidderBlocked") blocked.add(id);
      if (fact.type === "bidderUnblocked") blocked.delete(id);
    }
    if ((fact.type === "newBid" || fact.type === "bidEdited") && blocked.has(personOf(fact.bidderId))) {
      violations.push(`blocking: fact ${seq} is a bid of a blocked person`);
    }
    if (fact.type === "bidVoided") {
      const person = personOf(fact.bidderId);
      if (fact.by === "seller" && !blocked.has(person)) {
        violations.push(`blocking: fact ${seq} voids a bid of someone who isn't blocked`);
      }
      if (fact.by === "seller") continue;
      if (suspendedIds.has(person)) voidedBySuspension.add(`bidVoided ${fact.bidId}`);
      counts.set(`bidVoided ${fact.bidId}`, 1);
    }
    if (COUNTED_FACTS.has(fact.type)) {
      const name = `${fact.type} ${personIds.join()}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  // These bids are voided as soon as deliveries work again, so an auction that ends later must have none of them.
  const endedAt = Math.min(
    auction?.end ?? 0,
    ...records.filter(({ fact }) => BIDDING_END_FACTS.has(fact.type)).map(({ at }) => at),
  );
  const hadTimeToCatchUp = endedAt > (calmAt ?? Infinity) + CATCH_UP_TIMEOUT_MS;
  if (auction?.phase !== "open" && hadTimeToCatchUp && !isRestored) {
    for (const { id, bidder } of auction?.bids ?? []) {
      const person = people.all.find((candidate) => candidate.id === personOf(bidder));
      if (blocked.has(personOf(bidder))) violations.push(`blocking: bid ${id} of a blocked person stands`);
      const { doneAt = Infinity, liftedAt = Infinity } = person?.suspension ?? {};
      if (doneAt < endedAt && liftedAt === Infinity)
        violations.push(`suspended: bid ${id} of a suspended person stands`);
    }
  }
  const attempts = Map.groupBy(listing.moderationAttempts, ({ type, subjectId }) => `${type} ${subjectId ?? ""}`);
  for (const name of new Set([...counts.keys(), ...attempts.keys()])) {
    const made = counts.get(name) ?? 0;
    const [type = "", personId = ""] = name.split(" ");
    const [least, most] = bounds(attempts.get(name) ?? [], attempts.get(`${OPPOSITES[type]} ${personId}`) ?? []);
    if (made < least) violations.push(`invariant 6: acknowledged, but lost: ${name}`);
    if (voidedBySuspension.has(name)) continue;
    // A hidden auction is voided when its seller's account is deleted.
    if (name.startsWith("voided") && deletedIds.has(listing.sellerId)) continue;
    // D1's block list may differ from the requests. Either D1 was restored, and a retried call then lifts the block,
    // or it lacks a person who was deleted.
    if (name.startsWith("bidder") && isRestored) continue;
    if (type === "bidderUnblocked" && (deletedIds.has(personId) || deletedIds.has(listing.sellerId))) continue;
    if (made > most) violations.push(`invariant 10: ${made} facts, expected at most ${most}: ${name}`);
  }
  return violations;
}

/** How often these attempts may have changed something. A retried one does so again once an opposite one succeeds. */
function bounds(
  attempts: readonly ModerationAttempt[],
  opposites: readonly ModerationAttempt[],
): readonly [least: number, most: number] {
  const changed = attempts.filter((attempt) => attempt.changed === true).length;
  const unanswered = attempts.filter((attempt) => attempt.changed === null).length;
  return [changed, changed + unanswered + (unanswered > 0 ? opposites.length : 0)];
}
