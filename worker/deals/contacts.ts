/** The two people of a sale, for each other. */
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";

import type { Contact } from "../contract/contact.ts";
import type { ErrorCode } from "../contract/errors.ts";
import type { Database } from "../db/database.ts";
import { type AuctionRow, auctions, users } from "../db/schema.ts";

type ContactRefusal = Extract<
  ErrorCode,
  "auction_not_found" | "not_a_party" | "auction_voided" | "not_sold" | "contact_deleted"
>;

/**
 * The name and the proven address of the other one, or the refusal. An end that D1 does not have yet is no sale here:
 * until then the row may name a person who led before. A hidden listing is found by the two of a sale that was announced
 * before, and by nobody else: a hidden end names no winner.
 */
export async function findContact(
  db: Database,
  auctionId: string,
  askerId: string,
): Promise<{ readonly contact: Contact; readonly otherId: string } | ContactRefusal> {
  const [seller, winner] = [alias(users, "seller"), alias(users, "winner")];
  // Aliased, because D1 identifies the columns of a row by name.
  const named = (name: string, person: typeof seller | typeof winner) => ({
    firstName: sql<string | null>`${person.firstName}`.as(`${name}_first_name`),
    lastName: sql<string | null>`${person.lastName}`.as(`${name}_last_name`),
    email: sql<string | null>`iif(${person.emailProvenAt} IS NULL, NULL, ${person.email})`.as(`${name}_email`),
  });
  const row = await db
    .select({ auction: auctions, seller: named("seller", seller), winner: named("winner", winner) })
    .from(auctions)
    .leftJoin(seller, eq(seller.id, auctions.sellerId))
    .leftJoin(winner, eq(winner.id, auctions.winnerId))
    .where(eq(auctions.id, auctionId))
    .get();
  if (!row || !EXISTING.includes(row.auction.phase)) return "auction_not_found";
  const isSeller = row.auction.sellerId === askerId;
  if (!isSeller && buyerIdOf(row.auction) !== askerId) {
    return row.auction.phase === "hidden" ? "auction_not_found" : "not_a_party";
  }
  if (row.auction.voidedReason !== null) return "auction_voided";
  if (row.auction.winnerId === null) return "not_sold";
  const { firstName, lastName, email } = isSeller ? row.winner : row.seller;
  if (firstName === null || lastName === null) return "contact_deleted";
  return { contact: { firstName, lastName, email }, otherId: isSeller ? row.auction.winnerId : row.auction.sellerId };
}

const EXISTING: readonly AuctionRow["phase"][] = ["open", "closed", "voided", "hidden"];

/** Also of an auction that was voided after its end, whose row has no winner any more. */
function buyerIdOf({ winnerId, voidedReason, closedAt, leaderId, reserveMet }: AuctionRow): string | null {
  return winnerId ?? (voidedReason !== null && closedAt !== null && reserveMet !== false ? leaderId : null);
}
