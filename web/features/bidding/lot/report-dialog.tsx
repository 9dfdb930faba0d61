import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";

import { REPORT_REASONS, reportInput, reportReason } from "../../../../worker/contract/moderation.ts";
import { reportListing } from "../../../api/moderation.ts";
import { useDialogForm } from "../../../api/use-dialog-form.ts";
import { LayerDialog } from "../../../ui/layer-dialog.tsx";
import { ReportForm } from "../../../ui/report-form.tsx";
import { toasts } from "../../../ui/toast.ts";

const NO_REASON = "Choose a reason";
/** The contract's report, for radio buttons without an initial choice. */
const reportForm = reportInput.extend({
  reason: z.string({ error: NO_REASON }).pipe(z.enum(reportReason.options, { error: NO_REASON })),
});

type ReportDialogProps = {
  auctionId: string;
  /** How often its button was pressed: it opens with each press. */
  presses: number;
};

/** The form that reports a listing to the admins. */
export default function ReportDialog({ auctionId, presses }: ReportDialogProps) {
  const sending = useMutation({
    mutationFn: (report: z.output<typeof reportForm>) => reportListing(auctionId, report),
    onSuccess: () => toasts.success("Listing Reported"),
  });
  const { open, show, busy, register, errors, submit } = useDialogForm(reportForm, {
    initial: { reason: "", text: "" },
    send: sending.mutate,
    busy: sending.isPending,
    failed: "We couldn't report this listing. Try again.",
  });
  const openAt = useEffectEvent((press: number) => show(press > 0));
  useEffect(() => openAt(presses), [presses]);
  return (
    <LayerDialog
      layer="report"
      open={open}
      onOpenChange={show}
      title="Report this listing"
      description="Our team will review it. The seller won't see who reported it."
    >
      <ReportForm
        reasons={REPORT_REASONS}
        register={register}
        errors={errors}
        busy={busy}
        submit={submit}
        onCancel={() => show(false)}
      />
    </LayerDialog>
  );
}
