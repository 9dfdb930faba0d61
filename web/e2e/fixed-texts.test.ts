/** The original specification's sample text. It's marked as a sample if the setting is on, and absent if it's off. */
import type { Page } from "@playwright/test";

import { auctionsResponse } from "../../worker/contract/catalogue.ts";
import { indexedPaths } from "../../worker/contract/urls/pages.ts";
import { listAuction, listShortAuction, placeBid, sellerPageOf, expectSuccess } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";
import { SETTINGS, startServer, type TestServer } from "./server.ts";

const RATING_AND_PERKS = ["211 reviews", "Free Return", "Fast and Secure Shipping"];
const TRENDING = "Trending Auction - High Demand!";
/** The sample text, byte for byte, by the page that the specification puts it on. */
const SAMPLES = {
  "/": [
    "1000+",
    "25000+",
    "₹2.5Cr+",
    "2.5k+ items",
    "1.8k+ items",
    "950+ items",
    "420+ items",
    "3.2k+ items",
    "1.5k+ items",
    "890+ items",
    "670+ items",
    "© 2025 Lotline. All rights reserved.",
  ],
  "/about": ["a test project on a MERN stack with a socket-based real-time engine", "© 2025"],
  live: [...RATING_AND_PERKS, TRENDING],
  ended: RATING_AND_PERKS,
};
const ALL_SAMPLES = [...Object.values(SAMPLES).flat(), "Happy Bidders", "Cr+", "MERN", "Sample"];

type PreparedAuctions = { readonly live: string; readonly ended: string; readonly seller: string };

/** An auction with a bid, one that sold, and their seller's page. */
async function prepareAuctions(sue: TestAccount, ann: TestAccount): Promise<PreparedAuctions> {
  const live = await listAuction(sue);
  await placeBid(live, ann, 120);
  const ended = await listShortAuction(sue, [[ann, 110]], "Brass compass");
  return { live, ended, seller: await sellerPageOf(live, sue) };
}

async function openLoadedPage(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "networkidle" });
  await expect(page.getByRole("contentinfo")).toContainText("All rights reserved.");
}

/** The nearest block around the text, and the names of everything the text is inside. */
function contextOf(page: Page, text: string) {
  return page
    .locator("main, footer")
    .getByText(text, { exact: false })
    .last()
    .evaluate((element) => {
      const nameOf = (ancestor: Element) => {
        const labelId = ancestor.getAttribute("aria-labelledby");
        return (
          ancestor.getAttribute("aria-label") ??
          (labelId === null ? "" : document.getElementById(labelId)?.textContent) ??
          ""
        );
      };
      const names: string[] = [];
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
        names.push(nameOf(ancestor));
      return { block: element.closest("section, figure, footer")?.textContent ?? "", names };
    });
}

test.describe("with samples", () => {
  let preparedAuctions: PreparedAuctions;
  test.beforeAll(async ({ newAccount }) => {
    preparedAuctions = await prepareAuctions(await newAccount("Sue"), await newAccount("Ann"));
  });

  for (const [name, texts] of Object.entries(SAMPLES)) {
    test(`each sample is in a marked block without the seller's name: ${name}`, { tag: NIGHTLY }, async ({ page }) => {
      await openLoadedPage(page, name === "live" || name === "ended" ? preparedAuctions[name] : name);
      for (const text of texts) {
        await expect(page.getByText(text).last()).toBeVisible();
        const { block, names } = await contextOf(page, text);
        expect(block).toContain(text);
        expect(block).toContain("Sample");
        expect(block).not.toContain("Sue");
        expect(names.join(" ")).not.toContain("Sue");
      }
    });
  }

  test(
    "the seller's real record is beside the name, and ended items aren't “Trending”",
    { tag: NIGHTLY },
    async ({ page }) => {
      await openLoadedPage(page, preparedAuctions.live);
      const heading = page.getByRole("heading", { level: 1 }).locator("..");
      await expect(heading).toContainText(/Sue Example.*(?:sold · member since|Member since) \d{4}/);
      await expect(heading).not.toContainText(/reviews|stars/);
      await openLoadedPage(page, preparedAuctions.ended);
      await expect(page.getByText(TRENDING)).toHaveCount(0);
    },
  );

  test("a sample's label links to the help that explains it", { tag: NIGHTLY }, async ({ page }) => {
    await openLoadedPage(page, preparedAuctions.live);
    await page.getByRole("link", { name: "Sample rating and perks" }).click();
    await expect(page).toHaveURL("/help#samples");
    await expect(page.getByRole("heading", { name: "Sample content" })).toBeInViewport();
  });
});

test.describe("without samples", () => {
  let server: TestServer;
  let preparedAuctions: PreparedAuctions;
  test.beforeAll(async ({ newAccountAt }) => {
    server = await startServer({ ...SETTINGS, FIXED_TEXTS: "real" });
    const sue = await newAccountAt(server.url, "Sue");
    preparedAuctions = await prepareAuctions(sue, await newAccountAt(server.url, "Ann"));
    // The site caches the counts for ten minutes. No one may request them before D1 has the sale.
    await expect
      .poll(async () => {
        const params = { status: "Sold" };
        return (await expectSuccess(auctionsResponse, sue.request.get("/api/v1/auction/fetchAllAuctions", { params })))
          .auctions;
      })
      .toHaveLength(1);
  });
  test.afterAll(() => server.stop());

  test("no page has sample text on a site without samples", { tag: NIGHTLY }, async ({ page }) => {
    for (const path of [...indexedPaths(), ...Object.values(preparedAuctions), "/nowhere"]) {
      await openLoadedPage(page, server.url + path);
      const shown = await page.locator("body").innerText();
      const markup = await page.content();
      expect({ path, found: ALL_SAMPLES.filter((text) => shown.includes(text) || markup.includes(text)) }).toEqual({
        path,
        found: [],
      });
      expect(shown).toContain(`© ${new Date().getFullYear()}`);
    }
  });

  test("the landing page shows real counts on a site without samples", { tag: NIGHTLY }, async ({ page }) => {
    await openLoadedPage(page, `${server.url}/`);
    const figures = page.getByRole("region", { name: "Figures" });
    await expect(figures).toContainText("Active Auction");
    await expect(figures).toContainText("Items Sold Worth");
    await expect(page.getByRole("link", { name: /^Antiques 1 live/ })).toBeVisible();
  });
});
