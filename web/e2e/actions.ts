/** Steps that many tests share: signing up and in through the forms, and listing and bidding over HTTP. */
import { type APIRequestContext, type APIResponse, expect, type Page } from "@playwright/test";
import { type $ZodType, type output, parse } from "zod/v4/core";

import { auctionResponse, savedAuctionResponse } from "../../worker/contract/auction.ts";
import { placeBidResponse } from "../../worker/contract/bid.ts";
import { type Failure, failure } from "../../worker/contract/failure.ts";

export type Identity = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
};
export type Caller = { readonly request: APIRequestContext };
/** In major units. */
type PriceTerms = { readonly reservePrice?: string; readonly buyNowPrice?: string };
type ListingOptions = PriceTerms & {
  /** As JSON. */
  details?: string;
  readonly title?: string;
  readonly hours?: number;
  readonly image?: { name: string; mimeType: string; buffer: Buffer };
};
type PlannedBid = readonly [bidder: Caller, amount: number];

const TITLE = "Brass telescope";
/** How long an auction runs when a test waits for its end. Enough for a few bids on an idle machine. */
const SHORT_AUCTION_SECONDS = 3;

export function newIdentity(firstName: string): Identity {
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  return { firstName, lastName: "Example", email, password: "Correct-Horse-7" };
}

/** Fills in and submits the sign-up form, which leads to the login page. */
export async function sendSignup(page: Page, { firstName, lastName, email, password }: Identity): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/login");
}

/** Signs in through the form, which leads to the profile. */
export async function signInOnPage(page: Page, account: Pick<Identity, "email" | "password">): Promise<void> {
  await page.goto("/login");
  await sendLogin(page, account);
  await expect(page).toHaveURL("/dashboard/my-profile");
}

/** Fills in and submits the login form. */
export async function sendLogin(page: Page, { email, password }: Pick<Identity, "email" | "password">): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Opens the page of an auction that takes bids, and waits until it's live. */
export async function openAuction(page: Page, auctionPath: string): Promise<void> {
  await page.goto(auctionPath);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** Bids through the dialog on an auction's page. */
export async function bidOnPage(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Your bid" }).fill(amount);
  await dialog.getByRole("button", { name: "Place Bid" }).click();
}

export async function expectLeading(page: Page): Promise<void> {
  await expect(page.getByText("You are the highest bidder", { exact: true })).toBeVisible();
}

export async function expectOutbid(page: Page): Promise<void> {
  await expect(page.getByText("Someone outbid you. Increase your bid to win!")).toBeVisible();
}

/** Lists an auction that starts at 100, without the form. Returns the path of its page. */
export async function listAuction(
  seller: Caller,
  { title = TITLE, hours = 1, ...more }: ListingOptions = {},
): Promise<string> {
  return listedPath(await sendListing(seller, title, hours * 3_600, more));
}

/**
 * Lists an auction that ends soon after these bids, and returns the path of its page. If it ended before all bids were
 * in, tries another one that runs twice as long.
 */
export async function listShortAuction(seller: Caller, bids: readonly PlannedBid[], title = TITLE): Promise<string> {
  for (let seconds = SHORT_AUCTION_SECONDS; ; seconds *= 2) {
    const response = await sendListing(seller, title, seconds);
    if (await isRefused(response, "end_too_soon")) continue;
    const auctionPath = await listedPath(response);
    if (await tryBids(auctionPath, bids)) return auctionPath;
  }
}

/** Lists an auction that takes bids after this many seconds. Returns the path of its page and the start (epoch ms). */
export async function listUpcomingAuction(seller: Caller, seconds: number) {
  const startsAt = Date.now() + seconds * 1_000;
  const response = await sendListing(seller, TITLE, 3_600, { startsAt: new Date(startsAt).toISOString() });
  return { auctionPath: await listedPath(response), startsAt };
}

/** The path to the auction seller's page. */
export async function sellerPageOf(auctionPath: string, { request }: Caller): Promise<string> {
  const auctionId = auctionPath.split("/").at(-1) ?? "";
  const details = request.get("/api/v1/auction/fetchSpecificAuction", { params: { auctionId } });
  const { auctionDetails } = await expectSuccess(auctionResponse, details);
  return `/seller/${auctionDetails.seller._id}`;
}

/** Bids over HTTP. Confirms unusual amounts. */
export async function placeBid(auctionPath: string, bidder: Caller, amount: number): Promise<void> {
  await expectSuccess(placeBidResponse, sendBid(auctionPath, bidder, { bidAmount: amount, confirmed: true }));
}

/** Bids over HTTP. Returns the refusal's code, or null if the bid is accepted. */
export async function tryBid(auctionPath: string, bidder: Caller, amount: number): Promise<Failure["code"] | null> {
  const response = await sendBid(auctionPath, bidder, { bidAmount: amount });
  return response.ok() ? null : failure.parse(await response.json()).code;
}

function sendListing({ request }: Caller, title: string, seconds: number, more = {}): Promise<APIResponse> {
  const auctionDate = new Date(Date.now() + seconds * 1_000).toISOString();
  const fields = { description: "It extends.", category: "antiques", startingPrice: "100" };
  return request.post("/api/v1/auction/createAuction", { multipart: { ...fields, ...more, title, auctionDate } });
}

async function listedPath(response: APIResponse): Promise<string> {
  const { auction } = await expectSuccess(savedAuctionResponse, response);
  return `/auction/${auction._id}`;
}

/** Places these bids one after the other. False if the auction ended before the last one. */
async function tryBids(auctionPath: string, bids: readonly PlannedBid[]): Promise<boolean> {
  for (const [bidder, amount] of bids) {
    const response = await sendBid(auctionPath, bidder, { bidAmount: amount });
    if (await isRefused(response, "auction_ended")) return false;
    await expectSuccess(placeBidResponse, response);
  }
  return true;
}

function sendBid(auctionPath: string, { request }: Caller, offer: object): Promise<APIResponse> {
  const data = { productId: auctionPath.split("/").at(-1), ...offer };
  return request.post("/api/v1/bid/placeBid", { data });
}

async function isRefused(response: APIResponse, code: Failure["code"]): Promise<boolean> {
  return !response.ok() && failure.parse(await response.json()).code === code;
}

/** The body of a response, which must be a success. */
export async function expectSuccess<Schema extends $ZodType>(
  schema: Schema,
  call: Promise<APIResponse> | APIResponse,
): Promise<output<Schema>> {
  const response = await call;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return parse(schema, await response.json());
}
