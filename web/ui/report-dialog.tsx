import type { SyntheticEvent } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import { DialogFormEnd } from "./dialog-form-end.tsx";
import { LayerDialog } from "./layer-dialog.tsx";
import { ReasonChoices } from "./reason-choices.tsx";
import { TextAreaField } from "./text-area-field.tsx";

type FieldProblem = { readonly message?: string | undefined } | undefined;

type ReportDialogProps = {
  title: string;
  /** Explains what we do with the report. */
  description: string;
  reasons: readonly { readonly value: string; readonly label: string }[];
  form: {
    open: boolean;
    show: (next: boolean) => void;
    register: (name: "reason" | "text") => UseFormRegisterReturn;
    errors: { readonly reason?: FieldProblem; readonly text?: FieldProblem; readonly root?: FieldProblem };
    busy: boolean;
    submit: (event: SyntheticEvent) => void;
  };
};

/** A person's report to the admins. */
export function ReportDialog({ title, description, reasons, form }: ReportDialogProps) {
  const { open, show, register, errors, busy, submit } = form;
  return (
    <LayerDialog layer="report" open={open} onOpenChange={show} title={title} description={description}>
      <form noValidate onSubmit={submit}>
        <ReasonChoices reasons={reasons} reason={register("reason")} error={errors.reason?.message} />
        <TextAreaField
          label="In your own words"
          note="Optional"
          rows={3}
          error={errors.text?.message}
          className="mt-4"
          {...register("text")}
        />
        <DialogFormEnd problem={errors.root?.message} busy={busy} onCancel={() => show(false)} label="Send report" />
      </form>
    </LayerDialog>
  );
}
