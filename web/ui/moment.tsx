const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const TIME = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const DATE_AND_TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

type MomentProps = { iso: string; withTime?: boolean; className?: string };

/** A date, or a date with its time of day, in the viewer's time zone. */
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

/**
 * A moment in short form: with seconds if it is today, with the day otherwise. In the viewer's time zone; `now` is
 * epoch ms.
 */
export function shortMomentText(iso: string, now: number): string {
  const moment = new Date(iso);
  const sameDay = moment.toDateString() === new Date(now).toDateString();
  return (sameDay ? TIME : DAY_AND_TIME).format(moment);
}
