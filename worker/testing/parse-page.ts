/** Reads a room's page. This file imports nothing from the Workers runtime, so that proofs in Node can use it. */
import type { AuctionDetails } from "../contract/auction.ts";
import type { DetailsText, Found } from "../rpc/room-rpc.ts";

/** The auction on a page. Throws if there is none. */
export function parsePage(page: Found<DetailsText>): AuctionDetails {
  if (!page.ok) throw new Error(page.failure.message);
  return { ...JSON.parse(page.value.text), serverTime: page.value.serverTime };
}
