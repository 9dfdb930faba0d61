/** Rooms have copies of names and portraits, which follow a change in D1; lists are read from D1 again. */
import { listAuctionIdsOf } from "../catalogue/account-deletion.ts";
import type { HttpContext } from "./context.ts";
import { outdateLists } from "./list-cache.ts";
import { inboxOf } from "./objects.ts";

/**
 * The rooms of a person show them as D1 does from now on. `held` are the auctions whose rooms knew a session of theirs
 * before the change: D1 may lack the newest bids.
 */
export async function passOnShown(c: HttpContext, personId: string, held: readonly string[]): Promise<void> {
  const listed = await listAuctionIdsOf(c.get("catalogue"), personId);
  await inboxOf(c, personId).shownChanged(personId, Array.from(new Set([...listed, ...held])));
  outdateLists(Date.now());
}
