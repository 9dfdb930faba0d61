import { type RefObject, useRef, useState } from "react";
import { useWatch } from "react-hook-form";

import { exactBidInput } from "../../../../worker/contract/bid.ts";
import { describeRefusal } from "../../../../worker/contract/errors.ts";
import { toMinor } from "../../../../worker/rules/money.ts";
import { useContractForm } from "../../../api/use-contract-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { priceText } from "../../../ui/price.tsx";
import { TextField } from "../../../ui/text-field.tsx";

/** The idempotency key of the attempt makes a repeat safe. */
const UNCERTAIN = "The auction did not respond. Trying again is safe: your bid cannot count twice.";

type FormProps = {
  /** Major units; updated by the room while the form is open. */
  minimum: number;
  currency: string;
  isOver: boolean;
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

function BidAmountForm({ minimum, currency, send, fieldRef, onClose, failed, ...display }: BidAmountFormProps) {
  const { isOver, submitLabel, busyLabel, isPending } = display;
  const focus = () => fieldRef.current?.focus();
  const { register, control, setValue, clearErrors, formState, errors, submit } = useContractForm(exactBidInput, {
    // A number input holds text, which the schema turns into an amount.
    initial: { bidAmount: String(minimum) },
    send({ bidAmount }, callbacks) {
      // The price has passed it, which the form shows already.
      if (bidAmount < minimum) return focus();
      send(bidAmount, {
        onSuccess: callbacks.onSuccess,
        onError(error) {
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
  const typed = String(useWatch({ control, name: "bidAmount" }));
  const isChecked = formState.isSubmitted || minimum !== typedAgainst;
  const tooLow = isChecked ? amountProblem(typed, minimum, currency) : undefined;
  // If the price has passed a refused amount meanwhile, that message is more useful.
  const problem = errors.bidAmount?.message ?? tooLow ?? errors.root?.message;

  const takeSmallest = () => {
    clearErrors("root");
    setValue("bidAmount", String(minimum), { shouldValidate: true });
    focus();
  };

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        {...input}
        ref={(element) => {
          ref(element);
          fieldRef.current = element;
        }}
        label="Your bid"
        type="number"
        inputMode="decimal"
        step="0.01"
        min={minimum}
        autoComplete="off"
        className="tabular-nums"
        error={isOver ? "This auction has ended" : problem}
        hint={`Smallest next bid: ${priceText(minimum, currency)}`}
      />
      {tooLow && !isOver && (
        <Button look="secondary" size="sm" className="mt-3 tabular-nums" onClick={takeSmallest}>
          Use {priceText(minimum, currency)}
        </Button>
      )}
      <Button type="submit" size="lg" className="mt-5 w-full" disabled={isOver} busy={isPending} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
    </form>
  );
}

/**
 * The server's refusal of an amount, predicted from the page's current numbers. It checks amounts only; other text is
 * left to the contract's schema. `minimum` is in major units.
 */
function amountProblem(typed: string, minimum: number, currency: string): string | undefined {
  const parsed = exactBidInput.shape.bidAmount.safeParse(typed);
  const minimumMinor = toMinor(minimum);
  if (!parsed.success || minimumMinor === null || parsed.data >= minimum) return undefined;
  return describeRefusal({ code: "bid_too_low", minimumMinor }, currency).message;
}
