import type { Moderation } from "../../../worker/contract/moderation.ts";
import { type ModeratedQuestion, QUESTION_REPORT_REASONS } from "../../../worker/contract/question.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { ActionButton } from "./action-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";
import { PersonActions } from "./person-actions.tsx";
import { personButton } from "./person-button.tsx";
import QuestionActions from "./question-actions.tsx";
import { ReportList } from "./report-list.tsx";

/** The reported questions, oldest report first, and those that are hidden or have a hidden answer. */
export function ReportedQuestions({
  reportedQuestions,
  hiddenQuestions,
}: Pick<Moderation, "reportedQuestions" | "hiddenQuestions">) {
  return (
    <>
      <ModerationSection title="Reported questions">
        {reportedQuestions.map(({ question, reports }) => (
          <li key={question._id} className="p-4 sm:p-5">
            <QuestionTexts question={question} />
            <ReportList reasons={QUESTION_REPORT_REASONS} reports={reports} />
            <div className="mt-4 flex flex-wrap gap-3">
              <QuestionActions question={question} />
              <ActionButton action={{ name: "dismissQuestion", questionId: question._id }} name={question.text} />
              <PersonActions person={question.asker} trigger={personButton("Author", question.asker)} />
            </div>
          </li>
        ))}
      </ModerationSection>
      <ModerationSection title="Hidden questions and answers">
        {hiddenQuestions.map((question) => (
          <li key={question._id} className="p-4 sm:p-5">
            <QuestionTexts question={question} />
            <div className="mt-4 flex flex-wrap gap-3">
              <QuestionActions question={question} />
            </div>
          </li>
        ))}
      </ModerationSection>
    </>
  );
}

function QuestionTexts({ question: { auction, text, asker, hidden, answer } }: { question: ModeratedQuestion }) {
  return (
    <>
      <p className="font-medium break-words whitespace-pre-line">{text}</p>
      {hidden && <p className="text-sm break-words text-warning">Hidden. Reason: {hidden.reason}</p>}
      {answer && <p className="mt-1 break-words whitespace-pre-line">Answer: {answer.text}</p>}
      {answer?.hidden && (
        <p className="text-sm break-words text-warning">Answer hidden. Reason: {answer.hidden.reason}</p>
      )}
      <p className="mt-1 text-sm text-muted">
        {fullName(asker)} on{" "}
        <Link to={paths.auction(auction._id)} className="break-words underline underline-offset-2">
          {auction.title}
        </Link>
      </p>
    </>
  );
}
