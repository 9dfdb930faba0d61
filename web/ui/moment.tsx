import { reader } from "./format.ts";

type MomentProps = {
  iso: string;
  withTime?: boolean;
  /** With the time and its zone. */
  withZone?: boolean;
  className?: string;
};

/** A date, or a date with its time of day, in the reader's time zone. */
export function Moment({ iso, withTime = false, withZone = false, className }: MomentProps) {
  return (
    <time dateTime={iso} className={className}>
      {withZone ? endText(iso) : momentText(iso, withTime)}
    </time>
  );
}

export function momentText(iso: string, withTime = false): string {
  return (withTime ? reader.dateAndTime : reader.date)(Date.parse(iso));
}

/** The end of an auction: with its zone. */
export function endText(iso: string): string {
  return reader.dateAndTimeInZone(Date.parse(iso));
}

/** With seconds if it is today, with the day otherwise; `now` is epoch ms. */
export function shortMomentText(iso: string, now: number): string {
  return reader.short(Date.parse(iso), now);
}

/** The end of an auction in short form: with its zone. */
export function shortEndText(iso: string, now: number): string {
  return reader.shortInZone(Date.parse(iso), now);
}
