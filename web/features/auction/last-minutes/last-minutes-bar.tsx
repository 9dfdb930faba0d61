import { useRef } from "react";

import { serverNow } from "../../../api/server-clock.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { isFocusLost } from "../../../ui/focus.ts";
import { Price } from "../../../ui/items/price.tsx";
import { useTickedValue } from "../../../ui/ticker.ts";
import { clockText } from "../../../ui/time-left.ts";
import { useShownSince } from "../../../ui/use-shown-since.ts";
import { BlockedBidNote } from "../bids/blocked-bid-note.tsx";
import { COULD_NOT_OPEN } from "../bids/could-not-open.ts";
import { OfflineNote } from "../bids/offline-note.tsx";
import type { BidDialogControls } from "../bids/use-bid-dialogs.ts";
import { useOneTapBid } from "../bids/use-one-tap-bid.ts";
import { SIGN_IN_TO_BID } from "../bids/visitor-actions.tsx";
import { BottomBar } from "../bottom-bar.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import { ExtensionBadge } from "./extension-badge.tsx";
import { useExtension } from "./extension.ts";
import { callText, wouldSell } from "./final-calls.ts";

type LastMinutesBarProps = { screen: AuctionScreen; dialogs: BidDialogControls; shown: boolean };

/** Keeps its height even with larger text, because the panel has the full text. */
const PLACEHOLDER_CLASS =
  "mt-2 flex h-[56px] items-center justify-center rounded-md font-semibold text-[min(1rem,5vw)]";
const BUTTON_CLASS = "mt-2 h-[56px] min-h-0 w-full px-3 text-[min(1.125rem,6vw)] tabular-nums";

/** A phone's bar in the last minutes: the clock, the price, and one large button that places the bid it shows. */
export function LastMinutesBar({ screen, dialogs, shown }: LastMinutesBarProps) {
  const { view, endsAt, standing, mightLead, finalCall, connection, bidding } = screen;
  const { currentBid, currency, extensions, reserveMet } = view.auction;
  const barRef = useRef<HTMLDivElement>(null);
  const hasBidButton = shown && !mightLead;
  // The person may be elsewhere on the page by the time the response arrives.
  const restoreFocus = () => isFocusLost() && barRef.current?.focus({ preventScroll: true });
  const replacedSince = useShownSince(shown ? "shown" : null);
  const layout = hasBidButton ? "button" : "no button";
  const oneTap = useOneTapBid({ screen, dialogs, layout, replacedSince, onSettled: restoreFocus });
  const clock = useTickedValue(() => (shown ? clockText(endsAt - serverNow()) : ""), shown);
  const extension = useExtension(extensions, endsAt);
  if (!shown || finalCall === "none") return null;
  const problem = oneTap.refusal ?? oneTap.warning;
  return (
    <BottomBar ref={barRef} tabIndex={-1} className="outline-none">
      {problem && (
        <Alert tone={oneTap.refusal ? "danger" : "warning"} className="mb-2 py-2">
          {problem}
        </Alert>
      )}
      {dialogs.openDialog === null && <OfflineNote bidding={bidding} />}
      {/* The notice beside the other buttons waits for the verification, and then sends the bid. */}
      <BlockedBidNote className="mb-2" refusal={oneTap.verificationRefusal} />
      {connection.phase !== "live" && (
        <p className="mb-1 text-xs font-medium text-warning">No live updates right now.</p>
      )}
      <div className="flex items-center justify-between gap-4">
        <p className="flex min-w-0 items-baseline gap-2">
          {/* Screen readers use the panel's clock. */}
          <span
            aria-hidden
            className={classes(
              "text-[min(1.75rem,8vw)] leading-tight font-semibold tabular-nums",
              finalCall === "twoMinutes" ? "text-accent" : "text-danger",
            )}
          >
            {clock}
          </span>
          {extension === null ? (
            <span className="truncate text-[min(0.875rem,4.5vw)] font-medium">
              {callText(finalCall, wouldSell(view))}
            </span>
          ) : (
            <ExtensionBadge extension={extension} />
          )}
        </p>
        <p className="shrink-0 text-right whitespace-nowrap">
          <Price amount={currentBid} currency={currency} className="text-[min(1.125rem,5.5vw)] font-semibold" />
          {standing === "outbid" && (
            <span className="ml-2 text-[min(0.75rem,4vw)] font-semibold text-warning">Outbid</span>
          )}
        </p>
      </div>
      {dialogs.hasLoadFailed && <p className="mt-1 text-sm font-medium text-danger">{COULD_NOT_OPEN}</p>}
      {standing === "visitor" ? (
        <Button size="lg" className={BUTTON_CLASS} onClick={() => dialogs.place(currency)}>
          {SIGN_IN_TO_BID}
        </Button>
      ) : hasBidButton ? (
        <Button
          size="lg"
          className={BUTTON_CLASS}
          busy={oneTap.isPending}
          busyLabel="Placing..."
          onClick={oneTap.press}
        >
          Bid {oneTap.minBidText}
        </Button>
      ) : standing !== "leading" ? (
        <p className={`${PLACEHOLDER_CLASS} bg-sunken text-muted`}>Checking who's leading...</p>
      ) : (
        <p className={`${PLACEHOLDER_CLASS} bg-success-soft text-success`}>
          {reserveMet === false ? "You're leading. Reserve not met." : "You're leading"}
        </p>
      )}
    </BottomBar>
  );
}
