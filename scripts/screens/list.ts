/** The screens and states in docs/screens, in order. */
import path from "node:path";

import type { Page } from "@playwright/test";

import { type ScreenAuctions, ITEM_IMAGES } from "./marketplace.ts";

export type ScreenViewer = "visitor" | "amara" | "mateo" | "yuki" | "admin";
type ScreenSize = "390" | "390-dark" | "1280" | "1280-dark";

/**
 * `sizes` are the widths of the screenshots, with `-dark` for dark colors. `pagePath` is the page's path, or a function
 * that returns it for each screenshot. `prepare` runs on the page before each screenshot, and can open other pages.
 */
const screen = (
  name: string,
  sizes: readonly ScreenSize[],
  viewer: ScreenViewer,
  pagePath: string | (() => Promise<string>),
  prepare: (page: Page) => Promise<void> = async () => {},
) => ({ name, sizes, viewer, pagePath, prepare });
export type Screen = ReturnType<typeof screen>;

/** An auction that has to end before a screenshot ends within this time. */
const MAX_WAIT_MS = 90_000;

const expectText = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: MAX_WAIT_MS });

async function openBidDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).first().click();
  await page.getByRole("dialog").waitFor();
}

async function fillListingWithPhotos(page: Page): Promise<void> {
  const photos = ["roll-top-desk.webp", "roll-top-desk-middle.webp", "roll-top-desk-side.webp"];
  await page.getByLabel("Product Image").setInputFiles(photos.map((file) => path.join(ITEM_IMAGES, file)));
  await expectText("3 of 6")(page);
  await page.getByLabel("Product Title").fill("Roll-top desk in quarter-sawn oak, 1905");
  await page.getByLabel("Starting Price").fill("1,250");
  await page.getByLabel("Starting Price").blur();
  await expectText("Draft saved")(page);
  await page.evaluate("scrollTo(0, 0)");
}

type ScreenPaths = ScreenAuctions & { readonly ending: () => Promise<string> };

export function screensOf({ contested, ended, ending }: ScreenPaths): readonly Screen[] {
  const dashboard = (page: string) => `/dashboard/${page}`;
  const deal = ended.replace("/auction/", dashboard("deals/"));
  return [
    screen("landing", ["390", "1280"], "visitor", "/"),
    screen("browse", ["1280", "1280-dark"], "visitor", "/auctions"),
    screen("auction-leader", ["390", "1280"], "mateo", contested, expectText("You are the highest bidder")),
    screen("auction-outbid", ["1280"], "yuki", contested, expectText(/Someone outbid you/)),
    screen("bid", ["1280"], "yuki", contested, openBidDialog),
    screen("auction-won", ["1280"], "mateo", ended, expectText(/Yours for/)),
    screen("going-once", ["390-dark"], "mateo", ending, expectText("Going once")),
    screen("my-bids", ["390-dark", "1280"], "mateo", dashboard("my-bids")),
    screen("winnings", ["1280"], "mateo", dashboard("auctions-won")),
    screen("deal-buyer", ["1280"], "mateo", deal, expectText("How do you want to get it?")),
    screen("new-listing-photos", ["1280"], "amara", dashboard("create-auction"), fillListingWithPhotos),
    screen("moderation", ["1280"], "admin", dashboard("moderation")),
    screen("admin-people", ["1280"], "admin", dashboard("admin")),
  ];
}
