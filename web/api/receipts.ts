/**
 * The receipts for accepted bids that this browser has received. Each has the number and the hash of the bid's journal
 * entry. With them a person can prove that a journal lacks their bid. They're in the browser's storage, one per line,
 * under the person's ID. If nothing can be stored, they last until the page is closed.
 */
import { localStore } from "../browser/storage.ts";
import { currentUser } from "./session.ts";

const STORAGE_KEY = "receipts";
/** About 100 characters each. Most people place fewer bids in a year. */
const MAX_RECEIPTS = 500;

/** `amount` is in major units. Null for a withdrawal. */
export type SavedReceipt = { readonly seq: number; readonly hash: string; readonly amount: number | null };

/** Saves the receipt from a response once, even though a retried request returns it again. */
export function saveReceipt(
  auctionId: string,
  { seq, hash }: Omit<SavedReceipt, "amount">,
  amount: number | null,
): void {
  const line = [currentUser()?.id, auctionId, seq, hash, amount ?? ""].join(" ");
  const lines = readLines();
  if (!lines.includes(line)) localStore.write(STORAGE_KEY, [...lines, line].slice(-MAX_RECEIPTS).join("\n"));
}

/** The person's receipts for one auction, oldest first. Null if there are none and nothing can be stored. */
export function readReceipts(auctionId: string): SavedReceipt[] | null {
  const prefix = `${currentUser()?.id} ${auctionId} `;
  const own = readLines().filter((line) => line.startsWith(prefix));
  if (own.length === 0 && !localStore.isAvailable()) return null;
  return own.map((line) => parseReceipt(line.slice(prefix.length)));
}

function parseReceipt(text: string): SavedReceipt {
  const [seq, hash = "", amount] = text.split(" ");
  return { seq: Number(seq), hash, amount: amount ? Number(amount) : null };
}

function readLines(): string[] {
  return (localStore.read(STORAGE_KEY) ?? "").split("\n").filter((line) => line !== "");
}
