import { beforeEach, expect, it } from "vitest";

import { type ErrorCode, ERRORS } from "../../worker/contract/errors.ts";
import { ACCEPTED, bid, standing } from "../testing/auctions.ts";
import { fakeApi, success } from "../testing/fake-api.ts";
import { buyNow, deleteBid, editBid, placeBid } from "./bids.ts";
import { readReceipts } from "./receipts.ts";
import { setSessionUser } from "./session.ts";

beforeEach(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));

const refusing = (code: ErrorCode) => ({
  placeBid: () => Promise.resolve({ type: "ack", requestId: "r", success: false, code, message: "No" } as const),
});

it.each(["not_signed_in", "email_not_verified", "new_member_amount", "new_member_auctions"] as const)(
  "a bid that the socket refuses with %s is retried once over REST",
  async (code) => {
    const sent = fakeApi(success({ newBid: bid("b", 150), auction: standing(150, 1), ...ACCEPTED }));
    await placeBid(refusing(code), crypto.randomUUID(), { bidAmount: 150 });
    expect(sent).toMatchObject([{ path: "/api/v1/bid/placeBid", body: { bidAmount: 150 } }]);
  },
);

it("the page doesn't retry a bid that the socket refuses as too low", async () => {
  const sent = fakeApi(success());
  await expect(placeBid(refusing("bid_too_low"), "lot", { bidAmount: 150 })).rejects.toMatchObject({
    code: "bid_too_low",
  });
  expect(sent).toEqual([]);
});

it.each(Object.entries(ERRORS).filter(([code, { status }]) => status >= 500 && !code.endsWith("_not_configured")))(
  "resending a bid after the socket answers %s reuses its idempotency key",
  async (code) => {
    const keys: string[] = [];
    const ack = await refusing(code as ErrorCode).placeBid();
    const socket = {
      placeBid: (key: string) => {
        keys.push(key);
        return Promise.resolve(ack);
      },
    };
    const item = crypto.randomUUID();
    const expected = { code, message: "No", status: 503 };
    await expect(placeBid(socket, item, { bidAmount: 150 })).rejects.toMatchObject(expected);
    await expect(placeBid(socket, item, { bidAmount: 150 })).rejects.toMatchObject(expected);
    expect(new Set(keys).size).toBe(1);
  },
);

it("the browser keeps the receipt for a bid that the socket acknowledges", async () => {
  const sent = fakeApi(success());
  const placed = { newBid: bid("b", 150), auction: standing(150, 1), leads: true, seq: 2, hash: "aa" };
  const ack = { type: "ack", requestId: "r", success: true, message: "Bid Placed", ...placed } as const;
  const item = crypto.randomUUID();
  await placeBid({ placeBid: () => Promise.resolve(ack) }, item, { bidAmount: 150 });
  expect(sent).toEqual([]);
  expect(readReceipts(item)).toEqual([{ seq: 2, hash: "aa", amount: 150 }]);
});

it("the browser keeps the receipts for a raise, a purchase and a withdrawal", async () => {
  const item = crypto.randomUUID();
  const auction = standing(150, 1);
  fakeApi(success({ updatedBid: bid("b", 150), auction, leads: true, seq: 3, hash: "bb" }));
  await editBid(item, "b", { bidAmount: 150 });
  fakeApi(success({ newBid: bid("c", 500), auction, leads: true, seq: 4, hash: "cc" }));
  await buyNow(item, 500);
  fakeApi(success({ auction, seq: 5, hash: "dd" }));
  await deleteBid(item, "b");
  expect(readReceipts(item)).toEqual([
    { seq: 3, hash: "bb", amount: 150 },
    { seq: 4, hash: "cc", amount: 500 },
    { seq: 5, hash: "dd", amount: null },
  ]);
});
