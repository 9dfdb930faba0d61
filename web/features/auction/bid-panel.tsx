import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";

import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { Price } from "../../ui/items/price.tsx";
import { optionalComponent } from "../../ui/lazy-component.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { AuctionOutcome } from "./auction-outcome.tsx";
import { countBidders } from "./bidders.ts";
import { BidActions } from "./bids/bid-actions.tsx";
import { COULD_NOT_OPEN } from "./bids/could-not-open.ts";
import type { BidDialogControls } from "./bids/use-bid-dialogs.ts";
import { VisitorActions } from "./bids/visitor-actions.tsx";
import { ClosingNote } from "./closing-note.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { EndClock } from "./end-clock.tsx";
import { SoundSwitch } from "./last-minutes/sound-switch.tsx";
import { useCues } from "./last-minutes/use-cues.ts";
import { StandingNote } from "./standing-note.tsx";
import type { Stage } from "./standing.ts";
import { StartClock } from "./start-clock.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/** Loaded only for bidders. */
const OwnMaximum = optionalComponent(async () => (await import("./bids/own-maximum.tsx")).OwnMaximum);
/** Loaded only for sellers, like `SellerDetails`. */
const ReleaseRequests = optionalComponent(async () => (await import("./bids/release-requests.tsx")).ReleaseRequests);
const SellerDetails = optionalComponent(async () => (await import("./seller-details.tsx")).SellerDetails);

type BidPanelProps = {
  screen: AuctionScreen;
  dialogs: BidDialogControls;
  /** How many watchlists the item is on. */
  watchCount?: ReactNode;
};

/**
 * The price, the time left and the bidding buttons. At the end, the result fills the buttons' space, so that nothing
 * below moves under the pointer.
 */
export function BidPanel({ screen, dialogs, watchCount }: BidPanelProps) {
  const { view, stage, startsAt, standing, connection, reconnect, userId } = screen;
  const { startingPrice, currentBid, currency, extensions, reserveMet = null } = view.auction;
  useCues(screen);
  const panelRef = useRef<HTMLDivElement>(null);
  const actionsRef = useRef<HTMLDivElement>(null);
  useStableHeight(actionsRef, stage === "live");
  if (view.gone) {
    return (
      <Card className="shrink-0 space-y-5 p-5">
        <AuctionOutcome view={view} stage={stage} userId={userId} />
        <LinkButton to={paths.auctions} variant="secondary" className="w-full">
          Browse Auctions
        </LinkButton>
      </Card>
    );
  }
  return (
    <Card ref={panelRef} tabIndex={-1} className="relative shrink-0 p-5 pt-3.5 outline-none lg:pt-2.5 lg:pb-4">
      <h2 className="sr-only">Price and time left</h2>
      <ClosingNote {...screen} />
      {/* Leaves room for two lines on a phone, because the second one appears later. */}
      <div className="flex min-h-10 items-center justify-between gap-x-2 text-sm sm:min-h-8">
        {stage === "upcoming" || stage === "live" || stage === "closing" ? (
          <>
            <ConnectionNote
              connection={connection}
              onRetry={reconnect}
              watching={view.watching}
              bidderCount={countBidders(view)}
              watchCount={watchCount}
              stage={stage}
            />
            {stage === "live" && <SoundSwitch />}
          </>
        ) : (
          <p className="font-medium">{OVER_LABELS[stage] ?? "Auction over"}</p>
        )}
      </div>
      {stage === "live" && standing === "seller" && <ReleaseRequests screen={screen} dialogs={dialogs} />}
      <div className="mt-3 flex flex-wrap justify-between gap-x-3 gap-y-4 border-t border-line pt-4 lg:mt-2 lg:pt-3">
        <div className="grow basis-28">
          <p className="text-sm text-muted">{priceLabel(screen)}</p>
          {/* Keeps the price within the panel on a phone, even with larger text. */}
          <Price
            amount={currentBid}
            currency={currency}
            className="block text-3xl font-semibold tracking-tight max-sm:text-[min(2rem,8.5vw)]"
          />
          {stage !== "upcoming" && (
            <p className="text-sm text-muted">
              Starting Price <Price amount={startingPrice} currency={currency} className="font-medium text-ink" />
            </p>
          )}
          {reserveMet !== null && (
            <p className={classes("text-sm font-medium", reserveMet ? "text-success" : "text-muted")}>
              {reserveMet ? "Reserve met" : "Reserve not met"}
            </p>
          )}
        </div>
        {/* As wide as a clock, so it stays beside the price. The text below the clock wraps first. */}
        <div className="max-w-max grow basis-32 sm:basis-36">
          {stage === "upcoming" && startsAt !== null ? (
            <StartClock startsAt={startsAt} auctionEndTime={view.auction.auctionEndTime} />
          ) : (
            <EndClock {...screen} />
          )}
        </div>
      </div>
      <div ref={actionsRef} className="mt-4 flex flex-col gap-4 lg:mt-3 lg:gap-3">
        {(stage === "upcoming" || stage === "live") && standing === "seller" && (
          // Two lines high, because the second one appears later.
          <div className="flex min-h-13 items-center justify-between gap-4 rounded-md bg-sunken py-1.5 pr-2 pl-4 text-sm text-muted">
            <div>
              <p>This is your own auction.</p>
              <SellerDetails screen={screen} />
            </div>
            <LinkButton to={paths.editAuction(view.auction._id)} variant="quiet" size="sm">
              Edit
            </LinkButton>
          </div>
        )}
        {stage === "upcoming" && standing !== "seller" && (
          <p className="rounded-md bg-sunken px-4 py-3 text-sm text-muted">
            Bidding hasn't started yet. You can bid here as soon as it does.
          </p>
        )}
        {stage === "live" && standing === "visitor" && <VisitorActions screen={screen} dialogs={dialogs} />}
        {stage === "live" && standing !== "seller" && standing !== "visitor" && (
          <>
            <StandingNote standing={standing} reserveMet={reserveMet} />
            <BidActions
              screen={screen}
              dialogs={dialogs}
              onFocusLost={() => panelRef.current?.focus({ preventScroll: true })}
            />
            {(standing === "leading" || standing === "outbid") && <OwnMaximum screen={screen} dialogs={dialogs} />}
          </>
        )}
        {dialogs.hasLoadFailed && <Alert tone="danger">{COULD_NOT_OPEN} If that doesn't help, reload the page.</Alert>}
        <AuctionOutcome view={view} stage={stage} userId={userId} />
      </div>
      {/* Last, so that the buttons stay in place when a late price change extends the auction. */}
      {extensions > 0 && (
        <p className="mt-3 border-t border-line pt-3 text-sm">
          {extensions === 1 ? "Extended after a late bid" : `Extended ${extensions} times after late bids`}
        </p>
      )}
    </Card>
  );
}

/** The label of the large price. */
function priceLabel({ stage }: Pick<AuctionScreen, "stage">): string {
  if (stage === "upcoming") return "Starting Price";
  if (stage === "sold") return "Final price";
  return stage === "expired" ? "Last price" : "Current Bid Price";
}

/** Keeps a part at the height it had while `isLive`, because the result replaces the buttons. */
function useStableHeight(partRef: RefObject<HTMLElement | null>, isLive: boolean): void {
  const height = useRef(0);
  useLayoutEffect(() => {
    const part = partRef.current;
    if (!part) return;
    if (isLive) height.current = part.offsetHeight;
    part.style.minHeight = isLive ? "" : `${height.current}px`;
  });
}

const OVER_LABELS: { readonly [S in Stage]?: string } = { hidden: "Not available", voided: "Auction voided" };
