import { messageOf } from "../../api/failure.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { FieldMessage } from "../../ui/field.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { priceText } from "../../ui/price.tsx";
import type { AuctionScreen } from "./use-auction.ts";
import type { BidDesk } from "./use-bid-desk.ts";

/** The smallest next bid, the one tap that bids it, and the way to any other amount. */
export function BidActions({ screen, desk }: { screen: AuctionScreen; desk: BidDesk }) {
  const { view, standing, bidding } = screen;
  const { minNextBid, currency, _id } = view.auction;
  if (standing === "seller") {
    return (
      <div className="flex items-center justify-between gap-4 rounded-md bg-sunken py-1.5 pr-2 pl-4 text-sm text-muted">
        <p>This is your own auction.</p>
        <LinkButton to={paths.editAuction(_id)} look="quiet" size="sm">
          Edit
        </LinkButton>
      </div>
    );
  }
  const { place, notice } = bidding;
  // A refusal in the dialog is told there.
  const refusal = place.isError && desk.dialog === null ? messageOf(place.error, "Cannot place Bid") : undefined;
  const smallest = priceText(minNextBid, currency);
  return (
    <div>
      <div className="flex gap-3">
        <Button size="lg" className="min-w-0 flex-1 px-3 max-lg:hidden" onClick={desk.place}>
          Place Bid
        </Button>
        {/* Who leads has nothing to win by bidding against himself: no tap may do that by accident. */}
        {standing !== "leading" && (
          <Button
            size="lg"
            look="secondary"
            className="min-w-0 flex-1 px-3 tabular-nums"
            busy={place.isPending && desk.dialog === null}
            busyLabel="Placing..."
            onClick={() => desk.signedIn(() => place.mutate(minNextBid))}
          >
            Bid {smallest} now
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <FieldMessage id={`smallest-${_id}`} error={refusal} hint={`Smallest next bid: ${smallest}`} />
        <output className="text-sm font-medium text-success">{notice}</output>
      </div>
    </div>
  );
}
