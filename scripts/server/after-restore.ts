/**
 * The operator's command after D1 was restored to an earlier time. The sweep then compares every person and auction
 * with the inboxes and rooms. Runs through wrangler, like `admin:grant`.
 */
import { BEGIN_RESTORE_STATEMENTS } from "../../worker/db/settle-restore.ts";
import { DEFAULT_STATE, parseOrExit } from "./options.mjs";
import { Problem } from "./problem.mjs";
import { runTool, WRANGLER } from "./project.ts";

const USAGE = "Usage: npm run d1:restored -- [--remote] [--persist-to DIR]";

/** The wrangler arguments that select the database. */
export function readTarget(args: readonly string[]): readonly string[] {
  const options = { remote: { type: "boolean" }, "persist-to": { type: "string" } } as const;
  const { remote = false, "persist-to": folder } = parseOrExit(USAGE, { args: [...args], options }).values;
  if (remote && folder !== undefined) throw new Problem(`--remote and --persist-to can't be combined.\n${USAGE}`);
  return remote ? ["--remote"] : ["--local", "--persist-to", folder ?? DEFAULT_STATE];
}

export async function settleRestore(target: readonly string[]): Promise<void> {
  await runTool(WRANGLER, [
    "d1",
    "execute",
    "DB",
    ...target,
    "--yes",
    "--command",
    BEGIN_RESTORE_STATEMENTS.join(";\n"),
  ]);
}
