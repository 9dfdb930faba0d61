import { afterEach, expect, it, vi } from "vitest";

import { fakeApi, refusal, success } from "../testing/fake-api.ts";
import { toasts } from "../ui/toast.ts";
import { categoriesQuery } from "./categories.ts";
import { queryClient } from "./query-client.ts";

const broken = refusal(500, "internal_error", "Something went wrong");

function failures() {
  return vi.spyOn(toasts, "error").mockReturnValue(undefined);
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("says in a toast that a list could not be fetched", async () => {
  const told = failures();
  fakeApi(broken);
  await expect(queryClient.fetchQuery(categoriesQuery)).rejects.toThrow("Something went wrong");
  expect(told.mock.calls).toEqual([["Failed to display Category"]]);
});

it("says nothing when a list that is on screen could not be refreshed", async () => {
  const told = failures();
  fakeApi(success({ categories: [] }), broken);
  await queryClient.fetchQuery(categoriesQuery);
  await expect(queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 })).rejects.toThrow("Something went wrong");
  expect(told).not.toHaveBeenCalled();
});

it("says nothing about a list of someone whose session has ended", async () => {
  const told = failures();
  fakeApi(refusal(401, "not_signed_in", "Please sign in"));
  await expect(queryClient.fetchQuery(categoriesQuery)).rejects.toThrow("Please sign in");
  expect(told).not.toHaveBeenCalled();
});
