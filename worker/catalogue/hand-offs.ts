/** D1's memory of Google hand-offs that were used: none opens a second session. Times are epoch ms. */
import { lt } from "drizzle-orm";

import type { Catalogue } from "./database.ts";
import { usedHandOffs } from "./schema.ts";

/** Uses a hand-off up; false when somebody has before. */
export async function useHandOff(catalogue: Catalogue, id: string, expiresAt: number): Promise<boolean> {
  const added = await catalogue
    .insert(usedHandOffs)
    .values({ id, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedHandOffs.id });
  return added.length > 0;
}

/** Those that nobody could use any more in any case. */
export async function deleteExpiredHandOffs(catalogue: Catalogue, now: number): Promise<void> {
  await catalogue.delete(usedHandOffs).where(lt(usedHandOffs.expiresAt, now));
}
