/** The lists of auctions that are the same for every visitor, from the cache (list-cache.ts). */
import type * as z from "zod";

import type { auctionsQuery } from "../contract/auction.ts";
import type { ListedAuction } from "../contract/catalogue.ts";
import type { HttpContext } from "../http/context.ts";
import { listFeaturedAuctions } from "../listings/queries/auctions.ts";
import { listAuctions } from "./auction-list.ts";
import { serveList } from "./list-cache.ts";
import { countAuctions } from "./list-count.ts";
import { suggestSearch } from "./suggestion.ts";

const message = "Auctions Fetched";

/** Null if the cursor belongs to another list. */
export function serveAllAuctions(c: HttpContext, query: z.infer<typeof auctionsQuery>): Promise<Response | null> {
  const { now } = c.var;
  return serveList(c, {
    key: `auctions ${JSON.stringify(query)}`,
    build: async (db) => {
      const [page, total] = await Promise.all([
        listAuctions(db, query, now),
        query.cursor === undefined ? countAuctions(db, query, now) : null,
      ]);
      const counted = total === null ? {} : { total };
      const isEmpty = page?.auctions.length === 0 && query.cursor === undefined;
      const didYouMean = isEmpty ? await suggestSearch(db, query, now) : null;
      const suggestion = didYouMean === null ? {} : { didYouMean };
      return (
        page && { body: { message, ...page, ...counted, ...suggestion }, validUntil: firstChangeAt(page.auctions) }
      );
    },
  });
}

export function serveFeatured(c: HttpContext): Promise<Response> {
  const { now } = c.var;
  return serveList(c, {
    key: "featured",
    build: async (db) => {
      const featured = await listFeaturedAuctions(db, now);
      return { body: { message, featured }, validUntil: firstChangeAt(featured) };
    },
  });
}

/** The earliest future start or end in the list (epoch ms). The list stays valid until then. */
function firstChangeAt(listed: readonly ListedAuction[]): number {
  return Math.min(
    ...listed.flatMap(({ status, startsAt, auctionEndTime }) => {
      if (status === "Live") return Date.parse(auctionEndTime);
      return status === "Upcoming" && startsAt ? Date.parse(startsAt) : [];
    }),
  );
}
