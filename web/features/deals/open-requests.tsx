import type { DealDetails } from "../../../worker/contract/deal.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CANCEL_ANSWERS, stepTexts } from "./deal-texts.ts";
import { useStepDialog } from "./use-step-dialog.tsx";

/** A side's open requests to the other side or to our team. */
export function OpenRequests({ deal }: { deal: DealDetails }) {
  const { side, other, cancelRequestedBy, disputedBy } = deal;
  const { openHandler, dialog } = useStepDialog(deal);
  return (
    <>
      {cancelRequestedBy !== null && cancelRequestedBy !== side && (
        <section aria-label="Request to cancel" className="rounded-lg border border-line bg-surface p-5 shadow-raised">
          <p className="font-medium">{other.firstName} asked to cancel this deal.</p>
          <div className="mt-4 flex flex-wrap gap-3">
            {CANCEL_ANSWERS.map((step) => (
              <Button key={step} variant="secondary" onClick={openHandler(step)}>
                {stepTexts(step, deal).label}
              </Button>
            ))}
          </div>
        </section>
      )}
      {cancelRequestedBy === side && (
        <Alert tone="info">You asked to cancel. {other.firstName} hasn't answered yet.</Alert>
      )}
      {disputedBy !== null && (
        <Alert tone="info">
          {disputedBy === side ? "You" : other.firstName} reported a problem. Our team is looking at it. All deadlines
          are paused until it's solved.
        </Alert>
      )}
      {dialog}
    </>
  );
}
