/**
 * `npm run --silent export:auction -- https://auctions.example.com AUCTION_ID > auction.jsonl`: writes an auction's
 * whole public journal as the file that a page downloads (`worker/contract/journal-file.ts`), and verifies it.
 * `--silent` keeps npm's own lines out of the file. There's no other way to copy a room's storage.
 */
import { z } from "zod";

import { certificateResponse, headResponse, keySet } from "../../worker/contract/certificate.ts";
import { type JournalFileHeader, journalFileText } from "../../worker/contract/journal-file.ts";
import { verifyJournal } from "../../worker/journal/verify-journal.ts";
import { type ClientAnswer, User, valueOf } from "../client/user.ts";

const [url, auctionId] = process.argv.slice(2);
if (url === undefined || auctionId === undefined || !URL.canParse(url)) {
  console.error("Usage: npm run --silent export:auction -- URL AUCTION_ID > FILE");
  process.exit(1);
}

const { origin } = new URL(url);
const visitor = new User(origin, "");

try {
  // Fetch the head first, so that the journal includes at least every entry that the head signs.
  const signed = signedOrNull(await visitor.call("GET", `/auction/${auctionId}/head`, headResponse));
  const records = await visitor.journal(auctionId);
  const hasEnded = records.some(({ fact }) => fact.type === "closed" || fact.type === "voided");
  const path = `/auction/${auctionId}/certificate`;
  const ended = hasEnded ? signedOrNull(await visitor.call("GET", path, certificateResponse)) : null;
  const header: JournalFileHeader = {
    format: "lotline-journal/1",
    auction: auctionId,
    origin,
    savedAt: new Date().toISOString(),
    head: signed?.head ?? null,
    certificate: ended?.certificate ?? null,
    keys: signed ? keySet.parse(await (await fetch(new URL("/.well-known/jwks.json", origin))).json()).keys : [],
  };
  process.stdout.write(journalFileText({ header, records }));
  const verified = await verifyJournal({ header, records });
  if (!verified.sound)
    throw new Error(`entry ${verified.seq} is wrong. Verify the file with scripts/verify-journal.ts`);
} catch (error) {
  console.error(`The journal can't be read, or doesn't add up: ${z.instanceof(Error).parse(error).message}`);
  process.exitCode = 1;
}

/** Null if the deployment doesn't sign. */
function signedOrNull<Value>(answer: ClientAnswer<Value>): Value | null {
  return !answer.ok && answer.failure.code === "signing_not_configured" ? null : valueOf(answer);
}
