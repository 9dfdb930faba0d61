/** The auction page against the real Worker: two browsers in one auction, and a network that comes and goes. */
import type { Page, WebSocketRoute } from "@playwright/test";

import { bidOnPage, expectLeading, expectOutbid, listAuction, openAuction } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const LIVE = /\/api\/v1\/auction\/[^/]+\/live/;

const live = (page: Page) => page.getByText("Live", { exact: true });
const bids = (page: Page) => page.getByRole("region", { name: "Bids" }).getByRole("listitem");
const bidNow = (page: Page) => page.getByRole("button", { name: "Bid $100 now" }).click();

/** Intercepts a page's live socket: lets it through, drops it, or keeps it from reconnecting. */
async function controlSocket(page: Page) {
  const control = { isUp: true, losesAcks: false, current: null as WebSocketRoute | null };
  await page.routeWebSocket(LIVE, (socket) => {
    if (!control.isUp) return void socket.close({ code: 1012 });
    control.current = socket;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!(control.losesAcks && String(message).includes('"ack"'))) socket.send(message);
    });
  });
  const goDown = async () => {
    control.isUp = false;
    await control.current?.close({ code: 1012 });
  };
  return { control, goDown };
}

test("the page places a bid while the socket is down, and then catches up", async ({ newAccount, newSignedInUser }) => {
  const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann"), newSignedInUser("Bob")]);
  const auction = await listAuction(seller);
  const { control, goDown } = await controlSocket(ann.page);
  await Promise.all([openAuction(ann.page, auction), openAuction(bob.page, auction)]);

  await goDown();
  await expect(ann.page.getByText("Reconnecting… You can still bid.")).toBeVisible();
  await bidNow(ann.page);
  await expectLeading(ann.page);
  await bidOnPage(bob.page, "175");
  await expectLeading(bob.page);

  control.isUp = true;
  await expectOutbid(ann.page);
  const reconnectButton = ann.page.getByRole("button", { name: "Reconnect" });
  // On a slow machine, the page may have failed to connect five times by now, and waits half a minute.
  await expect(live(ann.page).or(reconnectButton)).toBeVisible();
  if (await reconnectButton.isVisible()) await reconnectButton.click();
  await expect(live(ann.page)).toBeVisible();
  await expect(bids(ann.page)).toHaveCount(2);
});

test("a bid whose acknowledgment is lost counts once", { tag: NIGHTLY }, async ({ newAccount, newSignedInUser }) => {
  const [seller, { page }] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
  const auction = await listAuction(seller);
  const { control } = await controlSocket(page);
  await openAuction(page, auction);
  control.losesAcks = true;
  await bidNow(page);
  await expect(page.getByText("Bid placed successfully!")).toBeVisible();
  await expectLeading(page);
  await page.reload();
  await expect(page.getByText("1 bid placed")).toBeVisible();
});

test(
  "Back closes a dialog, but leaves the page right away after a reload",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, { page }] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
    const auction = await listAuction(seller);
    await page.goto("/about");
    await openAuction(page, auction);
    const dialog = page.getByRole("dialog");
    const openDialog = async () => {
      await page.getByRole("button", { name: "Place Bid" }).click();
      await expect(dialog).toBeVisible();
    };
    await openDialog();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await openDialog();
    await page.reload();
    await expect(live(page)).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  },
);
