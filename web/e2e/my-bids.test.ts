/** The My Bids page against the real Worker, kept up to date only by the inbox's socket. */
import type { Locator, Page } from "@playwright/test";

import { listAuction, placeBid } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";

/** Two auctions in which the bidder has been outbid. The first ends sooner. */
async function outbidTwice(seller: TestAccount, bidder: TestAccount, other: TestAccount, price = 150) {
  const first = await listAuction(seller, { title: "Brass clock", hours: 5 });
  const second = await listAuction(seller, { title: "Blue vase", hours: 6 });
  for (const auction of [first, second]) {
    await placeBid(auction, bidder, 100);
    await placeBid(auction, other, price);
  }
  return { first, second };
}

/** The bids that the page sends from now on. */
function recordBids(page: Page): unknown[] {
  const bids: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/bid/placeBid")) bids.push(request.postDataJSON());
  });
  return bids;
}

/** The middle of this button, where a click hits it. */
async function middleOf(page: Page, name: string) {
  const box = await page.getByRole("button", { name }).boundingBox();
  if (!box) throw new Error(`no button ${name}`);
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
}

/** Lets time pass on the page, because a press counts only after a delay. */
const advanceTime = (page: Page, ms: number) => page.clock.runFor(ms);

/**
 * Waits for the part to appear while the page's time stands still, except for short steps that pending requests need.
 */
const waitForVisible = (page: Page, part: Locator) =>
  expect(async () => {
    await advanceTime(page, 20);
    expect(await part.isVisible()).toBe(true);
  }).toPass();

test(
  "My Bids tells bidders that they were outbid, and one tap bids again",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser, signIn }) => {
    const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newSignedInUser("Ann")]);
    const [clock, vase] = await Promise.all([
      listAuction(seller, { title: "Brass clock" }),
      listAuction(seller, { title: "Blue vase" }),
    ]);
    await placeBid(clock, ann, 100);
    await placeBid(vase, ann, 100);
    const { page } = ann;
    await page.clock.install();
    const problems = collectProblems(page);
    const sockets: string[] = [];
    page.on("websocket", (socket) => sockets.push(new URL(socket.url()).pathname));
    const secondTab = await signIn(ann);
    await Promise.all([page.goto("/dashboard/my-bids"), secondTab.goto("/about")]);
    const chip = (counts: string) => `My bids: ${counts}`;
    await expect(page.getByRole("link", { name: chip("2 leading") })).toBeVisible();
    await expect(secondTab.getByRole("link", { name: chip("2 leading") })).toBeVisible();

    const leading = page.getByRole("region", { name: /Leading/ });
    await expect(leading.getByRole("heading", { name: "Brass clock" })).toBeVisible();
    await placeBid(clock, bob, 150);
    await expect(page.getByRole("article").filter({ hasText: "Brass clock" })).toContainText(/Outbid.*\$150/);
    const needsYou = page.getByRole("region", { name: /Needs you/ });
    for (const tab of [page, secondTab]) {
      await expect(tab.getByRole("link", { name: chip("1 outbid") })).toBeVisible();
    }

    // Rows keep their order during a visit until the user sorts them again.
    await page.getByRole("button", { name: "Sort again" }).click();
    await expect(needsYou.getByRole("heading", { name: "Brass clock" })).toBeVisible();
    // Right after a change, a press would send nothing, and the page would say so.
    await advanceTime(page, 1_000);
    await needsYou.getByRole("button", { name: "Bid $151 now: Brass clock" }).click();
    await expect(needsYou.getByText("You're leading at $151")).toBeVisible();
    await expect(page.getByRole("link", { name: chip("2 leading") })).toBeVisible();
    await expect(needsYou.getByRole("article").filter({ hasText: "Brass clock" })).toBeFocused();
    await page.getByRole("button", { name: "Sort again" }).click();
    await expect(leading.getByRole("heading", { name: "Brass clock" })).toBeVisible();
    expect(new Set(sockets)).toEqual(new Set(["/api/v1/user/live"]));
    expect(problems).toEqual([]);
  },
);

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(
    `double-clicking a bid button places one bid, which can be undone, at ${width} px`,
    { tag: NIGHTLY },
    async ({ newAccount, newSignedInUser }) => {
      const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newSignedInUser("Ann")]);
      await outbidTwice(seller, ann, bob);
      const { page } = ann;
      await page.setViewportSize({ width, height });
      await page.clock.install();
      await page.goto("/dashboard/my-bids");
      const sent = recordBids(page);
      await expect(page.getByRole("button", { name: "Bid $151 now: Brass clock" })).toBeEnabled();
      // From here on, time passes only when the test advances it. On a busy machine, these clicks could be as slow as a
      // person's.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
      const [x, y] = await middleOf(page, "Bid $151 now: Brass clock");
      const vase = page.getByRole("article").filter({ hasText: "Blue vase" });
      const before = await vase.boundingBox();

      await page.mouse.dblclick(x, y);
      const clock = page.getByRole("article").filter({ hasText: "Brass clock" });
      await waitForVisible(page, clock.getByText("You're leading at $151"));
      const undo = clock.getByRole("button", { name: "Undo your bid of $151" });
      await waitForVisible(page, undo);
      await advanceTime(page, 1_100);
      // At the same point, where the undo button is now.
      await page.mouse.click(x, y);
      const box = await undo.boundingBox();
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      expect(sent).toHaveLength(1);
      await expect(undo).toBeVisible();
      // Neither the pressed row nor the one below it has moved.
      expect(await vase.boundingBox()).toEqual(before);
      await expect(page.getByRole("region", { name: /Needs you/ }).getByRole("article")).toHaveCount(2);

      await advanceTime(page, 1_000);
      await undo.click();
      await page.clock.resume();
      await expect(clock.getByText("Your bid of $151 was undone.")).toBeVisible();
      await expect(clock.getByRole("button", { name: "Bid $151 now: Brass clock" })).toBeVisible();
      await expect(clock).toContainText(/Outbid.*Your bid\s*\$100/);
    },
  );
}

test(
  "a bid above your own limit takes a second tap on My Bids",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newSignedInUser("Ann")]);
    await outbidTwice(seller, ann, bob, 2_400);
    const { page } = ann;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    await page.goto("/dashboard/my-bids");
    const sent = recordBids(page);
    const bid = page.getByRole("button", { name: /^Bid \$2,\d+ now: Brass clock$/ });
    const confirm = page.getByRole("button", { name: /^Confirm \$2,\d+: Brass clock$/ });
    await bid.focus();
    await advanceTime(page, 1_000);
    await page.keyboard.press("Enter");
    await expect(confirm).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(bid).toBeFocused();
    expect(sent).toHaveLength(0);
    await page.keyboard.press("Enter");
    await advanceTime(page, 600);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article").filter({ hasText: "Brass clock" })).toContainText("You're leading at $2,");
    expect(sent).toHaveLength(1);

    await page.getByRole("textbox", { name: "Ask before bids above" }).fill("5000");
    await page.keyboard.press("Enter");
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Ask before bids above" })).toHaveValue("5000");
    const vase = page.getByRole("button", { name: /^Bid \$2,\d+ now: Blue vase$/ });
    await expect(vase).toBeVisible();
    await advanceTime(page, 1_000);
    await vase.click();
    await expect(page.getByRole("article").filter({ hasText: "Blue vase" })).toContainText("You're leading at $2,");
    expect(sent).toHaveLength(2);
  },
);

test(
  "a row on My Bids updates in place, and a higher bid removes the undo button",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newSignedInUser("Ann")]);
    const { first } = await outbidTwice(seller, ann, bob);
    const { page } = ann;
    await page.goto("/dashboard/my-bids");
    const clock = page.getByRole("article").filter({ hasText: "Brass clock" });
    await clock.getByRole("button", { name: "Bid $151 now: Brass clock" }).click();
    await expect(clock.getByRole("button", { name: "Undo your bid of $151" })).toBeVisible();
    await placeBid(first, bob, 200);
    await expect(clock.getByRole("button", { name: "Bid $201 now: Brass clock" })).toBeVisible();
    await expect(clock.getByRole("button", { name: "Undo your bid of $151" })).toHaveCount(0);
    const titles = page.getByRole("region", { name: /Needs you/ }).getByRole("heading", { level: 3 });
    await expect(titles).toHaveText(["Brass clock", "Blue vase"]);

    // From another tab or device.
    const lamp = await listAuction(seller, { title: "Oil lamp", hours: 1 });
    await placeBid(lamp, ann, 100);
    await expect(page.getByRole("region", { name: /^New/ }).getByRole("heading", { name: "Oil lamp" })).toBeVisible();
    await expect(titles).toHaveText(["Brass clock", "Blue vase"]);
    await page.getByRole("button", { name: "Sort again" }).click();
    await expect(
      page.getByRole("region", { name: /Leading/ }).getByRole("heading", { name: "Oil lamp" }),
    ).toBeVisible();
  },
);
