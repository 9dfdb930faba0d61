/** A human check against a stand-in for Turnstile that server.ts starts. */
import { newIdentity, sendSignup } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test("a sign-up from a busy network is resent unchanged after a human check", { tag: NIGHTLY }, async ({ page }) => {
  let isFirst = true;
  // The tests' own limits are too high to reach, so the first answer is that of a network that has used them up.
  await page.route("**/api/v1/auth/signup", async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const refusal = { success: false, code: "too_many_requests", message: "Too many requests", requestId: "one" };
    return route.fulfill({ status: 429, json: { ...refusal, retryAfter: 60, details: { humanCheck: true } } });
  });
  await page.goto("/signup");
  const signedUp = sendSignup(page, newIdentity("Ann"));
  const dialog = page.getByRole("dialog", { name: "Are you human?" });
  await expect(dialog).toBeVisible();
  await dialog.frameLocator("iframe").getByRole("button", { name: "I am human" }).click();
  await signedUp;
  await expect(dialog).toHaveCount(0);
});
