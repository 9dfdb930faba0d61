import { QUESTION_REPORT_REASONS } from "../../../worker/contract/question.ts";
import { reportQuestion } from "../../api/questions.ts";
import { reportFormOf, useReportForm } from "../../api/use-report-form.ts";
import { ReportDialog } from "../../ui/report-dialog.tsx";
import { toasts } from "../../ui/toast.ts";

const reportForm = reportFormOf(QUESTION_REPORT_REASONS);

type ReportQuestionDialogProps = {
  questionId: string;
  /** How often its button was tapped. Each tap opens it. */
  presses: number;
};

/** The form that reports a question, or its answer, to the admins. */
export default function ReportQuestionDialog({ questionId, presses }: ReportQuestionDialogProps) {
  const form = useReportForm(reportForm, {
    send: (report) => reportQuestion(questionId, report),
    onSent: () => toasts.success("Question Reported"),
    failed: "We couldn't report this question. Try again.",
    presses,
  });
  return (
    <ReportDialog
      form={form}
      reasons={QUESTION_REPORT_REASONS}
      title="Report this question"
      description="Our team will review the question and its answer. Their authors won't see who reported them."
    />
  );
}
