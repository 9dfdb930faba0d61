/** `npm run d1:restored -- --remote`. Run this first after restoring D1 (docs/deploy.md). */
import { parseOrThrow } from "../command-line/options.mjs";
import { beginRestore } from "../operator/begin-restore.ts";
import { TARGET_OPTIONS, targetOf } from "../operator/target.ts";

const USAGE = "Usage: npm run d1:restored -- [--remote] [--persist-to DIR]";

const { values } = parseOrThrow(USAGE, { options: TARGET_OPTIONS });
await beginRestore(targetOf(values, process.env["INIT_CWD"] ?? process.cwd(), USAGE));
console.log(
  "Links in emails no longer work. The sweep now compares D1 with inboxes and auction rooms, and logs " +
    "restore_settled when done.",
);
