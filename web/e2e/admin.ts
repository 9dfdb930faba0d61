/** Someone who moderates: made as in a real house, by the command and nothing else. */
import { inject } from "vitest";

import { grant, readGrant } from "../../scripts/server/grant.ts";
import { type Account, newAccount } from "./browser.ts";

export async function newAdmin(firstName: string): Promise<Account> {
  const account = await newAccount(firstName);
  const folder = inject("dataFolder");
  await grant(readGrant([account.email, "--persist-to", folder], folder));
  return account;
}
