/**
 * A site with a name other than the default. Pages, responses and emails use that name, and the default name appears
 * nowhere.
 */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import {
  adminActionComposer,
  type Mail,
  newDeviceComposer,
  securityMailComposer,
  SECURITY_MAILS,
  summaryMail,
} from "../accounts/security-emails.ts";
import { passkeyOptionsResponse } from "../contract/passkeys.ts";
import { PAGE_PATHS } from "../contract/urls/pages.ts";
import { readSettings } from "../settings/settings.ts";
import { requestWith } from "../testing/bindings.ts";
import { anEmail, expectRefusalIn, ORIGIN, PASSWORD, signupFields, someoneSignedIn } from "../testing/http.ts";
import { collectMail } from "../testing/mail.ts";
import { openPage } from "../testing/pages.ts";
import { newPasswordBody, someoneWithoutPassword, someoneWithAPassword } from "../testing/passwords.ts";
import { aListing } from "../testing/selling.ts";
import { envWithHumanCheck } from "../testing/strict-limits.ts";

const NAME = "Gavel & Sons";
const ESCAPED = "Gavel &amp; Sons";
const RENAMED_SETTINGS = { SITE_NAME: NAME };
const renamedEnv: Env = { ...env, ...RENAMED_SETTINGS };
const SITE = { name: NAME, origin: ORIGIN };

/** The default name in any text, with the words around it. The tests' origin contains it, too, and isn't counted. */
const defaultNameIn = (text: string) => /.{0,40}lotline.{0,40}/i.exec(text.replaceAll(ORIGIN, ""))?.[0] ?? null;

it.each([
  ["  Gavel \t& Sons\u200b ", NAME],
  ["競り市", "競り市"],
  ["a".repeat(40), "a".repeat(40)],
  [undefined, "Lotline"],
])("the SITE_NAME setting gives the site its name (case %#)", (SITE_NAME, name) => {
  expect(readSettings({ ...env, SITE_NAME }).siteName).toBe(name);
});

it.each(["", " \u200b", "a".repeat(41)])("the site's name can't be %j", (name) => {
  expect(() => readSettings({ ...env, SITE_NAME: name })).toThrow("wrong settings: SITE_NAME");
});

const PATHS = [...PAGE_PATHS.filter((path) => !path.includes(":")), "/auctions?category=none", "/seller/none", "/no"];

it.each(PATHS)("a renamed site shows its name in the head of the page %s", async (path) => {
  const { html, title } = await openPage(path, RENAMED_SETTINGS);
  expect(title).toContain(NAME);
  expect(html).not.toContain(NAME);
  expect(defaultNameIn(html)).toBeNull();
});

it("a renamed site shows its name on an item's page and its seller's page", async () => {
  const { id, seller } = await aListing();
  const [item, person, missingPage] = [
    await openPage(`/auction/${id}`, RENAMED_SETTINGS),
    await openPage(`/seller/${seller.id}`, RENAMED_SETTINGS),
    await openPage("/auction/none", RENAMED_SETTINGS),
  ];
  expect(item.tags).toMatchObject({ "og:site_name": NAME, "og:image:alt": NAME });
  expect(person.tags["description"]).toMatch(/^Auctions by .+ on Gavel & Sons/);
  expect([item, person, missingPage].map(({ title }) => title)).toEqual([
    `A Regency mahogany bureau · ${NAME}`,
    `Sue Doe · ${NAME}`,
    `Auction not found · ${NAME}`,
  ]);
  expect(defaultNameIn(item.html + person.html + missingPage.html)).toBeNull();
});

it("a renamed site shows its name in the Google and human check windows", async () => {
  const google = await requestWith(renamedEnv, "/auth/google/callback", { headers: { accept: "text/html" } });
  const check = await requestWith({ ...envWithHumanCheck, ...RENAMED_SETTINGS }, "/auth/human-check");
  expect(await google.text()).toContain(`<title>Google · ${ESCAPED}</title>`);
  expect(await check.text()).toContain(`<title>Are you human? · ${ESCAPED}</title>`);
});

it("a renamed site lets no one use its name", async () => {
  const form = signupFields({ firstName: "Gavel", lastName: "+ Sons" });
  const refused = await requestWith(renamedEnv, "/auth/signup", { method: "POST", form });
  const { fields } = await expectRefusalIn(refused, "invalid_input", 400);
  expect(fields).toEqual({ firstName: ["This name is reserved. Use your own."] });
  const { cookie } = await someoneSignedIn();
  const rename = { method: "PATCH", cookie, form: { firstName: "Gavel & Sons", lastName: "Support" } };
  await expectRefusalIn(await requestWith(renamedEnv, "/user/profile", rename), "invalid_input", 400);
});

it("a renamed site rejects a password that contains its name", async () => {
  const form = signupFields(newPasswordBody("Gavel & Sons 7"));
  const refused = await requestWith(renamedEnv, "/auth/signup", { method: "POST", form });
  const { message } = await expectRefusalIn(refused, "invalid_input", 400);
  expect(message).toBe('Password must not contain "gavel & sons"');
});

it("a renamed site labels passkeys and downloads with its name", async () => {
  const { cookie } = await someoneWithAPassword();
  const call = { method: "POST", cookie, json: { password: PASSWORD } };
  const passkey = await requestWith(renamedEnv, "/user/passkeys/options", call);
  expect(passkeyOptionsResponse.parse(await passkey.json()).options).toMatchObject({ rp: { name: NAME } });
  const file = await requestWith(renamedEnv, "/user/export", call);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="gavel-sons-data-[\d-]+\.json"$/);
  await file.body?.cancel();
});

const expectNamed = (emails: readonly Pick<Mail, "subject" | "text">[]) => {
  for (const { subject, text } of emails) {
    expect(subject).toContain(NAME);
    expect(defaultNameIn(subject + text)).toBeNull();
  }
};

it("a renamed site uses its name in the emails that people request", async () => {
  const [person, googlePerson] = [await someoneWithAPassword(), await someoneWithoutPassword()];
  const collectEmails = async (path: string, json: object | undefined, options: object = {}) => {
    const call = json === undefined ? {} : { json };
    const { sent } = await collectMail(path, { method: "POST", bindings: RENAMED_SETTINGS, ...call, ...options });
    return sent;
  };
  const change = (email: string) =>
    collectEmails("/user/email", { email, password: PASSWORD }, { cookie: person.cookie });
  const sent = [
    await collectEmails("/auth/signup", undefined, { form: signupFields() }),
    await collectEmails("/auth/forgot-password", { email: person.email }),
    await collectEmails("/auth/forgot-password", { email: googlePerson.email }),
    await change(anEmail()),
    await change(googlePerson.email),
  ].flat();
  expect(sent.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      `Confirm your email address for ${NAME}`,
      `Reset your ${NAME} password`,
      `Signing in to ${NAME}`,
      `Your email address at ${NAME}`,
      `Your ${NAME} account: someone wants to change your email address`,
    ]),
  );
  expectNamed(sent);
});

it("a renamed site uses its name in every security email", () => {
  const mailNames = Object.keys(SECURITY_MAILS).filter(
    (name): name is keyof typeof SECURITY_MAILS => name in SECURITY_MAILS,
  );
  const by = { _id: "a", firstName: "Ada", lastName: "Doe", image: null };
  const adminAction = { action: "suspend", by, target: { _id: "b", name: "Jane Doe" }, reason: "Spam" } as const;
  const to = "ann@example.com";
  expectNamed([
    ...mailNames.map((notice) => securityMailComposer(notice)(to, SITE)),
    newDeviceComposer(null)(to, SITE),
    summaryMail(to, "account", SITE),
    summaryMail(to, "admins", SITE),
    adminActionComposer(adminAction)(to, SITE),
  ]);
});
