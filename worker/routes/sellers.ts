/** A seller's public page. Their listings come from the list of all auctions, with its `seller` parameter. */
import { Hono } from "hono";

import { serveList } from "../catalogue/list-cache.ts";
import { serveSeller } from "../catalogue/seller-response.ts";
import { searchSellers } from "../catalogue/sellers.ts";
import { idParam } from "../contract/fields.ts";
import { sellerResponse, sellersResponse, sellersQuery } from "../contract/seller.ts";
import { normalizeToText } from "../contract/text/normalize-text.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { validate } from "../http/validation.ts";

export const sellers = new Hono<HttpEnv>()
  .get(
    "/search",
    describeRoute({
      tag: "People",
      summary: "Find sellers by name",
      description: "Returns at most three, and only people with a listing that everyone can see.",
      access: "anyone",
      response: sellersResponse,
    }),
    validate("query", sellersQuery),
    async (c) => {
      const { search } = c.req.valid("query");
      return serveList(c, {
        key: `sellers ${normalizeToText(search)}`,
        build: async (db) => {
          const found = await searchSellers(db, search);
          return { body: { message: "Sellers Fetched", sellers: found }, validUntil: Infinity };
        },
      });
    },
  )
  .get(
    "/:id",
    describeRoute({
      tag: "People",
      summary: "Get a seller's public profile",
      description:
        "Name, membership date, and how many listings are live, upcoming and sold. Only for people with a listing that everyone can see.",
      access: "anyone",
      response: sellerResponse,
      refuses: ["not_found"],
    }),
    validate("param", idParam),
    async (c) => {
      const response = await serveSeller(c, c.req.valid("param").id);
      return response ?? fail(c, "not_found", { message: "This seller doesn't exist" });
    },
  );
