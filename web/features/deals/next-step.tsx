import { useRef, useState } from "react";

import { sentInput, type DealDetails } from "../../../worker/contract/deal.ts";
import type { DealOutcome } from "../../../worker/rules/deal.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { Link } from "../../ui/link.tsx";
import { dueText, dealStatusText } from "./deal-texts.ts";
import { PaymentInstructions } from "./payment-instructions.tsx";
import { STEP_FORMS } from "./step-forms.ts";
import { useDealStep } from "./use-deal-step.ts";

const TOO_LATE = "This deal changed before your update reached us, so we didn't save it. Here's where it stands now.";

/** The deal's state for this person, the deadline, and their next step. */
export function NextStep({ deal }: { deal: DealDetails }) {
  const { side, state, nextStep } = deal;
  const heading = useRef<HTMLHeadingElement>(null);
  /** Outlives the form of one step, so a note that came too late carries over to the next form. */
  const [note, setNote] = useState("");
  const [refusal, setRefusal] = useState<{ reason: string; trackingDetails: string } | null>(null);
  const stepMutation = useDealStep(deal, {
    onTaken() {
      setNote("");
      setRefusal(null);
      // The button that was tapped is gone.
      heading.current?.focus();
    },
    onTooLate({ code, message }, input) {
      const { carrier, trackingNumber } = sentInput.parse(input);
      setRefusal({
        reason: code === "step_taken" ? `${message}.` : TOO_LATE,
        trackingDetails: `${carrier} ${trackingNumber}`.trim(),
      });
    },
  });
  const { title, text } = dealStatusText(deal);
  const due = dueText(deal);
  const nextLink = followingLink(deal);
  const Form = nextStep && STEP_FORMS[nextStep];
  return (
    <section aria-labelledby="next-step">
      <Card className="p-5 sm:p-6">
        {refusal && (
          <Alert tone="warning" className="mb-5">
            {refusal.reason}
            {refusal.trackingDetails !== "" && (
              <span className="mt-1 block font-normal break-words">
                Your tracking details weren't sent: {refusal.trackingDetails}
              </span>
            )}
            {note !== "" && !nextStep && (
              <span className="mt-1 block font-normal break-words">Your note wasn't sent: {note}</span>
            )}
          </Alert>
        )}
        <h2 ref={heading} tabIndex={-1} id="next-step" className="font-display text-xl font-medium outline-none">
          {title}
        </h2>
        <p className="mt-1.5 max-w-[60ch]">{text}</p>
        {due !== null && <p className="mt-1.5 font-medium">{due}</p>}
        {nextLink && (
          <Link to={nextLink.to} className="mt-3 inline-block font-medium text-accent underline underline-offset-4">
            {nextLink.label}
          </Link>
        )}
        {state === "ready" && <PaymentInstructions deal={deal} />}
        {Form && nextStep && (
          <div className="mt-5">
            <Form
              key={`${state} ${nextStep} ${side}`}
              deal={deal}
              step={nextStep}
              busy={stepMutation.isPending}
              send={(input, callbacks) => stepMutation.mutate({ step: nextStep, input }, callbacks)}
              note={note}
              onNoteChange={setNote}
            />
          </div>
        )}
      </Card>
    </section>
  );
}

/** Outcomes after which the seller may want to sell the item to someone else. */
const RELISTABLE_OUTCOMES: ReadonlySet<DealOutcome | null> = new Set(["listAgain", "declined", "lapsed", "unpaid"]);

/** The seller's next page for an unpaid item. */
function followingLink({ side, outcome, secondChanceId }: DealDetails) {
  if (side !== "seller") return null;
  if (secondChanceId !== null) return { to: paths.deal(secondChanceId), label: "View second-chance offer" };
  return RELISTABLE_OUTCOMES.has(outcome) ? { to: paths.myAuctions, label: "Go to My Auctions" } : null;
}
