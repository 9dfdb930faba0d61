/** Updates the copies of names and photos in rooms after a change in D1, and empties the list cache. */
import { listAuctionIdsOf } from "../accounts/queries/account-deletion.ts";
import { invalidateLists } from "../catalogue/list-cache.ts";
import type { HttpContext } from "../http/context.ts";
import { inboxOf } from "../object-clients/objects.ts";

export async function updateNameAndPhotoCopies(c: HttpContext, personId: string): Promise<void> {
  const auctionIds = await listAuctionIdsOf(c.get("db"), personId);
  await inboxOf(c, personId).updateNameAndPhoto(personId, auctionIds);
  invalidateLists();
}
