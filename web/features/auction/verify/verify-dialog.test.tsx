import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { parseJournalFile } from "../../../../worker/contract/journal-file.ts";
import type { JournalRecord } from "../../../../worker/contract/journal.ts";
import { aFile, aJournal, aKey, BIDS } from "../../../../worker/journal/testing/journal-files.ts";
import { saveReceipt } from "../../../api/receipts.ts";
import { setSessionUser } from "../../../api/session.ts";
import { bid, details } from "../../../testing/auctions.ts";
import { click } from "../../../testing/click.ts";
import { fakeApiAt, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import VerifyDialog from "./verify-dialog.tsx";

const key = await aKey();
const END = "2030-11-22T09:00:00.000Z";

beforeEach(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));

/** The API's response for an auction with these bids. */
function pageOf(bids: readonly (readonly [bidderId: string, amountMinor: number])[]) {
  const shown = bids.map(([who, amountMinor], index) => bid(`lot-${index + 2}`, amountMinor / 100, who)).toReversed();
  return success({ auctionDetails: details(shown, bids.length + 1, { auctionEndTime: END }) });
}

const journalUnavailable = refusal(500, "internal_error", "Something went wrong");

/** Opens the check for an auction. The server responds with `records` and a signature for them. */
async function open(records: readonly JournalRecord[], page = pageOf(BIDS), isLost = () => false) {
  const { header } = await aFile(records, key);
  const statement = { iss: "", sub: "lot", iat: 1, statedAt: END, seq: records.length, hash: "" };
  fakeApiAt({
    "/auction/fetchSpecificAuction": page,
    "/auction/lot/head": success({ head: header.head, statement }),
    "/auction/lot/journal": () => (isLost() ? journalUnavailable : success({ records, next: null }))(),
    "/.well-known/jwks.json": () => Response.json({ keys: header.keys }),
  });
  showPart(<VerifyDialog auctionId="lot" open onClose={() => {}} />);
}

function keepReceiptsOf(records: readonly JournalRecord[], ...seqs: readonly number[]): void {
  for (const seq of seqs) saveReceipt("lot", { seq, hash: records[seq - 1]?.hash ?? "" }, 100);
}

it("the check shows what it covers: chain, rules, price, your bids and signature", async () => {
  keepReceiptsOf(aJournal(), 2, 4);
  await open(aJournal());
  expect(await screen.findByText("Everything adds up.")).toBeVisible();
  for (const title of [
    "4 entries, chain unbroken",
    "Every bid followed the rules",
    "The price matches",
    "Your own bids are all there",
    "Entries 1 to 4 confirmed",
  ]) {
    expect(screen.getByText(title)).toBeVisible();
  }
  expect(screen.getByText(/^The 2 receipts saved in this browser match the journal/)).toBeVisible();
});

it("the check doesn't mention your bids if the browser has no receipts", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("no storage", "SecurityError");
  });
  await open(aJournal());
  expect(await screen.findByText("Everything adds up.")).toBeVisible();
  expect(screen.queryByText("Your own bids are all there")).toBeNull();
});

it("the check shows that an acknowledged bid's entry holds a different bid", async () => {
  keepReceiptsOf(aJournal(), 2);
  const [, second, third] = BIDS;
  const bids = [["cem", 100_00], second, third] as const;
  await open(aJournal("open", bids), pageOf(bids));
  expect(await screen.findByText(/says this entry is .+ The journal has a different entry here.$/)).toBeVisible();
  expect(screen.getByText(/^Entry 2, /)).toBeVisible();
});

it("the check fails if the page shows something that isn't in the journal", async () => {
  const terms = { increments: "flat", softCloseMs: 0, details: { condition: "new" } } as const;
  const shown = BIDS.map(([who, minor], index) => bid(`lot-${index + 2}`, minor / 100, who)).toReversed();
  const auctionDetails = details(shown, BIDS.length + 1, { auctionEndTime: END, terms });
  await open(aJournal(), success({ auctionDetails }));
  expect(await screen.findByText("This journal doesn't add up.")).toBeVisible();
  expect(screen.getByText("This page doesn't match the journal up to this entry.")).toBeVisible();
});

it("the downloaded file contains the journal and the keys, even if the check fails", async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:file";
  });
  keepReceiptsOf(aJournal(), 4);
  const records = aJournal("open", BIDS.slice(0, 2));
  await open(records, pageOf(BIDS.slice(0, 2)));
  await userEvent.click(await screen.findByRole("button", { name: "Download the journal" }));
  const text = (await files[0]?.text()) ?? "";
  expect(parseJournalFile(text)).toMatchObject({
    header: { format: "lotline-journal/1", auction: "lot", certificate: null, keys: [key.publicKey] },
    records,
  });
});

it("the check says that it couldn't load the journal, and loads it on request", async () => {
  let isLost = true;
  await open(aJournal(), pageOf(BIDS), () => isLost);
  expect(await screen.findByText("We couldn't load the journal, so nothing has been checked yet.")).toBeVisible();
  isLost = false;
  await click("Try again");
  expect(await screen.findByText("Everything adds up.")).toBeVisible();
});
