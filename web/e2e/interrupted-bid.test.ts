/** A bid stopped by the end of a session. The login page says so, and the auction's page offers it again. */
import type { Page } from "@playwright/test";

import { sendLogin, listAuction, placeBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const notice = (page: Page, text: string) => page.getByRole("main").getByRole("alert").filter({ hasText: text });
/** Sends only the bid without a session. Otherwise, another call on the page may find out first. */
async function sendBidsWithoutSession(page: Page, { request }: Page): Promise<void> {
  await page.route("**/bid/placeBid", async (route) => {
    const sent = route.request();
    const headers = { "idempotency-key": sent.headers()["idempotency-key"] ?? "" };
    await route.fulfill({ response: await request.post(sent.url(), { data: sent.postDataJSON(), headers }) });
  });
}

const field = (page: Page, label = "Your bid") => page.getByRole("dialog").getByRole("textbox", { name: label });

test(
  "a bidder whose session has ended signs in again and returns to the same amount",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser, newVisitor }) => {
    const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newSignedInUser("Ann")]);
    const auction = await listAuction(seller);
    await placeBid(auction, bob, 1_261);
    const { page } = ann;
    // The bid goes over HTTP.
    await page.routeWebSocket(/\/live/, () => {});
    await page.goto(auction);
    const oneTap = page.getByRole("button", { name: "Bid $1,262 now" });
    await expect(oneTap).toBeVisible();
    await sendBidsWithoutSession(page, await newVisitor());
    await oneTap.click();
    await expect(page).toHaveURL("/login");
    await expect(notice(page, "You were signed out. Your bid of $1,262 was not placed.")).toBeVisible();
    await sendLogin(page, ann);
    await expect(page).toHaveURL(auction);
    await expect(field(page)).toHaveValue("1262");
    // The page sent nothing by itself, and offers the bid once.
    await expect(page.getByRole("region", { name: "Bids" }).getByText("(you)")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("button", { name: "Bid $1,262 now" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

test(
  "a maximum typed while another tab signs out survives the sign-in",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newSignedInUser("Ann")]);
    const auction = await listAuction(seller);
    await placeBid(auction, bob, 120);
    const { page } = ann;
    const other = await page.context().newPage();
    await Promise.all([page.goto(auction), other.goto("/about")]);
    await page.getByRole("button", { name: "Place Bid" }).first().click();
    await page.getByRole("radio", { name: "Bid for me up to" }).check();
    await field(page, "Your maximum").fill("180");
    await other.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
    await expect(other.getByText("Logged Out")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
    await expect(notice(page, "You were signed out. Your maximum of $180 was not placed.")).toBeVisible();
    await sendLogin(page, ann);
    await expect(field(page, "Your maximum")).toHaveValue("180");
    await page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
    await expect(page.getByText("You are the highest bidder").first()).toBeVisible();
  },
);
