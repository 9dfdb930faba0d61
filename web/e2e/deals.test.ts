/**
 * The steps after a sale. The buyer and the seller each take theirs in their own browser, and see the other's steps
 * live.
 */
import type { Page } from "@playwright/test";

import { withLocalD1 } from "../../scripts/testing/local-d1.ts";
import { placeBidResponse } from "../../worker/contract/bid.ts";
import { dealResponse, instructionsResponse } from "../../worker/contract/deal.ts";
import { type Caller, listAuction, listShortAuction, expectSuccess, openAuction } from "./actions.ts";
import { expectAccessible } from "./axe.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";
import { press, tabTo, type } from "./keyboard-actions.ts";
import { confirmEmail } from "./mail.ts";
import { ownServer } from "./server.ts";

const PHONE = { width: 390, height: 844 };
const DAY_MS = 86_400_000;
const INSTRUCTIONS = "Bank transfer to DE02 1203 0000 0000 2020 51";

/** The heading that says where the deal stands. */
const dealHeading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

test("users take a deal from purchase to ratings and invoice by keyboard on phones", async ({ newAccount, signIn }) => {
  test.setTimeout(600_000);
  const [sue, ann] = [await newAccount("Sue"), await newAccount("Ann")];
  for (const { email, request } of [sue, ann]) await confirmEmail(email, request);
  const put = sue.request.put("/api/v1/user/payment-instructions", { data: { instructions: INSTRUCTIONS } });
  await expectSuccess(instructionsResponse, put);
  const auction = await listAuction(sue, { title: "Brass sextant", buyNowPrice: "500" });
  const [buyer, seller] = [await signIn(ann, { viewport: PHONE }), await signIn(sue, { viewport: PHONE })];

  await openAuction(buyer, auction);
  await press(buyer, buyer.getByRole("button", { name: "Buy now for $500" }));
  // A press right after the dialog opens would count as the second half of a double click.
  await buyer.getByRole("button", { name: "Buy for $500" }).click({ delay: 600 });
  await expect(buyer.getByRole("heading", { name: "Yours for $500" })).toBeVisible();
  await dealOf(auction, sue);
  await press(buyer, buyer.getByRole("main").getByRole("link", { name: "Go to My Winnings" }));
  await press(buyer, buyer.getByRole("link", { name: "View Details: Brass sextant" }));
  await expect(dealHeading(buyer, "How do you want to get it?")).toBeVisible();
  await expect(buyer.getByText(sue.email)).toBeVisible();
  await expectAccessible(buyer, "the buyer gives an address");
  for (const [label, text] of [
    ["Full name", "Ann Example"],
    ["Street address", "Long Lane 7"],
    ["Town or city", "Leeds"],
    ["Country", "England"],
  ] as const) {
    await type(buyer, buyer.getByLabel(label), text);
  }
  await press(buyer, buyer.getByRole("button", { name: "Confirm address" }));
  await expect(dealHeading(buyer, "Pay Sue $500")).toBeFocused();
  await expect(buyer.getByText(INSTRUCTIONS)).toBeVisible();
  await expect(buyer.getByText("If someone emails you different ones, it's fraud.")).toBeVisible();
  await expectAccessible(buyer, "the buyer pays");

  await seller.goto("/dashboard/my-auctions");
  await press(seller, seller.getByRole("link", { name: "Go to the deal" }));
  await expect(dealHeading(seller, "Waiting for Ann's payment")).toBeVisible();
  await type(buyer, buyer.getByLabel("Note to Sue"), "Paid at noon.");
  await press(buyer, buyer.getByRole("button", { name: "I've paid" }));
  await expect(dealHeading(buyer, "Paid. Waiting for Sue to send it.")).toBeFocused();

  // Without a reload.
  await expect(dealHeading(seller, "Send it to Ann")).toBeVisible();
  await expect(seller.getByText("Paid at noon.")).toBeVisible();
  await expect(seller.getByText("Long Lane 7")).toBeVisible();
  await expectAccessible(seller, "the seller sends it");
  await type(seller, seller.getByLabel("Carrier"), "Royal Mail");
  await type(seller, seller.getByLabel("Tracking number"), "RM 123");
  await press(seller, seller.getByRole("button", { name: "Mark as sent" }));
  await expect(dealHeading(seller, "Waiting for Ann to receive it")).toBeFocused();

  await expect(dealHeading(buyer, "It's on its way")).toBeVisible();
  await expect(buyer.getByText("Tracking number: RM 123")).toBeVisible();
  await press(buyer, buyer.getByRole("button", { name: "Mark as received" }));
  await expect(dealHeading(buyer, "All done")).toBeFocused();
  await expect(dealHeading(seller, "All done")).toBeVisible();
  await expectAccessible(buyer, "the deal is done");

  await rateByKeyboard(buyer, "Sue", "5 stars", "Well packed.");
  await expect(buyer.getByText(/^Thanks! Sue sees it once they've rated you too/)).toBeVisible();
  // Without a reload, and without showing what the buyer says.
  await expect(seller.getByText(/^Ann has rated you\. Rate Ann by/)).toBeVisible();
  await expect(seller.getByText("Well packed.")).toBeHidden();
  await expectAccessible(seller, "the seller rates");
  await rateByKeyboard(seller, "Ann", "4 stars", "Paid at once.");
  for (const page of [buyer, seller]) {
    await expect(page.getByText("You've rated each other.")).toBeVisible();
    for (const text of ["Well packed.", "Paid at once."]) await expect(page.getByText(text)).toBeVisible();
  }
  await type(seller, seller.getByLabel("Your reply to Ann"), "Thank you, Ann.");
  await press(seller, seller.getByRole("button", { name: "Send reply" }));
  await expect(buyer.getByText("Thank you, Ann.")).toBeVisible();
  await expectAccessible(buyer, "both have rated");

  await press(buyer, buyer.getByRole("link", { name: "Invoice and receipt" }));
  const invoice = buyer.getByRole("article");
  await expect(invoice).toContainText("Long Lane 7");
  await expect(invoice).toContainText("The signature is valid.");
  await expectAccessible(buyer, "the invoice");
  for (const format of ["A4", "Letter"]) expect(sheetsIn(await buyer.pdf({ format }))).toBe(1);
  await buyer.emulateMedia({ media: "print" });
  await expect(buyer.getByRole("banner")).toBeHidden();
  await expect(invoice).toBeVisible();
  await buyer.emulateMedia({ media: null });

  await press(buyer, buyer.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "My Deals" }));
  await expect(buyer.getByRole("main").getByRole("link", { name: /Brass sextant.*Done/ })).toBeVisible();
});

test("a deal is canceled if one side asks and the other agrees", { tag: NIGHTLY }, async ({ newAccount, signIn }) => {
  test.setTimeout(300_000);
  const [sue, ann] = [await newAccount("Sue"), await newAccount("Ann")];
  const deal = await buy(sue, ann, "Oak barometer");
  const [buyer, seller] = [await signIn(ann, { viewport: PHONE }), await signIn(sue)];
  await Promise.all([buyer.goto(deal), seller.goto(deal)]);
  await press(seller, seller.getByText("Other options"));
  await press(seller, seller.getByRole("button", { name: "Ask to cancel" }));
  const askDialog = seller.getByRole("dialog", { name: "Ask to cancel" });
  await type(seller, askDialog.getByLabel("Note to Ann"), "It broke.");
  await press(seller, askDialog.getByRole("button", { name: "Ask to cancel" }));
  await expect(askDialog).toBeHidden();
  await expect(seller.getByText("You asked to cancel. Ann hasn't answered yet.")).toBeVisible();

  await expect(buyer.getByText("Sue asked to cancel this deal.")).toBeVisible();
  await expect(buyer.getByText("It broke.")).toBeVisible();
  await press(buyer, buyer.getByRole("button", { name: "Agree to cancel" }));
  const agreeDialog = buyer.getByRole("dialog", { name: "Agree to cancel" });
  await expectAccessible(buyer, "the buyer agrees to cancel");
  await press(buyer, agreeDialog.getByRole("button", { name: "Agree to cancel" }));
  for (const page of [buyer, seller]) await expect(dealHeading(page, "This deal is canceled")).toBeVisible();
});

test(
  "an admin hides a reported note and closes the deal in the seller's favor",
  { tag: NIGHTLY },
  async ({ newAccount, newAdmin, signIn }) => {
    test.setTimeout(300_000);
    const [sue, ann, ada] = [await newAccount("Sue"), await newAccount("Ann"), await newAdmin("Ada")];
    const title = `Ship's bell ${crypto.randomUUID().slice(0, 6)}`;
    const deal = await buy(sue, ann, title);
    const step = ({ request }: TestAccount, name: string, data: object) =>
      expectSuccess(dealResponse, request.post(`/api/v1/deals/${deal.split("/").at(-1)}/${name}`, { data }));
    await step(ann, "delivery", { delivery: "pickUp" });
    await step(sue, "paid", {});
    const [buyer, seller] = [await signIn(ann, { viewport: PHONE }), await signIn(sue)];
    await Promise.all([buyer.goto(deal), seller.goto(deal)]);
    await press(buyer, buyer.getByText("Other options"));
    await press(buyer, buyer.getByRole("button", { name: "Report a problem" }));
    const reportDialog = buyer.getByRole("dialog", { name: "Report a problem" });
    await type(buyer, reportDialog.getByRole("textbox"), "Sue asks for more money.");
    await press(buyer, reportDialog.getByRole("button", { name: "Report a problem" }));

    // The seller reports the buyer's note.
    await press(seller, seller.getByRole("button", { name: "Report: Sue asks for more money." }));
    await seller.getByLabel("Something else").check();
    await press(seller, seller.getByRole("button", { name: "Send report" }));
    await expect(seller.getByText("Note Reported")).toBeVisible();

    const admin = await signIn(ada, { viewport: PHONE });
    await admin.goto("/dashboard/moderation");
    const reported = admin.getByRole("region", { name: "Reported notes in deals" });
    await press(admin, reported.getByRole("link", { name: title }));
    await type(admin, admin.getByLabel("Why are you opening it?"), "Both wrote to us");
    await press(admin, admin.getByRole("button", { name: "Open deal" }));
    await expect(admin.getByRole("heading", { level: 1, name: title })).toBeFocused();
    await expectAccessible(admin, "an admin reads a deal");
    await press(admin, admin.getByRole("button", { name: "Hide note: Sue asks for more money." }));
    const hideDialog = admin.getByRole("dialog", { name: "Hide note" });
    await type(admin, hideDialog.getByLabel("Reason"), "It isn't true");
    await press(admin, hideDialog.getByRole("button", { name: "Hide note" }));
    await expect(admin.getByText("Hidden from both sides. Reason: It isn't true")).toBeVisible();
    await press(admin, admin.getByRole("button", { name: "Close deal" }));
    const closeDialog = admin.getByRole("dialog", { name: "Close deal" });
    await expectAccessible(admin, "an admin closes a deal");
    await closeDialog.getByLabel(/^The seller, Sue/).check();
    await type(admin, closeDialog.getByLabel("Reason"), "The price is the price");
    await type(admin, closeDialog.getByLabel("Your password"), ada.password);
    await press(admin, closeDialog.getByRole("button", { name: "Close deal" }));
    await expect(admin.getByText("Our team decided in favor of Sue Example")).toBeVisible();

    await expect(dealHeading(seller, "This deal is closed")).toBeVisible();
    await expect(buyer.getByText("Our team decided in favor of Sue.")).toBeVisible();
    await buyer.reload();
    await expect(buyer.getByText("Hidden by our team")).toBeVisible();
  },
);

test(
  "a seller offers an unpaid item to the next bidder, who accepts",
  { tag: NIGHTLY },
  async ({ newAccount, signIn, newVisitor }) => {
    test.setTimeout(600_000);
    const [sue, ann, bob] = [await newAccount("Sue"), await newAccount("Ann"), await newAccount("Bob")];
    const auction = await listShortAuction(
      sue,
      [
        [bob, 150],
        [ann, 200],
      ],
      "Silver quadrant",
    );
    const deal = await dealOf(auction, sue);
    setPaymentTime(deal, 0);
    const seller = await signIn(sue, { viewport: PHONE });
    await seller.goto(deal);
    await expect(dealHeading(seller, "Ann didn't pay in time")).toBeVisible();
    await expectAccessible(seller, "the seller chooses");
    await tabTo(seller, seller.getByRole("radio", { name: /^Offer it to the next bidder/ }));
    await seller.keyboard.press("Space");
    await press(seller, seller.getByRole("button", { name: "Confirm choice" }));
    await expect(dealHeading(seller, "This deal is closed")).toBeFocused();

    const [next, visitor] = [await signIn(bob, { viewport: PHONE }), await newVisitor()];
    await next.goto("/dashboard/deals");
    await press(next, next.getByRole("main").getByRole("link", { name: /Silver quadrant/ }));
    await expect(dealHeading(next, "Sue offers you a second chance")).toBeVisible();
    await expectAccessible(next, "the next bidder is offered the item");
    await visitor.goto(auction);
    await expect(visitor.getByText("Second chance offered at $150.")).toBeVisible();
    // A second chance gets the same time as the deal before it.
    setPaymentTime(new URL(next.url()).pathname, DAY_MS);
    await press(next, next.getByRole("button", { name: "Accept the offer" }));
    await expect(dealHeading(next, "How do you want to get it?")).toBeFocused();
    await press(seller, seller.getByRole("link", { name: "View second-chance offer" }));
    await expect(dealHeading(seller, "Waiting for Bob")).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText("Second chance accepted at $150.")).toBeVisible();
  },
);

test(
  "a bidder declines a second chance, and the seller relists the item",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    test.setTimeout(300_000);
    const [sue, ann, bob] = [await newAccount("Sue"), await newAccount("Ann"), await newAccount("Bob")];
    const bids = [[bob, 150] as const, [ann, 200] as const];
    const deal = await dealOf(await listShortAuction(sue, bids, "Pewter inkwell"), sue);
    setPaymentTime(deal, 0);
    const seller = await signIn(sue, { viewport: PHONE });
    await seller.goto(deal);
    await seller.getByRole("radio", { name: /^Offer it to the next bidder/ }).check();
    await press(seller, seller.getByRole("button", { name: "Confirm choice" }));
    await press(seller, seller.getByRole("link", { name: "View second-chance offer" }));

    const next = await signIn(bob, { viewport: PHONE });
    await next.goto(new URL(seller.url()).pathname);
    await press(next, next.getByRole("button", { name: "Decline the offer" }));
    const declineDialog = next.getByRole("dialog", { name: "Decline the offer" });
    await expectAccessible(next, "the next bidder declines");
    await press(next, declineDialog.getByRole("button", { name: "Decline the offer" }));
    await expect(next.getByText("You declined the offer.")).toBeVisible();

    // Without a reload.
    await expect(seller.getByText(/^Bob declined the offer\./)).toBeVisible();
    await press(seller, seller.getByRole("link", { name: "Go to My Auctions" }));
    await press(seller, seller.getByRole("button", { name: "List again" }));
    await press(seller, seller.getByRole("dialog", { name: "List again" }).getByRole("button", { name: "List again" }));
    await expect(seller.getByText("Auction Listed Again")).toBeVisible();
  },
);

/** Chooses stars with the arrow keys, and writes why. */
async function rateByKeyboard(page: Page, name: string, stars: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole("radio", { name: "1 star" }));
  await page.keyboard.press("Space");
  while (!(await page.getByRole("radio", { name: stars }).isChecked())) await page.keyboard.press("ArrowRight");
  await type(page, page.getByLabel("What went well, or didn't?"), text);
  await press(page, page.getByRole("button", { name: `Rate ${name}` }));
  await expect(dealHeading(page, "Ratings")).toBeFocused();
}

/** How many pages a PDF has. */
function sheetsIn(pdf: Buffer): number {
  return Array.from(pdf.toString("latin1").matchAll(/\/Type\s*\/Page\b/g)).length;
}

/** Sells an item right away, and returns the path to its deal's page. */
async function buy(seller: TestAccount, buyer: TestAccount, title: string): Promise<string> {
  const auction = await listAuction(seller, { title, buyNowPrice: "500" });
  const headers = { "idempotency-key": crypto.randomUUID() };
  await expectSuccess(placeBidResponse, buyer.request.post(`/api/v1${auction}/buy`, { data: { price: 500 }, headers }));
  return dealOf(auction, seller);
}

/** The path to the page of an auction's deal, once it's open. */
async function dealOf(auction: string, { request }: Caller): Promise<string> {
  const find = () => request.get(`/api/v1/deals/${auction.split("/").at(-1)}`);
  await expect.poll(async () => (await find()).status()).toBe(200);
  return `/dashboard/deals/${(await expectSuccess(dealResponse, find())).deal._id}`;
}

/**
 * A test can't wait for days, and the Worker uses the machine's clock. So the test changes how long a buyer has to pay.
 */
function setPaymentTime(deal: string, ms: number): void {
  withLocalD1(ownServer()?.dataFolder ?? "", (database) =>
    database.prepare("UPDATE deals SET payment_ms = ? WHERE id = ?").run(ms, deal.split("/").at(-1) ?? ""),
  );
}
