import { z } from "zod";

import { endUnpaidInput, type DealDetails } from "../../../worker/contract/deal.ts";
import type { UnpaidChoice } from "../../../worker/rules/deal.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { FieldMessage } from "../../ui/field.tsx";
import { priceText } from "../../ui/price.tsx";
import { NoteField, NOT_SENT, StepFormFrame, type StepFormProps } from "./step-form.tsx";

type UnpaidOption = { readonly value: UnpaidChoice; readonly label: string; readonly explains: string };

const UNPAID_OPTIONS: readonly UnpaidOption[] = [
  { value: "listAgain", label: "List it again", explains: "The sale is off. You can relist the item in My Auctions." },
  { value: "cancel", label: "Cancel the sale", explains: "The sale is off, and you keep the item." },
];
const NO_CHOICE = "Choose what happens with the item";
/** The contract's input, for radio buttons with no initial choice. */
const endUnpaidForm = endUnpaidInput.extend({
  choice: z.string({ error: NO_CHOICE }).pipe(z.enum(endUnpaidInput.shape.choice.options, { error: NO_CHOICE })),
});

/** The buyer hasn't paid in time, so the seller chooses what happens to the item. */
export function EndUnpaidForm({ deal, step, busy, send, note, onNote }: StepFormProps) {
  const choices = [...secondChanceOption(deal), ...UNPAID_OPTIONS];
  const { register, watch, errors, submit } = useContractForm(endUnpaidForm, {
    initial: { choice: "", note },
    send,
    byCode: { no_next_bidder: "choice" },
    failed: NOT_SENT,
  });
  return (
    <StepFormFrame deal={deal} step={step} busy={busy} onSubmit={submit} problem={errors.root?.message}>
      <fieldset aria-describedby="choice-missing">
        <legend className="text-sm font-medium">What do you want to do with the item?</legend>
        <div className="mt-2 space-y-3">
          {choices.map(({ value, label, explains }) => (
            <label key={value} className="flex gap-3 text-sm">
              <input type="radio" value={value} className="mt-0.5 size-4 shrink-0" {...register("choice")} />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-muted">{explains}</span>
              </span>
            </label>
          ))}
        </div>
        <FieldMessage id="choice-missing" error={errors.choice?.message} />
      </fieldset>
      <NoteField deal={deal} register={register} typed={watch("note")} error={errors.note?.message} onNote={onNote} />
    </StepFormFrame>
  );
}

/** Empty if there's no one left to offer it to. */
function secondChanceOption({ nextOffer, currency }: DealDetails): UnpaidOption[] {
  if (nextOffer === null) return [];
  return [
    {
      value: "secondChance",
      label: `Offer it to the next bidder for ${priceText(nextOffer, currency)}`,
      explains: "That's their own highest bid. They have 48 hours to answer. You can do this once.",
    },
  ];
}
