import { type RefObject, useEffect, useRef } from "react";

import { messageOf } from "../../../api/failure.ts";
import { EmailVerificationNote } from "../../../shared/email-verification-note.tsx";
import { useVerificationRefusal } from "../../../shared/use-verification-refusal.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import { READ_MS, useShownSince } from "../../../ui/use-shown-since.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { createIntent } from "./intents.ts";
import { NewMemberNote, useNewMemberLimits } from "./new-member-note.tsx";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

type BuyNowDialogProps = {
  screen: AuctionScreen;
  dialogs: BidDialogControls;
  /** Gets focus when the item can't be bought anymore, because the button that opened the dialog is gone. */
  listRef: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/**
 * Confirms a purchase at the price on the button. It follows the auction. Once the item can't be bought at that price
 * anymore, it explains why and what to do instead, and buys nothing.
 */
export function BuyNowDialog({ screen, dialogs, listRef, onClose }: BuyNowDialogProps) {
  const { view, bidding } = screen;
  const { buy } = bidding;
  const { openDialog } = dialogs;
  const cancelRef = useRef<HTMLButtonElement>(null);
  const price = openDialog?.kind === "buy" ? openDialog.price : null;
  const result = price === null || buy.isPending ? null : resultOf(screen, price);
  const { error } = buy;
  const verificationRefusal = useVerificationRefusal(buy);
  const newMemberMaximum = useNewMemberLimits()?.maximum ?? null;
  const canBuy = price === null || newMemberMaximum === null || price <= newMemberMaximum;
  const changed = result !== null || error !== null;
  // The button that was tapped lost focus while it was disabled, or it's gone.
  useEffect(() => {
    if (changed) cancelRef.current?.focus();
  }, [changed]);
  const shownSince = useShownSince(price);
  const confirm = (atPrice: number) => {
    // Ignore the second tap of a double tap on the button that opened the dialog.
    if (performance.now() - shownSince.current < READ_MS) return;
    dialogs.requireSignIn(
      () => buy.mutate(atPrice, { onSuccess: onClose }),
      createIntent("buy", atPrice, view.auction.currency),
    );
  };
  const close = () => {
    if (!buy.isPending) onClose();
  };
  const isOffered = screen.stage === "live" && (view.auction.buyNowPrice ?? null) !== null;
  const shownPrice = priceText(price ?? 0, view.auction.currency);
  return (
    <Dialog
      open={price !== null}
      onOpenChange={(next) => !next && close()}
      initialFocus={cancelRef}
      finalFocus={() => (isOffered ? null : listRef.current)}
      title="Buy now"
      description={
        price !== null && (
          <span className="break-words">
            {canBuy && "You're buying "}
            <strong className="font-medium text-ink">{view.auction.title}</strong>
            {canBuy
              ? ` for ${shownPrice}. This ends the auction right away, and the item is yours.`
              : ` costs ${shownPrice}.`}
          </span>
        )
      }
    >
      {verificationRefusal && result === null && (
        <EmailVerificationNote
          className="mb-5"
          refusal={verificationRefusal}
          blockedAction="buy"
          onVerified={() => price !== null && buy.mutate(price, { onSuccess: onClose })}
        />
      )}
      {(result ?? (verificationRefusal ? null : error)) && (
        <Alert tone={result?.tone ?? "danger"} className="mb-5">
          {result?.text ?? messageOf(error, UNCERTAIN)}
        </Alert>
      )}
      {!canBuy && result === null && <NewMemberNote currency={view.auction.currency} className="mb-5" />}
      <DialogButtons>
        <Button ref={cancelRef} variant="secondary" onClick={close}>
          {result || !canBuy ? "Close" : "Cancel"}
        </Button>
        {result === null && price !== null && canBuy && (
          <Button className="tabular-nums" busy={buy.isPending} busyLabel="Buying..." onClick={() => confirm(price)}>
            Buy for {shownPrice}
          </Button>
        )}
        {result !== null && screen.stage === "live" && screen.standing !== "leading" && (
          <Button
            onClick={() => {
              onClose();
              dialogs.place(view.auction.currency);
            }}
          >
            Bid instead
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** True because of the attempt's idempotency key. */
const UNCERTAIN = "The auction didn't respond. Try again. You can't buy it twice.";

type BuyNowMessage = { readonly tone: "success" | "info" | "warning"; readonly text: string };

/**
 * Why the item can't be bought at `price` anymore, with the current numbers. Null while it can. The response to a
 * purchase may be lost, or the person may buy in another tab, so this looks at the auction itself.
 */
function resultOf({ view, stage, userId }: AuctionScreen, price: number): BuyNowMessage | null {
  const { buyNowPrice = null, minNextBid, currency, winner, bought, currentBid } = view.auction;
  if (winner !== null && winner._id === userId) {
    return {
      tone: "success",
      text: `You ${bought ? "bought this item" : "won this auction"} for ${priceText(currentBid, currency)}.`,
    };
  }
  if (stage === "closing") {
    return { tone: "info", text: "This auction has ended. The result is on its way…" };
  }
  if (stage !== "live") return { tone: "warning", text: "This auction has ended. You didn't buy this item." };
  if (buyNowPrice === price) return null;
  return {
    tone: "warning",
    text:
      buyNowPrice === null
        ? "Buy now is no longer available, so you didn't buy this item. " +
          `The minimum bid is ${priceText(minNextBid, currency)}.`
        : `The price just changed to ${priceText(buyNowPrice, currency)}, so you didn't buy this item. ` +
          "Close this and choose again.",
  };
}
