import { passwordForm, googlePasswordForm } from "../../../worker/contract/security.ts";
import { type SendCallbacks, useContractForm } from "../../shared/use-contract-form.ts";
import { DialogFormFooter } from "../../ui/dialog-form-footer.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { OwnPasswordField } from "../../ui/fields/password-field.tsx";

type ReauthenticationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  confirmLabel: string;
  /** Whether confirming removes something. */
  danger?: boolean;
  hasPassword: boolean;
  busy: boolean;
  finalFocus: () => HTMLElement | null;
  /** `password` is null if the account has no password. */
  send: (password: string | null, callbacks: SendCallbacks) => void;
};

/**
 * Confirms a sensitive action, such as removing a passkey or downloading the person's data. Requires the password if
 * there is one, because a session alone isn't enough.
 */
export function ReauthenticationDialog({
  open,
  onOpenChange,
  title,
  text,
  finalFocus,
  ...form
}: ReauthenticationDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !form.busy && onOpenChange(next)}
      title={title}
      description={text}
      finalFocus={finalFocus}
    >
      <ReauthenticationForm {...form} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

type ReauthenticationFormProps = Pick<
  ReauthenticationDialogProps,
  "confirmLabel" | "danger" | "hasPassword" | "busy" | "send"
> & {
  onCancel: () => void;
};

function ReauthenticationForm({
  confirmLabel,
  danger = false,
  hasPassword,
  busy,
  send,
  onCancel,
}: ReauthenticationFormProps) {
  const { register, errors, submit } = useContractForm(hasPassword ? passwordForm : googlePasswordForm, {
    initial: { password: "" },
    send: (input, callbacks) => send(hasPassword ? input.password : null, callbacks),
    fieldByErrorCode: { wrong_password: "password" },
    failureMessage: "Something went wrong",
  });
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      {hasPassword && <OwnPasswordField error={errors.password?.message} {...register("password")} />}
      <DialogFormFooter
        problem={errors.root?.message}
        busy={busy}
        onCancel={onCancel}
        label={confirmLabel}
        danger={danger}
        busyLabel="One moment..."
      />
    </form>
  );
}
