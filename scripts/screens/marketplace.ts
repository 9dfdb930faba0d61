/**
 * What the pictures in docs/screens need besides the seeded marketplace, made over HTTP in the running site: sessions of
 * seeded people, and auctions in each state, with the texts and images of seeded lots.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";

import { type APIRequestContext, type APIResponse, type BrowserContextOptions, request } from "@playwright/test";
import { type $ZodType, type output, parse } from "zod/v4/core";

import { loginAnswer } from "../../worker/contract/account.ts";
import { auctionAnswer, savedAuctionAnswer } from "../../worker/contract/auction.ts";
import { placeBidAnswer } from "../../worker/contract/bid.ts";
import { auctionsAnswer } from "../../worker/contract/catalogue.ts";
import { imagesOf } from "../seed/lot.ts";
import { LOTS } from "../seed/lots.ts";
import { DEMO_PASSWORD, type PersonName, personNamed } from "../seed/people.ts";
import { ROOT } from "../server/project.ts";

export const LOT_IMAGES = path.join(ROOT, "scripts/seed/images/lots");
const DAY_SECONDS = 86_400;
/** The shortest that a site takes (MIN_AUCTION_SECONDS), and a little for the way there. */
const SHORTEST_SECONDS = 63;
/** The last minute, with time to open the pages before it. */
const LAST_MINUTE_SECONDS = 85;

export type Member = {
  readonly id: string;
  readonly request: APIRequestContext;
  /** The cookies and storage of a browser in which the person is signed in. */
  readonly state: Exclude<BrowserContextOptions["storageState"], string | undefined>;
};

export async function signIn(url: string, name: PersonName): Promise<Member> {
  const client = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const data = { email: personNamed(name).email, password: DEMO_PASSWORD };
  const { user } = await succeeded(loginAnswer, client.post("/api/v1/auth/login", { data }));
  const { cookies } = await client.storageState();
  const kept = JSON.stringify({ id: user._id, name: user.name, image: user.image });
  const origins = [{ origin: url, localStorage: [{ name: "user", value: kept }] }];
  return { id: user._id, request: client, state: { cookies, origins } };
}

type Cast = { readonly amara: Member; readonly mateo: Member; readonly yuki: Member };

/** Amara sells, Mateo leads and wins, Yuki is outbid and loses. The values are paths of auctions' pages. */
export async function prepareAuctions({ amara, mateo, yuki }: Cast) {
  const { auctions } = await succeeded(
    auctionsAnswer,
    mateo.request.get("/api/v1/auction/fetchAllAuctions?status=Live&sort=ending&limit=100"),
  );
  const inADay = Date.now() + DAY_SECONDS * 1_000;
  const live = auctions.filter(
    (auction) => Date.parse(auction.auctionEndTime) > inADay && ![mateo.id, yuki.id].includes(auction.seller._id),
  );
  const [contested] = live.filter(({ seller, bidCount }) => seller._id === amara.id && bidCount > 0);
  if (!contested) throw new Error("Amara has no live auction here: fill the site with npm start");
  const others = live.filter((auction) => auction !== contested).slice(0, 3);
  for (const { _id } of others.slice(0, 2)) await bidOn(_id, mateo);
  for (const { _id } of [contested, ...others.slice(1)]) await bidOn(_id, yuki);
  await bidOn(contested._id, mateo);

  const ended = await listed(amara, "halden-diver-200", SHORTEST_SECONDS);
  await bidOn(ended, yuki, 3_000);
  await bidOn(ended, mateo, 3_150);
  const unsold = await listed(amara, "green-wing-chair", SHORTEST_SECONDS);
  const cancelled = await listed(amara, "coral-table-radio", 3 * DAY_SECONDS);
  await bidOn(cancelled, yuki, 300);
  await answered(amara.request.delete(`/api/v1/auction/deleteAuction/${cancelled}`));
  const startsAt = new Date(Date.now() + 1.2 * DAY_SECONDS * 1_000).toISOString();
  const scheduled = await listed(amara, "patch-synthesizer-1976", 4 * DAY_SECONDS, { startsAt });
  const buyNow = await listed(amara, "deco-fan-brooch", 2 * DAY_SECONDS, { buyNowPrice: "9000" });
  await answered(
    // The answer to a second report of the same person is a refusal.
    mateo.request.post(`/api/v1/auction/${buyNow}/report`, {
      data: { reason: "misleading", text: "The clasp in the second picture is not the one described." },
    }),
  );
  return {
    contested: pageOf(contested._id),
    seller: `/seller/${amara.id}`,
    ended: pageOf(ended),
    unsold: pageOf(unsold),
    cancelled: pageOf(cancelled),
    scheduled: pageOf(scheduled),
    buyNow: pageOf(buyNow),
    edited: `/dashboard/edit-auction/${scheduled}`,
  };
}

export type Auctions = Awaited<ReturnType<typeof prepareAuctions>>;

/** An auction that is about to enter its last minute, with bids of both. */
export async function endingAuction({ amara, mateo, yuki }: Cast): Promise<string> {
  const auction = await listed(amara, "rangefinder-camera-1958", LAST_MINUTE_SECONDS);
  await bidOn(auction, mateo, 1_200);
  await bidOn(auction, yuki, 1_350);
  await bidOn(auction, mateo, 1_400);
  return pageOf(auction);
}

const pageOf = (auctionId: string) => `/auction/${auctionId}`;

/** Lists a seeded lot once more, and returns the auction's id. */
async function listed(seller: Member, slug: string, seconds: number, more: Readonly<Record<string, string>> = {}) {
  const lot = LOTS.find((one) => one.slug === slug);
  if (!lot) throw new Error(`no lot is called ${slug}`);
  const { title, description, category, startingPrice } = lot;
  const auctionDate = new Date(Date.now() + seconds * 1_000).toISOString();
  const form = new FormData();
  const fields = { title, description, category, startingPrice: String(startingPrice), auctionDate, ...more };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [index, file] of imagesOf(lot).entries()) {
    const image = new File([await readFile(path.join(LOT_IMAGES, file))], file, { type: "image/webp" });
    form.append(index === 0 ? "image" : "images", image);
  }
  const answer = seller.request.post("/api/v1/auction/createAuction", { multipart: form });
  return (await succeeded(savedAuctionAnswer, answer)).auction._id;
}

/** Without an amount, the smallest possible bid. */
async function bidOn(auctionId: string, bidder: Member, amount?: number): Promise<void> {
  const details = () => bidder.request.get("/api/v1/auction/fetchSpecificAuction", { params: { auctionId } });
  const bidAmount = amount ?? (await succeeded(auctionAnswer, details())).auctionDetails.minNextBid;
  const data = { productId: auctionId, bidAmount };
  await succeeded(placeBidAnswer, bidder.request.post("/api/v1/bid/placeBid", { data }));
}

async function succeeded<Schema extends $ZodType>(schema: Schema, call: Promise<APIResponse>): Promise<output<Schema>> {
  return parse(schema, await (await answered(call)).json());
}

async function answered(call: Promise<APIResponse>): Promise<APIResponse> {
  const response = await call;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return response;
}
