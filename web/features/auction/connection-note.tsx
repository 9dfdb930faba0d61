import type { ReactNode } from "react";

import { durationInWords } from "../../../worker/contract/text/duration-in-words.ts";
import { type Connection, spreadDelay } from "../../api/connection.ts";
import { useOnline } from "../../browser/online.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { format } from "../../ui/format.ts";
import type { Stage } from "./standing.ts";

type ConnectionNoteProps = {
  connection: Connection;
  onRetry: () => void;
  watching: number;
  /** Counts as no bidders if absent. */
  bidderCount?: { readonly count: number; readonly isExact: boolean };
  /** How many watchlists the item is on. */
  watchCount?: ReactNode;
  /** An auction that hasn't begun, or is over, takes no bids, although its page is live. */
  stage: Stage;
};

const DOT_CLASSES = {
  live: "bg-success",
  connecting: "bg-warning animate-pulse",
  reconnecting: "bg-warning animate-pulse",
  refused: "bg-warning",
  stopped: "bg-danger",
} as const;

const LABELS = {
  live: "Live",
  connecting: "Connecting…",
  reconnecting: "Reconnecting…",
  stopped: "Live updates stopped.",
} as const;

function labelOf({ phase, waitMs }: Connection): string {
  if (phase !== "refused") return LABELS[phase];
  const latestMs = spreadDelay(waitMs ?? 0, 1);
  return `Too many people are connected. Live updates resume within ${durationInWords(Math.ceil(latestMs / 1_000))}.`;
}

const NO_BIDDERS = { count: 0, isExact: true };

/** The live connection's state and the number of people interested. A live auction takes bids in every state. */
export function ConnectionNote({
  connection,
  onRetry,
  watching,
  bidderCount = NO_BIDDERS,
  watchCount,
  stage,
}: ConnectionNoteProps) {
  const { phase } = connection;
  const isOnline = useOnline();
  if (!isOnline) {
    return (
      <output className="flex min-h-8 items-center gap-2 font-medium">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-danger" />
        You're offline. Prices here may be out of date.
      </output>
    );
  }
  const isUpcoming = phase === "live" && stage === "upcoming";
  const isInterrupted = phase === "reconnecting" || phase === "refused" || phase === "stopped";
  return (
    // The dot between two facts is clipped if a line begins with one.
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 overflow-x-clip">
      <output className="flex items-center gap-2 font-medium">
        <span
          aria-hidden
          className={classes("size-2 shrink-0 rounded-full", isUpcoming ? "bg-warning" : DOT_CLASSES[phase])}
        />
        {isUpcoming ? "Upcoming" : labelOf(connection)}
        {stage === "live" && isInterrupted && " You can still bid."}
      </output>
      {phase === "live" && (
        <p className="contents text-muted tabular-nums *:relative *:before:absolute *:before:-left-2.5 *:before:content-['·'] *:empty:hidden">
          {bidderCount.count > 0 && (
            <span>
              {`${format.number(bidderCount.count)}${bidderCount.isExact ? "" : "+"} ${bidderCount.count === 1 && bidderCount.isExact ? "bidder" : "bidders"}`}
            </span>
          )}
          {/* Counts this page even before the room has counted it. */}
          <span>{format.number(Math.max(1, watching))} here now</span>
          <span className="lowercase">{watchCount}</span>
        </p>
      )}
      {(phase === "refused" || phase === "stopped") && (
        <Button variant="quiet" size="sm" className="-my-1" onClick={onRetry}>
          Reconnect
        </Button>
      )}
    </div>
  );
}
