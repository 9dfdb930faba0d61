// @ts-nocheck
const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const DATE_AND_TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

type MomentProps = { iso: string; withTime?: boolean; className?: string };

/** A date, or a date with its time of day, in the reader's own time zone. */
export function Moment({ iso, withTime = false, className }: MomentProps) {
  return (
    <time dateTime={iso} className={className}>
      {momentText(iso, withTime)}
    </time>
  );
}

export function momentText(iso: string, withTime = false): string {
  return (withTime ? DATE_AND_TIME : DATE).format(new Date(iso));
}
