import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { type Auction, evolve, record } from "../../worker/rules/auction.ts";
import { type Command, decide } from "../../worker/rules/decide.ts";
import { chainInput, GENESIS_HASH } from "../../worker/rules/journal-chain.ts";
import { checkJournalFile } from "./check-journal.ts";

const T0 = Date.parse("2030-11-21T12:00:00Z");
const HOUR_MS = 3_600_000;
const COMMANDS: readonly Command[] = [
  {
    type: "open",
    auctionId: "lot",
    sellerId: "sue",
    currency: "USD",
    terms: {
      title: "Clock",
      description: "Ticks",
      categoryId: "antiques",
      categoryName: "Antiques",
      imageKeys: [],
      startingPriceMinor: 100_00,
      endsAt: T0 + HOUR_MS,
      increments: "flat",
      softCloseMs: 0,
      freezeMs: 0,
    },
    limits: { minStartingPriceMinor: 100_00, minAuctionMs: 60_000 },
  },
  { type: "placeBid", bidId: "b1", bidderId: "ann", amountMinor: 100_00 },
  { type: "placeBid", bidId: "b2", bidderId: "bob", amountMinor: 120_00 },
];

/** The lines of an exported journal, as rooms write them. */
function exportedLines(): string[] {
  let [auction, hash]: [Auction | null, string] = [null, GENESIS_HASH];
  const lines: string[] = [];
  for (const [index, command] of [...COMMANDS, null].entries()) {
    const at = command ? T0 + index : T0 + HOUR_MS;
    const decision = decide(auction, command ?? { type: "close", lastHash: hash }, at);
    if (!decision.ok) throw new Error(decision.refusal.code);
    for (const { seq, fact } of record(auction, decision.drafts, at)) {
      auction = evolve(auction, { seq, at, fact });
      hash = createHash("sha256").update(chainInput(hash, { seq, at, fact })).digest("hex");
      lines.push(`${JSON.stringify({ seq, at, fact, hash })}\n`);
    }
  }
  return lines;
}

function fileOf(lines: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lotline-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "auction.jsonl");
  writeFileSync(file, lines.join(""));
  return file;
}

it("an exported journal is verified by itself: its chain, its rules and its outcome", async () => {
  const said = await checkJournalFile(fileOf(exportedLines()));
  expect(said).toContain("Sound: 4 facts of auction lot");
  expect(said).toContain("Won by bob for 120");
  expect(said).toMatch(/[0-9a-f]{64}$/);
});

it.each<[string, (lines: string[]) => string[], string]>([
  ["an amount was changed", (lines) => lines.map((line) => line.replace("12000", "12500")), "Fact 3 was changed"],
  ["a fact is missing", (lines) => lines.toSpliced(1, 1), "Fact 2 is missing"],
  ["a line is cut off", (lines) => [...lines.slice(0, 3), '{"seq":4,'], "Line 4 is no fact"],
  ["there is nothing in it", () => [], "Fact 1 is missing"],
])("a journal in which %s is refused, with the place", async (_, change, problem) => {
  await expect(checkJournalFile(fileOf(change(exportedLines())))).rejects.toThrow(problem);
});
