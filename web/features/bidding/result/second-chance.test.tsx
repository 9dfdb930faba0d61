import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { queryKeys } from "../../../api/query-keys.ts";
import { fakeApi, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { SecondChance } from "./second-chance.tsx";

it.each([
  ["offered", "Second chance offered at $140."],
  ["accepted", "Second chance accepted at $140."],
  ["over", null],
] as const)("everyone sees whether a second chance was offered or accepted: %s", async (state, text) => {
  const secondChance = { price: 140, currency: "USD", offeredAt: "2030-12-03T13:00:00.000Z", state };
  fakeApi(success({ secondChance }));
  const client = showPart(<SecondChance auctionId="lot" />);
  await waitFor(() => expect(client.getQueryData(queryKeys.secondChance("lot"))).toBeDefined());
  await waitFor(() => expect(screen.queryByText(/^Second chance/)?.textContent ?? null).toBe(text));
});
