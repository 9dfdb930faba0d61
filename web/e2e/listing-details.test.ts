/** An item's details in the form, above the bid button, in the list's filter, and after a bid. */
import { placeBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

for (const width of [1_280, 390]) {
  test(
    `a seller sets an item's details, and a buyer filters by them, at ${width} px`,
    { tag: NIGHTLY },
    async ({ newAccount, newSignedInUser, signIn }) => {
      const [account, bidder] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
      const page = await signIn(account, { viewport: { width, height: 800 } });
      const title = `Brass sextant ${crypto.randomUUID().slice(0, 8)}`;
      const choose = async (select: string, option: string) => {
        await page.getByRole("combobox", { name: select }).click();
        await page.getByRole("option", { name: option, exact: true }).click();
      };
      await page.goto("/dashboard/create-auction");
      await page.getByLabel("Product Title").fill(title);
      await choose("Category", "Antiques");
      await page.getByLabel("Product Description").fill("With its case.");
      await choose("Condition", "Like new");
      await choose("Returns", "Within 14 days");
      await choose("Shipping", "Fixed price");
      await page.getByLabel("Item location").fill("Oslo, Norway");
      await page.getByLabel("Starting Price").fill("150");
      await page.getByRole("button", { name: "5 days" }).click();
      const create = page.getByRole("button", { name: "Create Auction", exact: true });
      await create.click();
      await expect(page.getByText("Enter an amount for the shipping price")).toBeVisible();
      await expect(page.getByLabel("Shipping price")).toBeFocused();
      await page.getByLabel("Shipping price").fill("12.50");
      await expect(page.getByText("Draft saved")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("Shipping price")).toHaveValue("12.50");
      await expect(page.getByRole("combobox", { name: "Condition" })).toHaveText("Like new");
      await create.click();
      await expect(page.getByText(`${title} is listed.`)).toBeVisible();

      await page.goto(`/auctions?search=${encodeURIComponent(title)}`);
      if (width < 768) await page.getByRole("button", { name: "Filters" }).click();
      await choose("Condition", "Good");
      if (width < 768) await page.getByRole("button", { name: "Show items" }).click();
      await expect(page.getByText("No auctions found")).toBeVisible();
      await page.goto(`/auctions?search=${encodeURIComponent(title)}&condition=likenew`);
      await page.getByRole("link", { name: title }).first().click();
      const details = page.getByRole("region", { name: "Item details" });
      for (const text of ["Like new", "Within 14 days", "$12.50", "Oslo, Norway"])
        await expect(details).toContainText(text);
      const [detailsBox, panelBox] = await Promise.all([
        details.boundingBox(),
        page.getByRole("heading", { name: "Price and time left" }).locator("..").boundingBox(),
      ]);
      if (!detailsBox || !panelBox) throw new Error("the details or the panel are not shown");
      expect(detailsBox.y + detailsBox.height).toBeLessThan(800);
      if (width < 768) expect(detailsBox.y + detailsBox.height).toBeLessThan(panelBox.y);

      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await choose("Condition", "Fair");
      await choose("Shipping", "Pickup only");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Auction updated successfully!")).toBeVisible();
      await page.getByRole("link", { name: title }).first().click();
      await expect(details).toContainText("Pickup only");
      await expect(details).toContainText("Fair");
      const auction = new URL(page.url()).pathname;

      await placeBid(auction, bidder, 150);
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await expect(
        page.getByText("Someone has bid on this auction, so you can only add to the description."),
      ).toBeVisible();
      await expect(page.getByText("Pickup only")).toBeVisible();
      await expect(page.getByRole("combobox", { name: "Condition" })).toHaveCount(0);
    },
  );
}
