import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { doneResponse } from "../contract/fields.ts";
import { anEmail, requestJson, expectRefusal, expectRefusalIn, PASSWORD } from "../testing/http.ts";
import { collectMail } from "../testing/mail.ts";
import { newPasswordBody, logInElsewhere, someoneWithoutPassword, someoneWithAPassword } from "../testing/passwords.ts";
import { anIpv6Address, requestFrom } from "../testing/strict-limits.ts";

const NEW_PASSWORD = "Another kettle 2";
const MINUTE_MS = 60_000;

afterEach(() => vi.useRealTimers());

/** Requests a link, and waits for the email that is sent after the response. */
async function requestReset(email: string) {
  const { response, sent } = await collectMail("/auth/forgot-password", { method: "POST", json: { email } });
  expect(response.status).toBe(200);
  const body: unknown = await response.json();
  return { answer: body, sent };
}

async function linkFor(email: string): Promise<string> {
  const { sent } = await requestReset(email);
  const [, token] = /^https:\/\/lotline\.test\/reset-password#([\w-]{43})$/m.exec(sent[0]?.text ?? "") ?? [];
  if (token === undefined) throw new Error("the mail has no link");
  return token;
}

const resetCall = (token: string, password = NEW_PASSWORD) => ({
  method: "POST",
  json: newPasswordBody(password, { token }),
});

it("a password reset link is mailed with its token in the fragment, stored hashed", async () => {
  const { id, email } = await someoneWithAPassword();
  const { sent } = await requestReset(email.toUpperCase());
  expect(sent).toMatchObject([{ to: email, from: "no-reply@lotline.example", subject: "Reset your Lotline password" }]);
  expect(sent[0]?.text).not.toContain("Jane");
  const token = /#([\w-]+)/.exec(sent[0]?.text ?? "")?.[1] ?? "";
  const rows = await env.DB.prepare("SELECT * FROM password_resets WHERE user_id = ?").bind(id).all();
  expect(rows.results).toHaveLength(1);
  expect(JSON.stringify(rows.results)).not.toContain(token);
});

it("T11: requesting a password reset for an unknown account gets the same response", async () => {
  const knownReset = await requestReset((await someoneWithAPassword()).email);
  const { answer, sent } = await requestReset(anEmail());
  expect(answer).toEqual(knownReset.answer);
  expect(sent).toEqual([]);
});

it("a Google account gets an email saying that it has no password to reset", async () => {
  const { answer, sent } = await requestReset((await someoneWithoutPassword()).email);
  expect(answer).toMatchObject({ success: true });
  expect(sent[0]?.text).toMatch(/Sign in with Google instead/);
  expect(sent[0]?.text).not.toContain("#");
});

it("a password reset is refused if the site can't send email", async () => {
  const call = { method: "POST", json: { email: anEmail() }, bindings: { MAIL_FROM: "" } };
  const { response } = await collectMail("/auth/forgot-password", call);
  await expectRefusalIn(response, "mail_not_configured", 503);
});

it("an emailed link resets the password once and signs out everywhere", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const token = await linkFor(email);
  await requestJson(doneResponse, "/auth/reset-password", resetCall(token));
  await expectRefusal("not_signed_in", 401, "/user/profile", { cookie });
  const oldLoginCall = { method: "POST", json: { email, password: PASSWORD } };
  await expectRefusal("invalid_credentials", 401, "/auth/login", oldLoginCall);
  await logInElsewhere(email, NEW_PASSWORD);
  await expectRefusal("reset_link_invalid", 422, "/auth/reset-password", resetCall(token, "Yet another kettle 3"));
});

it("a password reset link works once, even if it is used twice concurrently", async () => {
  const { email } = await someoneWithAPassword();
  const token = await linkFor(email);
  const tries = [NEW_PASSWORD, "Yet another kettle 3"].map((password) =>
    requestFrom("/auth/reset-password", { ...resetCall(token, password), address: anIpv6Address() }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(1);
});

it("a password reset link expires after half an hour", async () => {
  const { email } = await someoneWithAPassword();
  const [first, second] = [await linkFor(email), await linkFor(email)];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * MINUTE_MS });
  await expectRefusal("reset_link_invalid", 422, "/auth/reset-password", resetCall(first));
  vi.setSystemTime(Date.now() - MINUTE_MS);
  await requestJson(doneResponse, "/auth/reset-password", resetCall(second));
  await expectRefusal("reset_link_invalid", 422, "/auth/reset-password", resetCall(first));
});

it("a password reset link can be used again after a common password is rejected", async () => {
  const token = await linkFor((await someoneWithAPassword()).email);
  const refused = await expectRefusal("invalid_input", 400, "/auth/reset-password", resetCall(token, "Password1"));
  expect(refused.fields).toHaveProperty("password");
  await requestJson(doneResponse, "/auth/reset-password", resetCall(token));
});

it("a password reset with an invalid token is rejected", async () => {
  for (const token of ["", "x", "A".repeat(43), "A".repeat(44)]) {
    await expectRefusal("reset_link_invalid", 422, "/auth/reset-password", resetCall(token));
  }
});
