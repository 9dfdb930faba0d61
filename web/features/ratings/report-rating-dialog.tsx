import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";

import { RATING_REPORT_REASONS, ratingReportReason, reportRatingInput } from "../../../worker/contract/rating.ts";
import { reportRating } from "../../api/ratings.ts";
import { useDialogForm } from "../../api/use-dialog-form.ts";
import { LayerDialog } from "../../ui/layer-dialog.tsx";
import { ReportForm } from "../../ui/report-form.tsx";
import { toasts } from "../../ui/toast.ts";

const NO_REASON = "Choose a reason";
/** The contract's report, for radio buttons without an initial choice. */
const reportForm = reportRatingInput.extend({
  reason: z.string({ error: NO_REASON }).pipe(z.enum(ratingReportReason.options, { error: NO_REASON })),
});

type ReportRatingDialogProps = {
  ratingId: string;
  /** How often its button was pressed: it opens with each press. */
  presses: number;
};

/** The form that reports a rating, or its reply, to the admins. */
export default function ReportRatingDialog({ ratingId, presses }: ReportRatingDialogProps) {
  const sending = useMutation({
    mutationFn: (report: z.output<typeof reportForm>) => reportRating(ratingId, report),
    onSuccess: () => toasts.success("Rating Reported"),
  });
  const { open, show, busy, register, errors, submit } = useDialogForm(reportForm, {
    initial: { reason: "", text: "" },
    send: sending.mutate,
    busy: sending.isPending,
    failed: "We couldn't report this rating. Try again.",
  });
  const openAt = useEffectEvent((press: number) => show(press > 0));
  useEffect(() => openAt(presses), [presses]);
  return (
    <LayerDialog
      layer="report"
      open={open}
      onOpenChange={show}
      title="Report this rating"
      description="Our team will review the rating and its reply. Their writers won't see who reported them."
    >
      <ReportForm
        reasons={RATING_REPORT_REASONS}
        register={register}
        errors={errors}
        busy={busy}
        submit={submit}
        onCancel={() => show(false)}
      />
    </LayerDialog>
  );
}
