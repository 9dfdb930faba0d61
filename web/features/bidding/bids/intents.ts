/** The action that a person was about to take on an auction's page, kept through the login. */
import type { Offer } from "../../../../worker/contract/fields.ts";
import { signedOutPerson } from "../../../api/session.ts";
import type { Intent } from "../../../intent.ts";

/** Null as the amount: none was named. `bidId` is that of the bid to be changed, undone or deleted. */
export function intentTo(
  action: Intent["action"],
  amount: number | null,
  currency: string,
  bidId: string | null = null,
): Intent {
  return { action, amount, currency, bidId, by: signedOutPerson() };
}

export function offerIntent({ bidAmount, maxBid }: Offer, currency: string, bidId?: string): Intent {
  if (maxBid === undefined) return intentTo(bidId === undefined ? "bid" : "edit", bidAmount ?? null, currency, bidId);
  return intentTo(bidId === undefined ? "maximum" : "editMaximum", maxBid, currency, bidId);
}
