import { useTickedValue } from "../ticker.ts";
import { fullTimeLeft, shortTimeLeft } from "../time-left.ts";

type CountdownProps = {
  /** The end or start to count down to (epoch ms). */
  targetAt: number;
  /** The server's clock, not this device's. */
  now: () => number;
  /** `short` for cards (the two largest parts), `full` for an auction's own page. */
  format?: "short" | "full";
  className?: string;
};

/**
 * The time left, updated every second. Screen readers don't announce it, because pages announce only the times that
 * matter.
 */
export function Countdown({ targetAt, now, format = "short", className }: CountdownProps) {
  const text = useTickedValue(() => (format === "full" ? fullTimeLeft : shortTimeLeft)(targetAt - now()));
  return (
    <span role="timer" aria-live="off" translate="no" className={className}>
      <span className="tabular-nums">{text}</span>
    </span>
  );
}
