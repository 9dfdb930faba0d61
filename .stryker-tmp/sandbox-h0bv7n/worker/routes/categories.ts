/** What items are filed under. */
// @ts-nocheck

import { Hono } from "hono";

import { newId } from "../accounts/ids.ts";
import { insertCategory, listCategories } from "../catalogue/categories.ts";
import { createCategoryInput } from "../contract/category.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { callerOf, signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";

export const categories = new Hono<HttpEnv>()
  .get("/getAllCategories", async (c) => {
    const all = await listCategories(c.var.catalogue);
    return c.json({ success: true, message: "Categories Fetched", categories: all });
  })
  .post("/createCategory", signedIn, jsonBody, valid("json", createCategoryInput), async (c) => {
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
  });
