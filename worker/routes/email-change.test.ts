import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { EMAIL_LINK_MINUTES } from "../accounts/email-change.ts";
import { profileResponse } from "../contract/account.ts";
import { FRESH_SIGN_IN_MS } from "../contract/security.ts";
import {
  anEmail,
  requestJson,
  expectRefusal,
  expectRefusalIn,
  ORIGIN,
  PASSWORD,
  backdateSessions,
} from "../testing/http.ts";
import { collectMail, openVerification, verificationTokenIn } from "../testing/mail.ts";
import { newPasswordBody, logInElsewhere, someoneWithoutPassword, someoneWithAPassword } from "../testing/passwords.ts";

afterEach(() => vi.useRealTimers());

async function requestEmailChange(email: string, cookie: string, json: object = { password: PASSWORD }) {
  const { response, sent } = await collectMail("/user/email", { method: "POST", cookie, json: { email, ...json } });
  expect(response.status).toBe(200);
  return { answer: await response.json(), sent, token: verificationTokenIn(sent, email) };
}
async function resetPassword(email: string, password: string): Promise<void> {
  const { sent } = await collectMail("/auth/forgot-password", { method: "POST", json: { email } });
  const token = /\/reset-password#([\w-]{43})$/m.exec(sent[0]?.text ?? "")?.[1];
  const { response } = await collectMail("/auth/reset-password", {
    method: "POST",
    json: { token, ...newPasswordBody(password) },
  });
  expect(response.status).toBe(200);
}
const emailOf = async (cookie: string) =>
  (await requestJson(profileResponse, "/user/profile", { cookie })).data.user.email;

it("the mailed link changes the email, and both addresses get an email", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const next = anEmail();
  const { sent, token } = await requestEmailChange(next, cookie);
  expect(sent.map(({ to }) => to).toSorted()).toEqual([email, next].toSorted());
  expect(sent.find(({ to }) => to === email)?.text).toContain("Someone asked to use another email address");
  expect(await emailOf(cookie)).toBe(email);
  const { response, sent: laterEmails } = await openVerification(token);
  expect(response.status).toBe(200);
  expect(laterEmails).toMatchObject([{ to: email, subject: "Your Lotline account: your email address was changed" }]);
  // A link to reset the password would go to the new address.
  expect(laterEmails[0]?.text.match(/https?:\S+/g)).toEqual([`${ORIGIN}/contact`]);
  expect(await emailOf(cookie)).toBe(next);
  await logInElsewhere(next);
  const oldLoginCall = { method: "POST", json: { email, password: PASSWORD } };
  await expectRefusal("invalid_credentials", 401, "/auth/login", oldLoginCall);
  await expectRefusalIn((await openVerification(token)).response, "email_link_invalid", 422);
});

it("changing the email needs the password, or a fresh sign-in if there is none", async () => {
  const { cookie } = await someoneWithAPassword();
  const { response } = await collectMail("/user/email", { method: "POST", cookie, json: { email: anEmail() } });
  const { fields } = await expectRefusalIn(response, "wrong_password", 403);
  expect(fields).toEqual({ password: ["Password is required"] });
  const google = await someoneWithoutPassword();
  const next = anEmail();
  await openVerification((await requestEmailChange(next, google.cookie, {})).token);
  expect(await emailOf(google.cookie)).toBe(next);
  await backdateSessions(google.id, FRESH_SIGN_IN_MS);
  const late = await collectMail("/user/email", { method: "POST", cookie: google.cookie, json: { email: anEmail() } });
  await expectRefusalIn(late.response, "fresh_sign_in_needed", 403);
});

it("T11: requesting an email change gets the same response if the address is taken", async () => {
  const [holder, { email, cookie }] = [await someoneWithAPassword(), await someoneWithAPassword()];
  const free = await requestEmailChange(anEmail(), cookie);
  const { answer, sent, token } = await requestEmailChange(holder.email, cookie);
  expect(answer).toEqual(free.answer);
  expect(token).toBe("");
  expect(sent.find(({ to }) => to === holder.email)?.text).toContain("This address already has an account");
  expect(await emailOf(cookie)).toBe(email);
});

it("an outdated email link, or one for a taken address, doesn't change the email", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const next = anEmail();
  const first = await requestEmailChange(next, cookie);
  const second = await requestEmailChange(next, cookie);
  await expectRefusalIn((await openVerification(first.token)).response, "email_link_invalid", 422);
  const other = await someoneWithoutPassword();
  await env.DB.prepare("UPDATE users SET email = ? WHERE id = ?").bind(next, other.id).run();
  await expectRefusalIn((await openVerification(second.token)).response, "email_link_invalid", 422);
  const third = await requestEmailChange(anEmail(), cookie);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + EMAIL_LINK_MINUTES * 60_000 + 1_000 });
  await expectRefusalIn((await openVerification(third.token)).response, "email_link_invalid", 422);
  vi.useRealTimers();
  expect(await emailOf(cookie)).toBe(email);
});

it("an email change is refused for the same address or if the site can't send email", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const json = { email: email.toUpperCase(), password: PASSWORD };
  const same = await collectMail("/user/email", { method: "POST", cookie, json });
  const { fields } = await expectRefusalIn(same.response, "invalid_input", 400);
  expect(fields).toEqual({ email: ["This is already your address"] });
  const call = { method: "POST", cookie, json: { email: anEmail(), password: PASSWORD } };
  const { response } = await collectMail("/user/email", { ...call, bindings: { MAIL_FROM: "" } });
  const { message } = await expectRefusalIn(response, "mail_not_configured", 503);
  expect(message).toBe("This site doesn't send email, so you can't change your address here");
});

it("T22: a new password cancels a pending email change", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const changed = await requestEmailChange(anEmail(), cookie);
  const json = newPasswordBody("Another kettle 2", { currentPassword: PASSWORD });
  expect((await collectMail("/user/password", { method: "PUT", cookie, json })).response.status).toBe(200);
  await expectRefusalIn((await openVerification(changed.token)).response, "email_link_invalid", 422);

  const next = anEmail();
  const reset = await requestEmailChange(next, cookie, { password: "Another kettle 2" });
  await resetPassword(email, "A third kettle 3");
  await expectRefusalIn((await openVerification(reset.token)).response, "email_link_invalid", 422);
  const row = await env.DB.prepare("SELECT 1 FROM email_changes WHERE email = ?").bind(next).first();
  expect(row).toBeNull();
  await logInElsewhere(email, "A third kettle 3");
});

it("an email change stores no token and deletes password reset links", async () => {
  const { id, email, cookie } = await someoneWithAPassword();
  await collectMail("/auth/forgot-password", { method: "POST", json: { email } });
  const resets = () => env.DB.prepare("SELECT * FROM password_resets WHERE user_id = ?").bind(id).all();
  expect((await resets()).results).toHaveLength(1);
  const next = anEmail();
  const { token } = await requestEmailChange(next, cookie);
  const findRow = () => env.DB.prepare("SELECT * FROM email_changes WHERE user_id = ?").bind(id).first();
  expect(JSON.stringify(await findRow())).toContain(next);
  expect(JSON.stringify(await findRow())).not.toContain(token);
  await openVerification(token);
  expect((await resets()).results).toEqual([]);
  expect(JSON.stringify(await findRow())).not.toContain(next);
});

it("signing in sends an email on a new device, but not on the first or a known one", async () => {
  const { email } = await someoneWithAPassword();
  const agent = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0" };
  const logIn = (cookie: string) =>
    collectMail("/auth/login", { method: "POST", cookie, json: { email, password: PASSWORD }, headers: agent });
  const first = await logIn("");
  expect(first.sent).toEqual([]);
  const deviceCookie = first.response.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-device="));
  expect((await logIn(deviceCookie?.split(";")[0] ?? "")).sent).toEqual([]);
  const { sent } = await logIn("");
  expect(sent).toMatchObject([{ to: email, subject: "Your Lotline account: a sign-in on a new device" }]);
  expect(sent[0]?.text).toContain("Firefox on Windows");
});

it("a security email that the site can't send is logged as not sent", async () => {
  const { cookie } = await someoneWithAPassword();
  const log = vi.spyOn(console, "log");
  const json = newPasswordBody("Another kettle 2", { currentPassword: PASSWORD });
  const call = { method: "PUT", cookie, json, bindings: { MAIL_FROM: "" } };
  expect((await collectMail("/user/password", call)).response.status).toBe(200);
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  expect(lines.filter((line) => line.includes('"mail_not_sent"'))).toHaveLength(1);
});

it("a security email links only to our own pages", async () => {
  const { cookie } = await someoneWithAPassword();
  const { sent } = await requestEmailChange(anEmail(), cookie);
  const links = sent.flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
  expect(links.every((link) => link.startsWith(`${ORIGIN}/`))).toBe(true);
  expect(links).toHaveLength(2);
});
