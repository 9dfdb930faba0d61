/** The auction page against the real Worker: two browsers in one auction, and a network that comes and goes. */
import type { Page, WebSocketRoute } from "@playwright/test";

import { fillInLogin, listAuction, listShortAuction } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const LIVE = /\/api\/v1\/auction\/[^/]+\/live/;

const live = (page: Page) => page.getByText("Live", { exact: true });
const bids = (page: Page) => page.getByRole("region", { name: "Bids" }).getByRole("listitem");
const bidNow = (page: Page) => page.getByRole("button", { name: "Bid $100 now" }).click();

async function open(page: Page, auction: string): Promise<void> {
  await page.goto(auction);
  await expect(live(page)).toBeVisible();
}

async function typeBid(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).click();
  await page.getByRole("textbox", { name: "Your bid" }).fill(amount);
  await page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
}

async function expectLeading(page: Page): Promise<void> {
  await expect(page.getByText("You are the highest bidder")).toBeVisible();
}

async function expectOutbid(page: Page): Promise<void> {
  await expect(page.getByText("Someone outbid you. Increase your bid to win!")).toBeVisible();
}

/** Intercepts a page's live socket: lets it through, drops it, or keeps it from reconnecting. */
async function controlSocket(page: Page) {
  const control = { isUp: true, losesAnswers: false, tries: 0, current: null as WebSocketRoute | null };
  await page.routeWebSocket(LIVE, (socket) => {
    control.tries += 1;
    if (!control.isUp) return void socket.close({ code: 1012 });
    control.current = socket;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!(control.losesAnswers && String(message).includes('"ack"'))) socket.send(message);
    });
  });
  const goDown = async () => {
    control.isUp = false;
    await control.current?.close({ code: 1012 });
  };
  return { control, goDown };
}

test("two people in two browsers bid against each other, and the form keeps a bid that is too low", async ({
  newAccount,
  newMember,
}) => {
  const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newMember("Ann"), newMember("Bob")]);
  const auction = await listAuction(seller);
  await Promise.all([open(ann.page, auction), open(bob.page, auction)]);

  await bidNow(ann.page);
  await expectLeading(ann.page);
  await expect(bob.page.getByText("1 bid placed")).toBeVisible();
  await typeBid(bob.page, "150");
  await expectLeading(bob.page);
  await expectOutbid(ann.page);
  await expect(bids(ann.page).first()).toContainText("$150");

  // The server's refusal appears at Ann's field, which keeps what she typed.
  await typeBid(ann.page, "120");
  await expect(ann.page.getByRole("dialog").getByText("The smallest next bid is $151")).toBeVisible();
  await expect(ann.page.getByRole("textbox", { name: "Your bid" })).toHaveValue("120");
});

test("the page of an auction that closes shows who has won it, and takes no more bids", async ({
  newAccount,
  newMember,
}) => {
  const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newMember("Ann"), newMember("Bob")]);
  const auction = await listShortAuction(seller, [
    [ann, 120],
    [bob, 150],
  ]);
  await Promise.all([ann.page.goto(auction), bob.page.goto(auction)]);
  await expect(bob.page.getByRole("heading", { name: "Yours for $150" })).toBeVisible();
  await expect(ann.page.getByText("To Bob Example")).toBeVisible();
  await expect(ann.page.getByRole("button", { name: "Place Bid" })).toHaveCount(0);
});

test("a bidder edits and withdraws a bid in the list of bids, and the focus stays there", async ({
  newAccount,
  newMember,
}) => {
  const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newMember("Ann"), newMember("Bob")]);
  const auction = await listAuction(seller);
  await Promise.all([open(ann.page, auction), open(bob.page, auction)]);
  await bidNow(ann.page);

  await ann.page.getByRole("button", { name: "Edit your bid of $100" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Edit Bid Amount" });
  await expect(dialog.getByText("Current Bid: $100")).toBeVisible();
  await ann.page.getByRole("textbox", { name: "Your bid" }).fill("130");
  await ann.page.getByRole("button", { name: "Update Bid" }).click();
  await expect(bob.page.getByText("Edited")).toBeVisible();
  await expect(bids(bob.page)).toHaveCount(1);

  await ann.page.getByRole("button", { name: "Delete your bid of $130" }).click();
  await expect(ann.page.getByText("Are you sure you want to delete this bid?")).toBeVisible();
  await ann.page.getByRole("button", { name: "Yes" }).click();
  await expect(bob.page.getByText("No Bids Yet!!")).toBeVisible();
  await expect(ann.page.getByRole("region", { name: "Bids" })).toBeFocused();
});

test("a bid is placed while the socket is down, and the page catches up when it is back", async ({
  newAccount,
  newMember,
}) => {
  const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newMember("Ann"), newMember("Bob")]);
  const auction = await listAuction(seller);
  const { control, goDown } = await controlSocket(ann.page);
  await Promise.all([open(ann.page, auction), open(bob.page, auction)]);

  await goDown();
  await expect(ann.page.getByText("Reconnecting… You can still bid.")).toBeVisible();
  await bidNow(ann.page);
  await expectLeading(ann.page);
  await typeBid(bob.page, "175");
  await expectLeading(bob.page);

  control.isUp = true;
  await expectOutbid(ann.page);
  const again = ann.page.getByRole("button", { name: "Reconnect" });
  // On a slow machine it may have failed five times by now, and waits half a minute.
  await expect(live(ann.page).or(again)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(live(ann.page)).toBeVisible();
  await expect(bids(ann.page)).toHaveCount(2);
});

test("a bid whose acknowledgement is lost counts once", async ({ newAccount, newMember }) => {
  const [seller, { page }] = await Promise.all([newAccount("Sue"), newMember("Ann")]);
  const auction = await listAuction(seller);
  const { control } = await controlSocket(page);
  await open(page, auction);
  control.losesAnswers = true;
  await bidNow(page);
  await expect(page.getByText("Bid placed successfully!")).toBeVisible();
  await expectLeading(page);
  await page.reload();
  await expect(page.getByText("1 bid placed")).toBeVisible();
});

test(
  "after five failures in a row the live updates stop, and a button brings them back",
  { tag: NIGHTLY },
  async ({ newAccount, newMember }) => {
    const [seller, { page }] = await Promise.all([newAccount("Sue"), newMember("Ann")]);
    const auction = await listAuction(seller);
    const { control, goDown } = await controlSocket(page);
    await open(page, auction);
    const before = control.tries;
    await goDown();
    await expect(page.getByText("Live updates stopped. You can still bid.")).toBeVisible({ timeout: 120_000 });
    expect(control.tries - before).toBeLessThanOrEqual(5);
    control.isUp = true;
    await page.getByRole("button", { name: "Reconnect" }).click();
    await expect(live(page)).toBeVisible();
  },
);

test("a visitor who tries to bid is sent to the login, and comes back to the auction", async ({ newAccount, page }) => {
  const [seller, account] = await Promise.all([newAccount("Sue"), newAccount("Vera")]);
  const auction = await listAuction(seller);
  await open(page, auction);
  await page.getByRole("button", { name: "Sign in to bid" }).click();
  await expect(page).toHaveURL("/login");
  await fillInLogin(page, account);
  await expect(page).toHaveURL(auction);
  // What they were about to do is open again.
  await page.getByRole("textbox", { name: "Your bid" }).fill("110");
  await page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
  await expectLeading(page);
});

test("Back closes a dialog, and after a reload with an open dialog it leaves the page at once", async ({
  newAccount,
  newMember,
}) => {
  const [seller, { page }] = await Promise.all([newAccount("Sue"), newMember("Ann")]);
  const auction = await listAuction(seller);
  await page.goto("/about");
  await open(page, auction);
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
});
