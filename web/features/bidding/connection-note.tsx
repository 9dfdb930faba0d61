import type { Connection } from "../../api/connection.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { reader } from "../../ui/format.ts";

type ConnectionNoteProps = {
  connection: Connection;
  onRetry: () => void;
  watching: number;
  /** Absent where there is no bidding yet. */
  bidders?: { readonly count: number; readonly isExact: boolean };
  /** Before its start an auction is not live, although its page is. */
  isUpcoming?: boolean;
};

const DOTS = {
  live: "bg-success",
  connecting: "bg-warning animate-pulse",
  reconnecting: "bg-warning animate-pulse",
  givenUp: "bg-danger",
} as const;

const LABELS = {
  live: "Live",
  connecting: "Connecting…",
  reconnecting: "Reconnecting… You can still bid.",
  givenUp: "Live updates stopped. You can still bid.",
} as const;

const NOBODY = { count: 0, isExact: true };

/** The state of the live connection, and who is there; bids are accepted in every state. */
export function ConnectionNote({
  connection: { phase },
  onRetry,
  watching,
  bidders = NOBODY,
  isUpcoming = false,
}: ConnectionNoteProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2">
      <output className="flex items-center gap-2 font-medium">
        <span aria-hidden className={classes("size-2 shrink-0 rounded-full", DOTS[phase])} />
        {phase === "live" && isUpcoming ? "Upcoming" : LABELS[phase]}
      </output>
      {phase === "live" && (
        <p className="text-muted tabular-nums">
          <span aria-hidden>· </span>
          {bidders.count > 0 &&
            `${reader.count(bidders.count)}${bidders.isExact ? "" : "+"} ${bidders.count === 1 && bidders.isExact ? "bidder" : "bidders"}, `}
          {/* This page is one of them, also before the room has counted it. */}
          {reader.count(Math.max(1, watching))} watching
        </p>
      )}
      {phase === "givenUp" && (
        <Button look="quiet" size="sm" className="-my-1" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
