import type { ReactNode } from "react";

import type { DealRating, Rating } from "../../../worker/contract/rating.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Ago } from "../../ui/date-time.tsx";
import { HiddenNote } from "../../ui/hidden-note.tsx";
import { ReplyText } from "../../ui/reply-text.tsx";
import { Stars } from "../../ui/stars.tsx";

type RatingWithReplyProps = {
  rating: DealRating | Rating;
  /** The name of the person who replies, as readers know them. */
  replier: string;
  /** The rater and the item, unless that's clear. */
  children?: ReactNode;
};

/** The stars and the text of a rating, with the reply to it. */
export function RatingWithReply({ rating, replier, children }: RatingWithReplyProps) {
  const { stars, text, reply } = rating;
  return (
    <>
      <p>
        <Stars stars={stars} />
      </p>
      {text !== "" && <p className="mt-1.5 break-words whitespace-pre-line">{text}</p>}
      {"hidden" in rating && rating.hidden && <HiddenNote subject="rating" reason={rating.hidden.reason} />}
      {children}
      {reply && (
        <ReplyText name="Reply" text={reply.text} hidden={"hidden" in reply ? reply.hidden : undefined}>
          {replier}, <Ago iso={reply.repliedAt} now={serverNow} />
        </ReplyText>
      )}
    </>
  );
}
