import { Flag } from "lucide-react";

import { NOTE_REPORT_REASONS } from "../../../worker/contract/deal-note.ts";
import { reportNote } from "../../api/deal.ts";
import { reportFormOf, useReportForm } from "../../api/use-report-form.ts";
import { Button } from "../../ui/button.tsx";
import { ReportDialog } from "../../ui/report-dialog.tsx";
import { toasts } from "../../ui/toast.ts";

const reportForm = reportFormOf(NOTE_REPORT_REASONS);

/** The button below the other side's note, and the form that reports it to the admins. */
export function ReportNote({ dealId, seq, note }: { dealId: string; seq: number; note: string }) {
  const form = useReportForm(reportForm, {
    send: (report) => reportNote(dealId, seq, report),
    onSent: () => toasts.success("Note Reported"),
    failed: "We couldn't report this note. Try again.",
  });
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="mt-1 -ml-3"
        aria-label={`Report: ${note}`}
        onClick={() => form.show(true)}
      >
        <Flag aria-hidden className="size-4" />
        Report
      </Button>
      <ReportDialog
        form={form}
        reasons={NOTE_REPORT_REASONS}
        title="Report this note"
        description="Our team will review it. The other side won't see that you reported it."
      />
    </>
  );
}
