/** A new member's pages, on a separate server, because the other test servers don't limit new members. */
import { grant, readGrant } from "../../scripts/operator/grant.ts";
import { trustResponse } from "../../worker/contract/account.ts";
import { peopleResponse } from "../../worker/contract/admin.ts";
import { responseSchema } from "../../worker/contract/fields.ts";
import { listAuction, expectSuccess } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";
import { SETTINGS, startServer, type TestServer } from "./server.ts";

const VARS = { ...SETTINGS, LIMIT_SCALE: "1", NEW_BIDDER_AMOUNT: "5000", NEW_BIDDER_AUCTIONS: "20" };
const SENTENCE = "New members can bid up to $5,000";
const NOTE = `${SENTENCE}. Here's how that changes`;

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer(VARS);
});
test.afterAll(() => server.stop());

/** Makes `admin` an admin, who then sets the level as the admin pages do. */
async function setTrustKnown(admin: TestAccount, { email }: TestAccount) {
  await grant(readGrant([admin.email, "--persist-to", server.dataFolder], server.dataFolder));
  const response = admin.request.get("/api/v1/moderation/people", { params: { search: email } });
  const [person] = (await expectSuccess(peopleResponse, response)).people;
  const data = { trust: "known", reason: "Known from the auction house" };
  await expectSuccess(
    responseSchema({}),
    admin.request.post(`/api/v1/moderation/people/${person?._id}/setTrust`, { data }),
  );
}

for (const viewport of [
  { width: 1_280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(
    `a new member sees a bid limit, unlike a known member, at ${viewport.width} px`,
    { tag: NIGHTLY },
    async ({ newAccountAt, signIn }, info) => {
      const [seller, ann] = [await newAccountAt(server.url, "Sue"), await newAccountAt(server.url, "Ann")];
      const auction = await listAuction(seller, { buyNowPrice: "6000" });
      const page = await signIn(ann, { baseURL: server.url, viewport });
      const sent: string[] = [];
      page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
      await page.goto(auction);
      await expect(page.getByText(NOTE)).toBeVisible();
      await page.screenshot({ path: info.outputPath("panel.png"), fullPage: true });

      await page.getByRole("button", { name: "Place Bid" }).filter({ visible: true }).click();
      const dialog = page.getByRole("dialog", { name: "Bid Amount" });
      await expect(dialog.getByText(NOTE)).toBeVisible();
      const field = dialog.getByRole("textbox", { name: "Your bid" });
      await field.fill("5000.01");
      await dialog.getByRole("button", { name: "Place Bid" }).click();
      await expect(field).toHaveAccessibleDescription(new RegExp(SENTENCE.replace("$", "\\$")));
      await expect(field).toBeFocused();
      await page.screenshot({ path: info.outputPath("field.png") });
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);

      await page.getByRole("button", { name: "Buy now for $6,000" }).click();
      const buyDialog = page.getByRole("dialog", { name: "Buy now" });
      await expect(buyDialog.getByText(NOTE)).toBeVisible();
      await expect(buyDialog.getByRole("button", { name: "Buy for $6,000" })).toHaveCount(0);
      await page.screenshot({ path: info.outputPath("buy.png") });
      await buyDialog.getByText("Close", { exact: true }).click();
      expect(sent).toEqual([]);

      const [help] = await Promise.all([
        page.waitForEvent("popup"),
        page.getByRole("link", { name: "Here's how that changes" }).click(),
      ]);
      await expect(help.getByRole("heading", { name: "New members" })).toBeInViewport();
      await help.close();

      // Known from now on, and neither the page nor its open socket needs a reload.
      await setTrustKnown(seller, ann);
      await page.getByRole("button", { name: "Place Bid" }).filter({ visible: true }).click();
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(NOTE)).toHaveCount(0);
      await field.fill("250");
      await dialog.getByRole("button", { name: "Place Bid" }).click();
      await expect(page.getByText("Bid Placed", { exact: true })).toBeVisible();
      expect(await expectSuccess(trustResponse, ann.request.get("/api/v1/user/trust"))).toMatchObject({ trust: null });
    },
  );
}

test(
  "an admin sees a user's trust level and sets it with a reason",
  { tag: NIGHTLY },
  async ({ newAccountAt, signIn }, info) => {
    const [admin, ann] = [await newAccountAt(server.url, "Ada"), await newAccountAt(server.url, "Ann")];
    await grant(readGrant([admin.email, "--persist-to", server.dataFolder], server.dataFolder));
    const page = await signIn(admin, { baseURL: server.url });
    await page.goto(`/dashboard/admin?search=${encodeURIComponent(ann.email)}`);
    const row = page.getByRole("listitem").filter({ hasText: ann.email });
    await expect(row.getByText("New member")).toBeVisible();
    await row.getByRole("button", { name: /^Set trust level/ }).click();
    const dialog = page.getByRole("dialog", { name: "Set trust level" });
    await dialog.getByRole("radio", { name: /^Set to known member/ }).check();
    await page.screenshot({ path: info.outputPath("shownLevel.png") });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Known from the auction house");
    await dialog.getByRole("button", { name: "Set to known member" }).click();
    await expect(page.getByText("Trust Level Set")).toBeVisible();
    await expect(row.getByText("New member")).toHaveCount(0);
  },
);
