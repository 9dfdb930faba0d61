import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { journalFileText } from "../../worker/contract/journal-file.ts";
import { aFile, aJournal, aKey, withAmountRaised } from "../../worker/journal/testing/journal-files.ts";
import { ROOT, runTool } from "../command-line/project.ts";
import { verifyJournalFile } from "./verify-journal-file.ts";

const key = await aKey();
const other = await aKey();

function writeTempFile(text: string, name = "auction.jsonl"): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lotline-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}
const keyFileOf = ({ publicKey }: typeof key) => writeTempFile(JSON.stringify({ keys: [publicKey] }), "jwks.json");
const signedFile = async (records = aJournal("closed"), signingKey = key) =>
  journalFileText(await aFile(records, signingKey));

it("the verifier checks a downloaded journal's chain, rules, result and signatures", async () => {
  const report = await verifyJournalFile(writeTempFile(await signedFile()), keyFileOf(key));
  expect(report).toContain("Everything adds up: 5 entries of auction lot, read from https://auctions.example");
  expect(report).toContain("Every bid and raise was at least the minimum bid (3 checked).");
  expect(report).toContain("It has ended. ann won for 150 USD.");
  expect(report).toContain("signed the journal up to entry 5 at");
  expect(report).toContain("The result is signed: Sold at");
  expect(report).toContain("match the key you gave");
  expect(report).toMatch(/[0-9a-f]{64}$/);
});

it.each<["open" | "cancelled", string]>([
  ["open", "It is open. The price is 150 USD."],
  ["cancelled", "It is canceled, so no one won."],
])("the verifier needs only the signed head when an auction is %s", async (state, result) => {
  const report = await verifyJournalFile(writeTempFile(await signedFile(aJournal(state))));
  expect(report).toContain(result);
  expect(report).not.toContain("The result is signed");
  expect(report).toContain("match the key in the file itself");
});

const withACentMore = (text: string) => text.replace('"amountMinor":12000', '"amountMinor":12001');
const changeLines = (change: (all: string[]) => string[]) => (text: string) =>
  change(text.split("\n").slice(0, -1)).join("\n");

it.each<[string, (text: string) => string, string]>([
  ["an amount was changed by a cent", withACentMore, "entry 3 was changed"],
  ["an entry is missing", changeLines((all) => all.toSpliced(2, 1)), "entry 2 is missing or out of place"],
  [
    "the last entries were cut off",
    changeLines((all) => all.slice(0, 4)),
    "entry 4 is missing. The signature in the file shows that the journal continues here",
  ],
  ["a line is torn", changeLines((all) => [...all.slice(0, 4), '{"seq":4,']), "Line 5 of"],
  ["the file is empty", () => "", "Line 1 of"],
  ["the header is missing", changeLines((all) => all.slice(1)), "Line 1 of"],
])("the verifier refuses a file and names the faulty line or entry: %s", async (_, change, problem) => {
  await expect(verifyJournalFile(writeTempFile(change(await signedFile())))).rejects.toThrow(problem);
});

it("the verifier detects a changed amount even if the hashes were recomputed", async () => {
  const forged = withAmountRaised(aJournal("closed"), 3);
  const { header } = await aFile(aJournal("closed"), key);
  const file = writeTempFile(journalFileText({ header, records: forged }));
  await expect(verifyJournalFile(file)).rejects.toThrow("entry 5 isn't the one that was signed");
  const withoutHead = writeTempFile(journalFileText({ header: { ...header, head: null }, records: forged }));
  await expect(verifyJournalFile(withoutHead)).rejects.toThrow("entry 4 doesn't lead to the signed result");
});

it("the verifier refuses a journal that was signed with another key", async () => {
  const file = writeTempFile(await signedFile(aJournal("closed"), other));
  expect(await verifyJournalFile(file)).toContain("match the key in the file itself");
  await expect(verifyJournalFile(file, keyFileOf(key))).rejects.toThrow(
    "entry 5 has a signature that wasn't made with this key",
  );
});

it("the verifier reports unreadable keys as such, not as a fault in the journal", async () => {
  const file = writeTempFile(await signedFile());
  await expect(verifyJournalFile(file, writeTempFile("{"))).rejects.toThrow("is not JSON");
  await expect(verifyJournalFile(file, writeTempFile("{}"))).rejects.toThrow("has no keys");
  await expect(verifyJournalFile(file, "/nowhere/jwks.json")).rejects.toThrow("can't be read");
});

it("the verifier exits with 0 for a valid file, otherwise with 1 and a message", async () => {
  const command = path.join(ROOT, "scripts/commands/verify-journal.ts");
  expect(await runTool(command, [writeTempFile(await signedFile()), "--key", keyFileOf(key)])).toContain(
    "Everything adds up",
  );
  await expect(runTool(command, [writeTempFile(withACentMore(await signedFile()))])).rejects.toThrow(
    "Broken: entry 3 was changed",
  );
  await expect(runTool(command, [])).rejects.toThrow("Usage: node scripts/commands/verify-journal.ts FILE");
});
