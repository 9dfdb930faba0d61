/** A listing that's started on one device, published on another, and relisted once it has expired. */
import { ownAuctionsResponse } from "../../worker/contract/auction.ts";
import { listShortAuction, expectSuccess } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test(
  "a seller continues a draft with a photo on another device and publishes it once",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    const account = await newAccount("Sue");
    const [laptop, phone] = [await signIn(account), await signIn(account, { viewport: { width: 390, height: 844 } })];
    await laptop.goto("/dashboard/create-auction");
    await laptop.getByLabel("Product Title").fill("Brass sextant");
    await laptop.getByLabel("Starting Price").fill("140");
    await laptop.getByLabel("Product Image").setInputFiles("web/e2e/pictures/telescope.png");
    await expect(laptop.getByText("Draft saved")).toBeVisible();
    await expect(laptop.getByAltText("Current cover")).toBeVisible();

    await phone.goto("/dashboard/my-auctions");
    await phone.getByRole("link", { name: "My drafts" }).click();
    await expect(phone.getByRole("heading", { name: "Brass sextant" })).toBeVisible();
    await phone.getByRole("link", { name: "Continue" }).click();
    await expect(phone.getByLabel("Product Title")).toHaveValue("Brass sextant");
    await expect(phone.getByAltText("Current cover")).toBeVisible();
    await phone.getByRole("combobox", { name: "Category" }).click();
    await phone.getByRole("option", { name: "Antiques" }).click();
    await phone.getByLabel("Product Description").fill("With its case.");
    const day = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10);
    await phone.getByLabel("Auction End Date").fill(day);
    await expect(phone.getByText("Draft saved")).toBeVisible();

    // The laptop has the older version. It does not overwrite the newer one.
    await laptop.getByLabel("Product Title").fill("Brass sextant of 1880");
    await expect(laptop.getByText("This draft was changed in another tab or on another device.")).toBeVisible();
    await expect(laptop.getByLabel("Product Title")).toHaveValue("Brass sextant of 1880");

    await phone.getByRole("button", { name: "Create Auction", exact: true }).click();
    await expect(phone.getByText("Auction Created", { exact: true })).toBeVisible();
    await expect(phone).toHaveURL("/dashboard/my-auctions");
    const { auctions } = await expectSuccess(ownAuctionsResponse, account.request.get("/api/v1/auction/getAuctions"));
    expect(auctions).toMatchObject([
      { title: "Brass sextant", startingPrice: 140, pictures: [{ width: expect.any(Number) }] },
    ]);
    await phone.goto("/dashboard/drafts");
    await expect(phone.getByText("No drafts yet")).toBeVisible();
  },
);

test(
  "a seller relists an expired auction, and the two pages link to each other",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    const account = await newAccount("Sue");
    const path = await listShortAuction(account, [], "Silver thimble");
    const page = await signIn(account);
    await page.goto(path);
    // On the panel, and in the live region for screen readers.
    await expect(page.getByText("This auction expired without a sale.").first()).toBeVisible({ timeout: 30_000 });
    await page.goto("/dashboard/my-auctions");
    await page.getByRole("button", { name: "List again" }).click();
    const dialog = page.getByRole("dialog", { name: "List again" });
    await expect(dialog.getByText(/^Ends /)).toBeVisible();
    await dialog.getByRole("button", { name: "List again" }).click();
    await expect(page.getByText("Auction Listed Again")).toBeVisible();
    await expect(page.getByText("This item didn't sell in")).toBeVisible();
    const next = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "an earlier auction" }).click();
    await expect(page).toHaveURL(path);
    await page.getByText("Listed again as").getByRole("link", { name: "Silver thimble" }).click();
    await expect(page).toHaveURL(next);
  },
);
