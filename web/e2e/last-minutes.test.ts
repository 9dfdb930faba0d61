/** The last seconds of an auction and its end, as two bidders see them: one on a phone, one with reduced motion. */
import type { Locator, Page } from "@playwright/test";

import { placeBidResponse } from "../../worker/contract/bid.ts";
import { failure } from "../../worker/contract/failure.ts";
import { listAuction, expectSuccess } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";

/** Time for two pages to open and for two bids by hand, on a machine that is not busy. */
const INITIAL_AUCTION_SECONDS = 10;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

type BidderInBrowser = TestAccount & { readonly page: Page };

test(
  "one tap on a phone bids at the end, and both users see the extension and result",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    const [seller, ann, bob] = await Promise.all(["Sue", "Ann", "Bob"].map((name) => newAccount(name)));
    if (!seller || !ann || !bob) throw new Error("three people");
    const bidders = [
      { ...ann, page: await signIn(ann, PHONE) },
      { ...bob, page: await signIn(bob, { reducedMotion: "reduce" }) },
    ] as const;

    let end: { winner: Page; loser: Page; price: number } | null = null;
    for (let seconds = INITIAL_AUCTION_SECONDS; end === null; seconds *= 2)
      end = await bidUntilExtended(seller, bidders, seconds);

    const { winner, loser, price } = end;
    for (const { page } of bidders) {
      await expect(page.getByText(/^Extended (after a late bid|\d+ times after late bids)$/)).toBeVisible();
    }
    await expect(winner.getByRole("heading", { name: `Yours for $${price}` })).toBeVisible();
    await expect(winner.getByRole("link", { name: "Go to My Winnings" })).toBeVisible();
    await expect(loser.getByRole("heading", { name: "So close" })).toBeVisible();
    await expect(loser.getByText(`Your highest bid of $${price - 1} was $1 short.`)).toBeVisible();
    const [phone, stillPage] = [bidders[0].page, bidders[1].page];
    await phone.getByRole("button", { name: "See next steps" }).tap();
    await expect(phone.locator("#result")).toBeFocused();
    await expect(phone.locator("#result")).toBeInViewport();
    // Only one animation continues: that of the toast's bar, which closes the toast.
    const runningAnimations = () =>
      stillPage.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === "running")
          .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id))
          .filter((name) => !name.startsWith("Toastify")),
      );
    // A color may still be changing. Nothing else continues.
    await expect.poll(runningAnimations).toEqual([]);
  },
);

/** Bids until a late bid extends the auction. Returns null if the auction ended too early. */
async function bidUntilExtended(
  seller: TestAccount,
  bidders: readonly [BidderInBrowser, BidderInBrowser],
  seconds: number,
) {
  const auction = await listAuction(seller, { hours: seconds / 3_600 });
  const [{ page: phone }, bob] = bidders;
  await Promise.all(bidders.map(({ page }) => page.goto(auction)));
  const bar = phone.locator(".bottom-bar");
  const ended = bar.getByText(/^(Ended|Sold|Yours)/);
  const isVisible = async (part: Locator) => {
    await expect(part.or(ended).first()).toBeVisible();
    return part.isVisible();
  };
  const button = bar.getByRole("button", { name: /^Bid \$/ });
  const leads = bar.getByText("You're leading");

  if (!(await isVisible(button))) return null;
  await expect(button).toHaveText("Bid $100");
  // Wide enough for a thumb and not cut off.
  const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  expect([width > 300, height >= 44]).toEqual([true, true]);
  await button.tap();
  if (!(await isVisible(leads))) return null;

  if ((await send(bob, auction, 120)) === null) return null;
  if (!(await isVisible(bar.getByText("Outbid")))) return null;
  await expect(phone).toHaveTitle(/^\d:\d\d · Outbid · Lotline$|^(Ended|Sold)/);
  // A tap within half a second sends nothing, so the user reads the message and taps again.
  await expect(async () => {
    if (await button.isVisible()) await button.tap({ timeout: 500 });
    await expect(leads.or(ended)).toBeVisible({ timeout: 600 });
  }).toPass();

  if (!(await isVisible(bar.getByText(/^0:0[123]$/)))) return null;
  for (let price = 122, turn = 1; ; price += 1, turn = 1 - turn) {
    const [leading, other] = turn === 0 ? bidders : [bob, bidders[0]];
    const extensions = await send(leading, auction, price);
    if (extensions === null) return null;
    if (extensions > 0) return { winner: leading.page, loser: other.page, price };
  }
}

/** Bids without the page. Returns how many times the auction was extended, or null if it has ended. */
async function send({ request }: TestAccount, auction: string, bidAmount: number): Promise<number | null> {
  const response = await request.post("/api/v1/bid/placeBid", {
    data: { productId: auction.split("/").at(-1), bidAmount },
  });
  if (!response.ok() && failure.parse(await response.json()).code === "auction_ended") return null;
  return (await expectSuccess(placeBidResponse, response)).auction.extensions;
}
