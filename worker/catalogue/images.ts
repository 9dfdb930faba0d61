/** The images that D1's rows use: those of drafts, of auctions that open or are not gone, and of people. */
import { and, eq, inArray, sql } from "drizzle-orm";

import type { Catalogue } from "./database.ts";
import { auctions, drafts, openings, users } from "./schema.ts";

export async function listUsedImageKeys(
  catalogue: Catalogue,
  kind: "auctions" | "avatars",
  ownerIds: readonly string[],
): Promise<Set<string>> {
  // All ids in one parameter: D1 accepts at most a hundred parameters.
  const among = sql`(select value from json_each(${JSON.stringify(ownerIds)}))`;
  if (kind === "avatars") {
    const rows = await catalogue
      .select({ key: users.imageKey })
      .from(users)
      .where(sql`${users.id} in ${among}`);
    return new Set(rows.flatMap(({ key }) => key ?? []));
  }
  const [listed, opening, drafted] = await catalogue.batch([
    catalogue
      .select({ keys: auctions.imageKeys })
      .from(auctions)
      .where(and(sql`${auctions.id} in ${among}`, inArray(auctions.phase, ["open", "closed", "voided", "hidden"]))),
    catalogue
      .select({ keys: openings.imageKeys })
      .from(openings)
      .where(sql`${openings.auctionId} in ${among}`),
    catalogue
      .select({ keys: drafts.imageKeys })
      .from(drafts)
      .where(sql`${drafts.auctionId} in ${among}`),
  ]);
  return new Set([...listed, ...opening, ...drafted].flatMap(({ keys }) => keys));
}

/** Those of these listings that are hidden. */
export async function listHiddenIds(catalogue: Catalogue, ids: readonly string[]): Promise<string[]> {
  const among = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await catalogue
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(sql`${auctions.id} in ${among}`, eq(auctions.phase, "hidden")));
  return rows.map(({ id }) => id);
}
