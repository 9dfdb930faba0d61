import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type RefObject, type SyntheticEvent, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";

import { editBidInput } from "../../../worker/contract/bid.ts";
import { messageOf } from "../../api/failure.ts";
import { Button } from "../../ui/button.tsx";
import { priceText } from "../../ui/price.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { amountProblem } from "./amount-problem.ts";

/** True of every try: the key that travels with it makes a repeat safe. */
const UNCERTAIN = "We have no answer from the auction. Trying again is safe: it cannot count twice.";

export type BidAmountFormProps = {
  /** Major units; follows the room while the form is open. */
  minimum: number;
  currency: string;
  isOver: boolean;
  submitLabel: string;
  busyLabel: string;
  mutation: { isPending: boolean; error: Error | null; reset: () => void };
  onSubmit: (bidAmount: number) => void;
  /** What to say when the server said nothing. */
  fallback: string;
  fieldRef: RefObject<HTMLInputElement | null>;
};

export function BidAmountForm({ minimum, currency, mutation, onSubmit, fieldRef, ...rest }: BidAmountFormProps) {
  const { isOver, submitLabel, busyLabel, fallback } = rest;
  const { register, handleSubmit, control, setValue, formState } = useForm({
    resolver: standardSchemaResolver(editBidInput),
    // A number input holds text; the schema makes the amount of it.
    defaultValues: { bidAmount: String(minimum) },
  });
  // The first digits of an amount are always too little: that is a problem once it was sent off, or when the smallest
  // bid has moved since it was typed.
  const [typedAgainst, setTypedAgainst] = useState(minimum);
  const { ref, ...input } = register("bidAmount", {
    onChange: () => {
      setTypedAgainst(minimum);
      if (mutation.error) mutation.reset();
    },
  });
  const typed = String(useWatch({ control, name: "bidAmount" }));
  const isJudged = formState.isSubmitted || minimum !== typedAgainst;
  const tooLow = isJudged ? amountProblem(typed, minimum, currency) : undefined;
  // What an earlier bid, by one tap, was told is not about this one.
  const [earlier] = useState(mutation.error);
  const error = mutation.error === earlier ? null : mutation.error;
  const refusal = error ? messageOf(error, `${fallback}. ${UNCERTAIN}`) : undefined;
  // The price may have gone past what was refused: then that is the news.
  const problem = isOver ? "This auction has ended" : (formState.errors.bidAmount?.message ?? tooLow ?? refusal);

  useEffect(() => {
    if (error) fieldRef.current?.focus();
  }, [error, fieldRef]);

  const submit = (event: SyntheticEvent) =>
    void handleSubmit(({ bidAmount }) => {
      if (bidAmount >= minimum) return onSubmit(bidAmount);
      // What became of the last attempt is no longer the news: the price has gone past it.
      mutation.reset();
      fieldRef.current?.focus();
    })(event);
  const takeSmallest = () => {
    mutation.reset();
    setValue("bidAmount", String(minimum), { shouldValidate: true });
    fieldRef.current?.focus();
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
        error={problem}
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
        className="mt-5 w-full"
        disabled={isOver}
        busy={mutation.isPending}
        busyLabel={busyLabel}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
