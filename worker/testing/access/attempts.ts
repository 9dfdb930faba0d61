/** Builds valid calls for the rows, with the listings, bids and users that they need. */
import { expect } from "vitest";

import { newId } from "../builders.ts";
import { anAdmin, type TestCall, someoneSignedIn } from "../http.ts";
import { aListing, bid } from "../selling.ts";
import { adminsOnly, READS_BODY } from "./cells.ts";
import type { AccessAttempt, AccessRow } from "./row.ts";

export async function asSomeone(path: string, call: TestCall = {}): Promise<AccessAttempt> {
  return { path, call, cookie: (await someoneSignedIn()).cookie };
}
export async function onListing(path: (id: string) => string, call: TestCall = {}): Promise<AccessAttempt> {
  const { id, seller } = await aListing();
  return { path: path(id), call, cookie: seller.cookie };
}
export async function onBid(path: (bidId: string) => string, call: TestCall = {}): Promise<AccessAttempt> {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const { newBid } = await bid(id, 100, cookie);
  return { path: path(newBid._id), call: { ...call, ...withNewKey() }, cookie };
}
export function withNewKey(): Pick<TestCall, "headers"> {
  return { headers: { "idempotency-key": newId() } };
}
export const signedInRow = (cells: AccessRow["cells"], path: string): AccessRow => ({
  cells,
  attempt: () => asSomeone(path),
});
/** A call about a new listing by its seller. */
export const listingRow = (
  cells: AccessRow["cells"],
  path: (id: string) => string,
  call: TestCall = {},
): AccessRow => ({ cells, attempt: () => onListing(path, call) });
/** An admin action, under /moderation. */
export const actionRow = (path: () => Promise<string>, input: () => Promise<object> = async () => ({})): AccessRow => ({
  attempt: async () => {
    const json = { reason: "A copy", ...(await input()) };
    return { path: `/moderation/${await path()}`, call: { json }, cookie: (await anAdmin()).cookie };
  },
  cells: adminsOnly(READS_BODY),
});
/** The same value for all tests in a file. Use it if calls don't change the value, or can be repeated on it. */
export function oncePerFile<Value>(make: () => Promise<Value>): () => Promise<Value> {
  const values = new Map<string | undefined, Promise<Value>>();
  return () => {
    const file = expect.getState().testPath;
    const value = values.get(file) ?? make();
    values.set(file, value);
    return value;
  };
}
export const upgrade = { headers: { upgrade: "websocket" } };
