import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";

import { NOTE_REPORT_REASONS } from "../../worker/contract/deal-note.ts";
import { REPORT_REASONS } from "../../worker/contract/moderation.ts";
import { QUESTION_REPORT_REASONS } from "../../worker/contract/question.ts";
import { RATING_REPORT_REASONS } from "../../worker/contract/rating.ts";
import { type ReportReasons, reportSchema } from "../../worker/contract/report.ts";
import { call } from "../api/client.ts";
import { doneResponse } from "../api/response-schemas.ts";
import { DialogFormFooter } from "../ui/dialog-form-footer.tsx";
import { FieldMessage } from "../ui/fields/field.tsx";
import { TextAreaField } from "../ui/fields/text-area-field.tsx";
import { LayerDialog } from "../ui/layer-dialog.tsx";
import { toasts } from "../ui/toast.ts";
import { useDialogForm } from "./use-dialog-form.ts";

/** A note has no ID of its own, so its deal and its event's number identify it. */
export type ReportTarget =
  | { readonly kind: "listing" | "question" | "rating"; readonly id: string }
  | { readonly kind: "note"; readonly dealId: string; readonly seq: number };

const REPORTS = {
  listing: {
    ...reportFormFor(REPORT_REASONS),
    successMessage: "Listing Reported",
    description: "Our team will review it. The seller won't see who reported it.",
  },
  question: {
    ...reportFormFor(QUESTION_REPORT_REASONS),
    successMessage: "Question Reported",
    description: "Our team will review the question and its answer. Their authors won't see who reported them.",
  },
  rating: {
    ...reportFormFor(RATING_REPORT_REASONS),
    successMessage: "Rating Reported",
    description: "Our team will review the rating and its reply. Their authors won't see who reported them.",
  },
  note: {
    ...reportFormFor(NOTE_REPORT_REASONS),
    successMessage: "Note Reported",
    description: "Our team will review it. The other side won't see that you reported it.",
  },
};

/** The contract's schema, with an error if no radio button is chosen. */
function reportFormFor(reasons: ReportReasons) {
  const error = "Choose a reason";
  const reasonSchema = z.enum(
    reasons.map(({ value }) => value),
    { error },
  );
  return { reasons, schema: reportSchema(reasons).extend({ reason: z.string({ error }).pipe(reasonSchema) }) };
}

function pathOf(target: ReportTarget): string {
  if (target.kind === "note") return `/deals/${encodeURIComponent(target.dealId)}/notes/${target.seq}/report`;
  const { kind, id } = target;
  return `/${kind === "listing" ? "auction" : kind}/${encodeURIComponent(id)}/report`;
}

type ReportDialogProps = {
  target: ReportTarget;
  /** How many times its button was tapped. Each tap opens the dialog. */
  taps: number;
};

export default function ReportDialog({ target, taps }: ReportDialogProps) {
  const { kind } = target;
  const { reasons, schema, successMessage, description } = REPORTS[kind];
  const sending = useMutation({
    mutationFn: (report: object) => call(doneResponse, pathOf(target), { method: "POST", body: report }),
    onSuccess: () => toasts.success(successMessage),
  });
  const { open, onOpenChange, register, errors, busy, submit } = useDialogForm(schema, {
    initial: { reason: "", text: "" },
    send: sending.mutate,
    busy: sending.isPending,
    failureMessage: `We couldn't report this ${kind}. Try again.`,
  });
  const openAfterTap = useEffectEvent((tapCount: number) => {
    if (tapCount > 0) onOpenChange(true);
  });
  useEffect(() => openAfterTap(taps), [taps]);
  return (
    <LayerDialog
      layer="report"
      open={open}
      onOpenChange={onOpenChange}
      title={`Report this ${kind}`}
      description={description}
    >
      <form noValidate onSubmit={submit}>
        <fieldset aria-describedby="report-missing">
          <legend className="text-sm font-medium">What's wrong?</legend>
          <div className="mt-2 space-y-1">
            {reasons.map(({ value, label }) => (
              <label key={value} className="flex min-h-9 items-center gap-3 text-sm">
                <input type="radio" value={value} className="size-4 shrink-0" {...register("reason")} />
                {label}
              </label>
            ))}
          </div>
          <FieldMessage id="report-missing" error={errors.reason?.message} />
        </fieldset>
        <TextAreaField
          label="In your own words"
          note="Optional"
          rows={3}
          error={errors.text?.message}
          className="mt-4"
          {...register("text")}
        />
        <DialogFormFooter
          problem={errors.root?.message}
          busy={busy}
          onCancel={() => onOpenChange(false)}
          label="Send report"
        />
      </form>
    </LayerDialog>
  );
}
