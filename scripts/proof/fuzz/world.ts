/**
 * The data that fuzzed calls use: users with sessions, live auctions and active bids. Calls change or end some of it,
 * so a test creates it again from time to time.
 */
import { env } from "cloudflare:workers";

import { savedAuctionAnswer } from "../../../worker/contract/auction.ts";
import { placeBidAnswer } from "../../../worker/contract/bid.ts";
import { questionAnswer } from "../../../worker/contract/question.ts";
import { newId } from "../../../worker/testing/builders.ts";
import { finish, step } from "../../../worker/testing/deals.ts";
import { aCookieFor, anAdmin, ask, ORIGIN, request, someoneSignedIn } from "../../../worker/testing/http.ts";
import { aFile, aJpeg, aPng, lossyFrame, riff } from "../../../worker/testing/images.ts";
import { expectNeverLogged } from "../../../worker/testing/secret-search.ts";
import { aListing, bid, listingFields } from "../../../worker/testing/selling.ts";
import type { Body, WireCall } from "./calls.ts";
import { FILE } from "./values.ts";

export type FuzzIds = Readonly<Record<string, string>>;

/** The bidder's maximum on `auction`. Only the bidder may ever see it, so it's unlike any other number. */
const MAXIMUM = 654_321.98;
/** Finds the maximum in major units, in minor units, and as written in a sentence. */
const MAXIMUM_TEXT = /654,?321\.?98/;
expectNeverLogged(MAXIMUM_TEXT);

const FILES: readonly File[] = [
  aFile(aPng()),
  aFile(aJpeg(), "x.jpg", "image/jpeg"),
  aFile(riff(lossyFrame()), "x.webp", "image/webp"),
  aFile(aPng({ width: 9_000 })),
  aFile(aPng().subarray(0, 40)),
  aFile(new TextEncoder().encode("<svg onload='alert(1)'/>"), "x.svg", "image/svg+xml"),
  aFile(new Uint8Array(0), ""),
  aFile(new Uint8Array(30_000)),
  aFile(aPng(), "../../\u0000evil.html", "text/html"),
  aFile(aPng(), "x".repeat(3_000), "\u00ff/x"),
];

export async function aWorld(): Promise<FuzzIds> {
  const [bidder, third, admin] = [await someoneSignedIn("Bob"), await someoneSignedIn("Tom"), await anAdmin()];
  const { id, seller } = await aListing();
  const own = await aListing();
  const placed = await bid(id, 100, third.cookie);
  const json = { productId: id, bidAmount: 110, maxBid: MAXIMUM };
  const ownBid = await ask(placeBidAnswer, "/bid/placeBid", { method: "POST", cookie: bidder.cookie, json });
  const asking = { method: "POST", cookie: third.cookie, json: { text: "Does it strike?" } };
  const { question } = await ask(questionAnswer, `/auction/${id}/questions`, asking);
  const doneDeal = await aDeal(seller.cookie, bidder.cookie);
  await finish(doneDeal, { seller, buyer: bidder });
  await step(doneDeal, bidder, "rating", { stars: 4 });
  return {
    auction: id,
    ownAuction: own.id,
    bid: placed.newBid._id,
    ownBid: ownBid.newBid._id,
    nobody: newId(),
    category: "antiques",
    person: bidder.id,
    question: question._id,
    deal: await aDeal(seller.cookie, bidder.cookie),
    doneDeal,
    rating: `${doneDeal}-buyer`,
    ...(await signedInAgain({ sellerId: seller.id, bidderId: bidder.id, thirdId: own.seller.id, adminId: admin.id })),
  };
}

/** Creates a deal between these two, in which the buyer has written a note. Returns its ID. */
async function aDeal(seller: string, buyer: string): Promise<string> {
  const form = listingFields({ buyNowPrice: "500" });
  const { auction } = await ask(savedAuctionAnswer, "/auction/createAuction", { method: "POST", cookie: seller, form });
  const headers = { "idempotency-key": newId() };
  const buying = { method: "POST", cookie: buyer, headers, json: { price: 500 } };
  await ask(placeBidAnswer, `/auction/${auction._id}/buy`, buying);
  const dealId = `${auction._id}-1`;
  await step(dealId, { cookie: buyer }, "delivery", { delivery: "pickUp", note: "On Friday" });
  return dealId;
}

/** Signs the same users in again, because a call may have ended their sessions or suspended one of them. */
export async function signedInAgain(world: FuzzIds): Promise<FuzzIds> {
  await showCategories();
  const cookie = async (name: string) => {
    const id = world[name] ?? "";
    await env.DB.prepare("UPDATE users SET suspended_at = NULL WHERE id = ?").bind(id).run();
    return aCookieFor(id);
  };
  const [seller, bidder, third] = [await cookie("sellerId"), await cookie("bidderId"), await cookie("thirdId")];
  return { ...world, seller, bidder, third, admin: await cookie("adminId") };
}

/** Shows the categories that an admin's call may have hidden, because other tests list items in them. */
export async function showCategories(): Promise<void> {
  await env.DB.prepare("UPDATE categories SET hidden_at = NULL").run();
}

/** Whether a text that another user received reveals the bidder's maximum before a bid has exhausted it. */
export async function revealsMaximum(text: string, world: FuzzIds): Promise<boolean> {
  if (!MAXIMUM_TEXT.test(text)) return false;
  const journal = await request(`/auction/${world["auction"]}/journal`);
  return !(await journal.text()).includes("openedMaximum");
}

/** Turns a call into the request that is sent. */
export async function requestOf({ method, path, headers, cookie, body }: WireCall, world: FuzzIds): Promise<Request> {
  const fill = (text: string) => filled(text, world);
  const content = await contentOf(body, fill);
  const all = new Headers(headers);
  // Only a GET can be an upgrade. fetch turns any request with this header into a GET.
  if (method !== "GET") all.delete("upgrade");
  if (cookie !== "") all.set("cookie", fill(cookie));
  if (content && method !== "GET" && method !== "HEAD") {
    // An empty type means that the header isn't sent.
    if (content.type !== "") all.set("content-type", content.type);
    all.set("content-length", String(content.bytes.length));
    return new Request(ORIGIN + fill(path), { method, headers: all, body: content.bytes, redirect: "manual" });
  }
  return new Request(ORIGIN + fill(path), { method, headers: all, redirect: "manual" });
}

export function filled(text: string, world: FuzzIds): string {
  return text.replaceAll(/\{\{(\w+)(?: (-?\d+))?\}\}/g, (name, word: string, number: string | undefined) =>
    word === "in" ? new Date(Date.now() + Number(number)).toISOString() : (world[word] ?? name),
  );
}

type FileContent = { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

async function contentOf(body: Body, fill: (text: string) => string): Promise<FileContent | null> {
  if (body.type === "none") return null;
  if (body.type === "raw")
    return { type: body.contentType, bytes: Uint8Array.from(new TextEncoder().encode(fill(body.text))) };
  const form = new FormData();
  for (const [name, value] of body.fields) {
    const file = value.startsWith(FILE) ? FILES[Number(value.slice(FILE.length, -2))] : undefined;
    form.append(name, file ?? fill(value));
  }
  const response = new Response(form);
  const type = response.headers.get("content-type") ?? "";
  return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
}
