import type { ModeratedQuestion } from "../../../worker/contract/question.ts";
import { ActButton } from "./act-button.tsx";

type QuestionActsProps = {
  question: Pick<ModeratedQuestion, "_id" | "text"> & {
    readonly hidden?: unknown;
    readonly answer: { readonly text: string; readonly hidden?: unknown } | null;
  };
};

/** The admin actions on a question and its answer. */
export default function QuestionActs({ question: { _id: questionId, text, hidden, answer } }: QuestionActsProps) {
  return (
    <>
      <ActButton act={{ act: hidden ? "showQuestion" : "hideQuestion", questionId }} name={text} />
      {answer && (
        <ActButton act={{ act: answer.hidden ? "showAnswer" : "hideAnswer", questionId }} name={answer.text} />
      )}
    </>
  );
}
