/**
 * The hidden reserve (decision 67): below it nobody wins. Given the state, it says whether the reserve is met and which fact
 * opens it; `proxies.ts` has what it does to a price. The room knows its amount. A replay of the public journal learns it from
 * the fact that meets it, so until then it is unmet there, too.
 */
import type { Auction, Draft, OpenedReserve } from "./auction.ts";

/** A reserve, and the random text without which its seal could be opened by hashing each candidate. */
export type SealedReserve = { readonly reserveMinor: number; readonly salt: string };

/** Whether the price has reached the reserve; null where there is none. */
export function reserveMet({ reserve, top }: Pick<Auction, "reserve" | "top">): boolean | null {
  if (!reserve) return null;
  return top !== null && reserve.reserveMinor !== null && top.bid.amountMinor >= reserve.reserveMinor;
}

/** The reserve in minor units, as far as it is known here; null without one. */
export function reserveOf({ reserve }: Pick<Auction, "reserve">): number | null {
  // Stryker disable next-line OptionalChaining: a state from before there were reserves has null.
  return reserve?.reserveMinor ?? null;
}

/** What a fact that puts the price at `amountMinor` opens: the reserve, if it meets it and nothing has before. */
export function openingAt({ reserve }: Auction, amountMinor: number): { readonly openedReserve?: OpenedReserve } {
  if (!reserve || reserve.opened || reserve.reserveMinor === null || amountMinor < reserve.reserveMinor) return {};
  const { seq, reserveMinor, salt } = reserve;
  return { openedReserve: { seq, reserveMinor, salt } };
}

/** The fact of a reserve that is set, or of one that is removed. */
export function changedReserve(reserve: SealedReserve | null): Draft {
  return reserve ? { fact: { type: "reserveSet" }, secret: reserve } : { fact: { type: "reserveRemoved" } };
}
