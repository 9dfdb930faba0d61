/** What seller and buyer do after a sale. */
import { placeBidAnswer } from "../../worker/contract/bid.ts";
import { listAuction, succeeded } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";
import { confirmAddress } from "./mail.ts";

const PHONE = { width: 390, height: 844 };

test("buyer and seller find each other's address after a sale", { tag: NIGHTLY }, async ({ newAccount, signIn }) => {
  const [sue, ann] = [await newAccount("Sue"), await newAccount("Ann")];
  for (const { email, request } of [sue, ann]) await confirmAddress(email, request);
  const auction = await listAuction(sue, { title: "Brass sextant", buyNowPrice: "500" });
  const headers = { "idempotency-key": crypto.randomUUID() };
  await succeeded(placeBidAnswer, ann.request.post(`/api/v1${auction}/buy`, { data: { price: 500 }, headers }));
  const places = [
    [ann, "/dashboard/auctions-won", "Contact Seller", sue.email],
    [ann, auction, "Contact Sue to pay $500", sue.email],
    [sue, "/dashboard/my-auctions", "Contact buyer", ann.email],
    [sue, auction, "Contact buyer", ann.email],
  ] as const;
  for (const [account, path, label, address] of places) {
    const page = await signIn(account, { viewport: PHONE });
    await page.goto(path);
    await page.getByRole("button", { name: `${label}: Brass sextant` }).click();
    await expect(page.getByRole("dialog").getByText(address)).toBeVisible();
    await expect(page.getByRole("link", { name: "Write an email" })).toHaveAttribute(
      "href",
      `mailto:${address}?subject=Lotline%3A%20Brass%20sextant`,
    );
  }
});
