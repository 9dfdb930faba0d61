/** The search's suggestions while someone types, and the place where its field opens. */
import { listAuction } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test(
  "the search suggests corrections, sellers and items that end soon",
  { tag: NIGHTLY },
  async ({ newAccount, newVisitor }) => {
    // Without digits, which would be separate words.
    const suffix = crypto
      .randomUUID()
      .slice(0, 6)
      .replaceAll(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
    const [word, typo] = [`quir${suffix}`, `quri${suffix}`];
    const sue = await newAccount(`Sue${word}`);
    const title = `Bracket clock ${word}`;
    await listAuction(sue, { title, hours: 0.5 });
    const page = await newVisitor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/about");
    const button = page.getByRole("button", { name: "Search auctions" });
    const buttonBox = await button.boundingBox();
    await button.click();
    const field = page.getByRole("combobox", { name: "Search auctions" });
    await expect(page.getByRole("group", { name: "Ending soon" }).getByRole("option").first()).toBeVisible();
    const fieldBox = await field.boundingBox();
    // The field is where the button was.
    expect(Math.abs((fieldBox?.y ?? 0) - (buttonBox?.y ?? 1_000))).toBeLessThan(4);
    const [rightOfButton, rightOfField] = [buttonBox, fieldBox].map((box) => (box?.x ?? 0) + (box?.width ?? 0));
    expect(Math.abs((rightOfButton ?? 0) - (rightOfField ?? 1_000))).toBeLessThan(4);

    await field.fill(typo);
    await page.getByRole("group", { name: "Did you mean" }).getByRole("option", { name: word }).click();
    await expect(page).toHaveURL(`/auctions?search=${word}`);
    await page.goto(`/auctions?search=${typo}`);
    await page.getByRole("button", { name: `Did you mean ${word}?` }).click();
    await expect(page.getByRole("link", { name: `View Auction: ${title}` })).toBeVisible();
    await page.goto("/auctions?search=nothing-has-this-word");
    await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().click();
    await expect(page).toHaveURL("/auctions");

    // The list has its own field instead of the header's.
    await page.goto("/about");
    await button.click();
    await field.fill(`SUE${word}`);
    await page
      .getByRole("group", { name: "Sellers" })
      .getByRole("option", { name: `Sue${word} Example` })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: `Sue${word} Example` })).toBeVisible();
  },
);
