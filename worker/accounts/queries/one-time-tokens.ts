/**
 * Used Google sign-in tokens and passkey challenges, so that none works twice. Stored in `used_sign_in_tokens`. Times
 * are epoch ms.
 */
import { lt } from "drizzle-orm";

import type { Database } from "../../db/database.ts";
import { usedSignInTokens } from "../../db/schema.ts";

/** Marks a token as used. False if it was used before. */
export async function consumeOneTimeToken(db: Database, id: string, expiresAt: number): Promise<boolean> {
  const added = await db
    .insert(usedSignInTokens)
    .values({ id, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedSignInTokens.id });
  return added.length > 0;
}

/** Deletes tokens that have expired. We would refuse them anyway. */
export async function deleteExpiredOneTimeTokens(db: Database, now: number): Promise<void> {
  await db.delete(usedSignInTokens).where(lt(usedSignInTokens.expiresAt, now));
}
