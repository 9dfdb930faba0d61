import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { fakeApi, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { WatchCount } from "./watch-count.tsx";

it.each([
  [1, "On 1 watchlist"],
  [18, "On 18 watchlists"],
  [100, "On 100+ watchlists"],
])("the page shows the count for an auction that %d users watch", async (watchers, text) => {
  fakeApi(success({ watchers }));
  showPart(<WatchCount auctionId="lot" />);
  expect(await screen.findByText(text)).toBeVisible();
});

it("the page shows no count when no one is watching", async () => {
  const sent = fakeApi(success({ watchers: 0 }));
  showPart(<WatchCount auctionId="lot" />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText(/watchlist/)).toBeNull();
});
