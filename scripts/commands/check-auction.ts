/** `npm run check:auction -- auction.jsonl`: checks an exported journal by itself (docs/deploy.md). */
import { checkJournalFile } from "../server/check-journal.ts";
import { Problem } from "../server/problem.mjs";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: npm run check:auction -- FILE");
  process.exit(1);
}
try {
  console.log(await checkJournalFile(file));
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exit(1);
}
