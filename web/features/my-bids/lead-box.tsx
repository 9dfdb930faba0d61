import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { undoableUntil, undoCutoffMsFor } from "../../../worker/rules/withdrawal-times.ts";
import { auctionQuery } from "../../api/auction.ts";
import { messageOf } from "../../api/failure.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { priceText } from "../../ui/items/price.tsx";
import { softCloseWindowOf } from "../../ui/items/soft-close.ts";
import { Link } from "../../ui/link.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import { clockText } from "../../ui/time-left.ts";
import { useOnFocusLost } from "../../ui/use-on-focus-lost.ts";
import type { JoinedBidProps } from "./joined-bid-button.tsx";
import type { RecentBid } from "./recent-bid.ts";
import { useJoinedUndo } from "./use-joined-bid.ts";

/** As tall as the button that may have been here, so that the rows below don't move. */
const BOX_CLASS = "flex min-h-11 rounded-md px-3 text-sm font-medium";

/** A row's text without a button. */
export function MutedBox({ children }: { children: string }) {
  return <p className={classes(BOX_CLASS, "items-center bg-sunken text-muted")}>{children}</p>;
}

/** Shows that the person leads. After a bid in this row, it also has Undo while the rules allow it. */
export function LeadBox({ recentBid, ...row }: JoinedBidProps) {
  const { currentBid, currency, reserveMet } = row.auction;
  const isBelowReserve = reserveMet === false;
  const mustRequestRelease = recentBid?.reveals === true;
  return (
    <div
      className={classes(
        BOX_CLASS,
        // Two lines are as tall as the button was, because the rows below must not move.
        mustRequestRelease ? "flex-col items-start justify-center" : "flex-wrap items-center justify-between gap-x-2",
        isBelowReserve ? "bg-warning-soft text-warning" : "bg-success-soft text-success",
        // Hidden on larger screens, where a row without a button is just as tall.
        recentBid === null && "sm:hidden",
      )}
    >
      <p className={classes("min-w-0 tabular-nums", !mustRequestRelease && "flex-1 basis-28 py-2")}>
        You're leading at {priceText(currentBid, currency)}
        {isBelowReserve && <span className="sr-only">. Reserve not met.</span>}
      </p>
      {mustRequestRelease && <RequestReleaseLink auction={row.auction} />}
      {recentBid && !recentBid.reveals && !recentBid.isUndone && recentBid.refusal === null && (
        <UndoBox {...row} recentBid={recentBid} />
      )}
    </div>
  );
}

/** The auction's page has the seller's answer and the details. */
function RequestReleaseLink({ auction: { _id, title } }: Pick<JoinedBidProps, "auction">) {
  return (
    <Link to={paths.auction(_id)} className="-my-0.5 rounded-sm py-0.5 text-ink underline underline-offset-4">
      Ask to withdraw<span className="sr-only"> your bid: {title}</span>
    </Link>
  );
}

/** A second tap that was meant for the bid must not undo it. People notice the change within this time. */
const READY_AFTER_MS = 2_000;

function UndoBox({
  auction,
  recentBid,
  onRecentBidChange,
  onSettled,
  focusRow,
}: JoinedBidProps & { recentBid: RecentBid }) {
  const undo = useJoinedUndo(auction, recentBid, { onRecentBidChange, onSettled });
  // Only the room can tell how long before the end undo stops. That doesn't change once someone has bid.
  const { data, isPending } = useQuery({ ...auctionQuery(auction._id), staleTime: Infinity });
  const endsAt = Date.parse(auction.auctionEndTime);
  // If it can't be fetched, the server decides.
  const cutoffMs = data ? undoCutoffMsFor(softCloseWindowOf(data.auction), data.auction.freezeMs) : 0;
  const until = undoableUntil(recentBid.placedAt, endsAt, cutoffMs);
  const secondsLeft = useTickedValue(() => Math.max(0, Math.ceil((until - serverNow()) / 1_000)));
  if (isPending || secondsLeft === 0) return null;
  return (
    <>
      <LeadUndoButton
        name={`Undo your bid of ${priceText(recentBid.amount, auction.currency)}: ${auction.title}`}
        clock={clockText(secondsLeft * 1_000)}
        isPending={undo.isPending}
        onPress={() => undo.mutate()}
        onFocusLost={focusRow}
      />
      {undo.isError && (
        <p role="alert" className="w-full pb-2 text-danger">
          {messageOf(undo.error, "The auction didn't respond. Your bid may not have been undone.")}
        </p>
      )}
    </>
  );
}

type LeadUndoButtonProps = {
  name: string;
  clock: string;
  isPending: boolean;
  onPress: () => void;
  /** Called if the button is removed while it has focus. */
  onFocusLost: () => void;
};

function LeadUndoButton({ name, clock, isPending, onPress, onFocusLost }: LeadUndoButtonProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  useOnFocusLost(buttonRef, onFocusLost);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Button
      ref={buttonRef}
      variant="secondary"
      size="sm"
      className="tabular-nums"
      busy={isPending}
      disabled={!isReady}
      aria-label={name}
      onClick={onPress}
    >
      Undo {clock}
    </Button>
  );
}
