/** The action that a person was about to take on an auction's page, kept through the sign-in. */
import type { Offer } from "../../../../worker/contract/fields.ts";
import { signedOutUserId } from "../../../api/session.ts";
import type { Intent } from "../../../intent.ts";

/** A null amount means that the person hadn't entered an amount. `bidId` is the bid to change, undo or delete. */
export function createIntent(
  action: Intent["action"],
  amount: number | null,
  currency: string,
  bidId: string | null = null,
): Intent {
  return { action, amount, currency, bidId, personId: signedOutUserId() };
}

export function offerIntent({ bidAmount, maxBid }: Offer, currency: string, bidId?: string): Intent {
  if (maxBid === undefined)
    return createIntent(bidId === undefined ? "bid" : "edit", bidAmount ?? null, currency, bidId);
  return createIntent(bidId === undefined ? "maximum" : "editMaximum", maxBid, currency, bidId);
}
