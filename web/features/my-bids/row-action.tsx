import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { priceText } from "../../ui/items/price.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import { useShownSince } from "../../ui/use-shown-since.ts";
import type { BoardRow } from "./board.ts";
import { type JoinedBidProps, JoinedBidButton } from "./joined-bid-button.tsx";
import { joinedStageOf } from "./joined-stage.ts";
import { LeadBox, MutedBox } from "./lead-box.tsx";

type RowActionProps = Omit<JoinedBidProps, "auction"> & {
  row: BoardRow;
  /** Whether the row is the first in its group. */
  isFirst: boolean;
  orderSince: { readonly current: number };
  confirmAbove: number;
};

/**
 * A row's action. Until the next sort, a row that was open always has something here. If its height changed, the
 * buttons below would move.
 */
export function RowAction({ row, isFirst, orderSince, confirmAbove, focusRow, ...bidProps }: RowActionProps) {
  const { auction, group, hasNoBid } = row;
  const { recentBid } = bidProps;
  const stage = useTickedValue(() => joinedStageOf(auction, serverNow()));
  const isOutbid = stage === "outbid" || stage === "unsure";
  const leads = stage === "leading" || stage === "belowReserve";
  // A bid or an undo makes it a different button in the same place.
  const buttonSince = useShownSince(isOutbid ? `${recentBid?.bidId} ${recentBid?.isUndone}` : null);
  if (hasNoBid) return <MutedBox>You no longer have a bid here</MutedBox>;
  if (stage === "won") {
    return (
      <LinkButton to={paths.auctionsWon} variant="secondary" className="w-full">
        My Winnings
      </LinkButton>
    );
  }
  if (!isOutbid && !leads) return group === "ended" ? null : <MutedBox>This auction has ended</MutedBox>;
  const amount = recentBid && priceText(recentBid.amount, auction.currency);
  return (
    <>
      {isOutbid ? (
        // Leaders must not bid against themselves by accident, so only outbid bidders have a button.
        <JoinedBidButton
          {...bidProps}
          auction={auction}
          // The page's only accent, for the auction that ends soonest.
          variant={isFirst && group === "needsYou" ? "primary" : "secondary"}
          orderSince={orderSince}
          buttonSince={buttonSince}
          confirmAbove={confirmAbove}
        />
      ) : (
        <LeadBox {...bidProps} auction={auction} focusRow={focusRow} />
      )}
      {/* The result of the bid. Rendered before it's needed, so that screen readers announce it. */}
      <div aria-live="polite" className="text-sm text-muted">
        {recentBid?.refusal && <p className="mt-2 text-danger">{recentBid.refusal}</p>}
        {recentBid?.isUndone && <p className="mt-2">Your bid of {amount} was undone.</p>}
        {isOutbid && recentBid?.outbidReason && <p className="mt-2">{recentBid.outbidReason}</p>}
        {leads && recentBid && (
          <p className="sr-only">
            Your bid of {amount} is leading.{" "}
            {recentBid.reveals ? "" : "You can undo it for 60 seconds, except close to the end."}
          </p>
        )}
      </div>
    </>
  );
}
