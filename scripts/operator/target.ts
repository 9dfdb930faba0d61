/** The options that select an operator command's database: the deployment's, or a local one. */
import path from "node:path";

import { DEFAULT_STATE } from "../command-line/options.mjs";
import { Problem } from "../command-line/problem.mjs";

export const TARGET_OPTIONS = { remote: { type: "boolean" }, "persist-to": { type: "string" } } as const;

/** The wrangler arguments that select the database. A relative path starts at `userFolder`. */
export function targetOf(
  { remote = false, "persist-to": folder }: { readonly remote?: boolean; readonly "persist-to"?: string },
  userFolder: string,
  usage: string,
): readonly string[] {
  if (remote && folder !== undefined) throw new Problem(`--remote and --persist-to can't be combined.\n${usage}`);
  if (remote) return ["--remote"];
  return ["--local", "--persist-to", folder === undefined ? DEFAULT_STATE : path.resolve(userFolder, folder)];
}
