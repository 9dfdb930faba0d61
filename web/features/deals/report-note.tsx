import { useMutation } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { z } from "zod";

import { NOTE_REPORT_REASONS, noteReportReason, reportNoteInput } from "../../../worker/contract/deal-note.ts";
import { reportNote } from "../../api/deal.ts";
import { useDialogForm } from "../../api/use-dialog-form.ts";
import { Button } from "../../ui/button.tsx";
import { LayerDialog } from "../../ui/layer-dialog.tsx";
import { ReportForm } from "../../ui/report-form.tsx";
import { toasts } from "../../ui/toast.ts";

const NO_REASON = "Choose a reason";
/** The contract's report, for radio buttons without an initial choice. */
const reportForm = reportNoteInput.extend({
  reason: z.string({ error: NO_REASON }).pipe(z.enum(noteReportReason.options, { error: NO_REASON })),
});

/** The button below a note of the other side, and the form that reports the note to the admins. */
export function ReportNote({ dealId, seq, note }: { dealId: string; seq: number; note: string }) {
  const sending = useMutation({
    mutationFn: (report: z.output<typeof reportForm>) => reportNote(dealId, seq, report),
    onSuccess: () => toasts.success("Note Reported"),
  });
  const { open, show, busy, register, errors, submit } = useDialogForm(reportForm, {
    initial: { reason: "", text: "" },
    send: sending.mutate,
    busy: sending.isPending,
    failed: "We couldn't report this note. Try again.",
  });
  return (
    <>
      <Button look="quiet" size="sm" className="mt-1 -ml-3" aria-label={`Report: ${note}`} onClick={() => show(true)}>
        <Flag aria-hidden className="size-4" />
        Report
      </Button>
      <LayerDialog
        layer="report"
        open={open}
        onOpenChange={show}
        title="Report this note"
        description="Our team will review it. The other side won't see that you reported it."
      >
        <ReportForm
          reasons={NOTE_REPORT_REASONS}
          register={register}
          errors={errors}
          busy={busy}
          submit={submit}
          onCancel={() => show(false)}
        />
      </LayerDialog>
    </>
  );
}
