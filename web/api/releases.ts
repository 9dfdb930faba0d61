/**
 * What a bidder can't take back alone: asking the seller to release a bid, the seller's releasing it, and releasing a
 * buyer who has not paid. A lost response is safe: the same request is sent again under the same key.
 */
import { releaseBidAnswer } from "../../worker/contract/bid.ts";
import type { Standing } from "../../worker/contract/catalogue.ts";
import { doneAnswer } from "./answers.ts";
import { idempotencyHeader, pageAttempts } from "./attempts.ts";
import { call } from "./client.ts";

export async function askRelease(bidId: string): Promise<void> {
  await pageAttempts.send(`release of ${bidId}`, ["ask"], (key) =>
    call(doneAnswer, `/bid/askRelease/${encodeURIComponent(bidId)}`, {
      method: "POST",
      headers: idempotencyHeader(key),
    }),
  );
}

export async function releaseBid(bidId: string): Promise<Standing> {
  const released = await pageAttempts.send(`release of ${bidId}`, ["release"], (key) =>
    call(releaseBidAnswer, `/bid/releaseBid/${encodeURIComponent(bidId)}`, {
      method: "POST",
      headers: idempotencyHeader(key),
    }),
  );
  return released.auction;
}

export async function releaseBuyer(auctionId: string): Promise<void> {
  await pageAttempts.send(`buyer of ${auctionId}`, [], (key) =>
    call(doneAnswer, `/auction/${encodeURIComponent(auctionId)}/releaseBuyer`, {
      method: "POST",
      headers: idempotencyHeader(key),
    }),
  );
}
