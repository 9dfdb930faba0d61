import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import type { DealRatingPair } from "../../../worker/contract/rating.ts";
import { cacheDeal } from "../../api/deal.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ReportButton } from "../../shared/report-button.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { dateTimeText } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";
import { isDeleted } from "../../ui/items/seller-link.tsx";
import { RateForm } from "./rate-form.tsx";
import { RatingWithReply } from "./rating-with-reply.tsx";
import { ReplyForm } from "./reply-form.tsx";

type DealRatingsProps = { deal: DealDetails; ratings: DealRatingPair };

/** A form for the person's own rating once a deal is done, and both ratings with their replies once they're shown. */
export function DealRatings({ deal, ratings }: DealRatingsProps) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [unsaved, setUnsaved] = useState<{ message: string; text: string } | null>(null);
  const { own, other, otherHasRated } = ratings;
  const isOtherDeleted = isDeleted(deal.other);
  const mayRate = ratings.mayRate && !isOtherDeleted;
  if (!mayRate && !own && !otherHasRated) return null;
  const name = isOtherDeleted ? fullName(deal.other) : deal.other.firstName;
  const cacheChange = (updatedDeal: DealDetails) => {
    cacheDeal(client, updatedDeal);
    // The button that was tapped is gone.
    heading.current?.focus();
  };
  /** Replaces the form with the rating or reply that was sent in another tab. */
  const showExisting = async (message: string, text: string) => {
    await client.invalidateQueries({ queryKey: queryKeys.deals });
    setUnsaved({ message, text });
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="ratings">
      <Card className="p-5 sm:p-6">
        {unsaved && (
          <Alert tone="warning" className="mb-5">
            {unsaved.message}. We kept the first one.
            {unsaved.text !== "" && (
              <span className="mt-1 block font-normal break-words whitespace-pre-line">
                Your new text wasn't saved: {unsaved.text}
              </span>
            )}
          </Alert>
        )}
        <h2 ref={heading} tabIndex={-1} id="ratings" className="font-display text-xl font-medium outline-none">
          {mayRate ? `Rate ${name}` : "Ratings"}
        </h2>
        <p className="mt-1.5 max-w-[60ch]">{ratingStatusText(name, { ...ratings, mayRate })}</p>
        {mayRate && <RateForm deal={deal} onRated={cacheChange} onAlreadyRated={showExisting} />}
        <div className="divide-y divide-line empty:hidden">
          {own && (
            <div className="py-5 last:pb-0">
              <h3 className="mb-1 text-sm font-medium text-muted">Your rating</h3>
              <RatingWithReply rating={own} replier={name} />
              {own.reply && (
                <div className="mt-1 -ml-3">
                  <ReportButton target={{ kind: "rating", id: own._id }} targetLabel={`${name}'s reply`} />
                </div>
              )}
            </div>
          )}
          {other && (
            <div className="py-5 last:pb-0">
              <h3 className="mb-1 text-sm font-medium text-muted">{name}'s rating</h3>
              <RatingWithReply rating={other} replier="You" />
              {!other.reply && <ReplyForm deal={deal} onReplied={cacheChange} onAlreadyReplied={showExisting} />}
              <div className="mt-1 -ml-3">
                <ReportButton target={{ kind: "rating", id: other._id }} targetLabel={`${name}'s rating`} />
              </div>
            </div>
          )}
        </div>
      </Card>
    </section>
  );
}

/** The deadline for rating, and when both ratings are shown. */
function ratingStatusText(
  name: string,
  { rateUntil, mayRate, shown, own, other, otherHasRated }: DealRatingPair,
): string {
  const deadline = dateTimeText(rateUntil, true);
  if (mayRate && otherHasRated)
    return `${name} has rated you. Rate ${name} by ${deadline}, and you'll see theirs right away.`;
  if (mayRate) return `You can rate until ${deadline}. Your ratings are shown once you've both rated, or at that time.`;
  if (!shown) return `Thanks! ${name} sees it once they've rated you too, or on ${deadline}.`;
  if (otherHasRated && !other) return `Our team has hidden ${name}'s rating.`;
  if (own && other) return "You've rated each other.";
  return own ? `${name} didn't rate you.` : `You didn't rate ${name}.`;
}
