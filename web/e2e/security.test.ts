/** The security of an account: resetting and changing the password, and ending sessions. */
import { signInOnPage } from "./actions.ts";
import { expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";
import { findMailedLink } from "./mail.ts";

test("an emailed link resets a forgotten password only once", async ({ newAccount, page }) => {
  const { email } = await newAccount("Ann");
  const problems = collectProblems(page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If this email has an account, we sent a link to it")).toBeVisible();
  await expect.poll(() => findMailedLink(email, "/reset-password")).not.toBe("");
  const link = await findMailedLink(email, "/reset-password");

  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("Password1");
  await page.getByLabel("Confirm new password").fill("Password1");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This password is too common")).toBeVisible();
  const password = "Teal-Kettle-9";
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/login");
  const token = link.split("#")[1] ?? "";
  expect(requested.some((url) => url.replace(/#.*/, "").includes(token))).toBe(false);
  // The browser logs the refusal of the common password as an error.
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);

  await signInOnPage(page, { email, password });
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("Green-Kettle-9");
  await page.getByLabel("Confirm new password").fill("Green-Kettle-9");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This link has expired")).toBeVisible();
  await expect(page.getByRole("alert").getByRole("link", { name: "Request a new link" })).toBeVisible();
});

test(
  "a new password ends the other sessions, and signing out everywhere ends them all",
  { tag: NIGHTLY },
  async ({ newAccount, newVisitor, signIn }) => {
    const account = await newAccount("Ann");
    const [page, elsewhere] = await Promise.all([signIn(account), newVisitor()]);
    await signInOnPage(elsewhere, account);
    await page.goto("/dashboard/my-profile");
    await page.getByRole("tab", { name: "Security" }).click();
    await expect(page.getByText("This device", { exact: true })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Last used" })).toHaveCount(2);
    await page.getByLabel("Current password").fill(account.password);
    await page.getByLabel("New password", { exact: true }).fill("Teal-Kettle-9");
    await page.getByLabel("Confirm new password").fill("Teal-Kettle-9");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password Changed")).toBeVisible();
    // The other browser is notified over its live connection.
    await expect(elsewhere).toHaveURL("/login");
    await expect(page.getByRole("listitem").filter({ hasText: "Last used" })).toHaveCount(1);

    await signInOnPage(elsewhere, { ...account, password: "Teal-Kettle-9" });
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await expect(elsewhere).toHaveURL("/login");
  },
);

test("T13: no script can create its own Trusted Types policy to write markup", async ({ browser }) => {
  // Doesn't use the fixtures' browsers, because this violation is intentional.
  const page = await (await browser.newContext()).newPage();
  const createPolicyScript = `try { trustedTypes.createPolicy("mine", { createHTML: (text) => text }); "made"; } catch (error) { error.name; }`;
  for (const path of ["/", "/login", "/api/v1/auth/google/callback"]) {
    await page.goto(path);
    expect(await page.evaluate(createPolicyScript)).toBe("TypeError");
  }
});
