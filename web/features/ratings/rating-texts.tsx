import { CornerDownRight, EyeOff } from "lucide-react";
import type { ReactNode } from "react";

import type { DealRating, Rating } from "../../../worker/contract/rating.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Ago } from "../../ui/moment.tsx";
import { Stars } from "../../ui/stars.tsx";

type RatingTextsProps = {
  rating: DealRating | Rating;
  /** Who replies to it, as readers know them. */
  replier: string;
  /** Who gave it, and about what; not where that is clear. */
  children?: ReactNode;
};

/** The stars and the text of a rating, with the reply to it. */
export function RatingTexts({ rating, replier, children }: RatingTextsProps) {
  const { stars, text, reply } = rating;
  return (
    <>
      <p>
        <Stars stars={stars} />
      </p>
      {text !== "" && <p className="mt-1.5 break-words whitespace-pre-line">{text}</p>}
      {"hidden" in rating && rating.hidden && <HiddenNote what="rating" reason={rating.hidden.reason} />}
      {children}
      {reply && (
        <div className="mt-3 flex gap-2.5 rounded-md bg-sunken px-4 py-3">
          <CornerDownRight aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="break-words whitespace-pre-line">
              <span className="sr-only">Reply: </span>
              {reply.text}
            </p>
            <p className="mt-1 text-sm text-muted">
              {replier}, <Ago iso={reply.repliedAt} now={serverNow} />
            </p>
            {"hidden" in reply && reply.hidden && <HiddenNote what="reply" reason={reply.hidden.reason} />}
          </div>
        </div>
      )}
    </>
  );
}

function HiddenNote({ what, reason }: { what: "rating" | "reply"; reason: string }) {
  return (
    <p className="mt-2 flex items-start gap-1.5 text-sm text-warning">
      <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        Our team has hidden this {what}. Reason: {reason}
      </span>
    </p>
  );
}
