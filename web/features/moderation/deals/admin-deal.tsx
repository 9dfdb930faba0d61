import { EyeOff } from "lucide-react";
import { useEffect, useRef } from "react";

import type { DealDetailsForAdmins } from "../../../../worker/contract/deal-moderation.ts";
import { hasEnded } from "../../../../worker/rules/deal.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button-style.ts";
import { Card } from "../../../ui/card.tsx";
import { DateTime } from "../../../ui/date-time.tsx";
import { eventSentence, DEAL_STATE_BADGES } from "../../../ui/deals/deal-events.ts";
import { DealPart, DealTotals, DeliveryDestination } from "../../../ui/deals/deal-parts.tsx";
import { DealTimeline, TimelineEvent } from "../../../ui/deals/deal-timeline.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { Link } from "../../../ui/link.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { ActionButton } from "../action-button.tsx";
import { adminPath } from "../admin/admin-navigation.tsx";
import { CloseDealButton } from "./close-deal-button.tsx";

/** One deal in full: its timeline, what both sides wrote, its terms, and the admin actions. */
export function AdminDeal({ details: { deal, buyer, seller, notes } }: { details: DealDetailsForAdmins }) {
  const { _id: dealId, auctionId, title, state, dueAt, disputedBy, secondChance } = deal;
  const { name, tone } = DEAL_STATE_BADGES[state];
  const names = { buyer: fullName(buyer), seller: fullName(seller) };
  const sideNames = {
    buyer: { who: names.buyer, whom: names.buyer },
    seller: { who: names.seller, whom: names.seller },
  };
  usePageTitle(`Deal: ${title}`);
  // The form that asked for the admin's reason had focus and is gone.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1
        ref={heading}
        tabIndex={-1}
        className="line-clamp-3 font-display text-2xl/8 font-medium tracking-tight break-words sm:text-3xl"
      >
        {title}
      </h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
        <span className="min-w-0 break-words">
          Buyer: {names.buyer}. Seller: {names.seller}.
        </span>
        <Badge tone={tone}>{name}</Badge>
        {secondChance && <Badge tone="blue">Second chance</Badge>}
        {disputedBy !== null && <Badge tone="red">Problem reported by {names[disputedBy]}</Badge>}
      </div>
      {dueAt !== null && (
        <p className="mt-1.5 text-sm text-muted">
          Due <DateTime iso={dueAt} withTime />
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {!hasEnded({ state }) && <CloseDealButton dealId={dealId} title={title} names={names} />}
        <ActionButton action={{ name: "noteDeal", dealId }} name={title} />
        <Link to={adminPath("actions", { target: dealId })} className={buttonClass("secondary", "sm")}>
          All actions
        </Link>
      </div>
      <div className="mt-7 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-8">
          <AdminNotes notes={notes} />
          <DealTimeline>
            {deal.events.toReversed().map((event) => (
              <TimelineEvent key={event.seq} event={event} text={eventSentence(event, sideNames)}>
                <NoteActions dealId={dealId} event={event} />
              </TimelineEvent>
            ))}
          </DealTimeline>
        </div>
        <Card className="divide-y divide-line text-sm">
          <DealPart title="Summary">
            <DealTotals {...deal} />
            <Link
              to={paths.auction(auctionId)}
              className="mt-3 inline-block font-medium text-accent underline underline-offset-4"
            >
              View the auction
            </Link>
          </DealPart>
          <DealPart title="Delivery">
            {deal.delivery === null ? <p className="text-muted">Not chosen yet</p> : <DeliveryDestination {...deal} />}
          </DealPart>
          {deal.instructions !== null && (
            <DealPart title="Payment instructions">
              <p className="break-words whitespace-pre-line">{deal.instructions}</p>
              {deal.instructionsChangedAt !== null && (
                <p className="mt-1 text-muted">
                  Changed <DateTime iso={deal.instructionsChangedAt} withTime />
                </p>
              )}
            </DealPart>
          )}
          <DealPart title="People">
            {[buyer, seller].map((person) => (
              <p key={person._id}>
                <Link
                  to={adminPath("people", { search: person._id })}
                  className="font-medium break-words text-accent underline underline-offset-4"
                >
                  {fullName(person)}
                </Link>{" "}
                <span className="text-muted">{person === buyer ? "buyer" : "seller"}</span>
              </p>
            ))}
          </DealPart>
        </Card>
      </div>
    </>
  );
}

/** Whether a note is hidden, and the button to change that. */
function NoteActions({ dealId, event }: { dealId: string; event: DealDetailsForAdmins["deal"]["events"][number] }) {
  const { seq, note, hiddenReason } = event;
  if (note === null) return null;
  return (
    <>
      {hiddenReason !== null && (
        <p className="mt-2 flex items-start gap-1.5 text-sm text-warning">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">Hidden from both sides. Reason: {hiddenReason}</span>
        </p>
      )}
      <div className="mt-2">
        <ActionButton action={{ name: hiddenReason === null ? "hideNote" : "showNote", dealId, seq }} name={note} />
      </div>
    </>
  );
}

function AdminNotes({ notes }: Pick<DealDetailsForAdmins, "notes">) {
  return (
    <section aria-labelledby="admin-notes">
      <h2 id="admin-notes" className="font-display text-xl font-medium">
        Admin notes
      </h2>
      {notes.length === 0 ? (
        <p className="mt-2 text-sm text-muted">No notes yet. Neither side ever sees them.</p>
      ) : (
        <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
          {notes.map(({ _id, by, at, reason }) => (
            <li key={_id} className="px-4 py-3 text-sm sm:px-5">
              <p className="break-words whitespace-pre-line">{reason}</p>
              <p className="mt-1 text-muted">
                {fullName(by)}, <DateTime iso={at} withTime />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
