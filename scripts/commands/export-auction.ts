/**
 * `npm run export:auction -- https://auctions.example.com AUCTION_ID > auction.jsonl`: writes the whole public journal
 * of one auction, a fact on each line, and checks every hash on the way. A room's storage cannot be copied otherwise.
 */
import { hash } from "node:crypto";

import { journalAnswer } from "../../worker/contract/journal.ts";
import { chainInput, GENESIS_HASH } from "../../worker/rules/journal-chain.ts";

const [origin, auctionId] = process.argv.slice(2);
if (origin === undefined || auctionId === undefined || !URL.canParse(origin)) {
  console.error("Usage: npm run export:auction -- URL AUCTION_ID > FILE");
  process.exit(1);
}

let lastHash = GENESIS_HASH;
for (let after: number | null = 0; after !== null;) {
  const response = await fetch(new URL(`/api/v1/auction/${auctionId}/journal?after=${after}`, origin));
  if (!response.ok) {
    console.error(`The journal could not be read: ${response.status} ${await response.text()}`);
    process.exit(1);
  }
  const { records, next } = journalAnswer.parse(await response.json());
  for (const record of records) {
    lastHash = hash("sha256", chainInput(lastHash, record));
    if (lastHash !== record.hash) {
      console.error(`The hash of fact ${record.seq} is wrong.`);
      process.exit(1);
    }
    process.stdout.write(`${JSON.stringify(record)}\n`);
  }
  after = next;
}
