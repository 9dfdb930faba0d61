import { z } from "zod";

import { endUnpaidInput, type DealDetails } from "../../../worker/contract/deal.ts";
import type { UnpaidChoice } from "../../../worker/rules/deal.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { priceText } from "../../ui/items/price.tsx";
import { NoteField, NOT_SENT, StepFormFrame, type StepFormProps } from "./step-form-frame.tsx";

type UnpaidOption = { readonly value: UnpaidChoice; readonly label: string; readonly effect: string };

const UNPAID_OPTIONS: readonly UnpaidOption[] = [
  { value: "listAgain", label: "List it again", effect: "The sale is off. You can relist the item in My Auctions." },
  { value: "cancel", label: "Cancel the sale", effect: "The sale is off, and you keep the item." },
];
const NO_CHOICE = "Choose what happens to the item";
/** The contract's schema, with an error if no radio button is chosen. */
const endUnpaidForm = endUnpaidInput.extend({
  choice: z.string({ error: NO_CHOICE }).pipe(z.enum(endUnpaidInput.shape.choice.options, { error: NO_CHOICE })),
});

/** The buyer hasn't paid in time, so the seller chooses what happens to the item. */
export function EndUnpaidForm({ deal, step, busy, send, note, onNoteChange }: StepFormProps) {
  const choices = [...secondChanceOption(deal), ...UNPAID_OPTIONS];
  const { register, watch, errors, submit } = useContractForm(endUnpaidForm, {
    initial: { choice: "", note },
    send,
    fieldByErrorCode: { no_next_bidder: "choice" },
    failureMessage: NOT_SENT,
  });
  return (
    <StepFormFrame deal={deal} step={step} busy={busy} onSubmit={submit} problem={errors.root?.message}>
      <RadioField
        legend="What do you want to do with the item?"
        choices={choices}
        registration={register("choice")}
        error={errors.choice?.message}
      />
      <NoteField
        deal={deal}
        register={register}
        typed={watch("note")}
        error={errors.note?.message}
        onNoteChange={onNoteChange}
      />
    </StepFormFrame>
  );
}

/** Empty if there's no one left to offer the item to. */
function secondChanceOption({ nextOffer, currency }: DealDetails): UnpaidOption[] {
  if (nextOffer === null) return [];
  return [
    {
      value: "secondChance",
      label: `Offer it to the next bidder for ${priceText(nextOffer, currency)}`,
      effect: "That's their own highest bid. They have 48 hours to answer. You can do this once.",
    },
  ];
}
