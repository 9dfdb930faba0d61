/** The emails that the test server writes to files. */
import { readFile } from "node:fs/promises";

import { type APIRequestContext, expect } from "@playwright/test";

import { ownServer } from "./server.ts";

/**
 * The link to this page in the newest email to this address, or "". The server's log has the path to each email's file.
 */
export async function findMailedLink(
  email: string,
  page: `/${string}`,
  logFile = ownServer()?.logFile ?? "",
): Promise<string> {
  const log = await readFile(logFile, "utf8");
  const mail = log.split("send_email binding called").findLast((text) => text.includes(`To: ${email}`));
  const file = /^Text: (.+\.txt)$/m.exec(mail ?? "")?.[1];
  if (!file) return "";
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.find((line) => line.startsWith("http") && line.includes(`${page}#`)) ?? "";
}

/** Confirms an account's address with the link sent at sign-up. */
export async function confirmEmail(email: string, request: APIRequestContext, logFile?: string): Promise<void> {
  const find = () => findMailedLink(email, "/confirm-email", logFile);
  await expect.poll(find).not.toBe("");
  const token = (await find()).split("#")[1];
  expect((await request.post("/api/v1/auth/confirm-email", { data: { token } })).ok()).toBe(true);
}
