import { serverNow } from "../../api/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/items/countdown.tsx";
import { Price } from "../../ui/items/price.tsx";
import { COULD_NOT_OPEN } from "./bids/could-not-open.ts";
import type { BidDialogControls } from "./bids/use-bid-dialogs.ts";
import { SIGN_IN_TO_BID } from "./bids/visitor-actions.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { LastMinutesBar } from "./last-minutes/last-minutes-bar.tsx";
import { ResultBar } from "./result/result-bar.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/**
 * Price, time left and the bid button, always visible at the bottom of a phone's screen. In the last minutes, the
 * button places the bid. When an auction ends on screen, its result stays there.
 */
export function StickyBidBar({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { stage, standing, finalCall } = screen;
  const canBid = stage === "live" && standing !== "seller";
  return (
    <>
      {canBid && finalCall === "none" && <BidBar screen={screen} dialogs={dialogs} />}
      {/* Both stay mounted, because one tracks how long its button has been there, and the other whether it has seen
          the auction live. */}
      <LastMinutesBar screen={screen} dialogs={dialogs} shown={canBid && finalCall !== "none"} />
      <ResultBar screen={screen} />
    </>
  );
}

function BidBar({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { view, endsAt, standing } = screen;
  const { currentBid, currency, reserveMet } = view.auction;
  const isBelowReserve = standing === "leading" && reserveMet === false;
  return (
    <BottomBar>
      {dialogs.hasLoadFailed && <p className="mb-2 text-sm font-medium text-danger">{COULD_NOT_OPEN}</p>}
      {/* One line even with larger text. The panel has the full text. */}
      <div className="flex items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p className="flex items-baseline gap-2">
            <Price amount={currentBid} currency={currency} className="text-[min(1.125rem,5.5vw)] font-semibold" />
            {(standing === "leading" || standing === "outbid") && (
              <span
                className={classes(
                  "truncate text-[min(0.75rem,4vw)] font-semibold",
                  standing === "leading" && !isBelowReserve ? "text-success" : "text-warning",
                )}
              >
                {standing === "outbid" ? "Outbid" : isBelowReserve ? "Reserve not met" : "You're leading"}
              </span>
            )}
          </p>
          <p className="text-[min(0.875rem,4.5vw)] leading-normal whitespace-nowrap text-muted">
            <Countdown targetAt={endsAt} now={serverNow} /> left
          </p>
        </div>
        <Button
          size="lg"
          className="min-h-[52px] px-[min(1.5rem,5vw)] text-[min(1rem,5vw)] whitespace-nowrap"
          onClick={() => dialogs.place(currency)}
        >
          {standing === "visitor" ? SIGN_IN_TO_BID : "Place Bid"}
        </Button>
      </div>
    </BottomBar>
  );
}
