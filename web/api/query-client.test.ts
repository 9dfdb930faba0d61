import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";

import { details } from "../testing/auctions.ts";
import { fakeApi, refusal, success } from "../testing/fake-api.ts";
import { toasts } from "../ui/toast.ts";
import { viewOf } from "./auction-view.ts";
import { auctionQuery } from "./auction.ts";
import { categoriesQuery } from "./categories.ts";
import { createClient } from "./query-client.ts";
import { endSession, setSessionUser } from "./session.ts";

const queryClient = createClient();

const broken = refusal(500, "internal_error", "Something went wrong");

function spyOnErrorToasts() {
  return vi.spyOn(toasts, "error").mockReturnValue(undefined);
}

afterEach(() => queryClient.clear());

it("the page shows a toast for a list that can't be fetched", async () => {
  const toast = spyOnErrorToasts();
  fakeApi(broken);
  await expect(queryClient.fetchQuery(categoriesQuery)).rejects.toThrow("Something went wrong");
  expect(toast.mock.calls).toEqual([["Failed to display Category"]]);
});

it("the page shows no toast when it can't refresh a list on screen", async () => {
  const toast = spyOnErrorToasts();
  fakeApi(success({ categories: [] }), broken);
  await queryClient.fetchQuery(categoriesQuery);
  await expect(queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 })).rejects.toThrow("Something went wrong");
  expect(toast).not.toHaveBeenCalled();
});

it("the page shows no toast for a list that can't be fetched after the session ends", async () => {
  const toast = spyOnErrorToasts();
  fakeApi(refusal(401, "not_signed_in", "Please sign in"));
  await expect(queryClient.fetchQuery(categoriesQuery)).rejects.toThrow("Please sign in");
  expect(toast).not.toHaveBeenCalled();
});

it("the page refetches a list whose first response predates a change", async () => {
  const [before, after] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const responses = [before.promise, after.promise];
  const observer = new QueryObserver(queryClient, { queryKey: ["list"], queryFn: async () => responses.shift() });
  const unsubscribe = observer.subscribe(() => {});
  const invalidated = queryClient.invalidateQueries({ queryKey: ["list"] });
  before.resolve("before");
  after.resolve("after");
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after", isFetching: false });
  unsubscribe();
});

it("the end of a session removes a hidden listing from the cache", () => {
  const hidden = auctionQuery("hidden").queryKey;
  const shown = auctionQuery("shown").queryKey;
  setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
  queryClient.setQueryData(hidden, viewOf(details([], 2, { hidden: { reason: "A copy" } })));
  queryClient.setQueryData(shown, viewOf(details([], 2)));
  endSession();
  expect(queryClient.getQueryData(hidden)).toBeUndefined();
  expect(queryClient.getQueryData(shown)).toBeDefined();
});
