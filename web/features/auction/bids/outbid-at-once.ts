import { priceText } from "../../../ui/items/price.tsx";

/** Explains why an accepted bid doesn't lead. `price` is the auction's price right after it. */
export function outbidAtOnceText(amount: number, price: number, currency: string): string {
  const reason = price > amount ? "Another bidder's maximum is higher." : "Someone bid the same amount before you.";
  return `Your bid of ${priceText(amount, currency)} was outbid right away. ${reason}`;
}
