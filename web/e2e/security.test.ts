/** What people do about their own safety: the way back in, another password, sessions that end. */
import { readFile } from "node:fs/promises";

import { expect, inject, it } from "vitest";

import { enrolled, logIn, newAccount, type Person, problemsIn, signedIn } from "./browser.ts";

/** The link in the mail that this person was sent: the server's log names the file that it was written to. */
async function mailedLink({ email }: Person): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const log = await readFile(inject("serverLog"), "utf8");
        const file = log.split("send_email binding called").findLast((mail) => mail.includes(`To: ${email}`));
        const path = /^Text: (.+\.txt)$/m.exec(file ?? "")?.[1];
        link = path && /^http.*\/reset-password#[\w-]+$/m.exec(await readFile(path, "utf8"))?.[0];
        return link;
      },
      { timeout: 30_000 },
    )
    .toBeDefined();
  return link ?? "";
}

it("a forgotten password is replaced by a link in a mail, once", async () => {
  const person = await enrolled("Ann");
  const { page, email } = person;
  const problems = problemsIn(page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Link" }).click();
  await page.getByText("If there is an account with this email, a link is on its way").waitFor();
  const link = await mailedLink(person);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("Password1");
  await page.getByLabel("Confirm new password").fill("Password1");
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.getByText("This password is too common").waitFor();
  const password = "Teal-Kettle-9";
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.waitForURL("**/login");
  const token = link.split("#")[1] ?? "";
  expect(asked.some((url) => url.replace(/#.*/, "").includes(token))).toBe(false);
  // The refusal of the common one is in the console, as the browser writes it.
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);

  await logIn({ ...person, password });
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("Green-Kettle-9");
  await page.getByLabel("Confirm new password").fill("Green-Kettle-9");
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.getByText("This link has been used or is too old").waitFor();
  await page.getByRole("alert").getByRole("link", { name: "Ask for a new link" }).waitFor();
});

it("another password signs out everywhere else, and signing out everywhere ends all", async () => {
  const account = await newAccount("Ann");
  const [here, there] = await Promise.all([signedIn(account), enrolled("Bob")]);
  const elsewhere = { ...there, email: account.email };
  await logIn(elsewhere);
  const { page } = here;
  await page.goto("/dashboard/my-profile");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByText("This device", { exact: true }).waitFor();
  expect(await page.getByRole("listitem").filter({ hasText: "Last used" }).count()).toBe(2);
  await page.getByLabel("Current password").fill(account.password);
  await page.getByLabel("New password", { exact: true }).fill("Teal-Kettle-9");
  await page.getByLabel("Confirm new password").fill("Teal-Kettle-9");
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.getByText("Password Changed").waitFor();
  // Its live connection tells the other browser.
  await elsewhere.page.waitForURL("**/login");
  await expect.poll(() => page.getByRole("listitem").filter({ hasText: "Last used" }).count()).toBe(1);

  await logIn({ ...elsewhere, password: "Teal-Kettle-9" });
  await page.getByRole("button", { name: "Sign Out Everywhere" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
  await elsewhere.page.waitForURL("**/login");
});
