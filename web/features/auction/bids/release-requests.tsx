import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { fullName } from "../../../ui/full-name.ts";
import { priceText } from "../../../ui/items/price.tsx";
import { useTickedValue } from "../../../ui/ticker.ts";
import { requestText } from "../announcements.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { releasableUntil } from "./needs-release.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

/** How many requests to show above the price. The others are in the bid list. */
const MAX_SHOWN = 3;

type ReleaseRequestsProps = { screen: AuctionScreen; dialogs: BidDialogControls };

/** Tells the seller who has asked to withdraw a bid. Shown above the price. */
export function ReleaseRequests({ screen, dialogs }: ReleaseRequestsProps) {
  const requested = screen.view.bids.filter((bid) => bid.releaseRequested);
  if (requested.length === 0) return null;
  const moreCount = requested.length - MAX_SHOWN;
  return (
    <section aria-label="Release requests" className="mt-2 rounded-md bg-warning-soft py-1 pr-2 pl-4 text-warning">
      <ul>
        {requested.slice(0, MAX_SHOWN).map((bid) => (
          <li key={bid._id}>
            <ReleaseRequest bid={bid} screen={screen} dialogs={dialogs} className="py-1" />
          </li>
        ))}
      </ul>
      {moreCount > 0 && (
        <p className="pb-1 text-sm">{moreCount === 1 ? "1 more" : `${moreCount} more`} in the list of bids</p>
      )}
    </section>
  );
}

/** One request, with the button to release the bid while the rules allow that. */
export function ReleaseRequest({
  bid,
  screen,
  dialogs,
  className,
}: ReleaseRequestsProps & { bid: PublicBid; className?: string }) {
  const { currency } = screen.view.auction;
  const until = releasableUntil(screen.endsAt, screen.view.auction);
  const isInTime = useTickedValue(() => serverNow() < until);
  return (
    <div className={classes("flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm", className)}>
      <p className="min-w-0 flex-1 basis-40 font-medium break-words">{requestText(bid, currency)}</p>
      {isInTime ? (
        <Button variant="secondary" size="sm" onClick={() => dialogs.release(bid)}>
          Release
          <span className="sr-only">
            {" "}
            {priceText(bid.amount, currency)} by {fullName(bid.bidder)}
          </span>
        </Button>
      ) : (
        <p>Too late to release</p>
      )}
    </div>
  );
}
