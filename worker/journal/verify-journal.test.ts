import { expect, it } from "vitest";

import type { JournalRecord } from "../contract/journal.ts";
import { aFile, aJournal, aKey, BIDS, withAmountRaised } from "./testing/journal-files.ts";
import { verifyJournal } from "./verify-journal.ts";

const key = await aKey();
const PHASES = ["open", "closed", "cancelled"] as const;

it.each(PHASES)("the journal of an auction that is %s is valid, and so are its signatures", async (end) => {
  const verified = await verifyJournal(await aFile(aJournal(end), key));
  expect(verified).toMatchObject({
    valid: true,
    head: { signature: "holds", statement: { sub: "lot" } },
    certificate: end === "closed" ? { signature: "holds", statement: { winner: "ann", price: 150 } } : null,
  });
});

it("a signed journal is valid if it has continued since its head was signed", async () => {
  const { header } = await aFile(aJournal(), key);
  expect(await verifyJournal({ header, records: aJournal("closed") })).toMatchObject({ valid: true });
});

it("a journal is valid without any signatures", async () => {
  const { header, records } = await aFile(aJournal("closed"), key);
  const unsigned = { ...header, head: null, certificate: null, keys: [] };
  expect(await verifyJournal({ header: unsigned, records })).toMatchObject({ valid: true, head: null });
});

it.each(PHASES)("a signature exposes a bid raised by a cent in an auction that is %s", async (end) => {
  const { header, records } = await aFile(aJournal(end), key);
  const forged = withAmountRaised(records, 3);
  const unsigned = { ...header, head: null, certificate: null };
  expect(await verifyJournal({ header: unsigned, records: forged })).toMatchObject({ valid: true });
  expect(await verifyJournal({ header, records: forged })).toMatchObject({ fault: "head", seq: records.length });
});

it("a certificate exposes a changed journal even without a signed head", async () => {
  const { header, records } = await aFile(aJournal("closed"), key);
  const file = { header: { ...header, head: null }, records: withAmountRaised(records, 3) };
  expect(await verifyJournal(file)).toMatchObject({ valid: false, fault: "certificate", seq: 4 });
});

it.each([1, 2, 3])("a signature exposes a journal that was cut off after entry %i", async (length) => {
  const { header, records } = await aFile(aJournal("closed"), key);
  const cutFile = { header, records: records.slice(0, length) };
  expect(await verifyJournal(cutFile)).toMatchObject({ fault: "cut", seq: length + 1 });
  expect(await verifyJournal({ ...cutFile, header: { ...header, head: null } })).toMatchObject({ fault: "cut" });
});

it("a check detects signatures with the wrong key, type or auction", async () => {
  const { header, records } = await aFile(aJournal("closed"), key);
  const forgersKey = await aKey();
  const forged = await aFile(withAmountRaised(records, 3), forgersKey);
  expect(await verifyJournal(forged)).toMatchObject({ valid: true });
  const otherSignersFile = { ...forged, header: { ...forged.header, keys: header.keys } };
  expect(await verifyJournal(otherSignersFile)).toMatchObject({ fault: "signature", seq: 5 });
  // The forger signs with another key, but gives the published key's ID.
  const misattributedFile = await aFile(records, { ...forgersKey, publicKey: key.publicKey });
  expect(await verifyJournal(misattributedFile)).toMatchObject({ fault: "signature", seq: 5 });
  const swapped = { ...header, head: header.certificate, certificate: null };
  expect(await verifyJournal({ header: swapped, records })).toMatchObject({ fault: "signature" });
  const renamed = { ...header, auction: "other" };
  expect(await verifyJournal({ header: renamed, records })).toMatchObject({ fault: "auction", seq: 1 });
});

const receiptOf = (records: readonly JournalRecord[], seq: number) => ({ seq, hash: records[seq - 1]?.hash ?? "" });
const records = aJournal();
const receipts = [receiptOf(records, 4), receiptOf(records, 2)];

it("a receipt for an entry in the journal is valid, even after more entries", async () => {
  const { header } = await aFile(records, key);
  expect(await verifyJournal({ header, records }, receipts)).toMatchObject({ valid: true });
  expect(await verifyJournal({ header, records: aJournal("closed") }, receipts)).toMatchObject({ valid: true });
});

const [first, second, third] = BIDS;
it.each<[string, Parameters<typeof aJournal>[1], number]>([
  ["that was dropped at the end", [first, second], 4],
  ["that was dropped before others", [second, third], 2],
  ["that now belongs to another person", [["cem", 100_00], second, third], 2],
])("a receipt exposes an entry %s, even in a signed journal", async (_, bids, seq) => {
  const file = await aFile(aJournal("open", bids), key);
  expect(await verifyJournal(file)).toMatchObject({ valid: true });
  expect(await verifyJournal(file, receipts)).toMatchObject({ valid: false, fault: "receipt", seq });
});
