// @ts-nocheck
import type { Connection } from "../../api/connection.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";

type ConnectionNoteProps = { connection: Connection; onRetry: () => void; watching: number };

const DOTS = {
  live: "bg-success",
  connecting: "bg-warning animate-breathe",
  reconnecting: "bg-warning animate-breathe",
  givenUp: "bg-danger",
} as const;

const WORDS = {
  live: "Live",
  connecting: "Connecting…",
  reconnecting: "Reconnecting… You can still bid.",
  givenUp: "Live updates stopped. You can still bid.",
} as const;

/** How current the page is, said plainly; bids are taken in every state. */
export function ConnectionNote({ connection: { phase }, onRetry, watching }: ConnectionNoteProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2">
      <output className="flex items-center gap-2 font-medium">
        <span aria-hidden className={classes("size-2 shrink-0 rounded-full", DOTS[phase])} />
        {WORDS[phase]}
      </output>
      {phase === "live" && (
        <p className="text-muted tabular-nums">
          <span aria-hidden>· </span>
          {watching.toLocaleString("en-US")} watching
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
