/** Holds inboxes against closings: who had to be told how an auction ended was told, once, and in the right words. */
import type { NoticeKind } from "../../../worker/contract/notification.ts";
import { standingBids } from "../../../worker/rules/auction.ts";
import type { Person } from "./person.ts";
import type { Replay } from "./replay.ts";

export async function inboxFaults(people: readonly Person[], replays: readonly Replay[]): Promise<string[]> {
  const owed = new Map(people.map(({ id }) => [id, [] as string[]]));
  for (const { auctionId, auction } of replays) {
    if (auction?.phase !== "closed") continue;
    const owe = (personId: string, kind: NoticeKind) => owed.get(personId)?.push(`${kind} ${auctionId}`);
    const winnerId = auction.outcome?.winnerId;
    owe(auction.sellerId, winnerId === undefined ? "expired" : "sold");
    for (const bidderId of new Set(standingBids(auction).map((bid) => bid.bidderId))) {
      owe(bidderId, bidderId === winnerId ? "won" : "lost");
    }
  }
  const known = new Set(replays.map(({ auctionId }) => auctionId));
  const faults: string[] = [];
  for (const person of people) {
    const told = (await person.endsTold()).filter((name) => known.has(name.split(" ")[1] ?? ""));
    const missing = difference(owed.get(person.id) ?? [], told);
    const surplus = difference(told, owed.get(person.id) ?? []);
    for (const name of missing) faults.push(`invariant 8: ${person.id} was never told "${name}"`);
    for (const name of surplus) faults.push(`invariant 8: ${person.id} was told "${name}" without reason or twice`);
  }
  return faults;
}

/** What is in the first list and not in the second, each as often as it is there more often. */
function difference(all: readonly string[], without: readonly string[]): string[] {
  const left = [...without];
  return all.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
