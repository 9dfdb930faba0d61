/** Ids in the product's format, 32 hexadecimal digits, that are the same at every seeding. */
import { seededRandom } from "./seeded-random.ts";

export function stableId(key: string): string {
  const random = seededRandom(key);
  return Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join("");
}
