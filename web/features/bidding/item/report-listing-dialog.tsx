import { REPORT_REASONS } from "../../../../worker/contract/moderation.ts";
import { reportListing } from "../../../api/moderation.ts";
import { reportFormOf, useReportForm } from "../../../api/use-report-form.ts";
import { ReportDialog } from "../../../ui/report-dialog.tsx";
import { toasts } from "../../../ui/toast.ts";

const reportForm = reportFormOf(REPORT_REASONS);

type ReportListingDialogProps = {
  auctionId: string;
  /** How many times its button was tapped. Each tap opens the dialog. */
  presses: number;
};

/** The form that reports a listing to the admins. */
export default function ReportListingDialog({ auctionId, presses }: ReportListingDialogProps) {
  const form = useReportForm(reportForm, {
    send: (report) => reportListing(auctionId, report),
    onSent: () => toasts.success("Listing Reported"),
    failed: "We couldn't report this listing. Try again.",
    presses,
  });
  return (
    <ReportDialog
      form={form}
      reasons={REPORT_REASONS}
      title="Report this listing"
      description="Our team will review it. The seller won't see who reported it."
    />
  );
}
