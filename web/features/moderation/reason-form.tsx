import type { ReactNode, SyntheticEvent } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";

const MAX_REASON = 500;
const HINT = "It is kept in the journal with your name.";

type ReasonFormProps = {
  onSubmit: (event: SyntheticEvent) => void;
  onCancel: () => void;
  reason: UseFormRegisterReturn;
  reasonError: string | undefined;
  reasonHint?: string | undefined;
  /** Why the server refused the act. */
  refusal: string | undefined;
  /** The confirming button. */
  label: string;
  danger: boolean;
  busy: boolean;
  children?: ReactNode;
};

/** The form of every act of an admin: what is asked beside the reason, the reason, and the two buttons. */
export function ReasonForm(props: ReasonFormProps) {
  const { onSubmit, onCancel, reason, reasonError, reasonHint = HINT, refusal, label, danger, busy, children } = props;
  return (
    <form noValidate onSubmit={onSubmit}>
      {children}
      <TextAreaField label="Reason" rows={3} maxLength={MAX_REASON} error={reasonError} hint={reasonHint} {...reason} />
      {refusal !== undefined && (
        <Alert tone="danger" className="mt-4">
          {refusal}
        </Alert>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look={danger ? "danger" : "primary"} busy={busy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
