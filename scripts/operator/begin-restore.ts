/**
 * The command that an operator runs after restoring D1 to an earlier time. The sweep then compares every person and
 * auction with the inboxes and rooms. Runs through wrangler, like `admin:grant`.
 */
import { BEGIN_RESTORE_STATEMENTS } from "../../worker/db/begin-restore.ts";
import { runTool, WRANGLER } from "../command-line/project.ts";

export async function beginRestore(target: readonly string[]): Promise<void> {
  const command = BEGIN_RESTORE_STATEMENTS.join(";\n");
  await runTool(WRANGLER, ["d1", "execute", "DB", ...target, "--yes", "--command", command]);
}
