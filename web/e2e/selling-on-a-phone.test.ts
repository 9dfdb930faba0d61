/**
 * Selling with a phone: photos as its camera takes them, a tab that the phone closes meanwhile, and one more of the
 * same.
 */
import sharp from "sharp";

import { ownAuctionsAnswer } from "../../worker/contract/auction.ts";
import { succeeded } from "./actions.ts";
import { expect, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };

/** A photograph that the camera took sideways: 3,000 pixels wide as it is stored, and 3,000 high as it is shown. */
async function photo(name: string, background: string) {
  const buffer = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

test("photos are chosen in one go, made smaller, and outlive a reload that comes before they are sent", async ({
  newAccount,
  signIn,
}) => {
  const account = await newAccount("Sue");
  const page = await signIn(account, { viewport: PHONE, hasTouch: true });
  // Nothing reaches the server: the phone has no connection, or has closed the tab too early.
  await page.route("**/api/v1/user/drafts/*", (route) => route.abort());
  await page.goto("/dashboard/create-auction");
  await page
    .getByLabel("Product Image")
    .setInputFiles([
      await photo("red.jpg", "#c02020"),
      await photo("green.jpg", "#20c020"),
      { name: "IMG_7.HEIC", mimeType: "image/heic", buffer: Buffer.from("not readable here") },
    ]);
  await expect(page.getByText("2 of 6")).toBeVisible();
  await expect(page.getByText(/This browser cannot read HEIC photos/)).toBeVisible();
  await page.getByLabel("Product Title").fill("Brass sextant");
  await page.getByLabel("Starting Price").fill("1,234.50");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("$1,234.50");

  await page.goto("/dashboard/create-auction");
  await expect(page.getByLabel("Product Title")).toHaveValue("Brass sextant");
  await expect(page.getByAltText("Preview of red.jpg")).toBeVisible();
  await expect(page.getByText("2 of 6")).toBeVisible();

  await page.unroute("**/api/v1/user/drafts/*");
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option", { name: "Antiques" }).click();
  await page.getByLabel("Product Description").fill("With its case.");
  await page.getByRole("button", { name: "5 days" }).click();
  await expect(page.getByText("in 5d 0h").or(page.getByText("in 4d 23h"))).toBeVisible();
  await page.getByRole("button", { name: "Create Auction", exact: true }).click();
  await expect(page.getByText("Brass sextant is listed.")).toBeVisible();
  const { auctions } = await succeeded(ownAuctionsAnswer, account.request.get("/api/v1/auction/getAuctions"));
  // Upright, and at most 2,048 pixels high.
  const size = { width: 1_365, height: 2_048 };
  expect(auctions).toMatchObject([{ title: "Brass sextant", startingPrice: 1234.5, pictures: [size, size] }]);

  await page.getByRole("link", { name: "List another like this" }).click();
  await expect(page.getByLabel("Product Title")).toHaveValue("Brass sextant");
  await expect(page.getByText("2 of 6")).toBeVisible();
});
