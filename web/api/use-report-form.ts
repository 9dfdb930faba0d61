import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";

import { type Reasons, reportOf } from "../../worker/contract/report.ts";
import { type DialogForm, useDialogForm } from "./use-dialog-form.ts";

const NO_REASON = "Choose a reason";

/** The contract's report, for radio buttons with no initial choice. */
export function reportFormOf<Reason extends string>(reasons: Reasons<Reason>) {
  const known = z.enum(
    reasons.map(({ value }) => value),
    { error: NO_REASON },
  );
  return reportOf(reasons).extend({ reason: z.string({ error: NO_REASON }).pipe(known) });
}

type TypedReport = { reason: string; text?: string | undefined };
type ReportFormOptions<Report> = {
  send: (report: Report) => Promise<unknown>;
  onSent: () => void;
  /** The message if the server gave no reason. */
  failed: string;
  /** How many times the button outside the dialog was tapped. Each tap opens the dialog. */
  presses?: number;
};

/** The form of a report, in its dialog. */
export function useReportForm<Report>(
  schema: z.ZodType<Report, TypedReport>,
  { send, onSent, failed, presses = 0 }: ReportFormOptions<Report>,
): DialogForm<TypedReport, Report> {
  const sending = useMutation({ mutationFn: send, onSuccess: onSent });
  const form = useDialogForm(schema, {
    initial: { reason: "", text: "" },
    send: sending.mutate,
    busy: sending.isPending,
    failed,
  });
  const openAt = useEffectEvent((press: number) => {
    if (press > 0) form.show(true);
  });
  useEffect(() => openAt(presses), [presses]);
  return form;
}
