/** The rooms that have a copy of how a person is shown, and updating all of them. */
import { listAuctionIdsOf } from "../catalogue/account-deletion.ts";
import { imageUrl } from "../contract/fields.ts";
import type { HttpContext } from "./context.ts";
import { inboxOf, roomOf } from "./objects.ts";

/** Rooms updated at the same time. */
const ROOMS_PER_BATCH = 20;

/** Auctions that a person sells or has bid on. D1 may lack the newest bids, but the inbox knows where they have a session. */
export async function roomsOf(c: HttpContext, personId: string): Promise<string[]> {
  const [listed, held] = await Promise.all([
    listAuctionIdsOf(c.get("catalogue"), personId),
    inboxOf(c, personId).heldAuctions(),
  ]);
  return Array.from(new Set([...listed, ...held]));
}

type ShownPerson = { readonly firstName: string; readonly lastName: string; readonly imageKey: string | null };

export async function showInRooms(
  c: HttpContext,
  personId: string,
  auctionIds: readonly string[],
  { firstName, lastName, imageKey }: ShownPerson,
): Promise<void> {
  const shown = { firstName, lastName, imageUrl: imageKey === null ? null : imageUrl(imageKey) };
  for (let start = 0; start < auctionIds.length; start += ROOMS_PER_BATCH) {
    const rooms = auctionIds.slice(start, start + ROOMS_PER_BATCH).map((auctionId) => roomOf(c, auctionId));
    await Promise.all(rooms.map((room) => room.setShown(personId, shown)));
  }
}
