/**
 * Releasing a bid that its bidder can't withdraw alone: the request to the seller, and the release. A lost response is
 * safe, because a retry sends the same request under the same key.
 */
import type { Standing } from "../../worker/contract/catalogue.ts";
import { callOnce } from "./attempts.ts";
import { doneResponse, standingResponse } from "./response-schemas.ts";

export async function requestRelease(bidId: string): Promise<void> {
  const path = `/bid/requestRelease/${encodeURIComponent(bidId)}`;
  await callOnce([`release of ${bidId}`, "ask"], doneResponse, path, { method: "POST" });
}

export async function releaseBid(bidId: string): Promise<Standing> {
  const path = `/bid/releaseBid/${encodeURIComponent(bidId)}`;
  return (await callOnce([`release of ${bidId}`, "release"], standingResponse, path, { method: "POST" })).auction;
}
