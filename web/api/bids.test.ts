import { afterEach, expect, it, vi } from "vitest";

import type { ErrorCode } from "../../worker/contract/errors.ts";
import { bid, standing } from "../testing/auctions.ts";
import { fakeApi, success } from "../testing/fake-api.ts";
import { placeBid } from "./bids.ts";

afterEach(() => vi.unstubAllGlobals());

const refusing = (code: ErrorCode) => ({
  placeBid: () => Promise.resolve({ type: "ack", requestId: "r", success: false, code, message: "No" } as const),
});

it.each(["not_signed_in", "email_not_proven", "new_member_amount", "new_member_auctions"] as const)(
  "a bid that a socket refuses with %s is tried once over REST, which knows the current session",
  async (code) => {
    const sent = fakeApi(success({ newBid: bid("b", 150), auction: standing(150, 1) }));
    await placeBid(refusing(code), crypto.randomUUID(), { bidAmount: 150 });
    expect(sent).toMatchObject([{ path: "/api/v1/bid/placeBid", body: { bidAmount: 150 } }]);
  },
);

it("any other refusal of a socket is final", async () => {
  const sent = fakeApi(success());
  await expect(placeBid(refusing("bid_too_low"), "lot", { bidAmount: 150 })).rejects.toMatchObject({
    code: "bid_too_low",
  });
  expect(sent).toEqual([]);
});
