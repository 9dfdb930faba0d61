// @ts-nocheck
import type { RefObject } from "react";

import { priceText } from "../../ui/price.tsx";
import { BidAmountDialog } from "./bid-amount-dialog.tsx";
import { DeleteBidDialog } from "./delete-bid-dialog.tsx";
import type { AuctionScreen } from "./use-auction.ts";
import type { BidDesk } from "./use-bid-desk.ts";

type BidDialogsProps = { screen: AuctionScreen; desk: BidDesk; listRef: RefObject<HTMLElement | null> };

/** The dialogs of an auction's page: they stand on the page's state, so what happens outside shows inside. */
export function BidDialogs({ screen, desk, listRef }: BidDialogsProps) {
  const { view, stage, bidding } = screen;
  const { currentBid, minNextBid, currency } = view.auction;
  const { dialog } = desk;
  const editing = dialog?.kind === "edit" ? dialog.bid : null;
  const deleting = dialog?.kind === "delete" ? dialog.bid : null;
  const shared = { minimum: minNextBid, currency, isOver: stage !== "live", onClose: desk.close };
  return (
    <>
      <BidAmountDialog
        {...shared}
        open={dialog?.kind === "place"}
        title="Bid Amount"
        description={`Highest Bid: ${priceText(currentBid, currency)}`}
        submitLabel="Place Bid"
        busyLabel="Placing..."
        mutation={bidding.place}
        onSubmit={(bidAmount) => desk.signedIn(() => bidding.place.mutate(bidAmount, { onSuccess: desk.close }))}
        fallback="Cannot place Bid"
      />
      <BidAmountDialog
        {...shared}
        open={editing !== null}
        title="Edit Bid Amount"
        description={editing && `Current Bid: ${priceText(editing.amount, currency)}`}
        submitLabel="Update Bid"
        busyLabel="Updating..."
        mutation={bidding.edit}
        onSubmit={(bidAmount) => {
          if (!editing) return;
          desk.signedIn(() => bidding.edit.mutate({ bidId: editing._id, bidAmount }, { onSuccess: desk.close }));
        }}
        fallback="Cannot update bid"
      />
      <DeleteBidDialog
        open={deleting !== null}
        mutation={bidding.withdraw}
        listRef={listRef}
        onDelete={() => {
          if (!deleting) return;
          desk.signedIn(() => bidding.withdraw.mutate(deleting._id, { onSuccess: desk.close }));
        }}
        onClose={desk.close}
      />
    </>
  );
}
