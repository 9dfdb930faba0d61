import type { ReactNode } from "react";

import type { PublicDealEvent } from "../../../worker/contract/deal.ts";
import { DateTime } from "../date-time.tsx";

/** A deal's events, latest first. */
export function DealTimeline({ children }: { children: readonly ReactNode[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="font-display text-xl font-medium">
        What happened
      </h2>
      <ol className="mt-4 border-l border-line">{children}</ol>
    </section>
  );
}

type TimelineEventProps = {
  event: Pick<PublicDealEvent, "at" | "note">;
  text: string;
  /** Below the note. */
  children: ReactNode;
};

/** One event, with its note. */
export function TimelineEvent({ event: { at, note }, text, children }: TimelineEventProps) {
  return (
    <li className="relative pb-5 pl-6 last:pb-0">
      <span aria-hidden className="absolute top-1.5 -left-1.25 size-2.5 rounded-full bg-accent" />
      <p className="font-medium break-words">{text}</p>
      <p className="text-sm text-muted">
        <DateTime iso={at} withTime />
      </p>
      {note !== null && (
        <p className="mt-2 rounded-md bg-sunken px-4 py-3 text-sm break-words whitespace-pre-line">{note}</p>
      )}
      {children}
    </li>
  );
}
