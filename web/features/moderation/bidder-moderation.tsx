import { CircleX, ShieldCheck } from "lucide-react";

import type { PublicBid } from "../../../worker/contract/bid.ts";
import { BIDDER_ALIAS } from "../../../worker/contract/people.ts";
import { fullName } from "../../ui/full-name.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { priceText } from "../../ui/items/price.tsx";
import { ActionButton } from "./action-button.tsx";
import { PersonActions } from "./person-actions.tsx";

type BidderModerationProps = {
  bid: PublicBid;
  currency: string;
  /** Only bids on a live auction can be voided. */
  isLive: boolean;
};

/**
 * An admin's buttons next to a bid, for the bid and its bidder. An alias has no bidder button, because the page doesn't
 * have the account behind it.
 */
export default function BidderModeration({ bid, currency, isLive }: BidderModerationProps) {
  const { _id: bidId, amount, bidder } = bid;
  const name = fullName(bidder);
  return (
    <div className="-my-1.5 -mr-1.5 flex">
      {!BIDDER_ALIAS.test(bidder._id) && (
        <PersonActions
          person={bidder}
          trigger={
            <IconButton label={`Moderate ${name}`}>
              <ShieldCheck aria-hidden className="size-4" />
            </IconButton>
          }
        />
      )}
      {isLive && (
        <ActionButton
          action={{ name: "voidBid", bidId }}
          name={`${priceText(amount, currency)} by ${name}`}
          trigger={
            <IconButton label={`Void bid: ${priceText(amount, currency)} by ${name}`}>
              <CircleX aria-hidden className="size-4" />
            </IconButton>
          }
        />
      )}
    </div>
  );
}
