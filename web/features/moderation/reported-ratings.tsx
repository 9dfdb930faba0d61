import type { Moderation } from "../../../worker/contract/moderation.ts";
import { type ModeratedRating, RATING_REPORT_REASONS } from "../../../worker/contract/rating.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { Stars } from "../../ui/stars.tsx";
import { ActionButton } from "./action-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";
import { PersonActions } from "./person-actions.tsx";
import { personButton } from "./person-button.tsx";
import RatingActions from "./rating-actions.tsx";
import { ratingName } from "./rating-name.ts";
import { ReportList } from "./report-list.tsx";

/** The reported ratings, oldest report first, and those that are hidden or have a hidden reply. */
export function ReportedRatings({
  reportedRatings,
  hiddenRatings,
}: Pick<Moderation, "reportedRatings" | "hiddenRatings">) {
  return (
    <>
      <ModerationSection title="Reported ratings">
        {reportedRatings.map(({ rating, reports }) => (
          <li key={rating._id} className="p-4 sm:p-5">
            <RatingText rating={rating} />
            <ReportList reasons={RATING_REPORT_REASONS} reports={reports} />
            <div className="mt-4 flex flex-wrap gap-3">
              <RatingActions rating={rating} />
              <ActionButton action={{ name: "dismissRating", ratingId: rating._id }} name={ratingName(rating)} />
              <PersonActions person={rating.by} trigger={personButton("Author", rating.by)} />
            </div>
          </li>
        ))}
      </ModerationSection>
      <ModerationSection title="Hidden ratings and replies">
        {hiddenRatings.map((rating) => (
          <li key={rating._id} className="p-4 sm:p-5">
            <RatingText rating={rating} />
            <div className="mt-4 flex flex-wrap gap-3">
              <RatingActions rating={rating} />
            </div>
          </li>
        ))}
      </ModerationSection>
    </>
  );
}

function RatingText({ rating: { auction, stars, text, by, of, hidden, reply } }: { rating: ModeratedRating }) {
  return (
    <>
      <p>
        <Stars stars={stars} />
      </p>
      {text !== "" && <p className="mt-1 font-medium break-words whitespace-pre-line">{text}</p>}
      {hidden && <p className="text-sm break-words text-warning">Hidden. Reason: {hidden.reason}</p>}
      {reply && <p className="mt-1 break-words whitespace-pre-line">Reply: {reply.text}</p>}
      {reply?.hidden && <p className="text-sm break-words text-warning">Reply hidden. Reason: {reply.hidden.reason}</p>}
      <p className="mt-1 text-sm text-muted">
        {fullName(by)} rated {fullName(of)} after{" "}
        <Link to={paths.auction(auction._id)} className="break-words underline underline-offset-2">
          {auction.title}
        </Link>
      </p>
    </>
  );
}
