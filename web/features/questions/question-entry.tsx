import { Flag, MessageCircleReply, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";

import type { Question } from "../../../worker/contract/question.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Ago } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";
import { HiddenNote } from "../../ui/hidden-note.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { LoadOnTap } from "../../ui/load-on-tap.tsx";
import { ReplyText } from "../../ui/reply-text.tsx";

const AnswerForm = lazyComponent(() => import("./answer-form.tsx"));
const ReportDialog = lazyComponent(() => import("../../shared/report-dialog.tsx"));
const DeleteQuestionDialog = lazyComponent(() => import("./delete-question-dialog.tsx"));

const NOT_LOADED = "We couldn't load the form.";

/** The form that a tap has opened below a question. None while `taps` is 0. */
type OpenedForm = { readonly kind: "answer" | "delete" | "report"; readonly taps: number };

type QuestionEntryProps = {
  auctionId: string;
  question: Question;
  /** The seller's first name. */
  sellerName: string;
  isSeller: boolean;
  /** Whether the seller can still answer. False once the auction is voided or hidden. */
  acceptsAnswers: boolean;
  /** Runs an action that needs a signed-in person. */
  requireSignIn: (action: () => void) => void;
  /** The reader's other actions on the question. */
  actions: ReactNode;
  /** Gets focus once the question is gone. */
  finalFocus: () => HTMLElement | null;
};

/** One question with its answer, and what the reader can do with it. */
export function QuestionEntry(props: QuestionEntryProps) {
  const { auctionId, question, sellerName, isSeller, acceptsAnswers, requireSignIn, actions, finalFocus } = props;
  const { _id: questionId, text, asker, askedAt, isOwn, hidden, answer } = question;
  const [openedForm, setOpenedForm] = useState<OpenedForm>({ kind: "answer", taps: 0 });
  const tap = (kind: OpenedForm["kind"]) =>
    setOpenedForm((before) => ({ kind, taps: before.kind === kind ? before.taps + 1 : 1 }));
  const close = () => {
    setOpenedForm({ kind: "answer", taps: 0 });
    document.getElementById(questionElementId(questionId))?.focus({ preventScroll: true });
  };
  const writer = isOwn ? "You" : asker === null ? "Someone" : fullName(asker);
  const tapsOf = (kind: OpenedForm["kind"]) => (openedForm.kind === kind ? openedForm.taps : 0);
  const canAnswer = isSeller && acceptsAnswers && answer === null && !hidden;
  return (
    <li id={questionElementId(questionId)} tabIndex={-1} className="rounded-sm py-5 outline-offset-4">
      <p className="break-words whitespace-pre-line">{text}</p>
      <p className="mt-1 text-sm text-muted">
        {writer}, <Ago iso={askedAt} now={serverNow} />
      </p>
      {hidden && <HiddenNote subject="question" reason={hidden.reason} />}
      {answer && (
        <ReplyText name="Answer" text={answer.text} hidden={answer.hidden}>
          {isSeller ? "You" : `${sellerName}, the seller`}, <Ago iso={answer.answeredAt} now={serverNow} />
        </ReplyText>
      )}
      <div className="mt-2 -ml-3 flex flex-wrap gap-1 empty:hidden">
        {canAnswer && tapsOf("answer") === 0 && (
          <Button variant="quiet" size="sm" aria-label={`Answer: ${text}`} onClick={() => tap("answer")}>
            <MessageCircleReply aria-hidden className="size-4" />
            Answer
          </Button>
        )}
        {isOwn && answer === null && !hidden && (
          <Button variant="quiet" size="sm" aria-label={`Delete: ${text}`} onClick={() => tap("delete")}>
            <Trash2 aria-hidden className="size-4" />
            Delete
          </Button>
        )}
        {!isOwn && !hidden && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Report: ${text}`}
            onClick={() => requireSignIn(() => tap("report"))}
          >
            <Flag aria-hidden className="size-4" />
            Report
          </Button>
        )}
        {actions}
      </div>
      {canAnswer && (
        <LoadOnTap taps={tapsOf("answer")} failure={NOT_LOADED}>
          <AnswerForm auctionId={auctionId} questionId={questionId} onAnswered={close} onCancel={close} />
        </LoadOnTap>
      )}
      <LoadOnTap taps={tapsOf("delete")} failure={NOT_LOADED}>
        <DeleteQuestionDialog
          auctionId={auctionId}
          questionId={questionId}
          taps={tapsOf("delete")}
          finalFocus={finalFocus}
        />
      </LoadOnTap>
      <LoadOnTap taps={tapsOf("report")} failure={NOT_LOADED}>
        <ReportDialog target={{ kind: "question", id: questionId }} taps={tapsOf("report")} />
      </LoadOnTap>
    </li>
  );
}

function questionElementId(questionId: string): string {
  return `question-${questionId}`;
}
