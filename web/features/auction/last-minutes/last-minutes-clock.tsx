import { serverNow } from "../../../api/server-clock.ts";
import { classes } from "../../../ui/classes.ts";
import { useTickedValue } from "../../../ui/ticker.ts";
import { clockText, fullTimeLeft } from "../../../ui/time-left.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { LAST_MINUTES_MS } from "./final-calls.ts";

/** Below 10 seconds, a single digit counts down. */
const SINGLE_DIGIT_SECONDS = 10;
const TOTAL_SECONDS = Math.floor(LAST_MINUTES_MS / 1_000);

/**
 * The large clock for the last minutes, next to a ring that empties. It's as tall as the normal clock. Screen readers
 * get the normal time format, without interruptions.
 */
export function LastMinutesClock({ endsAt, finalCall }: Pick<AuctionScreen, "endsAt" | "finalCall">) {
  const seconds = useTickedValue(() => Math.max(0, Math.ceil((endsAt - serverNow()) / 1_000)), true);
  const isUrgent = finalCall !== "twoMinutes";
  return (
    <div
      role="timer"
      aria-live="off"
      className={classes("flex h-10.5 items-center gap-2", isUrgent ? "text-danger" : "text-accent")}
    >
      <span className="sr-only">{fullTimeLeft(seconds * 1_000)}</span>
      <svg aria-hidden viewBox="0 0 100 100" fill="none" strokeWidth="12" className="size-9 shrink-0 -rotate-90">
        <circle cx="50" cy="50" r="44" className="stroke-line" />
        <circle
          cx="50"
          cy="50"
          r="44"
          pathLength={TOTAL_SECONDS}
          strokeDasharray={TOTAL_SECONDS}
          strokeDashoffset={TOTAL_SECONDS - seconds}
          stroke="currentColor"
          // One second, so that the ring empties smoothly.
          className="transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      <span aria-hidden className="text-3xl font-semibold tracking-tight tabular-nums">
        {seconds < SINGLE_DIGIT_SECONDS ? seconds : clockText(seconds * 1_000)}
      </span>
    </div>
  );
}
