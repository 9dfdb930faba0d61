/** `npm run d1:restored -- --remote`. Run this first after restoring D1 (docs/deploy.md). */
import { readTarget, settleRestore } from "../server/after-restore.ts";

await settleRestore(readTarget(process.argv.slice(2)));
console.log(
  "Links in emails no longer work. The sweep now compares people and auctions, and logs restore_settled when done.",
);
