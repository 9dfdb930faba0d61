import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { doneResponse } from "../contract/fields.ts";
import { moderationResponse } from "../contract/moderation.ts";
import { FRESH_SIGN_IN_MS } from "../contract/security.ts";
import { addPasskey, type Authenticator, beginCeremony } from "../testing/authenticator.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import {
  aCookieFor,
  anAdmin,
  requestJson,
  type SignedIn,
  expectRefusal,
  expectRefusalIn,
  PASSWORD,
  request,
  backdateSessions,
} from "../testing/http.ts";
import { aMailbox } from "../testing/mail.ts";
import { actionCall, takeAction } from "../testing/moderation.ts";
import { someoneWithoutPassword, someoneWithAPassword } from "../testing/passwords.ts";
import { aListing, detailsOf } from "../testing/selling.ts";
import { anIpv6Address, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const BY_PASSWORD = { password: PASSWORD };
async function grantAdmin(id: string) {
  await env.DB.prepare("UPDATE users SET role = 'Admin' WHERE id = ?").bind(id).run();
  await env.INBOX.getByName(id).refreshAccount();
}

async function anAdminWithAPassword() {
  const admin = await someoneWithAPassword();
  await grantAdmin(admin.id);
  return admin;
}
const roleOf = (id: string) => env.DB.prepare("SELECT role FROM users WHERE id = ?").bind(id).first<string>("role");
const actionsOn = (id: string) =>
  env.DB.prepare("SELECT count(*) AS count FROM admin_actions WHERE target_id = ?").bind(id).first<number>("count");

it("T31: a sensitive admin action needs the password in addition to a session", async () => {
  const [admin, person] = [await anAdminWithAPassword(), await someoneWithAPassword()];
  const [other, suspect, { id: auctionId }] = [await anAdmin(), await someoneWithAPassword(), await aListing()];
  const paths = [
    `people/${person.id}/makeAdmin`,
    `people/${other.id}/removeAdmin`,
    `people/${suspect.id}/suspend`,
    `listings/${auctionId}/void`,
  ];
  for (const path of paths) {
    for (const [reauthentication, message] of [
      [{}, "Password is required"],
      [{ password: "" }, "Password is required"],
      [{ password: "Wrong horse 1" }, "The password is incorrect"],
    ] as const) {
      const { fields } = await expectRefusal("wrong_password", 403, ...actionCall(path, admin, reauthentication));
      expect(fields).toEqual({ password: [message] });
    }
  }
  expect([await roleOf(person.id), await roleOf(other.id)]).toEqual(["User", "Admin"]);
  expect((await detailsOf(auctionId)).status).toBe("Live");
  for (const id of [person.id, other.id, suspect.id, auctionId]) expect(await actionsOn(id)).toBe(0);
  await expectRefusal("not_found", 404, "/moderation", person);
  for (const path of paths) await takeAction(path, admin, BY_PASSWORD);
});

it("T10: wrong passwords for admin actions count like those in other forms", async () => {
  const [admin, address] = [await anAdminWithAPassword(), anIpv6Address()];
  const [path, call] = actionCall(`people/${newId()}/suspend`, admin, { password: "Wrong horse 1" });
  for (let count = 0; count < 5; count += 1) expect((await requestFrom(path, { ...call, address })).status).toBe(403);
  const correctCall = { ...call, json: { reason: "For a test", ...BY_PASSWORD }, address };
  await expectTooMany(await requestFrom(path, correctCall));
});

it("T10: correct passwords for admin actions don't count as attempts", async () => {
  const [admin, address] = [await anAdminWithAPassword(), anIpv6Address()];
  const [path, call] = actionCall(`people/${newId()}/suspend`, admin, BY_PASSWORD);
  for (let count = 0; count < 6; count += 1) expect((await requestFrom(path, { ...call, address })).status).toBe(404);
});

it("without a password, sensitive actions need a fresh sign-in or a passkey", async () => {
  const admin = await someoneWithoutPassword();
  await grantAdmin(admin.id);
  const { authenticator } = await addPasskey(admin.cookie);
  const person = await someoneWithAPassword();
  await takeAction(`people/${person.id}/suspend`, admin);
  await backdateSignIn(admin.id);
  await expectRefusal("fresh_sign_in_needed", 403, ...actionCall(`people/${person.id}/makeAdmin`, admin));
  await takeAction(`people/${person.id}/restore`, admin);
  await requestJson(doneResponse, ...(await actWithPasskey(`people/${person.id}/makeAdmin`, admin, authenticator)));
  expect(await roleOf(person.id)).toBe("Admin");
});

it("T22: an admin action accepts each passkey response once", async () => {
  const [admin, other] = [await anAdminWithAPassword(), await someoneWithAPassword()];
  const { authenticator: ownAuthenticator } = await addPasskey(admin.cookie, BY_PASSWORD);
  const path = `people/${(await someoneWithAPassword()).id}/suspend`;
  const { authenticator: otherAuthenticator } = await addPasskey(other.cookie, BY_PASSWORD);
  await expectRefusal("passkey_refused", 401, ...(await actWithPasskey(path, admin, otherAuthenticator)));
  expect((await request("/moderation", admin)).status).toBe(200);
  const call = await actWithPasskey(path, admin, ownAuthenticator);
  await requestJson(doneResponse, ...call);
  await expectRefusal("passkey_refused", 401, ...call);
});

it("T31: all admins get an email that says who did what to whom, and why", async () => {
  const [admin, colleague] = [await anAdminWithAPassword(), await anAdmin()];
  const [person, { id: auctionId }, mailbox] = [await someoneWithAPassword(), await aListing(), aMailbox()];
  for (const path of [
    `people/${person.id}/makeAdmin`,
    `people/${person.id}/removeAdmin`,
    `listings/${auctionId}/void`,
    `people/${person.id}/suspend`,
  ]) {
    expect((await mailbox.request(...actionCall(path, admin, BY_PASSWORD))).status).toBe(200);
    await expectRefusalIn(await mailbox.request(...actionCall(path, admin)), "wrong_password", 403);
  }
  const texts = mailbox.to(colleague.email).map(({ text }) => text);
  expect(texts.map((text) => /^Jane Doe (.*)\.$/m.exec(text)?.[1])).toEqual([
    `made this person an admin: Jane Doe (${person.id})`,
    `removed this person's admin role: Jane Doe (${person.id})`,
    `voided this auction: A Regency mahogany bureau (${auctionId})`,
    `suspended this person: Jane Doe (${person.id})`,
  ]);
  for (const text of texts) expect(text).toContain("The reason they gave: For a test\n");
  expect(mailbox.to(admin.email)).toHaveLength(4);
  // The person gets both emails about the role, and no others, because they're an admin only in between.
  expect(mailbox.to(person.email)).toHaveLength(2);
});

it("an admin action stands even if its email fails, and the failure is logged", async () => {
  const [admin, person] = [await anAdminWithAPassword(), await someoneWithAPassword()];
  const errorSpy = vi.spyOn(console, "error").mockReturnValue();
  const mailbox = aMailbox({ errorMessage: "no mail today" });
  expect((await mailbox.request(...actionCall(`people/${person.id}/makeAdmin`, admin, BY_PASSWORD))).status).toBe(200);
  expect(await roleOf(person.id)).toBe("Admin");
  expect(JSON.stringify(errorSpy.mock.calls)).toContain("no mail today");
});

it("T31: a new admin can't remove other admins for a day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const [first, second, mailbox] = [await anAdminWithAPassword(), await someoneWithAPassword(), aMailbox()];
  const madeAt = Date.now();
  expect((await mailbox.request(...actionCall(`people/${second.id}/makeAdmin`, first, BY_PASSWORD))).status).toBe(200);
  const removal = actionCall(`people/${first.id}/removeAdmin`, second, BY_PASSWORD);
  const refusal = await expectRefusalIn(await mailbox.request(...removal), "admin_too_new", 403);
  expect(refusal.details).toEqual({ from: madeAt + DAY_MS });
  expect(refusal.message).toMatch(
    /^You became an admin less than a day ago\. You can't remove others until \d+ \w+ \d{4} at \d\d:\d\d UTC\.$/,
  );
  await requestJson(moderationResponse, "/moderation", first);
  for (const { email } of [first, second]) expect(mailbox.to(email)).toHaveLength(1);
  vi.setSystemTime(madeAt + DAY_MS);
  const laterSession = { cookie: await aCookieFor(second.id) };
  await takeAction(`people/${first.id}/removeAdmin`, laterSession, BY_PASSWORD);
});

it("a new admin can give up the role right away", async () => {
  const [admin, person] = [await anAdmin(), await someoneWithAPassword()];
  await takeAction(`people/${person.id}/makeAdmin`, admin);
  await takeAction(`people/${person.id}/removeAdmin`, person, BY_PASSWORD);
  expect(await roleOf(person.id)).toBe("User");
});

const backdateSignIn = (id: string) => backdateSessions(id, FRESH_SIGN_IN_MS);

async function actWithPasskey(path: string, { cookie }: SignedIn, authenticator: Authenticator) {
  const options = await beginCeremony("/auth/passkey-options", cookie);
  const passkey = await authenticator.sign(options);
  return actionCall(path, { cookie }, { passkey });
}
