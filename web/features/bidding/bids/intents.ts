/** What a person was about to do on an auction's page, for the login and the way back. */
import type { Offer } from "../../../../worker/contract/fields.ts";
import { signedOutPerson } from "../../../api/session.ts";
import type { Intent } from "../../../return-path.ts";

/** `bidId` is that of the bid to be changed. An offer without an amount is one that was not typed yet. */
export function bidIntent({ bidAmount, maxBid }: Offer, currency: string, bidId: string | null = null): Intent {
  const isMaximum = maxBid !== undefined;
  const act = bidId === null ? (isMaximum ? "maximum" : "bid") : isMaximum ? "editMaximum" : "edit";
  return { act, amount: maxBid ?? bidAmount ?? null, currency, bidId, by: signedOutPerson() };
}

export function buyIntent(price: number, currency: string): Intent {
  return { act: "buy", amount: price, currency, bidId: null, by: signedOutPerson() };
}

export function withdrawalIntent(act: "undo" | "delete", bidId: string, currency: string): Intent {
  return { act, amount: null, currency, bidId, by: signedOutPerson() };
}
