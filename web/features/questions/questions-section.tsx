import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { type ReactNode, useCallback, useRef, useState } from "react";

import type { Question } from "../../../worker/contract/question.ts";
import { readQuestionDraft, questionsQuery } from "../../api/questions.ts";
import { Button } from "../../ui/button.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { LoadOnTap } from "../../ui/load-on-tap.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { QuestionEntry } from "./question-entry.tsx";

const AskForm = lazyComponent(() => import("./ask-form.tsx"));

export type QuestionsSectionProps = {
  auctionId: string;
  /** The seller's first name. */
  sellerName: string;
  /** Who is reading: the item's seller, another signed-in person, or a visitor. */
  viewer: "seller" | "member" | "visitor";
  /** Whether the auction is still open. */
  isOpen: boolean;
  /** Whether the seller can answer. False once the auction is voided or hidden. */
  acceptsAnswers: boolean;
  /** Runs an action that needs a signed-in person. */
  requireSignIn: (action: () => void) => void;
  /** The admin actions on a question. */
  actionsFor?: ((question: Question) => ReactNode) | undefined;
};

/** The questions about an item and their answers, a form to ask another, and for the seller a form to answer each. */
export default function QuestionsSection(props: QuestionsSectionProps) {
  const { auctionId, sellerName, viewer, isOpen, acceptsAnswers, requireSignIn, actionsFor } = props;
  const query = useInfiniteQuery(questionsQuery(auctionId));
  const heading = useRef<HTMLHeadingElement>(null);
  // For someone who just signed in, the form is open with their text.
  const [taps, setTaps] = useState(() => (readQuestionDraft(auctionId) === null ? 0 : 1));
  const getHeading = useCallback(() => heading.current, []);
  const close = () => {
    setTaps(0);
    heading.current?.focus({ preventScroll: true });
  };
  const canAsk = isOpen && viewer !== "seller";
  const questions = query.data?.pages.flatMap((page) => page.questions);
  const askButton = canAsk && taps === 0 && (
    <Button variant="secondary" size="sm" onClick={() => setTaps(1)}>
      <MessageCircleQuestion aria-hidden className="size-4" />
      Ask a question
    </Button>
  );
  return (
    <section aria-labelledby="questions-heading" className="border-t border-line pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2
          ref={heading}
          id="questions-heading"
          tabIndex={-1}
          className="rounded-sm font-display text-xl font-medium outline-offset-4"
        >
          Questions
        </h2>
        {askButton}
      </div>
      {canAsk && (
        <LoadOnTap taps={taps} failure="We couldn't load the form.">
          <AskForm auctionId={auctionId} isSignedIn={viewer !== "visitor"} onAsked={close} onCancel={close} />
        </LoadOnTap>
      )}
      <div className="mt-3">
        <QueryList
          query={query}
          items={questions}
          failed={
            <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
              <p>We couldn't load the questions.</p>
              <RetryButton size="sm" query={query} />
            </div>
          }
          empty={<p className="text-sm text-muted">{emptyText(props)}</p>}
        >
          {(shown) => (
            <ul className="divide-y divide-line">
              {shown.map((question) => (
                <QuestionEntry
                  key={question._id}
                  auctionId={auctionId}
                  question={question}
                  sellerName={sellerName}
                  isSeller={viewer === "seller"}
                  acceptsAnswers={acceptsAnswers}
                  requireSignIn={requireSignIn}
                  actions={actionsFor?.(question)}
                  finalFocus={getHeading}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </section>
  );
}

function emptyText({ sellerName, viewer, isOpen }: QuestionsSectionProps): string {
  if (viewer === "seller") return "Questions about your item appear here. Your answers are public.";
  if (!isOpen) return "No one has asked about this item.";
  return `No questions yet. Ask ${sellerName} anything the description leaves out. Everyone can read the answer.`;
}
