import type { ReactNode, SyntheticEvent } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { MAX_NOTE_LENGTH } from "../../../worker/contract/lengths.ts";
import type { DealStepName } from "../../../worker/rules/deal-steps.ts";
import type { SendCallbacks } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CountedTextAreaField } from "../../ui/fields/counted-text-area-field.tsx";
import { stepTexts } from "./deal-texts.ts";

export type StepFormProps = {
  deal: DealDetails;
  step: DealStepName;
  busy: boolean;
  send: (input: object, callbacks: SendCallbacks) => void;
  /** The initial note. It may have been typed for a step that isn't possible anymore. */
  note: string;
  onNoteChange: (typed: string) => void;
};

/** For a failure without a reason from the server. */
export const NOT_SENT = "We can't reach the server. Try again. It won't count twice.";

type StepFormFrameProps = Pick<StepFormProps, "deal" | "step" | "busy"> & {
  onSubmit: (event: SyntheticEvent) => void;
  /** Why the form as a whole was refused. */
  problem: string | undefined;
  /** Replaces the step's own label on the button. */
  label?: string;
  children?: ReactNode;
};

/** A step's fields, why it was refused, and its button. */
export function StepFormFrame({ deal, step, busy, onSubmit, problem, label, children }: StepFormFrameProps) {
  const isDestructive = step === "decline" || step === "agreeCancel";
  return (
    <form noValidate className="space-y-5" onSubmit={onSubmit}>
      {children}
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Button type="submit" variant={isDestructive ? "danger" : "primary"} busy={busy} className="w-full sm:w-auto">
        {label ?? stepTexts(step, deal).label}
      </Button>
    </form>
  );
}

type NoteFieldProps = {
  deal: DealDetails;
  register: (name: "note", options: { onChange: (event: NoteChange) => void }) => UseFormRegisterReturn;
  typed: string | undefined;
  error: string | undefined;
  onNoteChange: (typed: string) => void;
};
type NoteChange = { readonly target: { readonly value: string } };

/** A person's note on a step, to the other side. */
export function NoteField({ deal, register, typed = "", error, onNoteChange }: NoteFieldProps) {
  return (
    <CountedTextAreaField
      {...register("note", { onChange: ({ target }) => onNoteChange(target.value) })}
      label={`Note to ${deal.other.firstName}`}
      rows={3}
      optional
      typed={typed}
      max={MAX_NOTE_LENGTH}
      error={error}
    />
  );
}
