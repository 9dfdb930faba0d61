/** Users with a password, and logging in with it. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";

import { hashPassword } from "../accounts/passwords.ts";
import { replacePasswordHash } from "../accounts/queries/people.ts";
import { dataExportFile } from "../contract/data-export.ts";
import { openDatabase } from "../db/database.ts";
import { settingsOf } from "../settings/settings.ts";
import { aCookieFor, cookieOf, PASSWORD, request, type Someone, someoneSignedIn, tokenIn } from "./http.ts";

export async function someoneWithAPassword() {
  const person = await someoneSignedIn();
  const hash = await hashPassword(PASSWORD, settingsOf(env).passwordPepper);
  expect(await replacePasswordHash(openDatabase(env.DB), person.id, "none", hash)).toBe(true);
  return person;
}

export async function someoneWithoutPassword() {
  const person = await someoneSignedIn();
  await removePassword(person);
  return person;
}

/** From now on, a new session is enough to delete the account or download its data. */
export async function removePassword({ id }: Pick<Someone, "id">): Promise<void> {
  await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(id).run();
}

/** Someone's data, parsed and as text. */
export async function exportOf(person: Pick<Someone, "id">) {
  await removePassword(person);
  const response = await request("/user/export", { method: "POST", cookie: await aCookieFor(person.id), json: {} });
  expect(response.status).toBe(200);
  const text = await response.text();
  return { ...dataExportFile.parse(JSON.parse(text)), text };
}

/** Logs in on another device and returns the new session's cookie. */
export async function logInElsewhere(email: string, password = PASSWORD, userAgent = ""): Promise<string> {
  const headers = { "user-agent": userAgent };
  const response = await request("/auth/login", { method: "POST", json: { email, password }, headers });
  const token = tokenIn(response);
  if (token === null) throw new Error(`the login answered ${response.status}`);
  return cookieOf(token);
}

export function newPasswordBody(password: string, extraFields: object = {}) {
  return { password, confirmPassword: password, ...extraFields };
}
