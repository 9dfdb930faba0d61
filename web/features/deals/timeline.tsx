import { EyeOff } from "lucide-react";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { ReportButton } from "../../shared/report-button.tsx";
import { DealTimeline, TimelineEvent } from "../../ui/deals/deal-timeline.tsx";
import { eventText } from "./deal-texts.ts";

/** A deal's timeline for one of its sides, who can report the other's notes. */
export function Timeline({ deal }: { deal: DealDetails }) {
  return (
    <DealTimeline>
      {deal.events.toReversed().map((event) => (
        <TimelineEvent key={event.seq} event={event} text={eventText(event, deal)}>
          {event.noteHidden && (
            <p className="mt-2 flex items-center gap-1.5 text-sm text-muted">
              <EyeOff aria-hidden className="size-4 shrink-0" />
              Hidden by our team
            </p>
          )}
          {event.note !== null && event.by !== deal.side && (
            <ReportButton
              target={{ kind: "note", dealId: deal._id, seq: event.seq }}
              targetLabel={event.note}
              className="mt-1 -ml-3"
            />
          )}
        </TimelineEvent>
      ))}
    </DealTimeline>
  );
}
