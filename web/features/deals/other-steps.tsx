import type { DealDetails } from "../../../worker/contract/deal.ts";
import { Button } from "../../ui/button.tsx";
import { CANCEL_ANSWERS, stepTexts } from "./deal-texts.ts";
import { useStepDialog } from "./use-step-dialog.tsx";

/** All possible steps in a deal except the next one and the answer to the other side's request. */
export function OtherSteps({ deal }: { deal: DealDetails }) {
  const { side, state, nextStep, steps, cancelRequestedBy } = deal;
  const { openHandler, dialog } = useStepDialog(deal);
  const isCancelRequested = cancelRequestedBy !== null && cancelRequestedBy !== side;
  const others = steps.filter((step) => step !== nextStep && !(isCancelRequested && CANCEL_ANSWERS.includes(step)));
  return (
    <>
      {others.length > 0 && (
        // Someone with an offer should see both answers.
        <details open={state === "offered"} className="rounded-lg border border-line">
          <summary className="cursor-pointer rounded-lg px-5 py-3 text-sm font-medium">Other options</summary>
          <div className="flex flex-wrap gap-3 border-t border-line p-5">
            {others.map((step) => (
              <Button key={step} variant="secondary" size="sm" onClick={openHandler(step)}>
                {stepTexts(step, deal).label}
              </Button>
            ))}
          </div>
        </details>
      )}
      {dialog}
    </>
  );
}
