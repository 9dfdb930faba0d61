/**
 * The pages with another language and time zone, with larger text, on a narrow screen, and in the user's own colors.
 */
import type { Page as BrowserPage } from "@playwright/test";

import { auctionResponse } from "../../worker/contract/auction.ts";
import { type SitePage, PAGES } from "../../worker/contract/urls/pages.ts";
import { expectLeading, listAuction, placeBid, expectSuccess } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";

let ann: TestAccount;
/** An auction in which Ann is outbid. */
let auction: string;

test.beforeAll(async ({ newAccount }) => {
  const [sue, bob, bidder] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newAccount("Ann")]);
  ann = bidder;
  auction = await listAuction(sue, { title: "A Regency brass-inlaid rosewood telescope by Dollond, London" });
  await placeBid(auction, ann, 110);
  await placeBid(auction, bob, 12_345.67);
});

test("amounts and times follow the browser's language, even when typed", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(ann, { locale: "de-DE", timezoneId: "Asia/Kolkata" });
  await page.goto(auction);
  // The space before the currency sign is non-breaking.
  await expect(page.getByText(/^12\.345,67\s\$$/).first()).toBeVisible();
  await expect(page.getByText(/^Ends .*GMT\+5:30$/)).toBeVisible();
  await page.getByRole("button", { name: "Place Bid" }).click();
  const dialog = page.getByRole("dialog", { name: "Bid Amount" });
  const field = dialog.getByRole("textbox", { name: "Your bid" });
  await expect(field).toHaveValue("12346,67");
  await field.fill("13.000,50");
  await expect(field).toHaveAccessibleDescription(/^You're bidding 13\.000,50\s\$ /);
  await dialog.getByRole("button", { name: "Place Bid" }).click();
  await expect(dialog).toBeHidden();
  await expectLeading(page);
  const params = { auctionId: auction.split("/").at(-1) ?? "" };
  const details = ann.request.get("/api/v1/auction/fetchSpecificAuction", { params });
  expect((await expectSuccess(auctionResponse, details)).auctionDetails.currentBid).toBe(13_000.5);

  await page.goto("/dashboard/create-auction");
  await expect(page.getByLabel("Ends at")).toHaveAccessibleDescription("Your time zone: India Standard Time");
  const price = page.getByLabel("Starting Price");
  await price.fill("1.500");
  await expect(price).toHaveAccessibleDescription(/Bidding starts at 1\.500\s\$/);
});

/** Leaves out pages with a parameter in their path, such as an item's page, because they need an ID. */
const pathsFor = (...audiences: SitePage["audience"][]) =>
  Object.values<SitePage>(PAGES).flatMap((page) =>
    audiences.includes(page.audience) && !page.path.includes(":") ? page.path : [],
  );
const OPEN_PATHS = [...pathsFor("everyone", "guests"), "/api/v1/docs"];
const MEMBER_PATHS = pathsFor("members");

/** `textSize` is the text size that the user sets in the browser, relative to the default. */
async function expectNoSidewaysScroll(page: BrowserPage, path: string, textSize = "100%"): Promise<void> {
  await page.goto(path);
  await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), textSize);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  const overflowPx = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflowPx, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

test("no page scrolls sideways at 320 px", { tag: NIGHTLY }, async ({ signIn, newVisitor }) => {
  const narrow = { viewport: { width: 320, height: 640 } };
  const [visitor, page] = [await newVisitor(narrow), await signIn(ann, narrow)];
  for (const path of OPEN_PATHS) await expectNoSidewaysScroll(visitor, path);
  for (const path of MEMBER_PATHS) await expectNoSidewaysScroll(page, path);
  await expectNoSidewaysScroll(page, auction);
  await page.getByRole("button", { name: "Place Bid" }).click();
  const send = page.getByRole("dialog").getByRole("button", { name: "Place Bid" });
  await send.scrollIntoViewIfNeeded();
  await expect(send).toBeInViewport({ ratio: 1 });
});

test(
  "no page scrolls sideways on a phone with text at twice the size",
  { tag: NIGHTLY },
  async ({ signIn, newVisitor }) => {
    const phone = { viewport: { width: 390, height: 844 } };
    const [visitor, page] = [await newVisitor(phone), await signIn(ann, phone)];
    for (const path of OPEN_PATHS) await expectNoSidewaysScroll(visitor, path, "200%");
    for (const path of MEMBER_PATHS) await expectNoSidewaysScroll(page, path, "200%");
    await expectNoSidewaysScroll(page, auction, "200%");
    await expect(page.locator("html")).toHaveCSS("font-size", "32px");
    await expect(page.getByRole("button", { name: "Menu" })).toBeInViewport({ ratio: 1 });
  },
);

test(
  "buttons, messages and selected filters stay visible in forced-colors mode",
  { tag: NIGHTLY },
  async ({ signIn, newVisitor }) => {
    const visitor = await newVisitor({ forcedColors: "active" });
    await visitor.goto(auction);
    const message = visitor.getByRole("alert").filter({ hasText: "Auction Closing soon" });
    for (const part of [visitor.getByRole("button", { name: "Sign in to bid" }).first(), message]) {
      await expect(part).toBeVisible();
      // These are the system's colors, so borders that are transparent in ours are visible here.
      const [border, canvas] = await part.evaluate((element) => [
        getComputedStyle(element).borderTopColor,
        getComputedStyle(document.body).backgroundColor,
      ]);
      expect(border).not.toBe(canvas);
      await expect(part).toHaveCSS("border-top-width", "1px");
    }
    const page = await signIn(ann, { forcedColors: "active" });
    await page.goto("/dashboard/history");
    const [allFilter, won] = ["All Activities", "Won"].map((name) => page.getByRole("button", { name, exact: true }));
    if (!allFilter || !won) throw new Error("two filters");
    await expect(allFilter).toHaveCSS("border-top-width", "3px");
    await won.click();
    await expect(won).toHaveCSS("border-top-width", "3px");
    await expect(allFilter).toHaveCSS("border-top-width", "1px");
  },
);
