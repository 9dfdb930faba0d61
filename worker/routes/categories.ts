/** Categories of listings. */
import { Hono } from "hono";

import {
  categoriesResponse,
  createCategoryResponse,
  createCategoryInput,
  MAX_OWN_CATEGORIES,
} from "../contract/category.ts";
import { replicas } from "../db/replicas.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { signedInWithLimit } from "../http/person-limits.ts";
import { hasSessionCookie } from "../http/session-cookie.ts";
import { validate } from "../http/validation.ts";
import { insertCategory, listCategories } from "../listings/queries/categories.ts";
import { newId } from "../platform/ids.ts";

const OWN_FULL_MESSAGE = `You have created ${MAX_OWN_CATEGORIES} categories. Choose an existing one.`;

export const categories = new Hono<HttpEnv>()
  .get(
    "/getAllCategories",
    describeRoute({
      tag: "Categories",
      summary: "List categories, fixed ones first",
      description: "Returns up to 500, with the others sorted by name. Leaves out hidden and merged categories.",
      access: "anyone",
      response: categoriesResponse,
    }),
    async (c) => {
      // A signed-in person may have just created one, and must find it.
      const all = hasSessionCookie(c)
        ? await listCategories(c.get("db"))
        : await replicas.read(c.env.DB, listCategories);
      return c.json({ success: true, message: "Categories Fetched", categories: all });
    },
  )
  .post(
    "/createCategory",
    describeRoute({
      tag: "Categories",
      summary: "Create a category",
      description:
        "You can create ten an hour and 100 in total, including any that admins have hidden. If you retry after it " +
        "worked, you get `category_exists`.",
      status: 201,
      response: createCategoryResponse,
      refuses: ["category_exists", "too_many_categories"],
    }),
    signedInWithLimit("categories"),
    jsonBody,
    validate("json", createCategoryInput),
    async (c) => {
      const { name, description } = c.req.valid("json");
      const { db, now } = c.var;
      const id = newId();
      const category = { id, name, description, createdBy: callerOf(c).user.id, createdAt: now };
      const added = await insertCategory(db, category, MAX_OWN_CATEGORIES);
      if (added === "ownFull") return fail(c, "too_many_categories", { message: OWN_FULL_MESSAGE });
      if (added !== "added") return fail(c, added === "full" ? "too_many_categories" : "category_exists");
      return c.json({ success: true, message: "Category Created", category: { _id: id, name, description } }, 201);
    },
  );
