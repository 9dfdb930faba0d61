/**
 * Grants or revokes the admin role for the account with this email address. There's no other way. It accesses D1
 * through wrangler, so it needs the deployment's credentials or access to the local machine.
 */
import { existsSync } from "node:fs";
import path from "node:path";

import { parseEmailAddress } from "../../worker/contract/email-address.ts";
import { parseOrThrow } from "../command-line/options.mjs";
import { Problem } from "../command-line/problem.mjs";
import { runTool, WRANGLER } from "../command-line/project.ts";
import { TARGET_OPTIONS, targetOf } from "./target.ts";

const USAGE = "Usage: npm run admin:grant -- EMAIL [--revoke] [--remote] [--persist-to DIR]";

export type Grant = { readonly email: string; readonly role: "Admin" | "User"; readonly target: readonly string[] };

export function readGrant(args: readonly string[], userFolder: string): Grant {
  const options = { ...TARGET_OPTIONS, revoke: { type: "boolean" } } as const;
  const { values, positionals } = parseOrThrow(USAGE, { args: [...args], allowPositionals: true, options });
  const [email = "", ...more] = positionals;
  const address = parseEmailAddress(email);
  if (address === null || more.length > 0) throw new Problem(USAGE);
  return { email: address, role: values.revoke ? "User" : "Admin", target: targetOf(values, userFolder, USAGE) };
}

/** Returns the name of the changed account. Throws if no account has this email address. */
export async function grant({ email, role, target }: Grant): Promise<string> {
  const [, , folder] = target;
  if (folder !== undefined && !existsSync(path.join(folder, "v3", "d1"))) {
    throw new Problem(`There is no marketplace in ${folder} yet. Run npm start first.`);
  }
  const command = `UPDATE users SET role = '${role}' WHERE email = ${quoteSql(email)}
    RETURNING trim(first_name || ' ' || last_name) AS name`;
  const output = await runTool(WRANGLER, ["d1", "execute", "DB", ...target, "--yes", "--json", "--command", command]);
  const name = /"name": "((?:[^"\\]|\\.)*)"/.exec(output)?.[1];
  if (name === undefined) throw new Problem(`There's no account with the email address ${email}.`);
  return name;
}

/** A string as an SQL literal. */
function quoteSql(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
