import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";

import { details } from "../testing/auctions.ts";
import { fakeApi, refusal, success } from "../testing/fake-api.ts";
import { toasts } from "../ui/toast.ts";
import { viewOf } from "./auction-view.ts";
import { auctionQuery } from "./auction.ts";
import { categoriesQuery } from "./categories.ts";
import { queryClient } from "./query-client.ts";
import { endSession, setSessionUser } from "./session.ts";

const broken = refusal(500, "internal_error", "Something went wrong");

function failures() {
  return vi.spyOn(toasts, "error").mockReturnValue(undefined);
}

afterEach(() => queryClient.clear());

it("a list that cannot be fetched shows a toast", async () => {
  const toast = failures();
  fakeApi(broken);
  await expect(queryClient.fetchQuery(categoriesQuery)).rejects.toThrow("Something went wrong");
  expect(toast.mock.calls).toEqual([["Failed to display Category"]]);
});

it("a list on screen that cannot be refreshed shows no toast", async () => {
  const toast = failures();
  fakeApi(success({ categories: [] }), broken);
  await queryClient.fetchQuery(categoriesQuery);
  await expect(queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 })).rejects.toThrow("Something went wrong");
  expect(toast).not.toHaveBeenCalled();
});

it("a list that can't be fetched because the session has ended shows no toast", async () => {
  const toast = failures();
  fakeApi(refusal(401, "not_signed_in", "Please sign in"));
  await expect(queryClient.fetchQuery(categoriesQuery)).rejects.toThrow("Please sign in");
  expect(toast).not.toHaveBeenCalled();
});

it("a list whose first answer is from before a change is fetched again after it", async () => {
  const [before, after] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const answers = [before.promise, after.promise];
  const observer = new QueryObserver(queryClient, { queryKey: ["list"], queryFn: async () => answers.shift() });
  const leave = observer.subscribe(() => {});
  const invalidated = queryClient.invalidateQueries({ queryKey: ["list"] });
  before.resolve("before");
  after.resolve("after");
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after", isFetching: false });
  leave();
});

it("the cached page of a hidden listing is removed when the session ends", () => {
  const hidden = auctionQuery("hidden").queryKey;
  const shown = auctionQuery("shown").queryKey;
  setSessionUser({ _id: "ada", name: "Ada Winter", image: null });
  queryClient.setQueryData(hidden, viewOf(details([], 2, { hidden: { reason: "A copy" } })));
  queryClient.setQueryData(shown, viewOf(details([], 2)));
  endSession();
  expect(queryClient.getQueryData(hidden)).toBeUndefined();
  expect(queryClient.getQueryData(shown)).toBeDefined();
});
