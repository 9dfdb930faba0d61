import { env } from "cloudflare:workers";
import { expect, it, onTestFinished } from "vitest";

import {
  categoriesResponse,
  createCategoryResponse,
  FIXED_CATEGORIES,
  MAX_OWN_CATEGORIES,
} from "../contract/category.ts";
import { MAX_CATEGORIES } from "../listings/queries/categories.ts";
import { newId } from "../testing/builders.ts";
import { requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";

const path = "/auction/createCategory";

it("the list of categories starts with the eight fixed ones, in order", async () => {
  const { categories } = await requestJson(categoriesResponse, "/auction/getAllCategories");
  const first = categories.slice(0, FIXED_CATEGORIES.length).map(({ _id: id, name }) => ({ id, name }));
  expect(first).toEqual(FIXED_CATEGORIES);
});

it("a person can create a category unless its name is taken", async () => {
  const { cookie } = await someoneSignedIn();
  const name = `Émaux ${newId().slice(0, 12)}`;
  const json = { name: `  ${name} `, description: "Enamel" };
  const { category } = await requestJson(createCategoryResponse, path, { method: "POST", json, cookie });
  expect(category).toMatchObject({ name, description: "Enamel" });
  const others = [
    name.toUpperCase(),
    name.normalize("NFD"),
    name.replace("É", "e"),
    name.replace(" ", "-"),
    "antiques",
  ];
  for (const sameName of [name, ...others]) {
    await expectRefusal("category_exists", 409, path, { method: "POST", json: { ...json, name: sameName }, cookie });
  }
  const { categories } = await requestJson(categoriesResponse, "/auction/getAllCategories");
  expect(categories).toContainEqual(category);
});

it("a full list of categories accepts another once an admin hides one", async () => {
  const count = await env.DB.prepare(
    "SELECT count(*) AS count FROM categories WHERE hidden_at IS NULL AND merged_into IS NULL",
  ).first<number>("count");
  await env.DB.prepare(
    `INSERT INTO categories (id, name, description, created_at)
       SELECT 'many' || value, 'Many ' || value, '', 0 FROM json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: MAX_CATEGORIES - (count ?? 0) + 5 }, (_, index) => index)))
    .run();
  onTestFinished(async () => void (await env.DB.exec("DELETE FROM categories WHERE id LIKE 'many%'")));
  const { categories } = await requestJson(categoriesResponse, "/auction/getAllCategories");
  expect(categories).toHaveLength(MAX_CATEGORIES);
  const { cookie } = await someoneSignedIn();
  const json = { name: `One more ${newId().slice(0, 12)}`, description: "Full" };
  await expectRefusal("too_many_categories", 409, path, { method: "POST", json, cookie });
  await env.DB.exec(
    "UPDATE categories SET hidden_at = 1 WHERE id IN ('many0', 'many1', 'many2', 'many3', 'many4', 'many5')",
  );
  await requestJson(createCategoryResponse, path, { method: "POST", json, cookie });
});

it("a person can create at most 100 categories", async () => {
  const { id, cookie } = await someoneSignedIn();
  await env.DB.prepare(
    `INSERT INTO categories (id, name, description, created_by, created_at, hidden_at)
       SELECT ?1 || value, ?1 || value, '', ?1, 0, 1 FROM json_each(?2)`,
  )
    .bind(id, JSON.stringify(Array.from({ length: MAX_OWN_CATEGORIES - 1 }, (_, index) => index)))
    .run();
  onTestFinished(async () => void (await env.DB.prepare("DELETE FROM categories WHERE created_by = ?").bind(id).run()));
  const create = (name: string) => ({ method: "POST", json: { name, description: "One of many" }, cookie });
  await requestJson(createCategoryResponse, path, create(`Last ${newId().slice(0, 12)}`));
  const hundredFirstCall = create(`More ${newId().slice(0, 12)}`);
  const { message } = await expectRefusal("too_many_categories", 409, path, hundredFirstCall);
  expect(message).toBe("You have created 100 categories. Choose an existing one.");
  const another = await someoneSignedIn();
  await requestJson(createCategoryResponse, path, { ...hundredFirstCall, cookie: another.cookie });
});

it("a category without a name or a description is rejected", async () => {
  const { cookie } = await someoneSignedIn();
  const { fields } = await expectRefusal("invalid_input", 400, path, { method: "POST", json: { name: " " }, cookie });
  expect(fields).toEqual({
    name: expect.arrayContaining(["Please enter Name of Category"]),
    description: ["Please enter Description"],
  });
});
