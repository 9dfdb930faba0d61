/** Categories of listings. */
import { Hono } from "hono";

import { newId } from "../accounts/ids.ts";
import { insertCategory, listCategories } from "../catalogue/categories.ts";
import { categoriesAnswer, createCategoryAnswer, createCategoryInput } from "../contract/category.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail } from "../http/failure.ts";
import { callerOf, signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";
import { personLimit } from "../rate-limits/middleware.ts";

export const categories = new Hono<HttpEnv>()
  .get(
    "/getAllCategories",
    described({
      tag: "Categories",
      summary: "All categories, the fixed ones first",
      by: "anyone",
      does: "reads",
      answer: categoriesAnswer,
    }),
    async (c) => {
      const all = await listCategories(c.get("catalogue"));
      return c.json({ success: true, message: "Categories Fetched", categories: all });
    },
  )
  .post(
    "/createCategory",
    described({
      tag: "Categories",
      summary: "Create a category",
      by: "person",
      does: "writes",
      takes: "json",
      status: 201,
      answer: createCategoryAnswer,
      refuses: ["category_exists"],
    }),
    signedIn,
    personLimit("categories"),
    jsonBody,
    valid("json", createCategoryInput),
    async (c) => {
      const { name, description } = c.req.valid("json");
      const { catalogue, now } = c.var;
      const session = callerOf(c);
      const id = newId();
      const added = await insertCategory(catalogue, {
        id,
        name,
        description,
        createdBy: session.user.id,
        createdAt: now,
      });
      if (!added) return fail(c, "category_exists");
      return c.json({ success: true, message: "Category Created", category: { _id: id, name, description } }, 201);
    },
  );
