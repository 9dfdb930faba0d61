import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { messageOf } from "../../api/failure.ts";
import { deleteQuestion, removeQuestion } from "../../api/questions.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toasts } from "../../ui/toast.ts";

type DeleteQuestionDialogProps = {
  auctionId: string;
  questionId: string;
  /** How many times the Delete button was tapped. Each tap opens the dialog. */
  taps: number;
  /** Gets focus once the question is gone. */
  finalFocus: () => HTMLElement | null;
};

/** Asks before deleting the person's own question. */
export default function DeleteQuestionDialog(props: DeleteQuestionDialogProps) {
  const { auctionId, questionId, taps, finalFocus } = props;
  const [handledTaps, setHandledTaps] = useState(0);
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteQuestion(questionId),
    meta: { quiet: true },
    onSuccess() {
      toasts.success("Question Deleted");
      setHandledTaps(taps);
    },
  });
  const { error, isSuccess } = deletion;
  const isOpen = taps > handledTaps;
  // Waits for the dialog to close. Otherwise it would disappear while it still has focus.
  useEffect(() => {
    if (!isSuccess || isOpen) return;
    finalFocus()?.focus();
    void removeQuestion(client, auctionId, questionId);
  }, [isSuccess, isOpen, client, auctionId, questionId, finalFocus]);
  return (
    <ConfirmDialog
      layer="delete-question"
      open={isOpen}
      title="Delete this question?"
      description="It will be removed for good. The seller may have seen it."
      backLabel="Keep it"
      onBack={() => setHandledTaps(taps)}
      isPending={deletion.isPending}
      problem={error && messageOf(error, "We can't reach the server. Try again.")}
      confirmButton={
        <Button variant="danger" busy={deletion.isPending} busyLabel="Deleting..." onClick={() => deletion.mutate()}>
          Delete question
        </Button>
      }
    />
  );
}
