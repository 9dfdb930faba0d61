import { format } from "./format.ts";
import { useTickedValue } from "./ticker.ts";

type DateTimeProps = {
  iso: string;
  withTime?: boolean;
  /** With the time and its zone. */
  withZone?: boolean;
  className?: string;
};

/** A date, or a date with its time of day, in the reader's time zone. */
export function DateTime({ iso, withTime = false, withZone = false, className }: DateTimeProps) {
  return (
    <time dateTime={iso} title={withTime ? zonedDateTimeText(iso) : undefined} className={className}>
      {withZone ? zonedDateTimeText(iso) : dateTimeText(iso, withTime)}
    </time>
  );
}

type AgoProps = {
  iso: string;
  /** Epoch ms by the server's clock, for times that come from the server. */
  now: () => number;
};

/** How long ago something happened. Hover to see the exact time with its zone. On a touch screen, tap instead. */
export function Ago({ iso, now }: AgoProps) {
  const at = Date.parse(iso);
  const text = useTickedValue(() => format.ago(at, now()));
  const exact = format.exactInZone(at);
  return (
    <time dateTime={iso} title={exact}>
      <span className="[@media(hover:none)]:in-[time:hover]:hidden">{text}</span>
      <span className="hidden [@media(hover:none)]:in-[time:hover]:inline">{exact}</span>
    </time>
  );
}

export function dateTimeText(iso: string, withTime = false): string {
  return (withTime ? format.dateAndTime : format.date)(Date.parse(iso));
}

/** A date and time, with its zone. */
export function zonedDateTimeText(iso: string): string {
  return format.dateAndTimeInZone(Date.parse(iso));
}

/** A date and time in short form, with its zone. */
export function shortZonedDateTimeText(iso: string, now: number): string {
  return format.shortInZone(Date.parse(iso), now);
}
