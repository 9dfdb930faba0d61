/**
 * What the house would say to an amount as it is typed, by the numbers that the page has now: the same sentence that
 * the server refuses with. Only amounts are judged here; what is no amount is left to the contract's schema.
 */
// @ts-nocheck

import { editBidInput } from "../../../worker/contract/bid.ts";
import { describeRefusal } from "../../../worker/contract/errors.ts";
import { toMinor } from "../../../worker/rules/money.ts";

/** `minimum` in major units. Undefined when there is nothing to object to. */
export function amountProblem(typed: string, minimum: number, currency: string): string | undefined {
  const parsed = editBidInput.shape.bidAmount.safeParse(typed);
  const minimumMinor = toMinor(minimum);
  if (!parsed.success || minimumMinor === null || parsed.data >= minimum) return undefined;
  return describeRefusal({ code: "bid_too_low", minimumMinor }, currency).message;
}
