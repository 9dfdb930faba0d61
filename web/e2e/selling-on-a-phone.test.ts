/**
 * Selling on a phone: photos straight from the camera, a tab that the phone closes midway, and a second, similar item.
 */
import sharp from "sharp";

import { ownAuctionsResponse } from "../../worker/contract/auction.ts";
import { expectSuccess } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };

/** A photo that the camera took sideways: 3,000 pixels wide as stored, and 3,000 high as shown. */
async function photo(name: string, background: string) {
  const buffer = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

test("a phone shrinks photos, and unsent ones survive a reload", { tag: NIGHTLY }, async ({ newAccount, signIn }) => {
  const account = await newAccount("Sue");
  const page = await signIn(account, { viewport: PHONE, hasTouch: true });
  // Nothing reaches the server, as if the phone had no connection or had closed the tab too early.
  await page.route("**/api/v1/user/drafts/*", (route) => route.abort());
  await page.goto("/dashboard/create-auction");
  await page
    .getByLabel("Product Image")
    .setInputFiles([
      await photo("red.jpg", "#c02020"),
      await photo("green.jpg", "#20c020"),
      { name: "IMG_7.HEIC", mimeType: "image/heic", buffer: Buffer.from("\0\0\0\u0018ftypheic") },
    ]);
  await expect(page.getByText("2 of 6")).toBeVisible();
  await expect(page.getByText(/We can't read this HEIC photo. Save it as JPEG/)).toBeVisible();
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
  const { auctions } = await expectSuccess(ownAuctionsResponse, account.request.get("/api/v1/auction/getAuctions"));
  // Upright, and at most 2,048 pixels high.
  const size = { width: 1_365, height: 2_048 };
  expect(auctions).toMatchObject([{ title: "Brass sextant", startingPrice: 1234.5, pictures: [size, size] }]);

  await page.getByRole("link", { name: "Copy listing" }).first().click();
  await expect(page.getByLabel("Product Title")).toHaveValue("Brass sextant");
  await expect(page.getByText("2 of 6")).toBeVisible();
});

test(
  "the form accepts photos the browser can show, and names each type it refuses",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    const account = await newAccount("Sue");
    const page = await signIn(account);
    await page.goto("/dashboard/create-auction");
    const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
    const plainImage = () => sharp({ create: { width: 300, height: 200, channels: 3, background: "#c02020", noise } });
    const jpeg = await plainImage().jpeg().toBuffer();
    const stillFrame = await plainImage().png().toBuffer();
    const gif = await sharp([stillFrame, await plainImage().negate().png().toBuffer()], { join: { animated: true } })
      .gif()
      .toBuffer();
    // Except for the cut photo, all names and types are wrong.
    const filePayload = (name: string, buffer: Buffer, mimeType = "image/jpeg") => ({ name, mimeType, buffer });
    await page
      .getByLabel("Product Image")
      .setInputFiles([
        filePayload("bitmap.png", aBmp(), "application/octet-stream"),
        filePayload("cut.jpg", jpeg.subarray(0, Math.floor(jpeg.length * 0.9))),
        filePayload("modern.jpg", await plainImage().avif().toBuffer(), ""),
        filePayload("moving.jpg", gif),
        filePayload("scan.jpg", await plainImage().tiff().toBuffer()),
        filePayload("drawing.jpg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      ]);
    await expect(page.getByText("4 of 6")).toBeVisible();
    await expect(page.getByText(/scan.jpg: This is a TIFF .*drawing.jpg: This is an SVG drawing/)).toBeVisible();
    await page.evaluate((bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(bytes)], "image.png", { type: "image/png" }));
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, Array.from(stillFrame));
    await expect(page.getByText("5 of 6")).toBeVisible();
    await page.getByLabel("Product Title").fill("Five kinds");
    await page.getByRole("combobox", { name: "Category" }).click();
    await page.getByRole("option", { name: "Antiques" }).click();
    await page.getByLabel("Product Description").fill("As found.");
    await page.getByLabel("Starting Price").fill("100");
    await page.getByRole("button", { name: "5 days" }).click();
    await page.getByRole("button", { name: "Create Auction", exact: true }).click();
    await expect(page.getByText("Five kinds is listed.")).toBeVisible();
    const { auctions } = await expectSuccess(ownAuctionsResponse, account.request.get("/api/v1/auction/getAuctions"));
    const size = { width: 300, height: 200 };
    expect(auctions).toMatchObject([{ pictures: [{ width: 4, height: 2 }, size, size, size, size] }]);
  },
);

/** 4 × 2 pixels of 24 bits. */
function aBmp(): Buffer {
  const bytes = Buffer.alloc(54 + 24, 90);
  bytes.fill(0, 0, 54);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(4, 18);
  bytes.writeInt32LE(2, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}
