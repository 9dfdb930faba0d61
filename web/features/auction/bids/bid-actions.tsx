import { useRef } from "react";

import { messageOf } from "../../../api/failure.ts";
import { useSessionUser } from "../../../api/session.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { FieldMessage } from "../../../ui/fields/field.tsx";
import { isFocusLost } from "../../../ui/focus.ts";
import { priceText } from "../../../ui/items/price.tsx";
import { optionalComponent } from "../../../ui/lazy-component.tsx";
import { useOnFocusLost } from "../../../ui/use-on-focus-lost.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { BlockedBidNote } from "./blocked-bid-note.tsx";
import { needsSeller } from "./needs-release.ts";
import { OfflineNote } from "./offline-note.tsx";
import { outbidAtOnceText } from "./outbid-at-once.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";
import { useOneTapBid } from "./use-one-tap-bid.ts";

/** Not loaded for visitors, like `NewMemberNote`. */
const UndoBid = optionalComponent(async () => (await import("./undo-bid.tsx")).UndoBid);
const NewMemberNote = optionalComponent(async () => (await import("./new-member-note.tsx")).NewMemberNote);

type BidActionsProps = {
  screen: AuctionScreen;
  dialogs: BidDialogControls;
  /** Called if the auction ends while one of the buttons has focus. */
  onFocusLost: () => void;
};

/** The minimum bid, and buttons to bid that amount, bid another amount, or buy the item now. */
export function BidActions({ screen, dialogs, onFocusLost }: BidActionsProps) {
  const { view, standing, mightLead, bidding, finalCall } = screen;
  const { currency, _id, buyNowPrice = null } = view.auction;
  const { undo, notice, outbidAtOnce } = bidding;
  const undoTarget = view.bids.find((bid) => bid._id === undo.variables);
  const isSignedIn = useSessionUser() !== null;
  const actionsRef = useRef<HTMLDivElement>(null);
  // The button is disabled while its bid is being sent, and removed when the bid leads. Keep focus from jumping to the
  // top of the page.
  const keepFocus = () => actionsRef.current?.focus({ preventScroll: true });
  // The person may be typing elsewhere by the time the response arrives.
  const restoreFocus = () => isFocusLost() && keepFocus();
  useOnFocusLost(actionsRef, onFocusLost);
  // In the last minutes, the one-tap button is the main one. On a phone it's in the bar at the bottom.
  const isInLastMinutes = finalCall !== "none";
  const layout = mightLead ? "no button" : isInLastMinutes ? "last minutes" : "normal";
  const oneTap = useOneTapBid({ screen, dialogs, layout, onSettled: restoreFocus });
  return (
    <div ref={actionsRef} tabIndex={-1} className="outline-none">
      <div className="flex flex-wrap gap-3">
        <Button
          size="lg"
          variant={isInLastMinutes && !mightLead ? "secondary" : "primary"}
          className={classes("grow basis-28 px-3", !isInLastMinutes && "max-lg:high:hidden")}
          onClick={() => dialogs.place(currency)}
        >
          Place Bid
        </Button>
        {/* Leaders must not bid against themselves by accident. */}
        {!mightLead && (
          <Button
            size="lg"
            variant={isInLastMinutes ? "primary" : "secondary"}
            className={classes("grow basis-44 px-3 tabular-nums", isInLastMinutes && "max-lg:high:hidden")}
            busy={oneTap.isPending}
            busyLabel="Placing..."
            onClick={oneTap.press}
          >
            Bid {oneTap.minBidText} now
          </Button>
        )}
      </div>
      {buyNowPrice !== null && (
        <Button
          size="lg"
          variant="secondary"
          className="mt-3 w-full px-3 tabular-nums"
          onClick={() => dialogs.buy(buyNowPrice, currency)}
        >
          Buy now for {priceText(buyNowPrice, currency)}
        </Button>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <div className={classes(isInLastMinutes && "max-lg:high:invisible")}>
          <FieldMessage id={`minimum-${_id}`} error={oneTap.refusal} hint={`Minimum bid: ${oneTap.minBidText}`} />
        </div>
        <div className="flex flex-wrap items-baseline">
          {/* Hidden while the toast says the same. */}
          <output className="text-sm font-medium text-success not-empty:mr-3 [body:has(.Toastify\_\_toast--success)_&]:invisible">
            {notice}
          </output>
          <UndoBid screen={screen} dialogs={dialogs} keepFocus={keepFocus} />
        </div>
      </div>
      {isSignedIn && <NewMemberNote currency={currency} className="mt-2" />}
      {dialogs.openDialog === null && <OfflineNote bidding={bidding} />}
      <BlockedBidNote className="mt-3" refusal={oneTap.verificationRefusal} onVerified={oneTap.resend} />
      {undo.isError && !undoTarget?.releaseRequested && (
        <Alert tone="danger" className="mt-3">
          {messageOf(undo.error, "The auction didn't respond. Your bid may still count.")}
          {undoTarget && needsSeller(undo.error) && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-2 flex"
              onClick={() => dialogs.requestRelease(undoTarget)}
            >
              Ask to withdraw
            </Button>
          )}
        </Alert>
      )}
      {outbidAtOnce && standing !== "leading" && (
        // Not an alert, because the panel's alert already announces that another bidder leads.
        <p className="mt-3 text-sm">{outbidAtOnceText(outbidAtOnce.amount, outbidAtOnce.price, currency)}</p>
      )}
      {oneTap.warning && (
        <Alert tone="warning" className="mt-3">
          {oneTap.warning}
        </Alert>
      )}
    </div>
  );
}
