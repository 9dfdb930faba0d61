import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { DialogButtons } from "./dialog.tsx";

type DialogFormFooterProps = {
  /** Why the form as a whole was refused. */
  problem: string | undefined;
  busy: boolean;
  onCancel: () => void;
  /** The label of the submit button. */
  label: string;
  danger?: boolean;
  busyLabel?: string;
};

/** The end of a form in a dialog, with its error and its two buttons. */
export function DialogFormFooter({ problem, busy, onCancel, label, danger = false, ...more }: DialogFormFooterProps) {
  return (
    <>
      {problem !== undefined && (
        <Alert tone="danger" className="mt-4">
          {problem}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} {...more}>
          {label}
        </Button>
      </DialogButtons>
    </>
  );
}
