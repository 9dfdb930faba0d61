import { reader } from "./format.ts";
import { useTicking } from "./ticker.ts";

/** How long ago something was, with the whole time for whoever points at it. Older than a week it is a date. */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const at = Date.parse(iso);
  const text = useTicking(() => reader.ago(at, Date.now()));
  return (
    <time dateTime={iso} title={reader.dateAndTimeInZone(at)} className={className}>
      {text}
    </time>
  );
}
