import { RATING_REPORT_REASONS } from "../../../worker/contract/rating.ts";
import { reportRating } from "../../api/ratings.ts";
import { reportFormOf, useReportForm } from "../../api/use-report-form.ts";
import { ReportDialog } from "../../ui/report-dialog.tsx";
import { toasts } from "../../ui/toast.ts";

const reportForm = reportFormOf(RATING_REPORT_REASONS);

type ReportRatingDialogProps = {
  ratingId: string;
  /** How many times the report button was tapped. Each tap opens the dialog. */
  presses: number;
};

/** The form that reports a rating, or its reply, to the admins. */
export default function ReportRatingDialog({ ratingId, presses }: ReportRatingDialogProps) {
  const form = useReportForm(reportForm, {
    send: (report) => reportRating(ratingId, report),
    onSent: () => toasts.success("Rating Reported"),
    failed: "We couldn't report this rating. Try again.",
    presses,
  });
  return (
    <ReportDialog
      form={form}
      reasons={RATING_REPORT_REASONS}
      title="Report this rating"
      description="Our team will review the rating and its reply. Their authors won't see who reported them."
    />
  );
}
