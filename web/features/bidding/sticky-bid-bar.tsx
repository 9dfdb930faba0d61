import { serverNow } from "../../api/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Price } from "../../ui/price.tsx";
import type { BidDialogControls } from "./bids/use-bid-dialogs.ts";
import type { AuctionScreen } from "./use-auction.ts";

/** Price, time left and the bid button, always visible at the bottom of a phone's screen. */
export function StickyBidBar({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { view, stage, endsAt, standing } = screen;
  if (stage !== "live" || standing === "seller") return null;
  const { currentBid, currency } = view.auction;
  return (
    <div className="bottom-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-overlay lg:hidden">
      <div className="mx-auto flex max-w-2xl items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="flex items-baseline gap-2">
            <Price amount={currentBid} currency={currency} className="text-lg font-semibold" />
            {(standing === "leading" || standing === "outbid") && (
              <span
                className={classes(
                  "truncate text-xs font-semibold",
                  standing === "leading" ? "text-success" : "text-warning",
                )}
              >
                {standing === "leading" ? "You lead" : "Outbid"}
              </span>
            )}
          </p>
          <p className="text-sm text-muted">
            <Countdown endsAt={endsAt} now={serverNow} /> left
          </p>
        </div>
        <Button size="lg" onClick={dialogs.place}>
          Place Bid
        </Button>
      </div>
    </div>
  );
}
