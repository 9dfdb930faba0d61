import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

import { classes } from "../classes.ts";

/** The attributes that connect a control to its label, hint and error. */
export type ControlProps = { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined };

export type FieldText = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** A note beside the label that isn't an error. */
  note?: ReactNode;
};

type FieldProps = FieldText & { className?: string | undefined; children: (control: ControlProps) => ReactNode };

/** A control with its label above and its error or hint below. */
export function Field({ label, error, hint, note, className, children }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const describedBy = error || hint ? messageId : undefined;
  return (
    <div className={classes("min-w-0", className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {note && <span className="text-xs">{note}</span>}
      </div>
      {children({ id, "aria-invalid": Boolean(error), "aria-describedby": describedBy })}
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}

type FieldMessageProps = { id: string; error?: string | undefined; hint?: ReactNode };

export function FieldMessage({ id, error, hint }: FieldMessageProps) {
  if (error) {
    return (
      <p id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {error}
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-muted">
      {hint}
    </p>
  );
}

/** The classes of every text field and select. */
export const CONTROL_CLASS =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-3.5 text-base text-ink placeholder:text-muted " +
  "transition-colors hover:border-muted focus:border-accent focus:outline-2 focus:outline-offset-0 " +
  "focus:outline-accent/25 aria-invalid:border-danger aria-invalid:focus:outline-danger/25 disabled:opacity-55";
