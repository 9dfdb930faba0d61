/**
 * Bidding on a site that requires a confirmed address. This test starts its own server, because the shared ones don't
 * require a confirmed address.
 */
import { LOCAL_MAIL } from "../../scripts/server/serve.ts";
import { sendLogin, type Identity, listAuction, newIdentity, sendSignup } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";
import { confirmEmail, findMailedLink } from "./mail.ts";
import { SETTINGS, startServer, type TestServer } from "./server.ts";

const PAGE_PATH = "/confirm-email";

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer({ ...SETTINGS, ...LOCAL_MAIL, CONFIRM_EMAIL: "1" });
});
test.afterAll(() => server.stop());

const linkTo = ({ email }: Identity) => findMailedLink(email, PAGE_PATH, server.logFile);

test(
  "a bid waits until the address is confirmed, and is then placed as typed",
  { tag: NIGHTLY },
  async ({ openBrowser }) => {
    // The seller confirms the address over HTTP, and lists an item.
    const sue = newIdentity("Sue");
    const { request } = await openBrowser({ baseURL: server.url });
    const { firstName, lastName, email, password } = sue;
    const multipart = { firstName, lastName, email, password, confirmPassword: password, role: "User" };
    await request.post("/api/v1/auth/signup", { multipart });
    await confirmEmail(email, request, server.logFile);
    await request.post("/api/v1/auth/login", { data: { email, password } });
    const item = await listAuction({ request });

    const browser = await openBrowser({ baseURL: server.url });
    const page = await browser.newPage();
    const nora = newIdentity("Nora");
    await page.goto(item);
    await page.getByRole("button", { name: "Sign in to bid" }).first().click();
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await sendSignup(page, nora);
    await expect(page.getByText(`We sent a link to ${nora.email}.`)).toBeVisible();
    await sendLogin(page, nora);
    await expect(page).toHaveURL(item);

    // The dialog that the sign-in interrupted is open again.
    const dialog = page.getByRole("dialog", { name: "Bid Amount" });
    await dialog.getByRole("textbox", { name: "Your bid" }).fill("150");
    await dialog.getByRole("button", { name: "Place Bid" }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      "Confirm your email address to bid. We sent a link to n•••@e•••.com.",
    );
    await expect.poll(() => linkTo(nora)).not.toBe("");
    const first = await linkTo(nora);
    await dialog.getByRole("button", { name: "Send again" }).click();
    await expect(dialog.getByText("Sent. Check your inbox and spam folder.")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Your bid" })).toHaveValue("150");

    await expect.poll(() => linkTo(nora)).not.toBe(first);

    // The emailed link opens in a new tab.
    const tab = await browser.newPage();
    await tab.goto(await linkTo(nora));
    await tab.getByRole("button", { name: "Confirm address" }).click();
    await expect(tab.getByRole("heading", { name: "Your email address is confirmed" })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("region", { name: "Bids" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("region", { name: "Bids" })).toContainText("$150");
    await tab.getByRole("link", { name: "Back to the auction" }).click();
    await expect(tab).toHaveURL(item);
  },
);
