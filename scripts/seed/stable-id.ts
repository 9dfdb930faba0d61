/** IDs in the product's format, 32 hexadecimal digits, that are the same for every seeding. */
import { Random } from "./random.ts";

export function stableId(key: string): string {
  const random = new Random(key);
  return Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join("");
}
