import { type ComponentProps, type RefObject, useState } from "react";

import type { PublicBid, EditBidInput } from "../../../../worker/contract/bid.ts";
import { durationInWords } from "../../../../worker/contract/text/duration-in-words.ts";
import { FREE_WITHDRAWAL_MS, WITHDRAWAL_GRACE_MS } from "../../../../worker/rules/withdrawal-times.ts";
import { messageOf } from "../../../api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import { BidAmountDialog, type OfferCallbacks } from "./bid-amount-dialog.tsx";
import { BuyNowDialog } from "./buy-now-dialog.tsx";
import { createIntent, offerIntent } from "./intents.ts";
import { needsSeller } from "./needs-release.ts";
import { NewMemberNote, useNewMemberLimits } from "./new-member-note.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { RequestReleaseDialog, ReleaseBidDialog } from "./release-dialogs.tsx";
import type { BidDialogControls } from "./use-bid-dialogs.ts";
import { useResumedBid } from "./use-resumed-bid.ts";

type BidDialogsProps = { screen: AuctionScreen; dialogs: BidDialogControls; listRef: RefObject<HTMLElement | null> };

/** The dialogs of an auction's page. They read the page's state, so they stay current. */
export function BidDialogs({ screen, dialogs, listRef }: BidDialogsProps) {
  const { view, stage, standing, bidding, ownMaximum, endsAt } = screen;
  const { currentBid, minNextBid, bidCount, currency, reserveMet = null, buyNowPrice = null } = view.auction;
  const { openDialog, requireSignIn } = dialogs;
  useResumedBid(screen, dialogs);
  const openedBid = openDialog?.kind === "edit" ? openDialog.bid : null;
  // An automatic bid's amount may change while the dialog is open.
  const editedBid = openedBid && (view.bids.find(({ _id }) => _id === openedBid._id) ?? openedBid);
  const bidToDelete = openDialog?.kind === "delete" ? openDialog.bid : null;
  const price = bidCount > 0 ? currentBid : null;
  const leads = standing === "leading";
  const leadingId = leads ? (view.bids[0]?._id ?? null) : null;
  const { place, edit, buy, withdraw } = bidding;
  const newMemberMaximum = useNewMemberLimits()?.maximum ?? null;
  const sharedProps = {
    item: view.auction,
    endsAt,
    minimum: minNextBid,
    price,
    currency,
    isOver: stage !== "live",
    leads,
    ownMaximum,
    reserveMet,
    buyNowPrice,
    newMemberMaximum,
    limitsNote: <NewMemberNote currency={currency} className="mb-4" />,
    progressNote: <OfflineNote bidding={bidding} />,
  } satisfies Partial<ComponentProps<typeof BidAmountDialog>>;
  // The page doesn't repeat an error that a dialog has shown.
  const close = () => {
    for (const mutation of [place, edit, buy, withdraw]) mutation.reset();
    dialogs.close();
  };
  const sendEdit = (bidId: string, offer: EditBidInput, callbacks: OfferCallbacks) =>
    requireSignIn(() => edit.mutate({ bidId, offer }, callbacks), offerIntent(offer, currency, bidId));
  return (
    <>
      <BidAmountDialog
        {...sharedProps}
        open={openDialog?.kind === "place"}
        resumedOffer={openDialog?.kind === "place" ? openDialog.offer : undefined}
        title="Bid Amount"
        description={`Highest Bid: ${priceText(currentBid, currency)}`}
        canSetMaximum
        submitLabel="Place Bid"
        busyLabel="Placing..."
        isPending={place.isPending || edit.isPending}
        send={(offer, callbacks) => {
          // A leader's maximum is part of the leading bid, and can be lowered only by editing that bid.
          if (leadingId !== null && offer.maxBid !== undefined) return sendEdit(leadingId, offer, callbacks);
          requireSignIn(() => place.mutate(offer, callbacks), offerIntent(offer, currency));
        }}
        onClose={close}
        failureMessage="Cannot place Bid"
      />
      <BidAmountDialog
        {...sharedProps}
        open={editedBid !== null}
        resumedOffer={openDialog?.kind === "edit" ? openDialog.offer : undefined}
        title="Edit Bid Amount"
        description={editedBid && `Current Bid: ${priceText(editedBid.amount, currency)}`}
        canSetMaximum={!leads || editedBid?._id === leadingId}
        submitLabel="Update Bid"
        busyLabel="Updating..."
        isPending={edit.isPending}
        send={(offer, callbacks) => editedBid && sendEdit(editedBid._id, offer, callbacks)}
        onClose={close}
        failureMessage="Cannot update bid"
      />
      <BuyNowDialog screen={screen} dialogs={dialogs} listRef={listRef} onClose={close} />
      <DeleteBidDialog
        bid={bidToDelete}
        currency={currency}
        freezeMs={view.auction.freezeMs}
        mutation={withdraw}
        listRef={listRef}
        onDelete={() => {
          if (!bidToDelete) return;
          const { _id } = bidToDelete;
          requireSignIn(
            () => withdraw.mutate(_id, { onSuccess: dialogs.close }),
            createIntent("delete", null, currency, _id),
          );
        }}
        onRequestRelease={() => {
          withdraw.reset();
          if (bidToDelete) dialogs.requestRelease(bidToDelete);
        }}
        onClose={close}
      />
      <RequestReleaseDialog
        bid={openDialog?.kind === "requestRelease" ? openDialog.bid : null}
        auction={view.auction}
        listRef={listRef}
        onClose={dialogs.close}
      />
      <ReleaseBidDialog
        bid={openDialog?.kind === "release" ? openDialog.bid : null}
        auction={view.auction}
        listRef={listRef}
        onClose={dialogs.close}
      />
    </>
  );
}

type DeleteBidDialogProps = {
  /** Null while the dialog is closed. */
  bid: PublicBid | null;
  currency: string;
  freezeMs: number;
  mutation: { isPending: boolean; isSuccess: boolean; error: Error | null };
  onDelete: () => void;
  /** Asks the seller instead, if only they can release the bid. */
  onRequestRelease: () => void;
  onClose: () => void;
  /** Gets focus when the bid and the button that opened this dialog are gone. */
  listRef: RefObject<HTMLElement | null>;
};

function DeleteBidDialog({ bid, currency, freezeMs, mutation, listRef, ...handlers }: DeleteBidDialogProps) {
  const { onDelete, onRequestRelease, onClose } = handlers;
  // Keeps the text unchanged while the dialog closes.
  const [shownBid, setShownBid] = useState(bid);
  if (bid !== null && bid !== shownBid) setShownBid(bid);
  const { error, isPending } = mutation;
  return (
    <ConfirmDialog
      open={bid !== null}
      finalFocus={() => (mutation.isSuccess ? listRef.current : null)}
      title={`Delete your bid of ${priceText(shownBid?.amount ?? 0, currency)}?`}
      description="Are you sure you want to delete this bid?"
      backLabel="No"
      onBack={onClose}
      isPending={isPending}
      problem={error && messageOf(error, "Cannot delete bid")}
      confirmButton={
        needsSeller(error) ? (
          <Button onClick={onRequestRelease}>Ask to withdraw</Button>
        ) : (
          <Button variant="danger" busy={isPending} onClick={onDelete}>
            Yes
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">{withdrawalRule(freezeMs)}</p>
    </ConfirmDialog>
  );
}

/** When a bid can be deleted, per `canWithdraw`. */
function withdrawalRule(freezeMs: number): string {
  const [freePeriodText, graceText, freezeText] = [FREE_WITHDRAWAL_MS, WITHDRAWAL_GRACE_MS, freezeMs].map((ms) =>
    durationInWords(ms / 1_000),
  );
  const rule = `You can delete a bid until ${freePeriodText} before the end. After that, only within ${graceText} of placing it.`;
  return freezeMs === 0 ? rule : `${rule} In the last ${freezeText}, you can't delete bids.`;
}
