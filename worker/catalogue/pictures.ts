/** Which pictures D1 points to: those of its auctions that are not gone, and those of its people. */
import { and, inArray, sql } from "drizzle-orm";

import type { Catalogue } from "./database.ts";
import { auctions, users } from "./schema.ts";

export async function listPointedTo(
  catalogue: Catalogue,
  kind: "auctions" | "avatars",
  ownerIds: readonly string[],
): Promise<Set<string>> {
  // One parameter, however many there are: D1 takes at most a hundred.
  const among = sql`(select value from json_each(${JSON.stringify(ownerIds)}))`;
  if (kind === "avatars") {
    const rows = await catalogue
      .select({ key: users.imageKey })
      .from(users)
      .where(sql`${users.id} in ${among}`);
    return new Set(rows.flatMap(({ key }) => key ?? []));
  }
  const rows = await catalogue
    .select({ keys: auctions.imageKeys })
    .from(auctions)
    .where(and(sql`${auctions.id} in ${among}`, inArray(auctions.phase, ["pending", "open", "closed", "hidden"])));
  return new Set(rows.flatMap(({ keys }) => keys));
}
