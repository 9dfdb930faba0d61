/** The dashboard's first screen on a phone, its sidebar on a desktop, and the bell's unread count. */
import { expectLeading, listAuction, placeBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };
/** The title appears within this many pixels from the top. */
const MAX_TITLE_BOTTOM_PX = 150;

const PAGES = [
  ["my-auctions", "My Auctions"],
  ["drafts", "My Drafts"],
  ["create-auction", "Create New Auction"],
  ["create-category", "Create Category"],
  ["my-bids", "My Bids"],
  ["watchlist", "Watchlist"],
  ["auctions-won", "My Winnings"],
  ["deals", "My Deals"],
  ["history", "Auction History"],
] as const;

test("each dashboard page starts with its title on a phone", { tag: NIGHTLY }, async ({ newAccount, signIn }) => {
  const ann = await newAccount("Ann");
  const page = await signIn(ann, { viewport: PHONE, hasTouch: true });
  for (const [path, title] of PAGES) {
    await page.goto(`/dashboard/${path}`);
    const box = await page.getByRole("heading", { level: 1, name: title }).boundingBox();
    expect.soft((box?.y ?? Infinity) + (box?.height ?? 0), title).toBeLessThanOrEqual(MAX_TITLE_BOTTOM_PX);
    await expect.soft(page.getByText(ann.email).filter({ visible: true }), title).toHaveCount(0);
  }
  await page.goto("/dashboard/my-profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(ann.email).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText("Won Items").filter({ visible: true })).toHaveCount(1);
  // Every other page is one tap away.
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Auction History" })).toBeVisible();
});

test(
  "the sidebar shows the user and the Quick Stats on a desktop",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    const ann = await newAccount("Ann");
    const page = await signIn(ann, { viewport: { width: 1280, height: 800 } });
    await page.goto("/dashboard/history");
    const sidebar = page.getByRole("complementary", { name: "Dashboard" });
    await expect(sidebar.getByText(ann.email)).toBeVisible();
    await expect(sidebar.getByRole("heading", { name: "Quick Stats" })).toBeVisible();
  },
);

test(
  "opening an outbid notification or leading again marks it as read in every tab",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser, signIn }) => {
    const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newSignedInUser("Ann")]);
    const [first, second] = [await listAuction(seller), await listAuction(seller, { title: "Oak chest" })];
    for (const auction of [first, second]) {
      await placeBid(auction, ann, 100);
      await placeBid(auction, bob, 150);
    }
    const [page, other] = [await signIn(ann), await signIn(ann)];
    const bell = (tab: typeof page, unread: number) =>
      tab.getByRole("button", {
        name: unread === 0 ? "Notifications" : `Notifications, ${unread} unread`,
        exact: true,
      });
    for (const tab of [page, other]) {
      await tab.goto("/about");
      await expect(bell(tab, 2)).toBeVisible();
    }
    await bell(page, 2).click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    // As specified: 24rem wide, the list at most 16rem tall.
    expect((await panel.boundingBox())?.width).toBe(384);
    expect((await panel.getByRole("list").boundingBox())?.height).toBeLessThanOrEqual(256);
    await panel.getByRole("link", { name: /Oak chest/ }).click();
    await expect(page).toHaveURL(second);
    for (const tab of [page, other]) await expect(bell(tab, 1)).toBeVisible();
    await page.reload();
    await expect(bell(page, 1)).toBeVisible();
    await page.goto(first);
    await page.getByRole("button", { name: /^Bid \$\d+ now$/ }).click();
    await expectLeading(page);
    for (const tab of [page, other]) await expect(bell(tab, 0)).toBeVisible();
  },
);
