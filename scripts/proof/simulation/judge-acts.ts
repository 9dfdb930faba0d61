/**
 * Blocking, hiding and voiding: every fact was requested, every acknowledged change is a fact, and no blocked person
 * places a bid.
 */
import type { Judged } from "./judged.ts";
import type { Act } from "./lot.ts";

/** `isSetBack`: D1 is set back, and block lists are then those of that time (docs/deploy.md). */
export function actFaults(
  { lot, replayed: { records }, secrets, personOf }: Judged,
  deletedIds: ReadonlySet<string>,
  isSetBack: boolean,
): string[] {
  const faults: string[] = [];
  const counts = new Map<string, number>();
  const blocked = new Set<string>();
  for (const { seq, fact } of records) {
    const personIds = secrets.get(seq)?.personIds ?? [];
    if (fact.type === "opened") for (const id of personIds) blocked.add(id);
    if (fact.type === "bidderBlocked") for (const id of personIds) blocked.add(id);
    if (fact.type === "bidderUnblocked") for (const id of personIds) blocked.delete(id);
    if ((fact.type === "newBid" || fact.type === "bidEdited") && blocked.has(personOf(fact.bidderId))) {
      faults.push(`blocking: fact ${seq} is a bid of a blocked person`);
    }
    if (
      fact.type === "hidden" ||
      fact.type === "shown" ||
      fact.type === "voided" ||
      fact.type === "bidderBlocked" ||
      fact.type === "bidderUnblocked"
    ) {
      const name = `${fact.type} ${personIds.join()}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const acts = Map.groupBy(lot.acts, ({ type, personId }) => `${type} ${personId ?? ""}`);
  for (const name of new Set([...counts.keys(), ...acts.keys()])) {
    const made = counts.get(name) ?? 0;
    const [least, most] = bounds(acts.get(name) ?? []);
    if (made < least) faults.push(`invariant 6: acknowledged and lost: ${name}`);
    // A hidden auction is voided when its seller's account is deleted.
    if (name.startsWith("voided") && deletedIds.has(lot.sellerId)) continue;
    // D1 may have another block list than was asked for: set back, or (then a repeated call lifts the block) without a
    // person who was deleted.
    if (name.startsWith("bidder") && isSetBack) continue;
    const [type, personId = ""] = name.split(" ");
    if (type === "bidderUnblocked" && (deletedIds.has(personId) || deletedIds.has(lot.sellerId))) continue;
    if (made > most) faults.push(`invariant 10: ${made} facts where ${most} may be: ${name}`);
  }
  return faults;
}

function bounds(acts: readonly Act[]): readonly [least: number, most: number] {
  const changed = acts.filter((act) => act.changed === true).length;
  return [changed, changed + acts.filter((act) => act.changed === null).length];
}
