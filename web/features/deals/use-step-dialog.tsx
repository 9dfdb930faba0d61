import { useState } from "react";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import type { DealStepName } from "../../../worker/rules/deal-steps.ts";
import { LayerDialog } from "../../ui/layer-dialog.tsx";
import { stepTexts } from "./deal-texts.ts";
import { STEP_FORMS } from "./step-forms.ts";
import { useDealStep } from "./use-deal-step.ts";

type StepDialogProps = {
  deal: DealDetails;
  step: DealStepName;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The dialog for a step other than the next. It stays open, with the typed text, if the step was refused. */
function StepDialog({ deal, step, open, onOpenChange }: StepDialogProps) {
  const [note, setNote] = useState("");
  const stepMutation = useDealStep(deal, {
    onTaken() {
      setNote("");
      onOpenChange(false);
    },
  });
  /** The step's wording from when the dialog opened, because taking the step changes it. */
  const [{ label, explanation }] = useState(() => stepTexts(step, deal));
  const Form = STEP_FORMS[step];
  return (
    <LayerDialog
      layer="deal-step"
      open={open}
      onOpenChange={(next) => !stepMutation.isPending && onOpenChange(next)}
      title={label}
      description={explanation}
      // The button that opened the dialog may be gone.
      finalFocus={() => document.getElementById("next-step")}
    >
      <Form
        deal={deal}
        step={step}
        busy={stepMutation.isPending}
        send={(input, callbacks) => stepMutation.mutate({ step, input }, callbacks)}
        note={note}
        onNoteChange={setNote}
      />
    </LayerDialog>
  );
}

/** A dialog for one step at a time. It stays on the page while it closes, even if the deal's state has changed. */
export function useStepDialog(deal: DealDetails) {
  const [step, setStep] = useState<DealStepName | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    openHandler: (chosen: DealStepName) => () => {
      setStep(chosen);
      setIsOpen(true);
    },
    dialog: step && <StepDialog key={step} deal={deal} step={step} open={isOpen} onOpenChange={setIsOpen} />,
  };
}
