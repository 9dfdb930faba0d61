import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import type { DialogForm } from "../../api/use-dialog-form.ts";
import { DialogFormEnd } from "../../ui/dialog-form-end.tsx";
import { LayerDialog } from "../../ui/layer-dialog.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";

const HINT = "It's recorded with your name.";

/** The part of a `useActForm` that the dialog needs. */
type ActForm = Pick<DialogForm<{ reason: string }, unknown>, "open" | "show" | "submit" | "busy" | "errors">;

type ActDialogProps = {
  form: ActForm;
  title: string;
  description?: string;
  reason: UseFormRegisterReturn;
  reasonHint?: string | undefined;
  reasonLabel?: string | undefined;
  /** The confirming button. */
  label: string;
  danger: boolean;
  /** The fields of the admin's proof, if the act needs one. */
  proof?: ReactNode;
  children?: ReactNode;
};

/** The dialog of every admin action: its own fields, the reason, the proof, and the two buttons. */
export function ActDialog(props: ActDialogProps) {
  const {
    form,
    title,
    description,
    reason,
    reasonHint = HINT,
    reasonLabel = "Reason",
    label,
    danger,
    proof,
    children,
  } = props;
  const { open, show, submit, busy, errors } = form;
  return (
    <LayerDialog layer="act" open={open} onOpenChange={show} title={title} description={description}>
      <form noValidate onSubmit={submit}>
        {children}
        <TextAreaField label={reasonLabel} rows={3} error={errors.reason?.message} hint={reasonHint} {...reason} />
        {proof}
        <DialogFormEnd
          problem={errors.root?.message}
          busy={busy}
          onCancel={() => show(false)}
          label={label}
          danger={danger}
        />
      </form>
    </LayerDialog>
  );
}
