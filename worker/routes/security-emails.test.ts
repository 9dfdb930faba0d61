import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { doneResponse } from "../contract/fields.ts";
import { HOUR_MS } from "../testing/builders.ts";
import { anAdmin, requestJson, PASSWORD, someoneSignedIn } from "../testing/http.ts";
import { aMailbox } from "../testing/mail.ts";
import { someoneWithAPassword } from "../testing/passwords.ts";

afterEach(() => vi.useRealTimers());

const NEW_DEVICE_SUBJECT = "Your Lotline account: a sign-in on a new device";
const SUMMARY_SUBJECT = "Your Lotline account: more activity";

/** Someone with one known device. `signIn` signs in with the right password on `times` new devices. */
async function someoneWithADevice() {
  const [{ email }, mailbox] = [await someoneWithAPassword(), aMailbox()];
  const signIn = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      const call = { method: "POST", json: { email, password: PASSWORD } };
      expect((await mailbox.request("/auth/login", call)).status).toBe(200);
    }
  };
  await signIn(1);
  const subjects = () => mailbox.to(email).map(({ subject }) => subject);
  expect(subjects()).toEqual([]);
  return { email, mailbox, signIn, subjects };
}

it("T30: forty sign-ins on new devices send five emails and one summary", async () => {
  const { email, mailbox, signIn, subjects } = await someoneWithADevice();
  await signIn(40);
  expect(subjects()).toEqual([...Array.from({ length: 5 }, () => NEW_DEVICE_SUBJECT), SUMMARY_SUBJECT]);
  expect(mailbox.to(email).at(-1)?.text).toContain(
    "We've paused these emails because there were too many. Sign in and check the Security tab of your profile.",
  );
});

it("T30: an unverified address, perhaps a stranger's, gets no security email", async () => {
  const { email, signIn, subjects } = await someoneWithADevice();
  await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE email = ?").bind(email).run();
  await signIn(2);
  expect(subjects()).toEqual([]);
});

it("T30: one account gets at most fifteen security emails and three summaries a day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { signIn, subjects } = await someoneWithADevice();
  for (let hour = 0; hour < 5; hour += 1) {
    await signIn(6);
    vi.setSystemTime(Date.now() + HOUR_MS);
  }
  expect(subjects().filter((subject) => subject === NEW_DEVICE_SUBJECT)).toHaveLength(15);
  expect(subjects().filter((subject) => subject === SUMMARY_SUBJECT)).toHaveLength(3);
});

it("T30: security emails count toward their limit, but requested links don't", async () => {
  const [{ email, cookie }, mailbox] = [await someoneWithAPassword(), aMailbox()];
  let password = PASSWORD;
  for (let count = 0; count < 6; count += 1) {
    const next = `Another kettle ${count}`;
    const json = { currentPassword: password, password: next, confirmPassword: next };
    expect((await mailbox.request("/user/password", { method: "PUT", cookie, json })).status).toBe(200);
    password = next;
  }
  const call = { method: "POST", cookie, json: { email: `next-${email}`, password } };
  expect((await mailbox.request("/user/email", call)).status).toBe(200);
  expect(mailbox.to(email).map(({ subject }) => subject)).toEqual([
    ...Array.from({ length: 5 }, () => "Your Lotline account: your password was changed"),
    SUMMARY_SUBJECT,
  ]);
  expect(mailbox.to(`next-${email}`)).toHaveLength(1);
  const resetRequest = { method: "POST", json: { email } };
  expect((await mailbox.request("/auth/forgot-password", resetRequest)).status).toBe(200);
  expect(mailbox.to(email).at(-1)?.subject).toBe("Reset your Lotline password");
});

it("T30: emails about admin actions are counted separately from account emails", async () => {
  const [{ cookie }, { email, mailbox, signIn }] = [await anAdmin(), await someoneWithADevice()];
  await env.DB.prepare("UPDATE users SET role = 'Admin' WHERE email = ?").bind(email).run();
  for (let count = 0; count < 7; count += 1) {
    const { id } = await someoneSignedIn();
    const call = { method: "POST", cookie, json: { reason: "Spam" } };
    expect((await mailbox.request(`/moderation/people/${id}/suspend`, call)).status).toBe(200);
  }
  expect(mailbox.to(email).map(({ subject }) => subject)).toEqual([
    ...Array.from({ length: 5 }, () => "Lotline: an admin action you should know about"),
    "Lotline: more admin actions",
  ]);
  await signIn(1);
  expect(mailbox.to(email).at(-1)?.subject).toBe(NEW_DEVICE_SUBJECT);
  await requestJson(doneResponse, "/auth/logout", { method: "POST", cookie });
});
