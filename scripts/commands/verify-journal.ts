/**
 * `node scripts/commands/verify-journal.ts FILE [--key KEYS]`: verifies an auction's downloaded journal without a
 * network. To check who signed it, pass the site's keys as a file that you saved yourself (`/.well-known/jwks.json`).
 * Exits with 0 if the journal is valid. Otherwise, prints the first wrong entry and exits with 1.
 */
import { parseArgs } from "node:util";

import { Problem } from "../command-line/problem.mjs";
import { verifyJournalFile } from "./verify-journal-file.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: "string" } } });
const [file, ...more] = positionals;
if (file === undefined || more.length > 0) {
  console.error("Usage: node scripts/commands/verify-journal.ts FILE [--key KEYS]");
  process.exit(1);
}
try {
  console.log(await verifyJournalFile(file, values.key));
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exit(1);
}
