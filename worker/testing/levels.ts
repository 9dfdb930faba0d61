/** The Worker and rooms with the levels of trust as a deployment has them. In other tests they are off. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

import { newId } from "./builders.ts";
import { anAdmin, type TestCall, expectRefusalIn, request } from "./http.ts";
import { aListing } from "./selling.ts";
import { anAddress, requestFrom } from "./strict-limits.ts";

export const LEVELS: Env = { ...env, LIMIT_SCALE: "1", NEW_BIDDER_AMOUNT: "5000", NEW_BIDDER_AUCTIONS: "20" };

export async function aListingWithLevels(change: Record<string, string> = {}) {
  const listing = await aListing(change);
  await runInDurableObject(env.AUCTION_ROOM.getByName(listing.id), (room) => {
    Object.assign(room, { env: LEVELS });
  });
  return listing;
}

export function requestWithLevels(path: string, { method = "GET", ...call }: TestCall): Promise<Response> {
  return requestFrom(path, { method, ...call, address: anAddress(), bindings: LEVELS });
}

/** A bid that its bidder has confirmed, because only the level matters here. */
export function offering(auctionId: string, offer: { bidAmount?: number; maxBid?: number }, cookie: string) {
  const headers = { "idempotency-key": newId() };
  return requestWithLevels("/bid/placeBid", {
    method: "POST",
    cookie,
    headers,
    json: { productId: auctionId, ...offer, confirmed: true },
  });
}

export function buyingAt(auctionId: string, price: number, cookie: string) {
  const headers = { "idempotency-key": newId() };
  return requestWithLevels(`/auction/${auctionId}/buy`, { method: "POST", cookie, headers, json: { price } });
}

export async function expectAboveLimit(response: Response): Promise<void> {
  const { message, details } = await expectRefusalIn(response, "new_member_amount", 403);
  if (message !== "New members can bid up to $5,000" || details?.maximum !== 5_000) throw new Error(message);
}

export async function setLevel(personId: string, trust: "new" | "known" | "automatic"): Promise<void> {
  const { cookie } = await anAdmin();
  const json = { trust, reason: "For a test" };
  const response = await request(`/moderation/people/${personId}/setTrust`, { method: "POST", cookie, json });
  if (response.status !== 200) throw new Error(await response.text());
}
