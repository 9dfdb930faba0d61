import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef } from "react";

import { ownAuctionsQuery } from "../../api/listings.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { reader } from "../../ui/format.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { Price, priceText } from "../../ui/price.tsx";
import { countBidders } from "./bidders.ts";
import { BidActions } from "./bids/bid-actions.tsx";
import type { BidDialogControls } from "./bids/use-bid-dialogs.ts";
import { ConnectionNote } from "./connection-note.tsx";
import { EndClock } from "./end-clock.tsx";
import { SoundSwitch } from "./last-minutes/sound-switch.tsx";
import { useCues } from "./last-minutes/use-cues.ts";
import { Outcome } from "./outcome.tsx";
import { StandingNote } from "./standing-note.tsx";
import type { Stage } from "./standing.ts";
import { StartClock } from "./start-clock.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/** Only bidders load it. */
const OwnMaximum = lazy(async () => ({ default: (await import("./bids/own-maximum.tsx")).OwnMaximum }));
/** Only sellers load it. */
const ReleaseRequests = lazy(async () => ({ default: (await import("./bids/for-sellers.ts")).ReleaseRequests }));

/** The price, the time left and the buttons for bidding. */
export function BidPanel({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { view, stage, startsAt, standing, connection, reconnect, userId } = screen;
  const { startingPrice, currentBid, bidCount, currency, extensions, reserveMet = null } = view.auction;
  useCues(screen);
  const panelRef = useRef<HTMLDivElement>(null);
  if (view.gone) {
    return (
      <Card className="shrink-0 space-y-5 p-5">
        <Outcome view={view} stage={stage} userId={userId} />
        <LinkButton to={paths.auctions} look="secondary" className="w-full">
          Browse Auctions
        </LinkButton>
      </Card>
    );
  }
  return (
    <Card ref={panelRef} tabIndex={-1} className="relative shrink-0 p-5 pt-3.5 outline-none lg:pt-2.5 lg:pb-4">
      <h2 className="sr-only">Price and time left</h2>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-sm">
        {stage === "upcoming" || stage === "live" || stage === "closing" ? (
          <>
            <ConnectionNote
              connection={connection}
              onRetry={reconnect}
              watching={view.watching}
              bidders={countBidders(view)}
              stage={stage}
            />
            {stage !== "upcoming" && (
              <div className="flex items-center gap-1">
                <p className="text-muted tabular-nums">{reader.count(bidCount)} bids are live</p>
                {stage === "live" && <SoundSwitch />}
              </div>
            )}
          </>
        ) : (
          <p className="font-medium">{OVER[stage] ?? "Auction over"}</p>
        )}
      </div>
      {stage === "live" && standing === "seller" && (
        <Suspense>
          <ReleaseRequests screen={screen} dialogs={dialogs} />
        </Suspense>
      )}
      <div className="mt-3 flex flex-wrap justify-between gap-4 border-t border-line pt-4 lg:mt-2 lg:pt-3">
        <div className="min-w-0">
          <p className="text-sm text-muted">Current Bid Price</p>
          {/* On a phone a reader's larger text makes it no wider than the panel. */}
          <Price
            amount={currentBid}
            currency={currency}
            className="block text-3xl font-semibold tracking-tight max-sm:text-[min(2.25rem,9.5vw)]"
          />
          <p className="text-sm text-muted">
            Starting Price <Price amount={startingPrice} currency={currency} className="font-medium text-ink" />
          </p>
          {reserveMet !== null && (
            <p className={classes("text-sm font-medium", reserveMet ? "text-success" : "text-muted")}>
              {reserveMet ? "Reserve met" : "Reserve not met"}
            </p>
          )}
        </div>
        {/* The width of a clock is enough to stay beside the price: the text below the clock takes two lines first. */}
        <div className="max-w-max grow sm:basis-36">
          {stage === "upcoming" && startsAt !== null ? (
            <StartClock startsAt={startsAt} auctionEndTime={view.auction.auctionEndTime} />
          ) : (
            <EndClock {...screen} />
          )}
        </div>
      </div>
      <div className="mt-4 space-y-4 lg:mt-3 lg:space-y-3">
        {(stage === "upcoming" || stage === "live") && standing === "seller" && (
          <div className="flex items-center justify-between gap-4 rounded-md bg-sunken py-1.5 pr-2 pl-4 text-sm text-muted">
            <p>
              This is your own auction.
              {reserveMet !== null && <OwnReserve auctionId={view.auction._id} currency={currency} />}
            </p>
            <LinkButton to={paths.editAuction(view.auction._id)} look="quiet" size="sm">
              Edit
            </LinkButton>
          </div>
        )}
        {stage === "upcoming" && standing !== "seller" && (
          <p className="rounded-md bg-sunken px-4 py-3 text-sm text-muted">
            Bidding has not started yet. You can bid here as soon as it does.
          </p>
        )}
        {stage === "live" && standing !== "seller" && (
          <>
            <StandingNote standing={standing} reserveMet={reserveMet} />
            <BidActions
              screen={screen}
              dialogs={dialogs}
              onGone={() => panelRef.current?.focus({ preventScroll: true })}
            />
            {(standing === "leading" || standing === "outbid") && (
              <Suspense>
                <OwnMaximum screen={screen} dialogs={dialogs} />
              </Suspense>
            )}
          </>
        )}
        <Outcome view={view} stage={stage} userId={userId} />
      </div>
      {/* Last, so that the buttons stay where they are when a late change of the price moves the end. */}
      {extensions > 0 && (
        <p className="mt-3 border-t border-line pt-3 text-sm">
          {extensions === 1
            ? "Extended because the price changed late"
            : `Extended ${extensions} times because the price changed late`}
        </p>
      )}
    </Card>
  );
}

/** Only the list of the seller's own auctions contains it. */
function OwnReserve({ auctionId, currency }: { auctionId: string; currency: string }) {
  const { data: own } = useQuery(ownAuctionsQuery);
  const reserve = own?.find(({ _id }) => _id === auctionId)?.reservePrice;
  if (reserve === undefined) return null;
  return <span className="block">Your reserve: {priceText(reserve, currency)}. Nobody else sees it.</span>;
}

const OVER: { readonly [S in Stage]?: string } = { hidden: "Not shown", voided: "Auction voided" };
