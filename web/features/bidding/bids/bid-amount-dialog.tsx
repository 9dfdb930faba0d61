import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";

import { bidAmount } from "../../../../worker/contract/bid.ts";
import { describeRefusal } from "../../../../worker/contract/errors.ts";
import { minorOf } from "../../../../worker/rules/money.ts";
import { looksLikeSlip } from "../../../../worker/rules/slip.ts";
import { useContractForm } from "../../../api/use-contract-form.ts";
import { Alert } from "../../../ui/alert.tsx";
import { AmountField } from "../../../ui/amount-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { priceText } from "../../../ui/price.tsx";
import { amountText, typedAmount } from "../../../ui/typed-amount.ts";
import { SlipQuestion } from "./slip-question.tsx";

/** The idempotency key of the attempt makes a repeat safe. */
const UNCERTAIN = "The auction did not respond. Trying again is safe: your bid cannot count twice.";

type FormProps = {
  /** Major units; updated by the room while the form is open. */
  minimum: number;
  currency: string;
  isOver: boolean;
  /** Major units; null while nobody has bid. */
  price: number | null;
  /** Whether the user's own bid leads. */
  leads: boolean;
  submitLabel: string;
  busyLabel: string;
  isPending: boolean;
  send: (bidAmount: number, callbacks: { onSuccess: () => void; onError: (error: Error) => void }) => void;
  /** The message when the server did not respond. */
  failed: string;
  onClose: () => void;
};

type BidAmountDialogProps = FormProps & { open: boolean; title: string; description: string | null };

/** Asks for an amount. It stays open with the input until the room has accepted the bid or the person closes it. */
export function BidAmountDialog({ open, title, description, ...form }: BidAmountDialogProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const change = (next: boolean) => {
    if (!next && !form.isPending) form.onClose();
  };
  return (
    <Dialog open={open} onOpenChange={change} title={title} description={description} initialFocus={fieldRef}>
      <BidAmountForm {...form} fieldRef={fieldRef} />
    </Dialog>
  );
}

type BidAmountFormProps = FormProps & { fieldRef: RefObject<HTMLInputElement | null> };

function BidAmountForm({ minimum, price, currency, send, fieldRef, onClose, failed, ...display }: BidAmountFormProps) {
  const { isOver, leads, submitLabel, busyLabel, isPending } = display;
  const focus = () => fieldRef.current?.focus();
  /** The amount about which the person is asked once more; it is what they read, and what is sent. */
  const [asked, setAsked] = useState<number | null>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (asked === null && wasAsked.current) fieldRef.current?.focus();
    wasAsked.current = asked !== null;
  }, [asked, fieldRef]);
  const schema = useMemo(() => z.object({ bidAmount: typedAmount(currency, bidAmount) }), [currency]);
  const { register, control, setValue, clearErrors, formState, errors, submit } = useContractForm(schema, {
    initial: { bidAmount: amountText(minimum) },
    send({ bidAmount: amount }, callbacks) {
      // The price has passed it, which the form shows already.
      if (amount < minimum) return focus();
      if (asked === null && looksLikeSlip(minorOf(amount), price && minorOf(price), minorOf(minimum))) {
        return setAsked(amount);
      }
      send(amount, {
        onSuccess: callbacks.onSuccess,
        onError(error) {
          setAsked(null);
          callbacks.onError(error);
          focus();
        },
      });
    },
    onSent: onClose,
    failed: `${failed}. ${UNCERTAIN}`,
  });
  // The first digits of an amount are always too low: show that only after a submit, or when the smallest bid has
  // changed since the amount was typed.
  const [typedAgainst, setTypedAgainst] = useState(minimum);
  const { ref, ...input } = register("bidAmount", {
    onChange() {
      setTypedAgainst(minimum);
      clearErrors("root");
    },
  });
  const typed = useWatch({ control, name: "bidAmount" });
  const isChecked = formState.isSubmitted || minimum !== typedAgainst;
  const amount = schema.safeParse({ bidAmount: typed }).data?.bidAmount;
  // The server's refusal, predicted from the page's current numbers.
  const tooLow = isChecked && amount !== undefined && amount < minimum ? tooLowText(minimum, currency) : undefined;
  // If the price has passed a refused amount meanwhile, that message is more useful.
  const problem = errors.bidAmount?.message ?? tooLow ?? errors.root?.message;

  const takeSmallest = () => {
    clearErrors("root");
    setValue("bidAmount", amountText(minimum), { shouldValidate: true });
    focus();
  };

  return (
    <form noValidate onSubmit={submit}>
      {asked !== null && (
        <SlipQuestion
          amount={asked}
          price={price}
          minimum={minimum}
          currency={currency}
          problem={isOver ? "This auction has ended" : asked < minimum ? tooLowText(minimum, currency) : undefined}
          isPending={isPending}
          busyLabel={busyLabel}
          onBack={() => setAsked(null)}
        />
      )}
      {/* Hidden rather than removed while the person is asked: what was typed is still in it. */}
      <div hidden={asked !== null}>
        {leads && price !== null && !isOver && (
          <Alert tone="info" className="mb-4">
            You already lead at {priceText(price, currency)}: a higher bid raises only your own price.
          </Alert>
        )}
        <AmountField
          {...input}
          ref={(element) => {
            ref(element);
            fieldRef.current = element;
          }}
          label="Your bid"
          currency={currency}
          typed={typed}
          understood={(bid) => `You bid ${bid}`}
          className="tabular-nums"
          error={isOver ? "This auction has ended" : problem}
          hint={`Smallest next bid: ${priceText(minimum, currency)}`}
        />
        {tooLow && !isOver && (
          <Button look="secondary" size="sm" className="mt-3 tabular-nums" onClick={takeSmallest}>
            Use {priceText(minimum, currency)}
          </Button>
        )}
        <Button
          type="submit"
          size="lg"
          look={leads ? "secondary" : "primary"}
          className="mt-5 w-full"
          disabled={isOver}
          busy={isPending}
          busyLabel={busyLabel}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The sentence of the server's refusal; `minimum` is in major units. */
function tooLowText(minimum: number, currency: string): string {
  return describeRefusal({ code: "bid_too_low", minimumMinor: minorOf(minimum) }, currency).message;
}
