import { useMutation, useQueryClient } from "@tanstack/react-query";

import { answerInput } from "../../../worker/contract/question.ts";
import { answerQuestion, showQuestion } from "../../api/questions.ts";
import { toasts } from "../../ui/toast.ts";
import { TextForm } from "./text-form.tsx";

type AnswerFormProps = { auctionId: string; questionId: string; onAnswered: () => void; onCancel: () => void };

/** The seller's answer to a question, in place. */
export default function AnswerForm({ auctionId, questionId, onAnswered, onCancel }: AnswerFormProps) {
  const client = useQueryClient();
  const answering = useMutation({
    mutationFn: (text: string) => answerQuestion(questionId, text),
    meta: { quiet: true },
    async onSuccess(question) {
      toasts.success("Question Answered");
      await showQuestion(client, auctionId, question);
      onAnswered();
    },
  });
  return (
    <TextForm
      schema={answerInput}
      label="Your answer"
      hint="Everyone can read it. You can't change it later."
      initial=""
      sending={answering}
      onSubmitInstead={null}
      failureMessage="We couldn't send your answer. Try again."
      notice={null}
      submitLabel="Send answer"
      busyLabel="Sending..."
      onCancel={onCancel}
    />
  );
}
