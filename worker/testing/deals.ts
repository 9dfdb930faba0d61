/** Sales over HTTP, the steps of their deals, and times at which these fall due. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";

import { placeBidResponse } from "../contract/bid.ts";
import { dealResponse, type DealDetails } from "../contract/deal.ts";
import { openDatabase } from "../db/database.ts";
import type { Side } from "../rules/deal.ts";
import { sweepDeals } from "../sweep/sweep-deals.ts";
import { newId } from "./builders.ts";
import { aCookieFor, requestJson, type Someone, someoneSignedIn, type TestCall } from "./http.ts";
import { aListing, bid, endAuction } from "./selling.ts";

/** An auction whose item a buyer bought for $500. Its deal has the ID `dealId`. */
export async function aSale(change: Record<string, string> = {}) {
  const { id, seller } = await aListing({ buyNowPrice: "500", ...change });
  const buyer = await someoneSignedIn("Ann");
  const headers = { "idempotency-key": newId() };
  const buyCall = { method: "POST", cookie: buyer.cookie, headers, json: { price: 500 } };
  await requestJson(placeBidResponse, `/auction/${id}/buy`, buyCall);
  return { id, dealId: `${id}-1`, seller, buyer };
}

export type Sale = Awaited<ReturnType<typeof aSale>>;

/** An auction that ended with these bids from Ann, Bob and so on, in this order. The last bid won. */
export async function anEndedAuction(...amounts: readonly number[]) {
  const { id, seller } = await aListing();
  const bidders: Someone[] = [];
  for (const [index, amount] of amounts.entries()) {
    const bidder = await someoneSignedIn(["Ann", "Bob", "Cem"][index] ?? "Dee");
    await bid(id, amount, bidder.cookie);
    bidders.push(bidder);
  }
  await endAuction(id);
  // The room delivers the end shortly after.
  await vi.waitFor(async () => {
    const row = await env.DB.prepare("SELECT id FROM deals WHERE auction_id = ?").bind(id).first();
    if (!row) throw new Error("no deal yet");
  }, 10_000);
  return { id, dealId: `${id}-1`, seller, bidders };
}

/** A sale whose deal is done: picked up, and received just now. */
export async function aDoneSale(change: Record<string, string> = {}) {
  const sale = await aSale(change);
  await finishDeal(sale.dealId, sale);
  return sale;
}

/** The item is picked up, so that the deal is done. */
export async function finishDeal(
  dealId: string,
  { seller, buyer }: { readonly [Name in Side]: Pick<Someone, "cookie"> },
): Promise<void> {
  await takeStep(dealId, buyer, "delivery", { delivery: "pickUp" });
  await takeStep(dealId, seller, "paid");
  await takeStep(dealId, seller, "handed-over");
  await takeStep(dealId, buyer, "received");
}

export const postCall = (cookie: string, json: TestCall["json"] = {}): TestCall => ({ method: "POST", cookie, json });

export async function dealOf(id: string, { cookie }: Pick<Someone, "cookie">): Promise<DealDetails> {
  return (await requestJson(dealResponse, `/deals/${id}`, { cookie })).deal;
}

/** A step, by the last part of its URL. */
export async function takeStep(
  dealId: string,
  { cookie }: Pick<Someone, "cookie">,
  name: string,
  json: TestCall["json"] = {},
): Promise<DealDetails> {
  return (await requestJson(dealResponse, `/deals/${dealId}/${name}`, postCall(cookie, json))).deal;
}

/** Does some work at a later time. Earlier sessions have ended by then, so people sign in again (`signInAgain`). */
export async function runLater<Value>(ms: number, work: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

export async function signInAgain(person: Someone): Promise<Someone> {
  return { ...person, cookie: await aCookieFor(person.id) };
}

/** Runs the sweep's tasks for deals. */
export async function sweepNow(idPrefix = "~"): Promise<void> {
  await sweepDeals(env, openDatabase(env.DB), idPrefix, Date.now());
}
