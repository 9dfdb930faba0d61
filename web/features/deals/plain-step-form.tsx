import { noteInput } from "../../../worker/contract/deal.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { NoteField, NOT_SENT, StepFormFrame, type StepFormProps } from "./step-form-frame.tsx";

/** A step that needs only its button, with an optional note. */
export function PlainStepForm({ deal, step, busy, send, note, onNoteChange }: StepFormProps) {
  const { register, watch, errors, submit } = useContractForm(noteInput, {
    initial: { note },
    send,
    failureMessage: NOT_SENT,
  });
  return (
    <StepFormFrame deal={deal} step={step} busy={busy} onSubmit={submit} problem={errors.root?.message}>
      <NoteField
        deal={deal}
        register={register}
        typed={watch("note")}
        error={errors.note?.message}
        onNoteChange={onNoteChange}
      />
    </StepFormFrame>
  );
}
