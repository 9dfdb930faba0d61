import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Rating } from "../../../worker/contract/rating.ts";
import { ratingsQuery } from "../../api/ratings.ts";
import { paths } from "../../paths.ts";
import { ReportButton } from "../../shared/report-button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { ratedText } from "../../ui/rated-text.ts";
import { RatingWithReply } from "./rating-with-reply.tsx";

type RatingListProps = {
  sellerId: string;
  /** The seller's first name. */
  sellerName: string;
  /** Runs an action that needs a signed-in person. */
  requireSignIn: (action: () => void) => void;
  /** The admin actions on a rating. */
  actionsFor?: ((rating: Rating) => ReactNode) | undefined;
};

/** Buyers' ratings of a seller, newest first. */
export default function RatingList({ sellerId, sellerName, requireSignIn, actionsFor }: RatingListProps) {
  const query = useInfiniteQuery(ratingsQuery(sellerId));
  const summary = query.data?.pages[0]?.rated;
  const rated = summary && ratedText(summary);
  return (
    <section aria-labelledby="ratings" className="max-w-3xl">
      <h2 id="ratings" className="font-display text-xl font-medium">
        Ratings
      </h2>
      {rated && <p className="mt-1 text-sm text-muted">{rated} of 5 stars</p>}
      <div className="mt-3">
        <QueryList
          query={query}
          items={query.data?.pages.flatMap((page) => page.ratings)}
          failed="We couldn't load the ratings"
          empty={
            <p className="text-sm text-muted">No one has rated {sellerName} yet. Buyers can, once a deal is done.</p>
          }
        >
          {(ratings) => (
            <ul className="divide-y divide-line">
              {ratings.map((rating) => (
                <RatingEntry key={rating._id} rating={rating} sellerName={sellerName} requireSignIn={requireSignIn}>
                  {actionsFor?.(rating)}
                </RatingEntry>
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </section>
  );
}

type RatingEntryProps = Pick<RatingListProps, "sellerName" | "requireSignIn"> & { rating: Rating; children: ReactNode };

function RatingEntry({ rating, sellerName, requireSignIn, children }: RatingEntryProps) {
  const { _id, auction, by, shownAt } = rating;
  const rater = by ? fullName(by) : "Someone";
  return (
    <li className="py-5">
      <RatingWithReply rating={rating} replier={`${sellerName}, the seller`}>
        <p className="mt-1 text-sm break-words text-muted">
          {rater} on{" "}
          <Link to={paths.auction(auction._id)} className="underline underline-offset-2">
            {auction.title}
          </Link>
          , <DateTime iso={shownAt} />
        </p>
      </RatingWithReply>
      <div className="mt-1 -ml-3 flex flex-wrap gap-1">
        <ReportButton
          target={{ kind: "rating", id: _id }}
          targetLabel={`${rater}'s rating of ${auction.title}`}
          requireSignIn={requireSignIn}
        />
        {children}
      </div>
    </li>
  );
}
