import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { z } from "zod";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { MAX_RATING_LENGTH } from "../../../worker/contract/lengths.ts";
import { rateInput } from "../../../worker/contract/rating.ts";
import { MAX_STARS } from "../../../worker/rules/ratings.ts";
import { rateDeal, alreadyExists } from "../../api/ratings.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CountedTextAreaField } from "../../ui/fields/counted-text-area-field.tsx";
import { FieldMessage } from "../../ui/fields/field.tsx";
import { StarIcon } from "../../ui/star-icon.tsx";

const NO_STARS = `Choose 1 to ${MAX_STARS} stars`;
/** The contract's schema, with an error if no stars are chosen. Radio buttons give their value as a string. */
const rateForm = rateInput.extend({
  stars: z.string({ error: NO_STARS }).transform(Number).pipe(rateInput.shape.stars),
});
const CHOICES = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

type RateFormProps = {
  deal: DealDetails;
  onRated: (deal: DealDetails) => void;
  /** Called with the refusal and the text that wasn't saved. */
  onAlreadyRated: (message: string, text: string) => Promise<void>;
};

/** Rates the other side of a deal, with stars and text. */
export function RateForm({ deal: { _id: dealId, other }, onRated, onAlreadyRated }: RateFormProps) {
  const sending = useMutation({
    mutationFn: (input: z.output<typeof rateForm>) => rateDeal(dealId, input),
    meta: { quiet: true },
    onSuccess: onRated,
    onError: (error, { text }) => (alreadyExists(error) ? onAlreadyRated(error.message, text) : undefined),
  });
  const { register, watch, errors, submit } = useContractForm(rateForm, {
    initial: { stars: "", text: "" },
    send: sending.mutate,
    failureMessage: "We can't reach the server. Try again. It won't count twice.",
  });
  const messageId = useId();
  const chosen = Number(watch("stars") ?? 0);
  const problem = errors.root?.message;
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-5">
      <fieldset aria-describedby={messageId}>
        <legend className="text-sm font-medium">How did it go with {other.firstName}?</legend>
        <div className="mt-1.5 -ml-1.5 flex">
          {CHOICES.map((stars) => (
            <label
              key={stars}
              className="cursor-pointer rounded-md p-1.5 has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input type="radio" value={stars} className="sr-only" {...register("stars")} />
              <span className="sr-only">{stars === 1 ? "1 star" : `${stars} stars`}</span>
              <StarIcon isFull={stars <= chosen} className="size-8" />
            </label>
          ))}
        </div>
        <FieldMessage id={messageId} error={errors.stars?.message} hint="1 is bad, 5 is great." />
      </fieldset>
      <CountedTextAreaField
        {...register("text")}
        label="What went well, or didn't?"
        rows={3}
        optional
        typed={watch("text") ?? ""}
        max={MAX_RATING_LENGTH}
        error={errors.text?.message}
      />
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Button type="submit" busy={sending.isPending} className="w-full sm:w-auto">
        Rate {other.firstName}
      </Button>
    </form>
  );
}
