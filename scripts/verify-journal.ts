/**
 * `node scripts/verify-journal.ts FILE [--key KEYS]`: verifies the journal of an auction that was downloaded as a file.
 * It uses no network. It needs the file, and to know whose signatures are in it, the site's keys as a file
 * (`/.well-known/jwks.json`) that you have saved yourself. Exits with 0 if everything adds up, else with 1 and the
 * entry that is wrong.
 */
import { parseArgs } from "node:util";

import { Problem } from "./server/problem.mjs";
import { verifyJournalFile } from "./server/verify-journal-file.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: "string" } } });
const [file, ...more] = positionals;
if (file === undefined || more.length > 0) {
  console.error("Usage: node scripts/verify-journal.ts FILE [--key KEYS]");
  process.exit(1);
}
try {
  console.log(await verifyJournalFile(file, values.key));
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exit(1);
}
