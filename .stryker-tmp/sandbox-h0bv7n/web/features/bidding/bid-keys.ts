/**
 * The idempotency keys of one person's attempts. The same amount, tried again before the house has decided, is the
 * same attempt and keeps its key; everything else is a new one. Keeps no amounts but the undecided one.
 */
// @ts-nocheck

export type BidKeys = { keyFor(bidAmount: number): string; decided(): void };

export function bidKeys(newKey: () => string): BidKeys {
  let open: { bidAmount: number; key: string } | null = null;
  return {
    keyFor(bidAmount) {
      if (open?.bidAmount !== bidAmount) open = { bidAmount, key: newKey() };
      return open.key;
    },
    decided() {
      open = null;
    },
  };
}
