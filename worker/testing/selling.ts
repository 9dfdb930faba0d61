/** Creates listings and places bids over HTTP. */
import { vi } from "vitest";

import { auctionResponse, savedAuctionResponse } from "../contract/auction.ts";
import { placeBidResponse } from "../contract/bid.ts";
import { DAY_MS } from "./builders.ts";
import { requestJson, type SignedIn, type TestCall, cookieOf, someoneSignedIn } from "./http.ts";

export function listingFields(change: Record<string, string> = {}): Record<string, string> {
  return {
    title: "A Regency mahogany bureau",
    description: "In good order.",
    category: "antiques",
    startingPrice: "100",
    auctionDate: new Date(Date.now() + 3 * DAY_MS).toISOString(),
    ...change,
  };
}

export function createCall(
  { cookie }: SignedIn,
  change: Record<string, string> = {},
  files: Record<string, File> = {},
) {
  return ["/auction/createAuction", { method: "POST", cookie, form: { ...listingFields(change), ...files } }] as const;
}

export function editCall(auctionId: string, { cookie }: SignedIn, form: Record<string, string | File>) {
  return [`/auction/editAuction/${auctionId}`, { method: "PATCH", cookie, form }] as const;
}

export function deleteCall(auctionId: string, { cookie }: SignedIn) {
  return [`/auction/deleteAuction/${auctionId}`, { method: "DELETE", cookie }] as const;
}

/** A seller with an open auction, which ends after three days. */
export async function aListing(change: Record<string, string> = {}, files: Record<string, File> = {}) {
  const seller = await someoneSignedIn("Sue");
  const { auction } = await requestJson(savedAuctionResponse, ...createCall(seller, change, files));
  return { id: auction._id, auction, seller };
}

export function placeBidCall(productId: string, bidAmount: number | string, cookie: string, key?: string): TestCall {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return { method: "POST", cookie, headers, json: { productId, bidAmount } };
}

export async function bid(productId: string, bidAmount: number, cookie: string) {
  return requestJson(placeBidResponse, "/bid/placeBid", placeBidCall(productId, bidAmount, cookie));
}

/** The current details from the room. A request with a session's cookie never gets a page from the isolate's cache. */
export async function detailsOf(auctionId: string) {
  const path = `/auction/fetchSpecificAuction?auctionId=${auctionId}`;
  return (await requestJson(auctionResponse, path, { cookie: cookieOf("") })).auctionDetails;
}

/**
 * Does some work a day after the end of the listings made here. A session ends after a day without use, so sign in
 * again inside `work`.
 */
export async function runAfterTheEnd<Value>(work: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY_MS });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** Any read of a room records an end that the clock has passed. */
export async function endAuction(auctionId: string): Promise<void> {
  await runAfterTheEnd(() => detailsOf(auctionId));
}
