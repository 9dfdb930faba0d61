/** A seller's public page. Their listings come from the list of all auctions, by its parameter `seller`. */
import { Hono } from "hono";
import * as z from "zod";

import { findSeller } from "../catalogue/sellers.ts";
import { id } from "../contract/fields.ts";
import { sellerAnswer } from "../contract/seller.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail } from "../http/failure.ts";
import { answerList } from "../http/list-cache.ts";
import { valid } from "../http/validation.ts";

export const sellers = new Hono<HttpEnv>().get(
  "/:id",
  described({
    tag: "People",
    summary: "A seller: name, since when a member, and how many listings are live, upcoming and sold",
    description: "Only of people with a listing that everyone can see",
    by: "anyone",
    does: "reads",
    takes: "parameters",
    answer: sellerAnswer,
    refuses: ["not_found"],
  }),
  valid("param", z.object({ id })),
  async (c) => {
    const { catalogue, now } = c.var;
    const { id: sellerId } = c.req.valid("param");
    const answer = await answerList(c, {
      name: `seller ${sellerId}`,
      popular: true,
      build: async () => {
        const seller = await findSeller(catalogue, sellerId, now);
        // The counts change when one of the listings starts or ends: the cache's own maximal age is short enough.
        return seller && { body: { message: "Seller Fetched", seller }, validUntil: Infinity };
      },
    });
    return answer ?? fail(c, "not_found", { message: "This seller does not exist" });
  },
);
