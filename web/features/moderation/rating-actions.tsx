import { ActionButton } from "./action-button.tsx";
import { ratingName } from "./rating-name.ts";

type RatingActionsProps = {
  rating: {
    readonly _id: string;
    readonly text: string;
    readonly stars: number;
    readonly hidden?: unknown;
    readonly reply: { readonly text: string; readonly hidden?: unknown } | null;
  };
};

/** The admin actions on a rating and its reply. */
export default function RatingActions({ rating }: RatingActionsProps) {
  const { _id: ratingId, hidden, reply } = rating;
  return (
    <>
      <ActionButton action={{ name: hidden ? "showRating" : "hideRating", ratingId }} name={ratingName(rating)} />
      {reply && (
        <ActionButton action={{ name: reply.hidden ? "showReply" : "hideReply", ratingId }} name={reply.text} />
      )}
    </>
  );
}
