import { useMutation, useQueryClient } from "@tanstack/react-query";

import { askInput, type Question } from "../../../worker/contract/question.ts";
import {
  askQuestion,
  clearQuestionDraft,
  saveQuestionDraft,
  readQuestionDraft,
  showQuestion,
} from "../../api/questions.ts";
import { questionsPath } from "../../paths.ts";
import { EmailVerificationNote } from "../../shared/email-verification-note.tsx";
import { useVerificationRefusal } from "../../shared/use-verification-refusal.ts";
import { toasts } from "../../ui/toast.ts";
import { useLoginRedirect } from "../../ui/use-login-redirect.ts";
import { TextForm } from "./text-form.tsx";

type AskFormProps = {
  auctionId: string;
  isSignedIn: boolean;
  onAsked: (question: Question) => void;
  onCancel: () => void;
};

/** Asks the seller a question. A visitor signs in first, and the text is still in the form afterwards. */
export default function AskForm({ auctionId, isSignedIn, onAsked, onCancel }: AskFormProps) {
  const client = useQueryClient();
  const goToLogin = useLoginRedirect();
  const asking = useMutation({
    mutationFn: (text: string) => askQuestion(auctionId, text),
    meta: { quiet: true },
    async onSuccess(question) {
      clearQuestionDraft();
      toasts.success("Question Asked");
      await showQuestion(client, auctionId, question);
      onAsked(question);
    },
  });
  const verificationRefusal = useVerificationRefusal(asking);
  const { variables = "" } = asking;
  return (
    <TextForm
      schema={askInput}
      label="Your question"
      hint="Everyone can read it. Don't share contact details."
      initial={readQuestionDraft(auctionId) ?? ""}
      sending={asking}
      onSubmitInstead={
        isSignedIn
          ? null
          : (text) => {
              saveQuestionDraft(auctionId, text);
              goToLogin(undefined, questionsPath(auctionId));
            }
      }
      failureMessage="We couldn't send your question. Try again."
      notice={
        verificationRefusal && (
          <EmailVerificationNote
            className="mt-4"
            refusal={verificationRefusal}
            blockedAction="ask"
            onVerified={() => asking.mutate(variables)}
          />
        )
      }
      submitLabel={isSignedIn ? "Ask" : "Sign in to ask"}
      busyLabel="Asking..."
      onCancel={() => {
        clearQuestionDraft();
        onCancel();
      }}
    />
  );
}
