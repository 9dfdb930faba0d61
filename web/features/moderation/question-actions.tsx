import type { ModeratedQuestion } from "../../../worker/contract/question.ts";
import { ActionButton } from "./action-button.tsx";

type QuestionActionsProps = {
  question: Pick<ModeratedQuestion, "_id" | "text"> & {
    readonly hidden?: unknown;
    readonly answer: { readonly text: string; readonly hidden?: unknown } | null;
  };
};

/** The admin actions on a question and its answer. */
export default function QuestionActions({ question: { _id: questionId, text, hidden, answer } }: QuestionActionsProps) {
  return (
    <>
      <ActionButton action={{ name: hidden ? "showQuestion" : "hideQuestion", questionId }} name={text} />
      {answer && (
        <ActionButton action={{ name: answer.hidden ? "showAnswer" : "hideAnswer", questionId }} name={answer.text} />
      )}
    </>
  );
}
