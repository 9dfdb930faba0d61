/** Rooms have copies of names and portraits, which follow a change in D1; lists are read from D1 again. */
import { listAuctionIdsOf } from "../catalogue/account-deletion.ts";
import type { HttpContext } from "./context.ts";
import { outdateLists } from "./list-cache.ts";
import { inboxOf } from "./objects.ts";

/** The rooms of a person show them as D1 does from now on. */
export async function passOnShown(c: HttpContext, personId: string): Promise<void> {
  const auctionIds = await listAuctionIdsOf(c.get("catalogue"), personId);
  await inboxOf(c, personId).shownChanged(personId, auctionIds);
  outdateLists(Date.now());
}
