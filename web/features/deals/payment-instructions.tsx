import type { DealDetails } from "../../../worker/contract/deal.ts";
import { dealSettingsPath } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Link } from "../../ui/link.tsx";

/** The seller's payment instructions. The buyer sees them, and the seller sees what buyers see. */
export function PaymentInstructions({ deal }: { deal: DealDetails }) {
  const { side, other, instructions, instructionsChangedAt, events } = deal;
  const isBuyer = side === "buyer";
  const startedAt = events[0]?.at;
  const changedAt =
    instructionsChangedAt !== null &&
    startedAt !== undefined &&
    Date.parse(instructionsChangedAt) > Date.parse(startedAt)
      ? instructionsChangedAt
      : null;
  return (
    <section aria-labelledby="payment" className="mt-5 rounded-md bg-sunken p-4 text-sm">
      <h3 id="payment" className="font-medium">
        {isBuyer ? "How to pay" : "What your buyer sees"}
      </h3>
      <p className="mt-1.5 break-words whitespace-pre-line">
        {instructions ??
          (isBuyer
            ? `${other.firstName} hasn't said how to pay yet. Ask them to add payment instructions to their profile. You'll see them here.`
            : "Nothing yet. Say how buyers can pay you.")}
      </p>
      {changedAt !== null && isBuyer && (
        <p className="mt-3 font-medium">
          {other.firstName} changed this on <DateTime iso={changedAt} withTime />, after the deal began.
        </p>
      )}
      {isBuyer ? (
        <Alert tone="warning" className="mt-4">
          Payment instructions only appear here. If someone emails you different ones, it's fraud.
        </Alert>
      ) : (
        <Link to={dealSettingsPath} className="mt-3 inline-block font-medium text-accent underline underline-offset-4">
          {instructions === null ? "Add payment instructions" : "Change them in your profile"}
        </Link>
      )}
    </section>
  );
}
