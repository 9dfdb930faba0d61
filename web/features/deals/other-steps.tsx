import { useState } from "react";

import type { ShownDeal } from "../../../worker/contract/deal.ts";
import type { StepName } from "../../../worker/rules/deal-steps.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { stepTexts } from "./deal-texts.ts";
import { StepDialog } from "./step-dialog.tsx";

/** What else a person can do in a deal, besides the next step; and the answer to the other side's wish to cancel. */
export function OtherSteps({ deal }: { deal: ShownDeal }) {
  const { side, other, nextStep, steps, cancelAskedBy, disputedBy } = deal;
  const [opened, setOpened] = useState<StepName | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = (step: StepName) => () => {
    setOpened(step);
    setIsOpen(true);
  };
  const isAsked = cancelAskedBy !== null && cancelAskedBy !== side;
  const answers: readonly StepName[] = isAsked ? ["agreeCancel", "dropCancel"] : [];
  const quiet = steps.filter((step) => step !== nextStep && !answers.includes(step));
  return (
    <>
      {isAsked && (
        <section aria-label="Request to cancel" className="rounded-lg border border-line bg-surface p-5 shadow-raised">
          <p className="font-medium">{other.firstName} asks to cancel this deal.</p>
          <div className="mt-4 flex flex-wrap gap-3">
            {answers.map((step) => (
              <Button key={step} look="secondary" onClick={open(step)}>
                {stepTexts(step, deal).label}
              </Button>
            ))}
          </div>
        </section>
      )}
      {cancelAskedBy === side && <Alert tone="info">You asked to cancel. {other.firstName} hasn’t answered yet.</Alert>}
      {disputedBy !== null && (
        <Alert tone="info">
          {disputedBy === side ? "You" : other.firstName} reported a problem. Our team is looking at it, and nothing
          falls due meanwhile.
        </Alert>
      )}
      {quiet.length > 0 && (
        <details className="rounded-lg border border-line">
          <summary className="cursor-pointer rounded-lg px-5 py-3 text-sm font-medium">Other options</summary>
          <div className="flex flex-wrap gap-3 border-t border-line p-5">
            {quiet.map((step) => (
              <Button key={step} look="secondary" size="sm" onClick={open(step)}>
                {stepTexts(step, deal).label}
              </Button>
            ))}
          </div>
        </details>
      )}
      {opened && <StepDialog key={opened} deal={deal} step={opened} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
