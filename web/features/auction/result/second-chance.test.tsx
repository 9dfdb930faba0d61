import { cleanup, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { queryKeys } from "../../../api/query-keys.ts";
import { fakeApi, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { SecondChance } from "./second-chance.tsx";

const chanceIn = (state: "offered" | "accepted" | "over") => ({
  price: 140,
  currency: "USD",
  offeredAt: "2030-12-03T13:00:00.000Z",
  state,
});

it.each([
  ["offered", chanceIn("offered"), "Second chance offered at $140.", "Second chance offered at $140."],
  ["accepted", chanceIn("accepted"), "Second chance accepted at $140.", "Second chance accepted at $140."],
  ["over", chanceIn("over"), "", "You can list the item again."],
  ["none", null, "", "You can list the item again."],
] as const)(
  "a canceled sale shows its second chance or the seller's next step: %s",
  async (_what, secondChance, all, seller) => {
    for (const isSeller of [false, true]) {
      fakeApi(success({ secondChance }));
      const client = showPart(<SecondChance auctionId="lot" isSeller={isSeller} />);
      await waitFor(() => expect(client.getQueryData(queryKeys.secondChance("lot"))).toBeDefined());
      await waitFor(() => expect(document.body.textContent).toBe(isSeller ? seller : all));
      cleanup();
    }
  },
);
