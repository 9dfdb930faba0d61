import type { ListedAuction } from "../../../worker/contract/catalogue.ts";

/** When bidding on an auction begins (epoch ms). Null if it began as soon as the item was listed. */
export function startOf({ startsAt }: Pick<ListedAuction, "startsAt">): number | null {
  return startsAt ? Date.parse(startsAt) : null;
}
