import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import type { DialogForm } from "../../shared/use-dialog-form.ts";
import { DialogFormFooter } from "../../ui/dialog-form-footer.tsx";
import { TextAreaField } from "../../ui/fields/text-area-field.tsx";
import { LayerDialog } from "../../ui/layer-dialog.tsx";

const HINT = "It's recorded with your name.";

/** The part of what `useActionForm` returns that the dialog needs. */
type ActionForm = Pick<DialogForm<{ reason: string }, unknown>, "open" | "onOpenChange" | "submit" | "busy" | "errors">;

type ActionDialogProps = {
  form: ActionForm;
  title: string;
  description?: string;
  reason: UseFormRegisterReturn;
  reasonHint?: string | undefined;
  reasonLabel?: string | undefined;
  /** The label of the confirming button. */
  label: string;
  danger: boolean;
  /** The fields that reauthenticate the admin, if the action needs them. */
  reauthentication?: ReactNode;
  children?: ReactNode;
};

/** The dialog of every admin action: its own fields, the reason, reauthentication, and the two buttons. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    form,
    title,
    description,
    reason,
    reasonHint = HINT,
    reasonLabel = "Reason",
    label,
    danger,
    reauthentication,
    children,
  } = props;
  const { open, onOpenChange, submit, busy, errors } = form;
  return (
    <LayerDialog layer="action" open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <form noValidate onSubmit={submit}>
        {children}
        <TextAreaField label={reasonLabel} rows={3} error={errors.reason?.message} hint={reasonHint} {...reason} />
        {reauthentication}
        <DialogFormFooter
          problem={errors.root?.message}
          busy={busy}
          onCancel={() => onOpenChange(false)}
          label={label}
          danger={danger}
        />
      </form>
    </LayerDialog>
  );
}
