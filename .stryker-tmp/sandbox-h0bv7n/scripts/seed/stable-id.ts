/** Ids that look like those of the product, 32 hexadecimal digits, and are the same at every seeding. */
// @ts-nocheck

import { seededRandom } from "./seeded-random.ts";

export function stableId(key: string): string {
  const random = seededRandom(key);
  return Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join("");
}
