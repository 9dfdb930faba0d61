/**
 * Prepares the seeded marketplace for the screenshots in `docs/screens`, over HTTP on the running site. Signs in as
 * seeded people, places bids, and lists seeded items again.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";

import type { BrowserContextOptions } from "@playwright/test";

import { savedAuctionResponse } from "../../worker/contract/auction.ts";
import { placeBidResponse } from "../../worker/contract/bid.ts";
import { doneResponse } from "../../worker/contract/fields.ts";
import { User, unwrap } from "../client/user.ts";
import { ROOT } from "../command-line/project.ts";
import { DEMO_PASSWORD, type PersonName, personNamed } from "../seed/people.ts";
import { imageFilesOf } from "../seed/sample-item.ts";
import { SAMPLE_ITEMS } from "../seed/sample-items.ts";

export const ITEM_IMAGES = path.join(ROOT, "scripts/seed/images/items");
const DAY_SECONDS = 86_400;
/** The shortest auction that the site allows (MIN_AUCTION_SECONDS), plus a little for the request. */
const SHORT_AUCTION_SECONDS = 63;
/** Long enough to open the pages before the last minute begins. */
const LAST_MINUTE_SECONDS = 85;

export async function signIn(url: string, name: PersonName): Promise<User> {
  const user = new User(url, personNamed(name).email, DEMO_PASSWORD);
  unwrap(await user.signIn());
  return user;
}

/** The cookies and storage of a browser in which the person is signed in. */
export function storageStateOf(
  { headers, account }: User,
  url: string,
): Exclude<BrowserContextOptions["storageState"], string | undefined> {
  const { hostname: domain, origin } = new URL(url);
  const cookieOptions = { domain, path: "/", expires: -1, httpOnly: true, secure: true, sameSite: "Lax" as const };
  const cookies = (headers["cookie"] ?? "").split("; ").map((cookie) => {
    const [name = "", value = ""] = cookie.split("=");
    return { name, value, ...cookieOptions };
  });
  const storedUser = JSON.stringify({ id: account._id, name: account.name, image: account.image });
  return { cookies, origins: [{ origin, localStorage: [{ name: "user", value: storedUser }] }] };
}

type Cast = { readonly amara: User; readonly mateo: User; readonly yuki: User };

/** Amara sells, Mateo leads and wins, Yuki is outbid and loses. Returns the paths of the auctions' pages. */
export async function prepareAuctions({ amara, mateo, yuki }: Cast) {
  const { auctions } = unwrap(await mateo.listLiveAuctions());
  const inADay = Date.now() + DAY_SECONDS * 1_000;
  const live = auctions.filter(
    (auction) => Date.parse(auction.auctionEndTime) > inADay && ![mateo.id, yuki.id].includes(auction.seller._id),
  );
  const [contested] = live.filter(({ seller, bidCount }) => seller._id === amara.id && bidCount > 0);
  if (!contested) throw new Error("Amara has no live auction here. Fill the site with npm start.");
  const others = live.filter((auction) => auction !== contested).slice(0, 3);
  for (const { _id } of others.slice(0, 2)) await bidOn(_id, mateo);
  for (const { _id } of [contested, ...others.slice(1)]) await bidOn(_id, yuki);
  await bidOn(contested._id, mateo);

  const endedId = await listItem(amara, "halden-diver-200", SHORT_AUCTION_SECONDS);
  await bidOn(endedId, yuki, 3_000);
  await bidOn(endedId, mateo, 3_150);
  const reportedId = await listItem(amara, "deco-fan-brooch", 2 * DAY_SECONDS);
  const report = { reason: "misleading", text: "The clasp in the second picture is not the one described." };
  unwrap(await mateo.call("POST", `/auction/${reportedId}/report`, doneResponse, report));
  return { contested: pagePathOf(contested._id), ended: pagePathOf(endedId) };
}

export type ScreenAuctions = Awaited<ReturnType<typeof prepareAuctions>>;

/** An auction that is about to enter its last minute, with bids from Mateo and Yuki. */
export async function createEndingAuction({ amara, mateo, yuki }: Cast): Promise<string> {
  const auctionId = await listItem(amara, "rangefinder-camera-1958", LAST_MINUTE_SECONDS);
  await bidOn(auctionId, mateo, 1_200);
  await bidOn(auctionId, yuki, 1_350);
  await bidOn(auctionId, mateo, 1_400);
  return pagePathOf(auctionId);
}

const pagePathOf = (auctionId: string) => `/auction/${auctionId}`;

/** Lists a sample item again. Returns the auction's ID. */
async function listItem(seller: User, slug: string, seconds: number) {
  const item = SAMPLE_ITEMS.find((sample) => sample.slug === slug);
  if (!item) throw new Error(`no item is called ${slug}`);
  const { title, description, category, startingPrice } = item;
  const auctionDate = new Date(Date.now() + seconds * 1_000).toISOString();
  const form = new FormData();
  const fields = { title, description, category, startingPrice: String(startingPrice), auctionDate };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [index, file] of imageFilesOf(item).entries()) {
    const image = new File([await readFile(path.join(ITEM_IMAGES, file))], file, { type: "image/webp" });
    form.append(index === 0 ? "image" : "images", image);
  }
  return unwrap(await seller.call("POST", "/auction/createAuction", savedAuctionResponse, form)).auction._id;
}

/** Places a bid, by default the minimum bid. */
async function bidOn(productId: string, bidder: User, amount?: number): Promise<void> {
  const bidAmount = amount ?? unwrap(await bidder.fetchDetails(productId)).auctionDetails.minNextBid;
  unwrap(await bidder.call("POST", "/bid/placeBid", placeBidResponse, { productId, bidAmount }));
}
