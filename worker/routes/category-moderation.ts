/**
 * Admin actions on categories. Each has a reason and a row in the list of admin actions, which is written together with
 * its effect.
 */
import { Hono } from "hono";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { idParam } from "../contract/fields.ts";
import { mergeCategoryInput, writeCategoryInput } from "../contract/moderation.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { adminsOnly } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { selectOfferedCategory } from "../listings/queries/categories.ts";
import { describeAdminAction, adminActionBy, adminActionGuards, targetGuards } from "../moderation/admin-actions.ts";
import {
  createCategory,
  findAnyCategory,
  mergeCategory,
  renameCategory,
  setCategoryHidden,
} from "../moderation/queries/categories.ts";
import { newId } from "../platform/ids.ts";

const UNKNOWN_CATEGORY_MESSAGE = "This category doesn't exist";
const FIXED_MESSAGE = "You can hide the eight fixed categories, but not rename or merge them";
const MERGED_MESSAGE = "This category has been merged into another";

export const categoryModeration = new Hono<HttpEnv>()
  .post(
    "/",
    describeAdminAction("Create a category", "Admins can create any number, up to 500 on the whole site.", [
      "category_exists",
      "too_many_categories",
    ]),
    adminsOnly,
    jsonBody,
    validate("json", writeCategoryInput),
    async (c) => {
      const { reason, ...texts } = c.req.valid("json");
      const creation = adminActionBy(c, "createCategory", newId(), reason);
      const result = await createCategory(c.get("db"), creation, texts);
      if (result !== "added") return fail(c, result === "full" ? "too_many_categories" : "category_exists");
      return c.json({ success: true, message: "Category Created" });
    },
  )
  .post(
    "/:id/renameCategory",
    describeAdminAction(
      "Rename a category",
      "Changes the description, too. You can't rename the eight fixed categories, or merged ones.",
      ["category_exists", "forbidden"],
    ),
    ...targetGuards(idParam, writeCategoryInput),
    async (c) => {
      const { reason, ...texts } = c.req.valid("json");
      const { id } = c.req.valid("param");
      const refusal = await refuseChange(c, id);
      if (refusal) return refusal;
      const renamed = await renameCategory(c.get("db"), adminActionBy(c, "renameCategory", id, reason), texts);
      if (!renamed) return fail(c, "category_exists");
      invalidateLists();
      return c.json({ success: true, message: "Category Renamed" });
    },
  )
  .post(
    "/:id/mergeCategory",
    describeAdminAction(
      "Merge a category into another for good",
      "Its listings move to the category `into`. You can't merge the eight fixed categories.",
      ["category_unknown", "forbidden"],
    ),
    ...targetGuards(idParam, mergeCategoryInput),
    async (c) => {
      const { reason, into } = c.req.valid("json");
      const { id } = c.req.valid("param");
      const refusal = await refuseChange(c, id);
      if (refusal) return refusal;
      if (into === id || !(await selectOfferedCategory(c.get("db"), into).get())) return fail(c, "category_unknown");
      await mergeCategory(c.get("db"), adminActionBy(c, "mergeCategory", id, reason), into);
      invalidateLists();
      return c.json({ success: true, message: "Category Merged" });
    },
  )
  .post(
    "/:id/hideCategory",
    describeAdminAction(
      "Hide a category, keeping its listings",
      "No one can choose it for a new listing, and lists no longer show its name.",
    ),
    ...adminActionGuards,
    async (c) => hideOrShow(c, c.req.valid("param").id, c.req.valid("json").reason, true),
  )
  .post(
    "/:id/showCategory",
    describeAdminAction("Show a hidden category again", "Sellers can choose it again."),
    ...adminActionGuards,
    async (c) => hideOrShow(c, c.req.valid("param").id, c.req.valid("json").reason, false),
  );

async function hideOrShow(c: HttpContext, categoryId: string, reason: string, hidden: boolean) {
  const { db } = c.var;
  if (!(await findAnyCategory(db, categoryId))) return fail(c, "not_found", { message: UNKNOWN_CATEGORY_MESSAGE });
  await setCategoryHidden(db, adminActionBy(c, hidden ? "hideCategory" : "showCategory", categoryId, reason), hidden);
  invalidateLists();
  return c.json({ success: true, message: hidden ? "Category Hidden" : "Category Shown" });
}

/** Refuses to rename or merge a category that doesn't exist, is fixed, or is already merged. Null otherwise. */
async function refuseChange(c: HttpContext, categoryId: string) {
  const category = await findAnyCategory(c.get("db"), categoryId);
  if (!category) return fail(c, "not_found", { message: UNKNOWN_CATEGORY_MESSAGE });
  if (category.position !== null) return fail(c, "forbidden", { message: FIXED_MESSAGE });
  return category.mergedInto === null ? null : fail(c, "forbidden", { message: MERGED_MESSAGE });
}
