import type { HttpContext } from "../http/context.ts";
import { serveList } from "./list-cache.ts";
import { findSeller } from "./sellers.ts";

/** A seller as everyone sees them, from the cache (list-cache.ts). Null for anyone without a seller's page. */
export function serveSeller(c: HttpContext, sellerId: string): Promise<Response | null> {
  const { now } = c.var;
  return serveList(c, {
    key: `seller ${sellerId}`,
    build: async (db) => {
      const seller = await findSeller(db, sellerId, now);
      // The counts change when one of the listings starts or ends. The cache's maximum age is short enough.
      return seller && { body: { message: "Seller Fetched", seller }, validUntil: Infinity };
    },
  });
}
