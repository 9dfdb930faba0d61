import type { ShownDeal } from "../../../worker/contract/deal.ts";
import { Moment } from "../../ui/moment.tsx";
import { eventText } from "./deal-texts.ts";

/** What happened in a deal, the latest first, with what people added. */
export function Timeline({ deal }: { deal: ShownDeal }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="font-display text-xl font-medium">
        What happened
      </h2>
      <ol className="mt-4 border-l border-line">
        {deal.events.toReversed().map((event) => (
          <li key={event.seq} className="relative pb-5 pl-6 last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-1.25 size-2.5 rounded-full bg-accent" />
            <p className="font-medium break-words">{eventText(event, deal)}</p>
            <p className="text-sm text-muted">
              <Moment iso={event.at} withTime />
            </p>
            {event.note !== null && (
              <p className="mt-2 rounded-md bg-sunken px-4 py-3 text-sm break-words whitespace-pre-line">
                {event.note}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
