import { sentInput } from "../../../worker/contract/deal.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { NoteField, NOT_SENT, StepFormFrame, type StepFormProps } from "./step-form-frame.tsx";

/** The seller has sent the item. Asks for the carrier and the tracking number. */
export function SentForm({ deal, step, busy, send, note, onNoteChange }: StepFormProps) {
  const { register, watch, errors, submit } = useContractForm(sentInput, {
    initial: { carrier: "", trackingNumber: "", note },
    send,
    failureMessage: NOT_SENT,
  });
  return (
    <StepFormFrame deal={deal} step={step} busy={busy} onSubmit={submit} problem={errors.root?.message}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Carrier"
          note={OPTIONAL}
          autoComplete="off"
          error={errors.carrier?.message}
          {...register("carrier")}
        />
        <TextField
          label="Tracking number"
          note={OPTIONAL}
          autoComplete="off"
          error={errors.trackingNumber?.message}
          {...register("trackingNumber")}
        />
      </div>
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

const OPTIONAL = <span className="text-muted">Optional</span>;
