import { disputeInput } from "../../../worker/contract/deal.ts";
import { MAX_NOTE_LENGTH } from "../../../worker/contract/lengths.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { CountedTextAreaField } from "../../ui/fields/counted-text-area-field.tsx";
import { NOT_SENT, StepFormFrame, type StepFormProps } from "./step-form-frame.tsx";

/** Asks the admins to look at a deal, and describes the problem. */
export function DisputeForm({ deal, step, busy, send }: StepFormProps) {
  const { register, watch, errors, submit } = useContractForm(disputeInput, {
    initial: { reason: "" },
    send,
    failureMessage: NOT_SENT,
  });
  return (
    <StepFormFrame deal={deal} step={step} busy={busy} onSubmit={submit} problem={errors.root?.message}>
      <CountedTextAreaField
        {...register("reason")}
        label="What went wrong?"
        hint={`${deal.other.firstName} and our team can read this.`}
        rows={4}
        typed={watch("reason")}
        max={MAX_NOTE_LENGTH}
        error={errors.reason?.message}
      />
    </StepFormFrame>
  );
}
