import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";

import {
  QUESTION_REPORT_REASONS,
  questionReportReason,
  reportQuestionInput,
} from "../../../worker/contract/question.ts";
import { reportQuestion } from "../../api/questions.ts";
import { useDialogForm } from "../../api/use-dialog-form.ts";
import { LayerDialog } from "../../ui/layer-dialog.tsx";
import { ReportForm } from "../../ui/report-form.tsx";
import { toasts } from "../../ui/toast.ts";

const NO_REASON = "Choose a reason";
/** The contract's report, for radio buttons without an initial choice. */
const reportForm = reportQuestionInput.extend({
  reason: z.string({ error: NO_REASON }).pipe(z.enum(questionReportReason.options, { error: NO_REASON })),
});

type ReportQuestionDialogProps = {
  questionId: string;
  /** How often its button was pressed: it opens with each press. */
  presses: number;
};

/** The form that reports a question, or its answer, to the admins. */
export default function ReportQuestionDialog({ questionId, presses }: ReportQuestionDialogProps) {
  const sending = useMutation({
    mutationFn: (report: z.output<typeof reportForm>) => reportQuestion(questionId, report),
    onSuccess: () => toasts.success("Question Reported"),
  });
  const { open, show, busy, register, errors, submit } = useDialogForm(reportForm, {
    initial: { reason: "", text: "" },
    send: sending.mutate,
    busy: sending.isPending,
    failed: "We couldn't report this question. Try again.",
  });
  const openAt = useEffectEvent((press: number) => show(press > 0));
  useEffect(() => openAt(presses), [presses]);
  return (
    <LayerDialog
      layer="report"
      open={open}
      onOpenChange={show}
      title="Report this question"
      description="Our team will review the question and its answer. Their writers won't see who reported them."
    >
      <ReportForm
        reasons={QUESTION_REPORT_REASONS}
        register={register}
        errors={errors}
        busy={busy}
        submit={submit}
        onCancel={() => show(false)}
      />
    </LayerDialog>
  );
}
