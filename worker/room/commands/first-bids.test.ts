import { expect, it, vi } from "vitest";

import type { LimitUse } from "../../rate-limits/limiter.ts";
import { type Answered, BUSY, refusal } from "../../rpc/room-rpc.ts";
import { FirstBids } from "./first-bids.ts";

const ACCEPTED: Answered<string> = { ok: true, value: "placed" };
const TOO_LOW = refusal("bid_too_low");

/** First bids with one limiter for everyone, which returns what `count` does. */
function firstBids(count: () => Promise<number>) {
  const refund = vi.fn<(name: string) => Promise<void>>(async () => {});
  const countSpy = vi.fn<(uses: readonly LimitUse[]) => Promise<number>>(count);
  const bids = new FirstBids({ getByName: () => ({ count: countSpy, refund }) });
  return { bids, countSpy, refund };
}

it("a first bid counts once toward the daily limit, but not if it is refused", async () => {
  const { bids, countSpy, refund } = firstBids(async () => 0);
  expect(await bids.countAndSubmit("ann", 20, async () => ACCEPTED)).toEqual(ACCEPTED);
  expect(countSpy).toHaveBeenCalledExactlyOnceWith([
    { name: "newAuctions", cost: 1, windows: [{ max: 20, windowMs: 24 * 3_600_000 }] },
  ]);
  expect(refund).not.toHaveBeenCalled();
  expect(await bids.countAndSubmit("bob", 20, async () => TOO_LOW)).toEqual(TOO_LOW);
  expect(refund).toHaveBeenCalledExactlyOnceWith("newAuctions");
});

it("concurrent bids count once against the daily limit if one is accepted", async () => {
  const { bids, countSpy, refund } = firstBids(async () => 0);
  const answers = await Promise.all(
    [TOO_LOW, ACCEPTED, TOO_LOW].map((answer) => bids.countAndSubmit("ann", 20, async () => answer)),
  );
  expect(answers).toEqual([TOO_LOW, ACCEPTED, TOO_LOW]);
  expect(countSpy).toHaveBeenCalledTimes(1);
  expect(refund).not.toHaveBeenCalled();
  await Promise.all([1, 2].map(() => bids.countAndSubmit("ann", 20, async () => TOO_LOW)));
  expect(countSpy).toHaveBeenCalledTimes(2);
  expect(refund).toHaveBeenCalledTimes(1);
});

it("a bid whose turn fails doesn't use up the daily limit", async () => {
  const { bids, refund } = firstBids(async () => 0);
  await expect(bids.countAndSubmit("ann", 20, () => Promise.reject(new Error("storage")))).rejects.toThrow("storage");
  expect(refund).toHaveBeenCalledTimes(1);
});

it("a bid over the daily limit isn't submitted, and nothing is refunded", async () => {
  const { bids, refund } = firstBids(async () => 7_200_000);
  const submit = vi.fn<() => Promise<Answered<string>>>(async () => ACCEPTED);
  expect(await bids.countAndSubmit("ann", 3, submit)).toEqual({
    ok: false,
    failure: {
      code: "new_member_auctions",
      message: "New members can start bidding in 3 auctions a day. Try again in 2 hours.",
      retryAfter: 7_200,
    },
  });
  expect(submit).not.toHaveBeenCalled();
  expect(refund).not.toHaveBeenCalled();
});

it("a bid isn't submitted while the limiter is down, and the next bid retries", async () => {
  let isDown = true;
  const { bids, countSpy } = firstBids(() => (isDown ? Promise.reject(new Error("away")) : Promise.resolve(0)));
  const submit = vi.fn<() => Promise<Answered<string>>>(async () => ACCEPTED);
  expect(await bids.countAndSubmit("ann", 20, submit)).toEqual(BUSY);
  expect(submit).not.toHaveBeenCalled();
  isDown = false;
  expect(await bids.countAndSubmit("ann", 20, submit)).toEqual(ACCEPTED);
  expect(countSpy).toHaveBeenCalledTimes(2);
});

it("a refused bid gets the same response even if the refund of its count fails", async () => {
  const { bids, refund } = firstBids(async () => 0);
  refund.mockRejectedValue(new Error("away"));
  expect(await bids.countAndSubmit("ann", 20, async () => TOO_LOW)).toEqual(TOO_LOW);
});
