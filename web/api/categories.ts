import { queryOptions } from "@tanstack/react-query";

import type { Category, CreateCategoryInput } from "../../worker/contract/category.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { categoriesResponse, createCategoryResponse } from "./response-schemas.ts";

const STALE_TIME_MS = 5 * 60_000;

export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: async ({ signal }) => (await call(categoriesResponse, "/auction/getAllCategories", { signal })).categories,
  staleTime: STALE_TIME_MS,
  meta: { failureToast: "Failed to display Category" },
});

export async function createCategory(input: CreateCategoryInput): Promise<Category> {
  return (await call(createCategoryResponse, "/auction/createCategory", { method: "POST", body: input })).category;
}
