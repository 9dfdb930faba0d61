/** What people do in many tests: sign up and in through the forms, and, over HTTP, list an auction and bid on it. */
import { type APIRequestContext, type APIResponse, expect, type Page } from "@playwright/test";
import { type $ZodType, type output, parse } from "zod/v4/core";

import { savedAuctionAnswer } from "../../worker/contract/auction.ts";
import { placeBidAnswer } from "../../worker/contract/bid.ts";

export type Identity = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
};
type Caller = { readonly request: APIRequestContext };

export function newIdentity(firstName: string): Identity {
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  return { firstName, lastName: "Example", email, password: "Correct-Horse-7" };
}

/** Signs up through the form and arrives at the login page. */
export async function signUp(page: Page, { firstName, lastName, email, password }: Identity): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/login");
}

/** Logs in through the form and arrives at the profile. */
export async function logIn(page: Page, account: Pick<Identity, "email" | "password">): Promise<void> {
  await page.goto("/login");
  await fillInLogin(page, account);
  await expect(page).toHaveURL("/dashboard/my-profile");
}

/** Fills in and sends the form of the login page. */
export async function fillInLogin(
  page: Page,
  { email, password }: Pick<Identity, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Lists an auction that starts at 100, without the form, and returns the path of its page. */
export async function listAuction(
  { request }: Caller,
  { seconds = 3_600, ...change }: { readonly seconds?: number; readonly title?: string } = {},
): Promise<string> {
  const auctionDate = new Date(Date.now() + seconds * 1_000).toISOString();
  const fields = { title: "Brass telescope", description: "It extends.", category: "antiques", startingPrice: "100" };
  const multipart = { ...fields, auctionDate, ...change };
  const { auction } = await succeeded(savedAuctionAnswer, request.post("/api/v1/auction/createAuction", { multipart }));
  return `/auction/${auction._id}`;
}

/** Bids without the page. */
export async function placeBid(auction: string, { request }: Caller, bidAmount: number): Promise<void> {
  const data = { productId: auction.split("/").at(-1), bidAmount };
  await succeeded(placeBidAnswer, request.post("/api/v1/bid/placeBid", { data }));
}

/** The body of a response, which must be a success. */
export async function succeeded<Answer extends $ZodType>(
  schema: Answer,
  call: Promise<APIResponse>,
): Promise<output<Answer>> {
  const response = await call;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return parse(schema, await response.json());
}
