/** Ids of people and auctions: 128 random bits in lower-case hex, so that nobody finds one by counting. */
// @ts-nocheck

import { randomBytes } from "node:crypto";

const ID_BYTES = 16;

export function newId(): string {
  return randomBytes(ID_BYTES).toString("hex");
}
