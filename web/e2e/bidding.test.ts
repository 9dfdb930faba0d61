/** The auction page against the real Worker: two browsers in one auction, and a network that comes and goes. */
import type { Page, WebSocketRoute } from "playwright-core";
import { expect, it } from "vitest";

import { enrolled, listed, member, newPerson, type Person, unhurried } from "./browser.ts";

const LIVE = /\/api\/v1\/auction\/[^/]+\/live/;

async function visit({ page }: Person, address: string): Promise<void> {
  await page.goto(address);
  await page.getByText("Live", { exact: true }).waitFor();
}

async function typeBid(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).click();
  await page.getByRole("spinbutton", { name: "Your bid" }).fill(amount);
  await page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
}

const expectText = (page: Page, text: string, timeout?: number) =>
  page.getByText(text).waitFor(timeout === undefined ? {} : { timeout });
const expectLeading = (page: Page) => expectText(page, "You are the highest bidder");
const expectOutbid = (page: Page) => expectText(page, "Someone outbid you. Increase your bid to win!");
const bidRows = (page: Page) => page.getByRole("region", { name: "Bids" }).getByRole("listitem");

/** Stands between a page and its live socket: lets it through, drops it, or keeps it from coming back. */
async function wire(page: Page) {
  const line = { isUp: true, losesAnswers: false, tries: 0, current: null as WebSocketRoute | null };
  await page.routeWebSocket(LIVE, (socket) => {
    line.tries += 1;
    if (!line.isUp) return void socket.close({ code: 1012 });
    line.current = socket;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!(line.losesAnswers && String(message).includes('"ack"'))) socket.send(message);
    });
  });
  return { line, drop: async () => line.current?.close({ code: 1012 }) };
}

it("two people in two browsers bid against each other until the auction closes and one of them owns it", async () => {
  const [seller, ann, bob] = await Promise.all([member("Sue"), member("Ann"), member("Bob")]);
  const address = await listed(seller, unhurried(20));
  await Promise.all([visit(ann, address), visit(bob, address)]);

  await ann.page.getByRole("button", { name: "Bid $100 now" }).click();
  await expectLeading(ann.page);
  await expectText(bob.page, "1 bids placed");
  await typeBid(bob.page, "150");
  await expectLeading(bob.page);
  await expectOutbid(ann.page);
  await expect.poll(() => bidRows(ann.page).first().textContent()).toContain("$150");

  // Ann is refused at the field, in the server's words, and keeps what she typed.
  await typeBid(ann.page, "120");
  const field = ann.page.getByRole("spinbutton", { name: "Your bid" });
  await ann.page.getByRole("dialog").getByText("The smallest next bid is $151").waitFor();
  expect(await field.inputValue()).toBe("120");
  await ann.page.keyboard.press("Escape");

  await expectText(bob.page, "You won this auction for $150", 240_000);
  await expectText(ann.page, "Sold to Bob Example for $150");
  expect(await ann.page.getByRole("button", { name: "Place Bid" }).count()).toBe(0);
});

it("an own bid is edited and withdrawn where it stands, and the focus stays with its bidder", async () => {
  const [seller, ann, bob] = await Promise.all([member("Sue"), member("Ann"), member("Bob")]);
  const address = await listed(seller, 3_600);
  await Promise.all([visit(ann, address), visit(bob, address)]);
  await ann.page.getByRole("button", { name: "Bid $100 now" }).click();

  await ann.page.getByRole("button", { name: "Edit your bid of $100" }).click();
  await ann.page.getByRole("dialog", { name: "Edit Bid Amount" }).getByText("Current Bid: $100").waitFor();
  await ann.page.getByRole("spinbutton", { name: "Your bid" }).fill("130");
  await ann.page.getByRole("button", { name: "Update Bid" }).click();
  await expectText(bob.page, "Edited");
  expect(await bidRows(bob.page).allTextContents()).toHaveLength(1);

  await ann.page.getByRole("button", { name: "Delete your bid of $130" }).click();
  await expectText(ann.page, "Are you sure you want to delete this bid?");
  await ann.page.getByRole("button", { name: "Yes" }).click();
  await expectText(bob.page, "No Bids Yet!!");
  await expect.poll(() => ann.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Bids");
});

it("a bid is placed while the socket is down, and the page catches up when it is back", async () => {
  const [seller, ann, bob] = await Promise.all([member("Sue"), member("Ann"), member("Bob")]);
  const address = await listed(seller, 3_600);
  const { line, drop } = await wire(ann.page);
  await Promise.all([visit(ann, address), visit(bob, address)]);

  line.isUp = false;
  await drop();
  await expectText(ann.page, "Reconnecting… You can still bid.");
  await ann.page.getByRole("button", { name: "Bid $100 now" }).click();
  await expectLeading(ann.page);
  await typeBid(bob.page, "175");
  await expectLeading(bob.page);

  line.isUp = true;
  await expectOutbid(ann.page);
  const live = ann.page.getByText("Live", { exact: true });
  const again = ann.page.getByRole("button", { name: "Try again" });
  // A slow machine may have failed five times by now.
  await live.or(again).waitFor();
  if (await again.isVisible()) await again.click();
  await live.waitFor();
  await expect.poll(() => bidRows(ann.page).count()).toBe(2);
});

it("a bid whose acknowledgement is lost counts once", async () => {
  const [seller, ann] = await Promise.all([member("Sue"), member("Ann")]);
  const address = await listed(seller, 3_600);
  const { line } = await wire(ann.page);
  await visit(ann, address);
  line.losesAnswers = true;
  await ann.page.getByRole("button", { name: "Bid $100 now" }).click();
  await expectText(ann.page, "Bid placed successfully!");
  await expectLeading(ann.page);
  await ann.page.reload();
  await expectText(ann.page, "1 bids placed");
});

it("after five failures in a row the live updates stop, and a button brings them back", async () => {
  const [seller, ann] = await Promise.all([member("Sue"), member("Ann")]);
  const address = await listed(seller, 3_600);
  const { line, drop } = await wire(ann.page);
  await visit(ann, address);
  const before = line.tries;
  line.isUp = false;
  await drop();
  await expectText(ann.page, "Live updates stopped. You can still bid.", 120_000);
  expect(line.tries - before).toBeLessThanOrEqual(5);
  line.isUp = true;
  await ann.page.getByRole("button", { name: "Try again" }).click();
  await ann.page.getByText("Live", { exact: true }).waitFor();
});

it("a visitor who wants to bid is sent to the login, and comes back to the auction", async () => {
  const [seller, visitor] = await Promise.all([member("Sue"), enrolled("Vera")]);
  const address = await listed(seller, 3_600);
  const { page, email, password } = visitor;
  await visit(visitor, address);
  await page.getByRole("button", { name: "Place Bid" }).click();
  await page.waitForURL("**/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(`**${address}`);
  await typeBid(page, "110");
  await expectLeading(page);
});

it("an auction that does not exist is said to be none", async () => {
  const { page } = await newPerson("Vera");
  await page.goto("/auction/0123456789abcdef0123456789abcdef");
  await page.getByRole("heading", { name: "This auction does not exist" }).waitFor();
  await expectText(page, "Cannot fetch Auction Details");
});
