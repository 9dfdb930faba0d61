/** What a person has saved for deals: the buyer's address and the seller's payment instructions. */
import { eq, sql } from "drizzle-orm";

import type { Address } from "../contract/deal.ts";
import type { Database } from "../db/database.ts";
import { addresses, paymentInstructions } from "../db/schema.ts";

export async function findAddress(db: Database, userId: string): Promise<Address | null> {
  const row = await db.select({ address: addresses.address }).from(addresses).where(eq(addresses.userId, userId)).get();
  return row?.address ?? null;
}

/** Replaces the saved address. Like `saveInstructions`, does nothing if the account has been deleted. */
export async function saveAddress(db: Database, userId: string, address: Address): Promise<void> {
  await db
    .insert(addresses)
    .select(sql`SELECT id, ${JSON.stringify(address)} FROM users WHERE id = ${userId}`)
    .onConflictDoUpdate({ target: addresses.userId, set: { address: sql`excluded.address` } });
}

export async function removeAddress(db: Database, userId: string): Promise<void> {
  await db.delete(addresses).where(eq(addresses.userId, userId));
}

export async function findInstructions(db: Database, userId: string): Promise<string | null> {
  const { instructions } = paymentInstructions;
  const row = await db
    .select({ instructions })
    .from(paymentInstructions)
    .where(eq(paymentInstructions.userId, userId))
    .get();
  return row?.instructions ?? null;
}

/** An empty string removes them. Saving the same text again changes nothing. `now` is epoch ms. */
export async function saveInstructions(db: Database, userId: string, text: string, now: number): Promise<void> {
  const { userId: ownerId, instructions } = paymentInstructions;
  if (text === "") {
    await db.delete(paymentInstructions).where(eq(ownerId, userId));
    return;
  }
  await db
    .insert(paymentInstructions)
    .select(sql`SELECT id, ${text}, ${now} FROM users WHERE id = ${userId}`)
    .onConflictDoUpdate({
      target: ownerId,
      set: { instructions: text, changedAt: now },
      setWhere: sql`${instructions} <> ${text}`,
    });
}
