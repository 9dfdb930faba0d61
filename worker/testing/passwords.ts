/** Users with a password, and logging in with it. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";

import { hashPassword } from "../accounts/passwords.ts";
import { replacePasswordHash } from "../accounts/queries/people.ts";
import { openDatabase } from "../db/database.ts";
import { settingsOf } from "../settings.ts";
import { cookieOf, PASSWORD, request, someoneSignedIn, tokenIn } from "./http.ts";

export async function someoneWithAPassword() {
  const person = await someoneSignedIn();
  const hash = await hashPassword(PASSWORD, settingsOf(env).passwordPepper);
  expect(await replacePasswordHash(openDatabase(env.DB), person.id, "none", hash)).toBe(true);
  return person;
}

export async function someoneWithGoogle() {
  const person = await someoneSignedIn();
  await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(person.id).run();
  return person;
}

/** Logs in on another device and returns the new session's cookie. */
export async function logInElsewhere(email: string, password = PASSWORD, userAgent = ""): Promise<string> {
  const headers = { "user-agent": userAgent };
  const response = await request("/auth/login", { method: "POST", json: { email, password }, headers });
  const token = tokenIn(response);
  if (token === null) throw new Error(`the login answered ${response.status}`);
  return cookieOf(token);
}

export function choice(password: string, more: object = {}) {
  return { password, confirmPassword: password, ...more };
}
