import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { type InstructionsInput, instructionsInput } from "../../../worker/contract/deal.ts";
import { MAX_INSTRUCTIONS_LENGTH } from "../../../worker/contract/lengths.ts";
import { instructionsQuery, saveInstructions } from "../../api/deal-settings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CountedTextAreaField } from "../../ui/fields/counted-text-area-field.tsx";
import { QueryContent } from "../../ui/query-content.tsx";
import { toasts } from "../../ui/toast.ts";

/** How buyers pay this seller. Shown only in their deals. */
export function InstructionsSettings() {
  const query = useQuery(instructionsQuery);
  return (
    <Card className="p-6">
      <h2 className="font-display text-xl font-medium">Payment instructions</h2>
      <p className="mt-1 text-sm text-muted">
        How your buyers pay you: a bank account, PayPal, cash at pickup. Only the buyers of your items and our team can
        see this, in the deal.
      </p>
      <div className="mt-4">
        <QueryContent query={query} failed="We couldn't load your instructions">
          {(savedInstructions) => <InstructionsForm savedInstructions={savedInstructions ?? ""} />}
        </QueryContent>
      </div>
    </Card>
  );
}

function InstructionsForm({ savedInstructions }: { savedInstructions: string }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: ({ instructions }: InstructionsInput) => saveInstructions(instructions),
    onSuccess: () => {
      toasts.success("Instructions Saved");
      return client.invalidateQueries({ queryKey: queryKeys.paymentInstructions });
    },
  });
  const { register, watch, errors, submit } = useContractForm(instructionsInput, {
    initial: { instructions: savedInstructions },
    send: saving.mutate,
    failureMessage: "We couldn't save your instructions. Try again.",
  });
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      <CountedTextAreaField
        {...register("instructions")}
        label="Instructions"
        hint="Clear this field to remove your instructions."
        typed={watch("instructions")}
        max={MAX_INSTRUCTIONS_LENGTH}
        error={errors.instructions?.message}
      />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
        Save instructions
      </Button>
    </form>
  );
}
